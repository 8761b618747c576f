import pytest

from tests.renderers.showing import show


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ("<tr><th>a<th>b<tr><td>1<td>2", ["| a | b |", "| --- | --- |", "| 1 | 2 |"]),
        ("<tr><td>a<td>b<tr><td>1<td>2", ["| a | b |", "| --- | --- |", "| 1 | 2 |"]),
        ("<tr><th>a<td>1<tr><th>b<td>2", ["|  |  |", "| --- | --- |", "| a | 1 |", "| b | 2 |"]),
        ("<tr><th>a<th>b<tr><td colspan=2>1", ["| a | b |", "| --- | --- |", "| 1 |  |"]),
        (
            "<tr><th>a<th>b<th>c<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5",
            ["| a | b | c |", "| --- | --- | --- |", "| 1 | 2 | 3 |", "|  | 4 | 5 |"],
        ),
        ("<tr><th>a<th>b<tr><td><td>2", ["| a | b |", "| --- | --- |", "|  | 2 |"]),
        ("<tr><th>a<th>b<tr><td><p>x</p><p>y</p><td>2", ["| a | b |", "| --- | --- |", "| x<br>y | 2 |"]),
        ("<tr><th>a<th>b<tr><td>x<br>y<td><ul><li>1<li>2</ul>", ["| a | b |", "| --- | --- |", "| x<br>y | 1<br>2 |"]),
        ("<tr><th>a<th>b<tr><td>x|y<td><code>p|q</code>", ["| a | b |", "| --- | --- |", "| x\\|y | `p\\|q` |"]),
        ("<tr><th>a<th>b<tr><td>1", ["| a | b |", "| --- | --- |", "| 1 |  |"]),
        ("<tr><th>a<th>b<tr><td>1<td>2<td>3", ["| a | b |  |", "| --- | --- | --- |", "| 1 | 2 | 3 |"]),
        (
            "<thead><tr><th>a<th>b</thead><tbody><tr><td><b>1</b><td><a href='/x'>2</a></tbody>",
            ["| a | b |", "| --- | --- |", "| **1** | [2](https://example.org/x) |"],
        ),
    ],
)
def test_tables(rows: str, lines: list[str]) -> None:
    assert show(f"<p>before</p><table>{rows}</table><p>after</p>").split("\n")[2:-2] == lines


@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><td><p>a</p></td></tr><tr><td><p>b</p></td></tr></table>",
        "<table><tr><td><h2>a</h2></td><td>b</td></tr></table>",
        "<table><tr><td>a</td><td>b</td></tr></table>",
        "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
        "<table><tr><td>a<td><table><tr><td>b</table><tr><td>c<td>d</table>",
    ],
)
def test_tables_that_lay_out_the_page_are_shown_as_their_content(table: str) -> None:
    markdown = show(f"<p>before</p>{table}<p>after</p>")
    assert "|" not in markdown
    assert markdown.replace("## ", "").split("\n\n")[1:3] == ["a", "b"]


def test_a_table_of_data_in_a_table_that_lays_out() -> None:
    inner = "<table><tr><th>a<th>b<tr><td>1<td>2</table>"
    markdown = show(f"<p>x</p><table><tr><td><p>y</p>{inner}</td><td>side</td></tr></table>")
    assert markdown == "x\n\ny\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nside"


def test_caption_stands_before_its_table() -> None:
    markdown = show("<p>x</p><table><caption>Prices</caption><tr><th>a<th>b<tr><td>1<td>2</table>")
    assert markdown == "x\n\nPrices\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_a_table_in_a_list_item_stays_in_it() -> None:
    markdown = show("<ul><li>x<table><tr><th>a<th>b<tr><td>1<td>2</table><li>y</ul>")
    assert markdown == "- x\n\n  | a | b |\n  | --- | --- |\n  | 1 | 2 |\n- y"


def test_a_formula_in_a_cell_keeps_the_table_whole() -> None:
    math = "<math><mo>|</mo><mi>x</mi><mo>|</mo></math>"
    markdown = show(f"<p>x</p><table><tr><th>a<th>b<tr><td>{math}<td>2</table>")
    assert markdown.split("\n")[-1] == "| $\\vert x\\vert$ | 2 |"


def test_tables_can_be_left_out_of_every_format() -> None:
    html = "<p>x</p><table><tr><th>a<th>b<tr><td>1<td>2</table><table><tr><td>layout</table>"
    for format in ("text", "markdown", "html", "tei", "json"):
        shown = show(html, format, tables=False)
        assert "layout" in shown
        assert ">1<" not in shown
        assert "| 1" not in shown
        assert "1\t" not in shown.replace("\\t", "\t")


def test_a_span_of_a_million_columns_costs_nothing() -> None:
    rows = "<tr><td colspan=1000000 rowspan=65534>a<td>b" * 50
    assert len(show(f"<p>x</p><table>{rows}</table>")) < 100_000
