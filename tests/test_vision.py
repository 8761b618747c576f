"""`weft.extract` with a browser: a real Chromium, one for all tests of this file."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing

import pytest

import weft
from tests.site_pages import HOST, blog_page, make_article, pages_of
from weft import BrowserError
from weft.browser import Browser, DrawOptions
from weft.extractors.vips import Vips

SENTENCE = "The weaver put the last threads on the loom before it grew dark, and nobody asked why she had waited. "
APP = f"""<!doctype html><title>Loom</title><body><div id="root"></div>
<noscript>You need to enable JavaScript to run this app.</noscript>
<script>document.getElementById("root").innerHTML = "<h1>Loom</h1>" +
["One.", "Two.", "Three."].map(part => "<p>" + part + " {SENTENCE * 3}</p>").join("")</script>"""
NEVER = '<body><div id="root"></div><script src="/app.js"></script>'
SCATTERED = "".join(f"<div><p>{number}: {SENTENCE}</p></div>" for number in range(50))
ORDINARY = f"<title>Loom</title><article><h1>Loom</h1><p>{SENTENCE * 2}</p><p>{SENTENCE * 3}</p></article>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser(DrawOptions(scripts=True)) as running:
        yield running


class TestScriptsThatBuildThePage:
    def test_it_is_drawn_with_them_and_classified(self, browser: Browser) -> None:
        document = weft.extract(APP, browser=browser)
        assert "One. The weaver put" in document.text
        assert document.chosen_by == "block_classifier"
        assert document.page.geometry
        assert document.reason.code == "scripts"  # the last step that was passed
        assert "scripts build the page (9 words, 1 script, an empty div#root, a notice" in document.reason.detail
        assert "so it was drawn with them; " in document.reason.detail

    def test_without_a_browser_the_reason_says_what_it_takes(self) -> None:
        document = weft.extract(APP)
        assert document.text == ""
        assert not document.page.geometry
        assert "scripts build the page" in document.reason.detail
        assert "pip install 'weft[browser]'" in document.reason.detail
        assert "browser=Browser(DrawOptions(scripts=True))" in document.reason.detail

    def test_a_browser_that_may_run_none_leaves_it_as_it_is(self) -> None:
        with closing(Browser()) as unstarted:
            document = weft.extract(APP, browser=unstarted)
        assert document.text == ""
        assert "DrawOptions(scripts=True)" in document.reason.detail

    def test_a_page_that_stays_empty_is_taken_as_it_was(self, browser: Browser) -> None:
        document = weft.extract(NEVER, browser=browser)
        assert (document.text, document.page_type) == ("", "empty")
        assert "empty with them too: DrawOptions(network=True)" in document.reason.detail

    def test_a_page_that_cannot_be_drawn_is_taken_as_it_was(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("WEFT_CHROMIUM", "/nowhere/chromium")
        with closing(Browser(DrawOptions(scripts=True))) as absent:
            with_browser = weft.extract(APP, browser=absent)
        assert with_browser.text == ""
        assert "it could not be drawn: WEFT_CHROMIUM=/nowhere/chromium" in with_browser.reason.detail

    def test_a_page_given_parsed_has_no_bytes_to_draw(self, browser: Browser) -> None:
        document = weft.extract(weft.parse(APP), browser=browser)
        assert "it could not be drawn: a parsed page" in document.reason.detail

    def test_the_site_is_asked_again_when_it_is_drawn(self, browser: Browser) -> None:
        site = weft.learn(pages_of(blog_page, range(8)))
        article = make_article(99)
        whole = blog_page(article).replace("</", "<\\/")
        app = f'<body><div id="root"></div><script>document.documentElement.innerHTML = `{whole}`</script>'
        document = weft.extract(app, url=f"{HOST}/blog/99", site=site, browser=browser)
        assert document.chosen_by == "template"
        assert document.text == article.body
        assert document.reason.code == "no_template"
        assert document.reason.detail.startswith("no template fits")


class TestPagesThatTheClassifierIsUnsureOf:
    @pytest.fixture(autouse=True)
    def unsure(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(weft.auto, "MIN_CONFIDENCE", 1.01)

    def test_they_are_drawn_without_scripts_and_looked_at(self, browser: Browser) -> None:
        page = ORDINARY + "<script>document.body.innerHTML = 'gone'</script>"
        document, plain = weft.extract(page, browser=browser), weft.extract(page)
        assert (document.chosen_by, plain.chosen_by) == ("visual_classifier", "block_classifier")
        assert document.text == plain.text
        assert len(document.page) == len(plain.page)
        assert document.reason.code == "unsure"
        assert "block_classifier is unsure (" in document.reason.detail
        assert "so the page was drawn; " in document.reason.detail

    def test_without_a_browser_the_reason_says_what_it_takes(self) -> None:
        document = weft.extract(ORDINARY)
        assert document.chosen_by == "block_classifier"
        assert "browser=Browser() looks at the page, with pip install 'weft[browser]'" in document.reason.detail
        assert document.reason.detail.endswith("article with probability " + document.reason.detail[-4:])

    def test_a_page_that_was_drawn_needs_no_browser(self, browser: Browser) -> None:
        drawn = browser.draw(ORDINARY).page
        assert weft.extract(drawn).chosen_by == "visual_classifier"

    def test_a_page_that_cannot_be_drawn_is_taken_as_it_was(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("WEFT_CHROMIUM", "/nowhere/chromium")
        with closing(Browser()) as absent:
            document = weft.extract(ORDINARY, browser=absent)
        assert document.chosen_by == "block_classifier"
        assert "it could not be drawn: WEFT_CHROMIUM=" in document.reason.detail

    def test_what_a_template_says_stays(self, browser: Browser) -> None:
        site = weft.learn(pages_of(blog_page, range(8)))
        assert weft.extract(blog_page(make_article(99)), url=f"{HOST}/blog/99", site=site).chosen_by == "template"
        document = weft.extract(ORDINARY, site=site, browser=browser)
        assert document.chosen_by == "visual_classifier"
        assert document.reason.detail.startswith("no template fits (the best ")

    def test_a_page_of_few_words_has_nothing_to_look_at(self, browser: Browser) -> None:
        assert weft.extract("<p>Closed on Mondays.", browser=browser).chosen_by == "block_classifier"


def test_an_ordinary_page_is_the_same_with_and_without_a_browser(browser: Browser) -> None:
    plain, seen = weft.extract(ORDINARY), weft.extract(ORDINARY, browser=browser)
    assert (plain.text, plain.reason, plain.confidence) == (seen.text, seen.reason, seen.confidence)
    assert not seen.page.geometry


class TestMethodsThatMustSee:
    def test_a_page_is_drawn_for_them(self, browser: Browser) -> None:
        document = weft.extract(ORDINARY, method=Vips(), browser=browser)
        assert document.page.geometry
        assert document.chosen_by == "vips"
        assert "The weaver put" in document.text

    def test_they_find_a_browser_by_themselves(self) -> None:
        document = weft.extract(ORDINARY.encode(), method=Vips())
        assert document.page.geometry.view_width == DrawOptions().width

    def test_an_error_says_what_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("WEFT_CHROMIUM", "/nowhere/chromium")
        with pytest.raises(BrowserError, match="no such program"):
            weft.extract(ORDINARY, method=Vips())
        with pytest.raises(BrowserError, match="give its bytes"):
            weft.extract(weft.parse(ORDINARY), method=Vips())

    def test_survey_draws_what_is_scattered_and_goes_on_without(
        self, browser: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen = weft.extract(SCATTERED, method="survey", browser=browser)
        assert seen.chosen_by == "vips"
        assert not weft.extract(ORDINARY, method="survey", browser=browser).page.geometry
        monkeypatch.setenv("WEFT_CHROMIUM", "/nowhere/chromium")
        unseen = weft.extract(SCATTERED, method="survey")
        assert unseen.chosen_by == "dom_stats"
        assert "so the next best; it could not be drawn: WEFT_CHROMIUM=/nowhere/chromium" in unseen.reason.detail

    def test_survey_asks_the_site_first(self) -> None:
        site = weft.learn(pages_of(blog_page, range(8)))
        document = weft.extract(blog_page(make_article(99)), url=f"{HOST}/blog/99", method="survey", site=site)
        assert (document.chosen_by, document.text) == ("template", make_article(99).body)


def test_who_draws_nothing_needs_nothing() -> None:
    code = """import sys, weft, weft.cli
weft.extract("<p>One")
print([name for name in ("playwright", "weft.browser") if name in sys.modules])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
