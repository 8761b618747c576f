"""Authors and dates as pages print them."""

from datetime import datetime

import pytest

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata
from weft.metadata.bylines import name_in


def read(body: str, *, url: str = "https://example.com/rain", reference: datetime | None = None) -> Metadata:
    page = parse(f"<title>Rain in May</title><h1>Rain in May</h1>{body}<p>It rained for days.", url=url)
    return find_metadata(page, reference=reference)


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
    ("body", "date", "modified"),
    [
        ("<time datetime=2022-05-04T10:00:00Z>yesterday</time>", "2022-05-04T10:00:00Z", ""),
        ("<time>May 4, 2022</time>", "2022-05-04", ""),
        ("<span class=entry-date>4 May 2022</span>", "2022-05-04", ""),
        ("<p>发布时间：2022-05-04 06:38</p>", "2022-05-04T06:38", ""),
        ("<p>Updated: May 5, 2022</p>", "", "2022-05-05"),
        ("<p>Published <time>May 4, 2022</time> Updated <time>May 5, 2022</time></p>", "2022-05-04", ""),
        ("<time class='entry-date published updated' datetime=2022-05-04>x</time>", "2022-05-04", ""),
        ("<p>Text.</p>" * 20 + "<aside><time>May 4, 2022</time></aside>", "", ""),
        (
            "<p>It had last rained that much on 4 May 2012, when the river took the old bridge and two barns.</p>",
            "",
            "",
        ),
    ],
)
def test_date(body: str, date: str, modified: str) -> None:
    metadata = read(body)
    assert (metadata.date.value, metadata.modified.value) == (date, modified)


def test_nearest_date() -> None:
    body = "<p class=meta>May 4, 2022</p><p>Text.</p>" + "<p>More.</p>" * 20 + "<p class=date>2022-06-01</p>"
    assert read(body).date.value == "2022-05-04"


def test_relative_date() -> None:
    body = "<span class=date>3 hours ago</span>"
    assert read(body).date.value == ""
    assert read(body, reference=datetime(2022, 5, 4, 12)).date.value == "2022-05-04T09:00:00"


@pytest.mark.parametrize(
    ("url", "date"),
    [
        ("https://example.com/2022/05/04/rain", "2022-05-04"),
        ("https://example.com/2022-05-04-rain.html", "2022-05-04"),
        ("https://example.com/news/t20220504_12.html", "2022-05-04"),
        ("https://example.com/2022/05/rain", "2022-05"),
        ("https://example.com/2022/99/rain", ""),
        ("https://example.com/20221234567", ""),
        ("http://[bad", ""),
    ],
)
def test_date_in_the_address(url: str, date: str) -> None:
    field = read("", url=url).date
    assert (field.value, field.source) == (date, "url" if date else "")


def test_month_of_the_address_is_refined() -> None:
    page = parse("<meta name=date content=2022-05><h1>Rain</h1><p class=date>2022-05-04</p>")
    assert find_metadata(page).date.value == "2022-05-04"


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
