"""The regions of a page in one call of the kernel beside those of its twin."""

import random
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, board, thread
from tests.records.plain_drafts import PlainSearch
from tests.records.plain_views import plain_views
from tests.records.test_board_rows import make_board
from tests.records.test_region_parts import make_posts
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.records.drafts import draft_readings
from weft.records.evidence import Evidence, gather
from weft.records.find import MIN_OTHER, RecordSearch, find_anchors
from weft.records.reading_features import PageMeasures
from weft.records.readings import MIN_WORTH, list_views, view_regions, weigh_readings
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

    def call(anchors: list[np.ndarray], own: Evidence = evidence, seconds: float = inf) -> _native.RegionViews:
        return _native.view_regions(
            evidence.page.table, own.columns, (anchors, none, 0.0), sums, none, evidence.telling, seconds=seconds
        )

    assert len(call([])) == 0
    for anchors, own in ((list[np.ndarray](), other), ([np.array([3, 1])], evidence)):
        with pytest.raises(ValueError, match="another page"):
            call(anchors, own)
    with pytest.raises(ValueError, match="rows"):
        call([np.array([99])])
    with pytest.raises(IndexError):
        call([]).region(0)
    with pytest.raises(_native.LimitTripped):
        call([], seconds=0.0)


def left_out(html: str | bytes) -> int:
    """How many regions of a page a search leaves out: nothing becomes of these, and the others are as without it."""
    search = RecordSearch(parse(html))
    plain, measures, model = PlainSearch(search), search.measures, search.model
    every, kept = plain.every, list_views(measures, search.found.views)
    features = [view.features.tolist() for view in kept]
    out = [view for view in every if view.features.tolist() not in features]
    assert features == [view.features.tolist() for view in every if view.features.tolist() in features]
    marked = [view.features for view in out if view.is_marked]
    assert max(model.regions(np.array(marked, np.float32)), default=0.0) < MIN_WORTH
    listed = [replace(view, is_worth=False) for view in out]
    readings = [one for draft in draft_readings(measures, listed, model) for one in draft.others]
    assert all(one.likely < MIN_OTHER for one in weigh_readings(readings, model))
    return len(out)


@every_seed(20)
def test_the_gate_leaves_out_what_nothing_becomes_of(seed: int) -> None:
    rng = random.Random(seed)
    for html in (make_page(seed, 200), make_posts(rng), make_board(rng)):
        left_out(html)
    menu = "".join(f"<li><a href=/{n}>Looms of {n}</a> 2022-09-1{n % 9}</li>" for n in range(rng.randrange(3, 9)))
    assert left_out(f"<article><p>{'Once there was a loom. ' * 40}</p></article><ul>{menu}</ul>")
    left_out(made_listing(seed, 0).page.text_bytes)
