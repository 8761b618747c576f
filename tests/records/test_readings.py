"""Which regions are read, and in which ways.

The regions of a page in one call of the kernel: what it refuses.
"""

from math import inf

import numpy as np
import pytest

from tests.records.forum_pages import board
from weft import _native, parse
from weft.records.drafts import list_readings
from weft.records.evidence import gather
from weft.records.find import RecordSearch, find_anchors
from weft.records.model import default_model
from weft.records.readings import view_regions, weigh_readings
from weft.training.made_listings import made_listing


def test_the_readings_come_by_what_is_expected_of_them() -> None:
    search = RecordSearch(parse(board()))
    views = view_regions(search.measures, find_anchors(search.evidence))
    readings = weigh_readings(list_readings(search.measures, views, search.model), search.model)
    assert len(readings) > 1
    assert [one.likely for one in readings] == sorted((one.likely for one in readings), reverse=True)
    assert readings[0].rows


def test_items_are_cards_where_half_of_them_have_a_price() -> None:
    kinds = set()
    for site in range(12):
        known = made_listing(site, 0)
        for one in RecordSearch(known.page).readings:
            if one.items:
                kinds.add((one.is_priced, one.region(known.evidence, default_model()).kind))
    assert kinds == {(True, "cards"), (False, "items")}


def test_marks_of_another_page_are_refused() -> None:
    evidence, none = gather(parse("<p>One")), np.zeros(0, np.int64)

    def call(anchors: list[np.ndarray], seconds: float = inf) -> _native.RegionViews:
        return _native.view_regions(evidence.columns, anchors, none, 0.0, seconds=seconds)

    assert len(call([])) == 0
    for rows in ([3, 1], [99]):
        with pytest.raises(ValueError, match="rows"):
            call([np.array(rows)])
    with pytest.raises(IndexError):
        call([]).region(0)
    with pytest.raises(_native.LimitTripped):
        call([], seconds=0.0)
