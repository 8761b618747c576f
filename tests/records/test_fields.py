"""The tables of the fields of posts and board rows."""

from pathlib import Path

from tests.records.forum_pages import board, thread
from weft import parse
from weft.papers.c import softmealy_examples as teaching
from weft.records import find_main_records
from weft.records.fields import OWN_NAMES, POST_FIELDS, ROW_FIELDS, UNSHOWN_NAMES

DOCS = Path(__file__).parents[2] / "docs" / "records.md"


def test_fields_come_in_the_order_of_the_table() -> None:
    for html, table in ((thread(), POST_FIELDS), (board(), ROW_FIELDS)):
        order = [field.name for field in table]
        for record in find_main_records(parse(html)):
            names = [name for name in record.fields if name in order]
            assert names == [name for name in order if name in record.fields]
            assert len(names) > 2


def test_the_names_are_documented_and_have_labels() -> None:
    text = DOCS.read_text(encoding="utf-8")
    assert [name for name in sorted(OWN_NAMES) if f"`{name}`" not in text] == []
    assert all(field.label for field in POST_FIELDS)
    assert all(field.label for field in ROW_FIELDS)


def test_wrappers_learn_what_a_page_shows() -> None:
    assert teaching.POST_FIELDS == ("author", "time_text", "body")
    assert teaching.ROW_FIELDS == ("title", "author", "time_text")
    assert {"time", "last_time", "url", "id", "parent"} == UNSHOWN_NAMES
    assert not UNSHOWN_NAMES & {*teaching.POST_FIELDS, *teaching.ROW_FIELDS}
