"""Which regions are read, and in which ways."""

from tests.records.forum_pages import board
from weft import parse
from weft.records.drafts import list_readings
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
