"""Pages that list things, as the chooser of readings learns from them."""

import pytest

from tests.records.test_lone_posts import LONE
from weft import parse
from weft.records.model import default_model
from weft.training.augment.cases import TrainingCase, TrainingRecord
from weft.training.made_listings import made_listing, made_single
from weft.training.record_examples import KnownPage, place_f1


@pytest.mark.parametrize(
    ("titles", "ranges", "f1"),
    [
        ([4, 9], [(3, 8), (8, 12)], 1.0),
        ([4, 9], [(3, 12)], 0.0),
        ([4, 9], [(3, 5), (5, 8)], 0.5),
        ([4, 9], [(3, 5), (4, 6)], 0.5),
        ([], [], 1.0),
    ],
    ids=["right", "two titles in one", "no title", "one title in two", "nothing"],
)
def test_records_are_right_by_place(titles: list[int], ranges: list[tuple[int, int]], f1: float) -> None:
    assert place_f1(titles, ranges) == f1


def test_made_lists_can_be_found_and_have_all_their_titles() -> None:
    best = []
    for site in range(12):
        known = made_listing(site, 0)
        assert len(set(known.lists[0])) == len(known.lists[0]) >= 3
        labels = [label for reading, label in known.all_readings(default_model()).readings if reading.items]
        best.append(max(labels, default=0.0))
    assert sum(best) / len(best) > 0.8


def test_posts_and_rows_are_no_full_answer_of_a_list() -> None:
    labels = [
        (bool(reading.items), label)
        for site in range(12)
        for reading, label in made_listing(site, 0).all_readings(default_model()).readings
    ]
    assert max(label for is_items, label in labels if is_items) == 1.0
    assert all(label <= 0.9 for is_items, label in labels if not is_items)


def test_a_post_alone_is_told_from_other_parts_of_its_page() -> None:
    page = parse(LONE)
    body = next(row for row in page.rows_of("div") if page.text(row).startswith("I have little room"))
    record = TrainingRecord(
        start=page.rows_of("table")[0], end=len(page), anchor=body + 1, body=body, text=page.text(body)
    )
    case = TrainingCase(id="one", page=page, page_type="thread", records=(record,))
    labels = [label for _, label in KnownPage(case).all_readings(default_model()).lone_posts()]
    assert set(labels) == {0.0, 1.0}
    other = TrainingCase(id="one", page=page, page_type="other", records=())
    assert {label for _, label in KnownPage(other).all_readings(default_model()).lone_posts()} == {0.0}


def test_a_page_about_one_thing_has_no_right_reading() -> None:
    labels = [label for site in range(6) for _, label in made_single(site, 0).all_readings(default_model()).readings]
    assert labels
    assert set(labels) == {0.0}


def test_a_made_page_is_the_same_every_time() -> None:
    assert made_listing(3, 1).page.text_bytes == made_listing(3, 1).page.text_bytes
    assert made_listing(3, 1).page.text_bytes != made_listing(4, 1).page.text_bytes
