"""What every registered extractor promises, and every template and site that was learned."""

import pickle
from functools import lru_cache

import numpy as np
import pytest

import weft
from tests.boxes import lay_out
from tests.seeds import every_seed, seeds
from tests.site_pages import whole_site
from tests.soup import make_page
from weft import EXTRACTORS, Limits, Site, parse
from weft.document import Extractor
from weft.errors import BrowserError
from weft.extractors import BlockClassifier, VisualClassifier
from weft.page import Page

SITE = weft.learn([*whole_site(), *((f"http://weft.example/soup/{seed}", make_page(seed)) for seed in range(6))])
SUBJECTS: dict[str, Extractor] = {
    **EXTRACTORS,
    "site": SITE,
    **{f"template {cluster.name}": cluster.template for cluster in SITE.clusters},
}

pytestmark = pytest.mark.parametrize("extractor", SUBJECTS.values(), ids=SUBJECTS.keys())

PAGES = {
    "empty": "",
    "white space": " \n ",
    "binary": "\x00\x01\x02",
    "no body": "<title>t</title><script>x</script>",
    "hidden": "<div hidden>secret</div>",
    "frames": "<frameset><frame src=a></frameset>",
    "huge": "<div><p>warp and weft </p></div>" * 30_000,
    "deep": "<div>x" * 1_500,
    "wide": "<table><tr>" + "<td>cell</td>" * 20_000 + "</table>",
    "one long text": "织" * 500_000,
}


def looks(extractor: Extractor) -> bool:
    """Whether it answers on drawn pages only."""
    try:
        extractor.extract(parse("<p>One"))
    except BrowserError:
        return True
    return False


def make(html: str, *, is_drawn: bool) -> Page:
    page = parse(html, limits=Limits(depth=2_000))
    return lay_out(page) if is_drawn else page


make_once = lru_cache(maxsize=200)(make)  # laying the large ones out takes a second


@pytest.mark.parametrize("name", PAGES)
def test_answers_on_any_page(extractor: Extractor, name: str) -> None:
    check_answer(extractor, make_once(PAGES[name], is_drawn=looks(extractor)))


@every_seed(20)
def test_answers_on_random_pages(seed: int, extractor: Extractor) -> None:
    check_answer(extractor, make_once(make_page(seed, 200), is_drawn=looks(extractor)))


def check_answer(extractor: Extractor, page: Page) -> None:
    document = extractor.extract(page)
    keep = document.keep
    assert document.page is page
    assert document.chosen_by in {*EXTRACTORS, "template"}
    assert np.issubdtype(keep.dtype, np.integer)
    assert (np.diff(keep) > 0).all()
    assert len(keep) == 0 or (keep[0] >= 0 and keep[-1] < len(page.blocks))
    # A page may hide its content until its scripts run: what was trained on pages may keep it.
    assert isinstance(extractor, BlockClassifier | VisualClassifier | Site) or not page.blocks.hidden[keep].any()


@pytest.mark.parametrize("name", PAGES)
def test_scores_every_block(extractor: Extractor, name: str) -> None:
    check_scores(extractor, make_once(PAGES[name], is_drawn=looks(extractor)))


@every_seed(20)
def test_scores_every_block_of_random_pages(seed: int, extractor: Extractor) -> None:
    check_scores(extractor, make_once(make_page(seed, 200), is_drawn=looks(extractor)))


def check_scores(extractor: Extractor, page: Page) -> None:
    scores = extractor.score(page)
    assert len(scores) == len(page.blocks)
    assert np.isfinite(scores).all()


def test_same_answer_twice_and_after_the_trip_to_a_worker(extractor: Extractor) -> None:
    travelled: Extractor = pickle.loads(pickle.dumps(extractor))
    is_drawn = looks(extractor)
    for seed in seeds(20):
        page, again = (make(make_page(seed), is_drawn=is_drawn) for _ in range(2))
        keep = extractor.extract(page).keep
        assert np.array_equal(keep, extractor.extract(page).keep)
        assert np.array_equal(keep, extractor.extract(again).keep)
        assert np.array_equal(keep, travelled.extract(again).keep)


def test_is_frozen(extractor: Extractor) -> None:
    with pytest.raises(AttributeError):
        extractor.alpha = 1  # type: ignore[attr-defined]


def test_leaves_the_page_as_it_is(extractor: Extractor) -> None:
    page = make(make_page(3), is_drawn=looks(extractor))
    before = {name: getattr(page.table, name).copy() for name in ("tag", "end", "chars", "block_row")}
    extractor.extract(page)
    assert all(np.array_equal(column, getattr(page.table, name)) for name, column in before.items())
