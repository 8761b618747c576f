"""Records as rows of a table."""

from weft.cli.record_sinks import FoundRecord, RecordRows, table_lines

from tests.cli.small_forum import page
from tests.records.forum_pages import POSTS
from weft import Field, Record, parse
from weft.cli.columns import places
from weft.io.tables import Rows
from weft.records import find_main_records


def found(number: int, **values: str) -> FoundRecord:
    fields = {name: Field(value=value) for name, value in values.items()}
    return FoundRecord(page_id="a.html", url=None, number=number, record=Record(start=0, end=1, fields=fields))


def test_a_page_may_call_a_column_as_we_call_ours() -> None:
    with Rows() as rows:
        RecordRows(rows=rows).write(found(1, record="A side", page_id="7", author="Ann"))
        assert list(rows) == [
            {"page_id": "a.html", "page_url": "", "record": "1", "record_": "A side", "page_id_": "7", "author": "Ann"}
        ]


def test_a_table_fits_the_terminal_where_it_can() -> None:
    with Rows() as rows:
        sink = RecordRows(rows=rows)
        for number, record in enumerate(find_main_records(parse(page(POSTS))), start=1):
            sink.write(FoundRecord(page_id="a.html", url=None, number=number, record=record))
        assert max(map(places, table_lines(rows, width=60))) <= 60
        wide = list(table_lines(rows, width=200))
        assert POSTS[0].body in wide[1]
        assert len(list(table_lines(rows, width=1))) == 1 + len(POSTS)


def test_nothing_is_an_empty_table() -> None:
    with Rows(["page_id"]) as rows:
        assert list(table_lines(rows, width=80)) == [""]
