"""Which regions are read, and in which ways."""

from tests.records.forum_pages import LAYOUTS, POSTS, board, thread
from tests.records.plain_drafts import MAX_WORTH, leading_readings, weigh_regions
from weft import parse
from weft.content import Region
from weft.records.drafts import draft_readings, list_readings
from weft.records.find import MIN_OTHER, RecordSearch, find_anchors
from weft.records.model import default_model
from weft.records.posts import in_spans
from weft.records.readings import Reading, view_regions, weigh_readings
from weft.training.made_listings import made_listing


def test_few_regions_are_read_as_posts_and_rows() -> None:
    boxes = "".join(f"<div><ul>{'<li><a href=/t/1>Looms</a> 2022-09-04 06:38</li>' * 3}</ul></div>" for _ in range(6))
    for html in (board() + boxes, thread("div", POSTS) + boxes):
        search = RecordSearch(parse(html))
        views = weigh_regions(view_regions(search.measures, find_anchors(search.evidence)), search.model)
        worth = [view for view in views if view.is_marked and view.is_worth]
        assert 0 < len(worth) <= MAX_WORTH < sum(view.is_marked for view in views)
        read = list_readings(search.measures, views, search.model)
        assert {id(one.candidate) for one in read if not one.items} <= {id(view.candidate) for view in worth}


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


def test_rows_that_cannot_be_the_best_are_left_out() -> None:
    left_out = 0
    for html in (board(), thread("div", POSTS), thread("li", POSTS) + board(), board() + thread("div", POSTS)):
        search = RecordSearch(parse(html))
        drafts = draft_readings(
            search.measures, view_regions(search.measures, find_anchors(search.evidence)), search.model
        )
        every = weigh_readings([one for draft in drafts for one in (*draft.as_rows, *draft.others)], search.model)
        leading = leading_readings(drafts, search.model)
        assert leading[0].features.tolist() == every[0].features.tolist()
        assert leading[0].likely == every[0].likely
        left_out += len(every) - len(leading)
        for draft in drafts:
            (expected,) = [one.likely for one in every if one.rows and one.view is draft.view] or [0.0]
            assert draft.most_of_rows(search.model) >= expected
    assert left_out


def test_no_more_is_expected_of_a_reading_than_of_what_is_known_of_it() -> None:
    left_out = 0
    for html in (thread("div", POSTS), thread("li", POSTS) + board(), board() + thread("div", POSTS) + thread("li")):
        search = RecordSearch(parse(html))
        views = weigh_regions(view_regions(search.measures, find_anchors(search.evidence)), search.model)
        known = draft_readings(search.measures, views, search.model)
        every = weigh_readings(list_readings(search.measures, views, search.model), search.model)
        for draft in known:
            (posts,) = [one.likely for one in every if one.posts and one.view is draft.view] or [0.0]
            (rows,) = [one.likely for one in every if one.rows and one.view is draft.view] or [0.0]
            assert draft.rows_reach(rows, search.model) or not rows
            assert draft.posts_reach(posts, search.model) or not posts
            left_out += draft.is_worth and not draft.posts_reach(0.99, search.model)
        fresh = draft_readings(search.measures, views, search.model)
        leading = leading_readings(fresh, search.model)
        assert leading[0].features.tolist() == every[0].features.tolist()
        assert leading[0].likely == every[0].likely
    assert left_out


def plain_others(search: RecordSearch, main: Region) -> list[Reading]:
    """What else repeats on the page, of all readings."""
    views = weigh_regions(view_regions(search.measures, find_anchors(search.evidence)), search.model)
    readings = weigh_readings(list_readings(search.measures, views, search.model), search.model)
    taken = in_spans(search.page, [(record.start, record.end) for record in main.records])
    others = []
    for reading in readings:
        start, end = reading.candidate.ranges[0][0], reading.candidate.ranges[-1][1]
        is_apart = reading.candidate.row != main.row and not taken[start:end].any()
        if reading.likely >= MIN_OTHER and is_apart and not reading.is_items:
            others.append(reading)
            taken[start:end] = True
    return sorted(others, key=lambda reading: -reading.mass)


def test_the_other_regions_are_those_of_all_readings() -> None:
    found = 0
    boxes = "<ul>" + "<li><a href=/t/1>Looms</a> <b>Ann</b> 2022-09-04 06:38 <i>3 replies</i></li>" * 4 + "</ul>"
    for layout in LAYOUTS:
        for html in (thread(layout) + board(), thread(layout) + boxes + thread("div"), board() + board(7) + boxes):
            search = RecordSearch(parse(html))
            main, *others = search.regions()
            wanted = plain_others(search, main)
            assert [region.row for region in others] == [reading.candidate.row for reading in wanted]
            assert [reading.features.tolist() for reading in search._others(main)] == [
                reading.features.tolist() for reading in wanted
            ]
            found += len(wanted)
    assert found
