"""The main flows in Firefox: marking, teaching, the guide, languages, and two people at once."""

from collections.abc import Callable, Iterator

import pytest

from tests.firefox import Firefox, running_firefox
from tests.studio.browser.hand import SPOT
from tests.studio.browser.made_pages import news
from tests.studio.running import Studio

READY = "() => Boolean(document.querySelector('#bench[data-ready]'))"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory) -> Iterator[Firefox]:
    with running_firefox(tmp_path_factory.mktemp("firefox")) as opened:
        opened.resize(1280, 800)
        yield opened


@pytest.fixture
def enter(firefox, make_studio) -> Iterator[Callable[..., Studio]]:
    """Logs in at a studio of a small site; nothing may go wrong in its scripts."""

    def log_in(**kinds: int):
        studio = make_studio(news(**kinds))
        firefox.open(studio.login_url("Ann"))
        return studio

    firefox.errors.clear()
    yield log_in
    assert firefox.errors == []


def point(firefox: Firefox, text: str) -> None:
    """One click on the element of the page that says so."""
    firefox.wait(READY)
    firefox.click_at(*firefox.run(SPOT.replace("([text, last])", "(text, last)"), text, False))


def test_a_page_is_marked_taught_and_saved(firefox, enter):
    studio = enter(articles=6)
    firefox.wait("() => document.querySelectorAll('#pages li').length === 6")
    firefox.open(f"{studio.url}/page/1")
    point(firefox, "Buy our almanac")
    firefox.press("x")
    firefox.expect("#messages", "Marked as noise.")
    firefox.wait("() => !document.getElementById('text').textContent.includes('Buy our almanac')")
    firefox.press("u")
    firefox.expect("#messages", "Undone: mark noise")
    firefox.wait("() => document.getElementById('text').textContent.includes('Buy our almanac')")
    firefox.press("U")
    firefox.expect("#messages", "Done again")
    firefox.press("t")
    firefox.expect("#effect-summary", "of 6 pages would change")
    firefox.click("#save")
    firefox.expect("#saved-by", "saved by you")
    name = studio.project.states[1].cluster
    assert "div.content p" in "".join(studio.project.cluster(name).template.describe())


def test_keys_alone_find_name_and_accept(firefox, enter):
    studio = enter(articles=3, markets=4)
    number = next(iter(state.number for state in studio.project.states.values() if "market" in state.id))
    firefox.open(f"{studio.url}/page/{number}")
    firefox.wait(READY)
    firefox.press("/", *"all prices", "Enter")
    firefox.wait("() => document.getElementById('found-count').value === '6'")
    firefox.press("f", *"price", "Enter")
    firefox.expect("#messages", "Marked as price: 6 places.")
    firefox.press("a")
    firefox.wait("(path) => location.pathname !== path", f"/page/{number}")
    firefox.wait(READY)
    assert studio.project.marks_of(number).done


def test_the_guide_goes_from_a_record_to_its_fields(firefox, enter):
    studio = enter(articles=3, markets=4)
    number = next(iter(state.number for state in studio.project.states.values() if "market" in state.id))
    firefox.open(f"{studio.url}/guide/{number}")
    point(firefox, "was made by hand")
    firefox.press("w")
    firefox.expect("#record-said", "6 are of the same kind")
    firefox.click("[data-do=record]")
    firefox.wait("() => document.querySelector('li[data-step=\"2\"]').classList.contains('is-now')")


def test_the_switch_of_languages(firefox, enter):
    enter(articles=3)
    firefox.click(".language button")
    firefox.expect("nav", "总览")
    firefox.expect("#shown", "显示 3 页")
    firefox.click(".language button")
    firefox.expect("nav", "Overview")


def test_an_error_in_a_script_is_seen(firefox):
    firefox.errors.clear()
    firefox.open("data:text/html,<script>nobody.home()</script>")
    firefox.wait("() => document.readyState === 'complete'")
    assert any("nobody is not defined" in error for error in firefox.errors)
    firefox.errors.clear()
