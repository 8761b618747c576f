"""Values made clean."""

import pytest

from weft.metadata.values import absolute_url, clean_author, clean_text, join_authors


@pytest.mark.parametrize(
    ("text", "author"),
    [
        ("By Ann Lee", "Ann Lee"),
        ("BY: Ann Lee", "Ann Lee"),
        ("Written by Ann Lee", "Ann Lee"),
        ("von Ann Lee", "Ann Lee"),
        ("Von Miller", "Von Miller"),
        ("作者：张三", "张三"),
        ("Author: Ann Lee", "Ann Lee"),
        ("Ann Lee | The Daily", "Ann Lee"),
        ("Ann Lee (editor)", "Ann Lee"),
        ("Byron Lee", "Byron Lee"),
        ("admin", ""),
        ("https://facebook.com/ann", ""),
        ("ann@example.com", ""),
        ("12345", ""),
        ("", ""),
        ("x" * 200, ""),
    ],
)
def test_clean_author(text: str, author: str) -> None:
    assert clean_author(text) == author


@pytest.mark.parametrize(
    ("names", "joined"),
    [
        (["Ann Lee", "Bo Chu"], "Ann Lee; Bo Chu"),
        (["Ann Lee and Bo Chu"], "Ann Lee; Bo Chu"),
        (["Ann Lee, Bo Chu & Cy Day"], "Ann Lee; Bo Chu; Cy Day"),
        (["张三、李四"], "张三; 李四"),
        (["Ann Lee", "ann lee"], "Ann Lee"),
        (["Ann Lee, MD"], "Ann Lee, MD"),
        (["Food and Drug Administration"], "Food and Drug Administration"),
        ([], ""),
    ],
)
def test_join_authors(names: list[str], joined: str) -> None:
    assert join_authors(names) == joined


def test_clean_text() -> None:
    assert clean_text("a&amp;nbsp;b\n\n c") == "a b c"
    assert len(clean_text("word " * 1_000)) <= 500


def test_absolute_url() -> None:
    assert absolute_url("/a", "https://example.com/b") == "https://example.com/a"
    assert absolute_url(" http://x.example/ ", "") == "http://x.example/"
    assert absolute_url("mailto:x@example.com", "") == ""
    assert absolute_url("http://[", "") == ""
