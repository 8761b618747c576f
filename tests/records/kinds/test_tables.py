"""Tables of data as records."""

import pytest

from tests.records.kinds.reading import records, regions, values

HEAD = "<tr><th>Loom</th><th>Width, cm</th><th>Price</th><th>Sold on</th></tr>"
LINES = "<tr><td>Ann</td><td>1,120</td><td>£340.00</td><td>2 May 2024</td></tr>" + (
    "<tr><td>Bob</td><td>90</td><td>£25.50</td><td>3 May 2024</td></tr>"
)


def test_heads_name_the_fields_and_columns_have_types() -> None:
    first, second = records(f"<table>{HEAD}{LINES}</table>", "table")
    assert first.values == {
        "loom": "Ann",
        "width_cm": "1,120",
        "price": "£340.00",
        "sold_on": "2 May 2024",
        "typed": {"width_cm": 1120, "price": {"amount": 340.0, "currency": "GBP"}, "sold_on": "2024-05-02"},
    }
    assert [second.fields[name].type for name in second.fields] == ["text", "number", "money", "date"]


def test_a_column_of_mixed_values_is_text() -> None:
    html = f"<table>{HEAD}{LINES.replace('£25.50', 'ask us')}</table>"
    assert [record.fields["price"].typed for record in records(html, "table")] == [None, None]


def test_a_first_column_without_a_head_is_the_name() -> None:
    html = "<table><tr><th></th><th>Tea</th></tr><tr><th>Ann</th><td>3</td></tr><tr><th>Bob</th><td>4</td></tr></table>"
    assert values(html, "table")[0] == {"name": "Ann", "tea": "3", "typed": {"tea": 3}}


def test_blocks_of_a_cell_are_parted() -> None:
    line = "<tr><td>{}</td><td><p>wool</p><p>silk</p></td></tr>"
    html = f"<table><tr><th>Who<th>What</tr>{line.format('Ann')}{line.format('Bob')}</table>"
    assert values(html, "table")[1] == {"who": "Bob", "what": "wool silk"}


def test_every_table_is_a_region() -> None:
    assert [
        region.kind for region in regions(f"<table>{HEAD}{LINES}</table><p>And</p><table>{HEAD}{LINES}</table>")
    ] == [
        "table",
        "table",
    ]


@pytest.mark.parametrize(
    "html",
    [
        f"<table>{LINES}{LINES}</table>",  # no heads
        f"<table>{HEAD}</table>",
        "<table><tr><th>A<th>A</tr><tr><td>1<td>2</tr><tr><td>3<td>4</tr></table>",  # one name twice
        "<table><tr><th colspan=2>A<th>B</tr><tr><td>1<td>2<td>3</tr><tr><td>3<td>4<td>5</tr></table>",
        "<table><tr><th>A<th>B</tr><tr><td rowspan=2>1<td>2</tr><tr><td>4</tr></table>",
        "<table><tr><th>A<th>B</tr><tr><td>1</tr><tr><td>4</tr><tr><td>4<td>1</tr></table>",
        "<table><tr><th>A<th>B</tr><tr><td>x<td></tr><tr><td>y<td></tr></table>",  # pictures alone in a column
        f"<table role=presentation>{HEAD}{LINES}</table>",
    ],
)
def test_what_is_no_table_of_heads_and_values(html: str) -> None:
    assert values(html, "table") == []


def test_a_menu_is_no_table_of_data() -> None:
    link = "<a href=/{0}>Loom {0}</a>"
    lines = "".join(f"<tr><td>{link.format(n)}<td>{link.format(n + 9)}</tr>" for n in range(4))
    assert values(f"<table><tr><th><a href=/a>Aa</a><th><a href=/b>Bb</a></tr>{lines}</table>", "table") == []
