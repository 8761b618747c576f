"""Traits: the kernel against numpy."""

from pathlib import Path

import pytest

from tests.seeds import every_seed
from tests.similarity.plain_traits import plain_count, plain_sets
from tests.site_pages import whole_site
from tests.soup import make_page
from weft import Page, _native, parse
from weft.similarity.traits import describe
from weft.templates.fields import squeeze

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*/*.html"))


def check(page: Page) -> None:
    traits = describe(page)
    (paths, paths_once), (steps, steps_once) = plain_sets(page)
    assert traits.paths.tolist() == paths.tolist()
    assert traits.paths_once.tolist() == paths_once.tolist()
    assert traits.steps.tolist() == steps.tolist()
    assert traits.steps_once.tolist() == steps_once.tolist()
    assert traits.counts == plain_count(page)
    assert _native.spaced_blocks(page.table) == [squeeze(block.text) for block in page.blocks]


@every_seed(60)
def test_random_pages(seed: int) -> None:
    check(parse(make_page(seed, 10 * seed)))


def test_pages_of_a_site() -> None:
    for _, data in whole_site():
        check(parse(data))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_pages(path: Path) -> None:
    check(parse(path.read_bytes()))


def test_small_pages() -> None:
    for html in ("", "<frameset id=a><frame class=b>", "<body class=c><p id=d>x", "<h1><a href=/>a</a></h1>"):
        check(parse(html))
