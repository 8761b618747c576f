"""Which regions are read, and in which ways."""

from tests.records.forum_pages import board
from weft import parse
from weft.kernel.records import draft_page
from weft.records.find import RecordSearch
from weft.records.kernel_draft import KernelDraft, begin_search
from weft.records.model import default_model
from weft.training.made_listings import made_listing


def test_the_readings_come_by_what_is_expected_of_them() -> None:
    readings = RecordSearch(parse(board())).readings
    assert len(readings) > 1
    assert [one.likely for one in readings] == sorted((one.likely for one in readings), reverse=True)
    assert readings[0].rows


def test_all_regions_are_read_in_all_ways_for_a_model_that_learns() -> None:
    page = parse(board())
    found = draft_page(page.table, "", begin_search(), is_all=True)
    assert found.draft
    draft = KernelDraft(found.draft, found.views, page)
    kinds = {(bool(one.rows), bool(one.posts), one.is_items) for one in draft.all_readings}
    assert kinds > {(True, False, False)}
    assert len(draft.all_readings) > len(RecordSearch(page).readings)
    assert not draft.leading


def test_items_are_cards_where_half_of_them_have_a_price() -> None:
    kinds = set()
    for site in range(12):
        known = made_listing(site, 0)
        for one in RecordSearch(known.page).readings:
            if one.items:
                kinds.add((one.is_priced, one.region(known.evidence, default_model()).kind))
    assert kinds == {(True, "cards"), (False, "items")}
