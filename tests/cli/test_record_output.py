"""Records as rows of a table."""

from tests.cli.small_forum import page
from tests.records.forum_pages import POSTS
from weft import Field, Record, parse
from weft.cli.record_output import _add_row, record_line, table_lines
from weft.cli.terminal import places
from weft.io import RawPage
from weft.io.tables import Rows
from weft.records import find_main_records

PAGE = RawPage(id="a.html", data=b"")


def test_a_page_may_call_a_column_as_we_call_ours() -> None:
    values = {"record": "A side", "page_id": "7", "author": "Ann"}
    record = Record(start=0, end=1, fields={name: Field(value=value) for name, value in values.items()})
    with Rows() as rows:
        _add_row(rows, record_line(PAGE, 1, record))
        assert list(rows) == [
            {"page_id": "a.html", "page_url": "", "record": "1", "record_": "A side", "page_id_": "7", "author": "Ann"}
        ]


def test_a_table_fits_the_terminal_where_it_can() -> None:
    with Rows() as rows:
        for number, record in enumerate(find_main_records(parse(page(POSTS))), start=1):
            _add_row(rows, record_line(PAGE, number, record))
        assert max(map(places, table_lines(rows, width=60))) <= 60
        wide = list(table_lines(rows, width=200))
        assert POSTS[0].body in wide[1]
        assert len(list(table_lines(rows, width=1))) == 1 + len(POSTS)


def test_nothing_is_an_empty_table() -> None:
    with Rows(["page_id"]) as rows:
        assert list(table_lines(rows, width=80)) == [""]
