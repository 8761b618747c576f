"""Pagers: which page of a list this is, and where it goes on."""

import pytest

from weft import parse
from weft.records import find_records
from weft.records.evidence import gather
from weft.records.pagers import Pager, continues, find_pager

URL = "https://looms.example/threads?page=2"


def pager(html: str, url: str | None = URL) -> Pager:
    return find_pager(gather(parse(html, url=url)))


def test_what_is_declared_comes_first() -> None:
    html = "<link rel=next href='?page=3'><div class=pagination><a href='?page=9'>Next</a></div>"
    assert pager(html) == Pager(page=2, next_page="https://looms.example/threads?page=3")


@pytest.mark.parametrize("text", ["Next", "next page", "»", "下一页", "Nächste Seite", "Suivant", "Следующая", "次へ"])
def test_words_for_next(text: str) -> None:
    html = f"<div class=pagination><a href='?page=1'>1</a><b>2</b><a href='?page=3'>{text}</a></div>"
    assert pager(html) == Pager(page=2, next_page="https://looms.example/threads?page=3")


def test_a_class_says_next() -> None:
    html = "<ul class=pager><li class=next><a href='/threads?page=3'><svg></svg></a></li></ul>"
    assert pager(html).next_page == "https://looms.example/threads?page=3"


def test_the_number_behind_its_own() -> None:
    html = "<nav class=pagination><a href=/l-1>1</a><span aria-current=page>2</span><a href=/l-3>3</a></nav>"
    assert pager(html, "https://looms.example/l-2") == Pager(page=2, next_page="https://looms.example/l-3")


@pytest.mark.parametrize(
    ("own", "address"),
    [
        ("https://looms.example/list/1-10/all.html", "https://looms.example/list/11-20/all.html"),
        ("https://looms.example/looms-t17.html", "https://looms.example/looms-t17-s15.html?sid=1"),
        ("https://looms.example/", "https://looms.example/page/2/"),
        ("https://www.looms.example/yarn", "https://looms.example/yarn?startAt=25"),
    ],
)
def test_addresses_that_go_on(own: str, address: str) -> None:
    assert continues([own], address)


@pytest.mark.parametrize(
    ("own", "address"),
    [
        ("https://looms.example/2025/12/18/wool/", "https://looms.example/2025/12/19/silk/"),
        ("https://looms.example/thread-17.html", "https://looms.example/forum-11-page-6.html"),
        ("https://looms.example/t?id=7", "https://looms.example/t?id=7"),
        ("https://looms.example/t/7", "https://looms.example/t/7?lang=en"),
    ],
)
def test_addresses_that_do_not(own: str, address: str) -> None:
    assert not continues([own], address)


def test_the_first_page_is_told_by_the_second() -> None:
    html = "<div class=pagination><a href='?page=2'>Next</a></div>"
    assert pager(html, "https://looms.example/threads") == Pager(
        page=1, next_page="https://looms.example/threads?page=2"
    )


@pytest.mark.parametrize(
    "html",
    [
        "<p>No pager here.",
        "<a href=/story/2>Next</a>",  # a story, a gallery
        "<div class=pagination><b>3</b><a href='?page=2'>2</a></div>",  # the last page
        "<div class=pagination><a href='#'>Next</a></div>",
        "<link rel=next href=/other-story/>",  # the next article
        "<div class=pagination><a href=/board-3?page=3>Next</a></div>",  # of another list
    ],
)
def test_no_next_page(html: str) -> None:
    assert pager(html).next_page == ""


def test_a_region_has_its_kind_and_its_page() -> None:
    post = "<div class=post><a class=author href=/user/{0}>{0}</a> <i>2022-09-0{1} 06:38</i><p>{2}</p></div>"
    posts = post.format("Ann", 4, "Is it?") + post.format("Bob", 5, "Yes")
    html = f"<a href=/forum>Forum</a>{posts}<div class=pagination><b>2</b> <a href='?page=3'>Next</a></div>"
    region = find_records(parse(html, url="https://looms.example/t/7?page=2"))[0]
    assert region.values == {"kind": "posts", "page": 2, "next_page": "https://looms.example/t/7?page=3"}
