"""The regions of a page in one call of the kernel beside those of its twin."""

import random

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, board, thread
from tests.records.plain_views import plain_views
from tests.records.test_board_rows import make_board
from tests.records.test_region_parts import make_posts
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.records.evidence import gather
from weft.records.find import find_anchors
from weft.records.reading_features import PageMeasures
from weft.records.readings import view_regions
from weft.training.made_listings import made_listing


def assert_as_twin(html: str | bytes, share: float = 0.0) -> int:
    """How many regions a page has, the same in the kernel and in its twin."""
    evidence = gather(parse(html))
    measures = PageMeasures(evidence, 1.5)
    anchors = find_anchors(evidence)
    views, plain = view_regions(measures, anchors, share=share), plain_views(measures, anchors, share)
    assert len(views) == len(plain)
    for view, (candidate, slots, features) in zip(views, plain, strict=True):
        assert view.candidate == candidate
        for own, wanted in ((view.slots.rows, slots.rows), (view.slots.record, slots.record)):
            np.testing.assert_array_equal(own, wanted)
        np.testing.assert_array_equal(view.slots.slot, slots.slot)
        for name, value in features.items():
            assert view.feature(name) == value, name
        assert len(features) == len(_native.VIEW_FEATURES)
    return len(views)


@every_seed(40)
def test_the_twin_finds_the_same_on_random_pages(seed: int) -> None:
    rng = random.Random(seed)
    for html in (make_page(seed, 200), make_posts(rng), make_board(rng)):
        assert_as_twin(html, share=rng.choice([0.0, 0.4]))
    times = "".join(f"<li><a href=/{n}>The loom of {n}</a> 2022-09-1{n % 9} 06:38" for n in range(rng.randrange(2, 9)))
    assert assert_as_twin(times * rng.randrange(1, 3)) > 0


def test_the_twin_finds_the_same_on_listings() -> None:
    assert sum(assert_as_twin(made_listing(site, 0).page.text_bytes) for site in range(4)) >= 0
    priced = "".join(f"<div><h3><a href=/{n}>The loom of {n}</a></h3><p>$ {n}.00</p></div>" for n in range(6))
    assert assert_as_twin(priced) > 0


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_finds_the_same_on_threads(layout: str) -> None:
    assert assert_as_twin(thread(layout, POSTS)) > 0
    assert assert_as_twin(board() + thread(layout, POSTS)) > 0


def test_marks_of_another_page_are_refused() -> None:
    evidence, other = gather(parse("<p>One")), gather(parse("<p>One<p>Two"))
    sums, none = PageMeasures(evidence, 0.0).sums, np.zeros(0, np.int64)

    def call(kinds: np.ndarray, anchors: list[np.ndarray], seconds: float = 9.0) -> _native.RegionViews:
        return _native.view_regions(
            evidence.page.table, evidence.columns, kinds, sums, anchors, (none, none), none, evidence.telling, 0.0,
            seconds=seconds,
        )  # fmt: skip

    assert len(call(evidence.link_kind_column, [])) == 0
    for kinds, anchors in ((other.link_kind_column, []), (evidence.link_kind_column, [np.array([3, 1])])):
        with pytest.raises(ValueError, match="another page"):
            call(kinds, anchors)
    with pytest.raises(IndexError):
        call(evidence.link_kind_column, []).region(0)
    with pytest.raises(_native.LimitTripped):
        call(evidence.link_kind_column, [], seconds=0.0)
