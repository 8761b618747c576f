import numpy as np
import pytest

from weft import parse
from weft.page.plain_rows import rows_to_sweep


def swept(html: str, *others: int) -> list[str]:
    page = parse(html)
    return [page.tag_name(row) for row, *_ in rows_to_sweep(page, np.ones(len(page), np.bool_), others)][3:]


@pytest.mark.parametrize(
    ("html", "tags"),
    [
        ("<div><span>a</span><font>b</font></div>", ["div", "#text", "#text"]),
        ("<p><b>a</b><u>b</u>", ["p", "b", "#text", "#text"]),
        ("<p><span>a</span><pre>b", ["p", "span", "#text", "pre", "#text"]),  # in code it may be a line
    ],
)
def test_elements_that_do_nothing_are_left_out(html: str, tags: list[str]) -> None:
    assert swept(html) == tags


def test_rows_that_do_more_than_their_tags_say_stay() -> None:
    assert swept("<p><span>a</span>", 4) == ["p", "span", "#text"]


def test_a_row_comes_with_its_tag_its_end_and_its_block() -> None:
    page = parse("<p>a<p>b")
    rows = list(rows_to_sweep(page, page.tag == 0, ()))
    assert rows == [(4, 0, 5, 1), (6, 0, 7, 2)]
