import pytest

from weft.deadline import time_limit
from weft.errors import LimitError
from weft.extractors.features.regions import KINDS, find_structures
from weft.page import parse

ROW = "<tr><td>One<td>Two"


def structures_of(html: str) -> list[tuple[str, int, int]]:
    found = find_structures(parse(html))
    return [(KINDS[kind], first, last) for kind, first, last in zip(found.kind, found.first, found.last, strict=True)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", []),
        ("<p>One<p>Two", []),
        ("<p>One<ul><li>Two<li>Three</ul><p>Four", [("list", 1, 3)]),
        ("<pre>One</pre><dl><dt>Two<dd>Three</dl>", [("code", 0, 1), ("definitions", 1, 3)]),
        ("<figure><img><figcaption>One</figcaption></figure>", [("figure", 0, 1)]),
        ("<blockquote><p>One<ul><li>Two</ul></blockquote>", [("quote", 0, 2)]),
        ("<p>One<div><math><mi>x</mi></math></div>", [("formula", 1, 2)]),
        ("<ul><li></ul><figure><img></figure>", []),
        (f"<table>{ROW}{ROW}</table>", [("table", 0, 4)]),
        ("<table><tr><th>One<td>Two</table>", [("table", 0, 2)]),
        (f"<table>{ROW}</table>", []),
        ("<table><tr><td>One<tr><td>Two</table>", []),
        ("<table><tr><td>One<td><tr><td>Two<td></table>", [("table", 0, 2)]),
        (f"<table role=none>{ROW}{ROW}</table>", []),
        (f"<table>{ROW}<tr><td><hr><td>Two</table>", []),
        (f"<table>{ROW}<tr><td>{'<p>One' * 12}<td>Two</table>", [("table", 0, 15)]),
        (f"<table>{ROW}<tr><td>{'<p>One' * 13}<td>Two</table>", []),
        (f"<table>{ROW}<tr><td>{'<b>loom</b> ' * 500}<td>Two</table>", [("table", 0, 4)]),
        (f"<table>{ROW}<tr><td>{'<b>loom</b> ' * 501}<td>Two</table>", []),
        (f"<table><tr>{'<td>One' * 201}<tr><td>One</table>", []),
        (f"<table><tr><td><table>{ROW}{ROW}</table><td>Two<tr><td>One<td>Two</table>", [("table", 0, 4)]),
    ],
)
def test_structures_of_small_pages(html: str, expected: list[tuple[str, int, int]]):
    assert structures_of(html) == expected


@pytest.mark.parametrize(
    "part", ["<h2>Two</h2>", "<section>Two</section>", "<form>Two</form>", f"<table>{ROW}</table>"]
)
def test_what_holds_parts_of_the_page_is_no_structure(part: str):
    assert structures_of(f"<ul><li>One<li>{part}</ul>") == []
    assert structures_of(f"<ul><li>One<li>{part}<ol><li>Three</ol></ul>")[0][0] == "list"
    assert structures_of(f"<figure>One{part}</figure>")[0][0] == "figure"


def test_the_outer_structure_decides():
    html = f"<ul><li>One<ul><li>Two</ul><li><pre>Three</pre></ul><figure><table>{ROW}{ROW}</table></figure>"
    assert structures_of(html) == [("list", 0, 3), ("figure", 3, 7)]
    assert find_structures(parse(f"<p>One{html}<p>Two")).of_block.tolist() == [-1, 0, 0, 0, 1, 1, 1, 1, -1]


def test_the_deadline_is_observed():
    page = parse(f"<table>{ROW * 900}</table>")
    with time_limit(0.0), pytest.raises(LimitError, match="limit of 0 seconds"):
        find_structures(page)
