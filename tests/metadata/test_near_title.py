"""Rows by words in their class and id."""

import re

from weft import parse
from weft.metadata.near_title import ClassWords, token_lines

AUTHOR = ClassWords(
    words=("author", "byline"), wanted=re.compile("^(?:post-)?(?:author|byline)"), unwanted=re.compile("bio")
)


def test_rows() -> None:
    page = parse(
        "<p class='x Post-Author'>a<p id=byline>b<p class=author-bio>c<p class=coauthor>d<p>e<p class='author byline'>f"
    )
    rows = AUTHOR.rows(page, token_lines(page))
    assert [page.text(row) for row in rows.tolist()] == ["a", "b", "f"]


def test_no_tokens() -> None:
    page = parse("<p>a")
    assert AUTHOR.rows(page, token_lines(page)).tolist() == []


def test_an_id_with_line_breaks_is_one_token() -> None:
    page = parse('<p id="a\nb\nc"><p class="byline">x')
    assert token_lines(page) == "a b c\nbyline"
