"""Authors as pages print them."""

import pytest

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata
from weft.metadata.bylines import name_in


def read(body: str) -> Metadata:
    page = parse(
        f"<title>Rain in May</title><h1>Rain in May</h1>{body}<p>It rained for days.", url="https://example.com/rain"
    )
    return find_metadata(page)


@pytest.mark.parametrize(
    ("body", "author"),
    [
        ("<p>By Ann Lee</p>", "Ann Lee"),
        ("<p>Posted by Ann Lee on May 4, 2022</p>", "Ann Lee"),
        ("<p>May 4, 2022 | By Ann Lee</p>", "Ann Lee"),
        ("<div class=byline>By <a href=/a>Ann Lee</a> and <a href=/b>Bo Chu</a></div>", "Ann Lee; Bo Chu"),
        ("<div class=byline><span>Written by</span><b>Ann Lee</b><i>Editor</i></div>", "Ann Lee"),
        ("<span class=entry-author-name>Ann Lee</span>", "Ann Lee"),
        ("<span class=_authorName_1x2>Ann Lee</span>", "Ann Lee"),
        ("<a rel=author href=/x>Ann Lee</a>", "Ann Lee"),
        ("<a href=/author/ann-lee/>Ann Lee</a>", "Ann Lee"),
        ("<p>作者：张三 来源：新华网</p>", "张三"),
        ("<p>文/李四</p>", "李四"),
        ("<p>By the time it rained we were gone.</p>", ""),
        ("<div class=comments><span class=author>Some Body</span></div>", ""),
        ("<span class=author>admin</span>", ""),
        ("<span class=authorized>Dealer Name</span>", ""),
    ],
)
def test_author(body: str, author: str) -> None:
    field = read(body).author
    assert field.value == author
    assert field.source == ("byline" if author else "")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann Lee", "Ann Lee"),
        ("By\nAnn Lee\non\nMay 4, 2022", "Ann Lee"),
        ("By\nAnn Lee\nand\nBo Chu", "Ann Lee; Bo Chu"),
        ("by\nann_lee\n» Tue Aug 27, 2019 1:47 am", "ann_lee"),
        ("Author\nAnn Lee\nSenior editor", "Ann Lee"),
        ("Joined\nAnn Lee", "Ann Lee"),
        ("May 4, 2022", ""),
        ("We do not know who wrote this text at all", ""),
        ("", ""),
        ("Ann Lee " * 50, ""),
    ],
)
def test_name_in(text: str, name: str) -> None:
    assert name_in(text) == name
