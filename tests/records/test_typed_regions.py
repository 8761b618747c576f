"""Methods by name, and the fields of records that were only located."""

from datetime import datetime

import pytest

from tests.records.forum_pages import POSTS, board, thread
from tests.seeds import every_seed
from tests.soup import make_page
from weft import Record, Region, parse
from weft.records.find import RECORD_METHODS
from weft.records.typed_regions import read_located


@pytest.mark.parametrize("method", RECORD_METHODS)
def test_every_method_reads_the_posts_of_a_plain_thread(method: str) -> None:
    regions = RECORD_METHODS[method](parse(thread("table a post")), None)
    found = [(record.fields["author"].value, record.fields["body"].value) for record in regions[0].records]
    assert found == [(post.author, post.body) for post in POSTS]


@pytest.mark.parametrize("method", RECORD_METHODS)
@pytest.mark.parametrize("html", ["", "<p>Nothing repeats here."])
def test_every_method_takes_a_page_of_nothing(method: str, html: str) -> None:
    assert list(RECORD_METHODS[method](parse(html), datetime(2026, 11, 15))) == []


@pytest.mark.parametrize("method", RECORD_METHODS)
@every_seed(12)
def test_every_method_takes_any_page(seed: int, method: str) -> None:
    page = parse(make_page(seed, 200))
    for region in RECORD_METHODS[method](page, datetime(2026, 11, 15)):
        for record in region.records:
            assert 0 <= record.start < record.end <= len(page)
            assert all(field.value for field in record.fields.values())


def test_located_rows_are_read_as_rows() -> None:
    page = parse(board())
    rows = [row for row in page.rows_of("tr").tolist() if page.classes(row)]
    records = tuple(Record(start=row, end=int(page.end[row])) for row in rows)
    read = read_located(page, [Region(row=0, records=records), Region(row=1, records=records[:1])])
    fields = read[0].records[3].fields
    assert (fields["title"].value, fields["replies"].value, fields["views"].value) == (
        "A question about shuttles 3",
        "3",
        "103",
    )
    assert read[1].records[0].fields == {}  # only the main region is read


def test_located_cards_are_read_as_cards() -> None:
    card = "<li><h3><a href=/item/{0}>Shuttle number {0}</a></h3><p>Quick.</p><b>£{0}.50</b></li>"
    page = parse("<ul>" + "".join(card.format(n) for n in range(7, 11)) + "</ul>")
    records = RECORD_METHODS["mdr"](page, None)[0].records
    assert [(record.fields["title"].value, record.fields["price"].value) for record in records][:2] == [
        ("Shuttle number 7", "£7.50"),
        ("Shuttle number 8", "£8.50"),
    ]
    assert not any("replies" in record.fields for record in records)


def test_what_is_measured_is_no_count() -> None:
    row = "<li><h3><a href=/t/{0}>A question about loom {0}</a></h3><i>{1}</i><b>{0}</b></li>"
    for measured in ("9.50", "4,5", "$12", "3 €"):
        page = parse("<ul>" + "".join(row.format(n, measured) for n in range(7, 9)) + "</ul>")
        records = tuple(Record(start=row, end=int(page.end[row])) for row in page.rows_of("li").tolist())
        fields = read_located(page, [Region(row=0, records=records)])[0].records[0].fields
        assert (fields["replies"].value, "views" in fields) == ("7", False), measured


def test_no_record_is_lost_and_strange_ones_keep_their_text() -> None:
    page = parse("<ul><li>Warp <b>and</b>\n weft</li><li></li></ul>")
    records = tuple(Record(start=row, end=int(page.end[row])) for row in page.rows_of("li").tolist())
    read = read_located(page, [Region(row=0, records=records)])[0].records
    assert [{name: field.value for name, field in record.fields.items()} for record in read] == [
        {"text": "Warp and weft"},
        {},
    ]
    assert read_located(page, []) == ()
