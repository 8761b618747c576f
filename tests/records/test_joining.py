"""Pages of one thread, found by addresses, pagers and titles."""

import pytest

from weft import Field, Record, parse
from weft.records.joining import ThreadPage, describe_thread_page, find_threads, join_records, read_address

HOST = "http://weft.example"


def describe(address: str, title: str = "Which loom?", body: str = "") -> ThreadPage:
    return describe_thread_page(parse(f"<title>{title}</title>{body}", url=HOST + address if address else None))


def said(author: str, body: str, time: str = "2022-09-04 06:38") -> Record:
    values = {"author": author, "time_text": time, "body": body}
    return Record(start=0, end=1, fields={name: Field(value=value) for name, value in values.items() if value})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/viewtopic.php?f=4&t=47", "/viewtopic.php?f=4&t=47&start=10"),
        ("/viewtopic.php?id=12", "/viewtopic.php?id=12&p=2"),
        ("/showthread.php?tid=104", "/showthread.php?tid=104&page=2"),
        ("/forum.php?mod=viewthread&tid=9&page=1&mobile=2", "/forum.php?mod=viewthread&tid=9&extra=page%3D1&page=2"),
        ("/archiver/?tid-180.html", "/archiver/?tid-180.html&page=2"),
        ("/archive/index.php?thread-104.html", "/archive/index.php?thread-104-2.html"),
        ("/thread-104-1-1.html", "/thread-104-2-1.html"),
        ("/read-htm-tid-281.html", "/read-htm-tid-281-page-2.html"),
        ("/?post_type=topic&p=1121", "/?post_type=topic&p=1121&paged=2"),
        ("/forums/topic/which-loom/", "/forums/topic/which-loom/page/2/"),
        ("/threads/which-loom.12/", "/threads/which-loom.12/page-2"),
        ("/showthread.php?12-Which-loom", "/showthread.php?12-Which-loom/page2"),
        ("/index.php?topic=12.0", "/index.php?topic=12.15"),
        ("/d/9-which-loom", "/d/9-which-loom/20"),
        ("/t/which-loom/12", "/t/which-loom/12?page=2"),
        ("/dispbbs.asp?boardid=1&id=2", "/dispbbs.asp?boardid=1&id=2&star=2"),
    ],
)
def test_addresses_of_one_thread(first: str, second: str) -> None:
    pages = [describe(second, "Which loom? - Page 2"), describe(first)]
    assert find_threads(pages) == [[1, 0]]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/viewtopic.php?t=47", "/viewtopic.php?t=48"),
        ("/?post_type=topic&p=1121", "/?post_type=topic&p=1122"),  # `p` is the thread itself here
        ("/thread-104-1-1.html", "/thread-105-1-1.html"),
        ("/threads/which-loom.12/", "/threads/which-loom.13/"),
    ],
)
def test_threads_of_one_title_stay_apart(one: str, other: str) -> None:
    assert find_threads([describe(one), describe(other)]) == [[0], [1]]


def test_pages_of_other_titles_stay_apart_and_all_pages_come_back() -> None:
    pages = [describe("/a?page=1", "Warps"), describe("/a?page=2", "Wefts"), describe("/a?page=3", ""), ThreadPage()]
    assert find_threads(pages) == [[0], [1], [2], [3]]
    assert find_threads([]) == []


def test_many_pages_in_the_order_of_their_numbers() -> None:
    numbers = [10, 2, 1, 9]
    pages = [describe(f"/showthread.php?tid=7&page={number}", f"Which loom? (Page {number})") for number in numbers]
    assert find_threads(pages) == [[2, 1, 3, 0]]


def test_without_addresses_the_pager_tells() -> None:
    def pager(thread: int, *numbers: int) -> str:
        links = [f"<a href='viewtopic.php?id={thread}&amp;p={n}'>{n}</a>" for n in numbers]
        return "".join(links) + "<a href='viewforum.php?id=1&amp;p=1'>Looms</a>"

    last = "<a href='viewtopic.php?id=7'>1</a><a href='viewforum.php?id=1&amp;p=1'>Looms</a>"  # the first has no number
    pages = [
        describe("", body=pager(7, 1, 3)),
        describe("", body=pager(7, 2, 3)),
        describe("", "Which wool?", body=pager(8, 2)),
        describe("", "Which wool?", body=last.replace("id=7", "id=8")),
    ]
    assert find_threads(pages) == [[1, 0], [2, 3]]


def test_no_record_comes_twice() -> None:
    main, thanks = said("Ann", "Which loom?"), said("Bob", "Thanks", time="")
    first = [main, said("Bob", "+1"), said("Bob", "+1"), thanks]
    second = [main, said("Cleo", "A table loom."), thanks]
    assert join_records([first, second]) == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2)]
    assert join_records([first, first]) == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3)]
    assert join_records([]) == []


@pytest.mark.parametrize("url", ["http://[x", "", "?", "javascript:void(0)", "/page/page/page/" * 5_000, "_1" * 9_000])
def test_any_address_can_be_read(url: str) -> None:
    assert read_address(url)[-1][1] == 1
    assert describe_thread_page(parse(f"<title>x</title><a href='{url}'>y</a>")).title == "x"
