"""Titles, and the blocks that print them."""

import time

import numpy as np
import pytest

from weft import parse
from weft.metadata import find_title, title_blocks
from weft.metadata.titles import find_line


def title(html: str, url: str = "https://www.daily.example/2022/rain") -> str:
    return find_title(parse(html, url=url)).value


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<title>Rain in May - The Daily News</title><h1>Rain in May</h1>", "Rain in May"),
        ("<title>Rain in May | Daily</title>", "Rain in May"),
        ("<title>Rain in May – Daily</title>", "Rain in May"),
        ("<title>春雨_天气_每日网</title>", "春雨"),
        ("<title>04.05.2022 - Rain in May</title>", "Rain in May"),
        ("<title>Rain | Daily</title><h1><i class=roofline>Rain</i> Rain in May</h1>", "Rain in May"),
        ("<title>Rain: why? | Daily</title><h1>Rain</h1><h2 class=sr-only>Rain: why? | Daily</h2>", "Rain"),
        (
            "<meta property=og:title content='May is wet'><title>Rain in May | Daily</title>"
            "<h1>Rain in May</h1><h2>May is wet</h2>",
            "Rain in May",
        ),
        ("<title>春雨连绵-每日新闻网</title>", "春雨连绵"),
        ("<title>well-known looms</title>", "well-known looms"),
        ("<title>Daily » Rain in May</title>", "Rain in May"),
        ("<title>The Paper : Weather : Rain in May</title>", "Rain in May"),
        ("<title>Rain - Weather - Paper - Page 2 - Powered by Loom!</title>", "Rain"),
        ("<meta property=og:title content='Rain &amp;amp; wind'>", "Rain & wind"),
        ("<meta property=og:site_name content='Paper'><title>Rain ~ Paper</title>", "Rain"),
        # The site's name as the first heading, then the title.
        ("<title>Rain - Paper</title><h1>Paper</h1><h1>Rain</h1>", "Rain"),
        ("<title>Paper • View topic - Rain</title><h1>Paper</h1><h2>Rain</h2>", "Rain"),
        ("<title>Rain - Paper</title><h1><a href=/>Paper</a></h1>", "Rain"),
        # A generic declared title.
        ("<meta property=og:title content=Daily><title>Daily</title><h1>Rain in May</h1>", "Rain in May"),
        ("<title>Daily - The heart of the web</title><h1>Rain in May</h1>", "Rain in May"),
        # The heading says it in other words; another speaks of something else.
        ("<title>Best trails of May</title><h1>The 7 best trails of the month of May</h1>", None),
        ("<title>Best trails of May</title><h1>Contact us</h1>", "Best trails of May"),
        ("<h1>Rain (Page 2 of 3)</h1>", "Rain"),
        ("<h1>第四章 五月的雨（第 2 页）</h1>", "第四章 五月的雨"),
        ("<h1>  Rain\n in  May¶</h1>", "Rain in May"),
        ("<title>Home</title>", "Home"),
        ("<p>nothing", ""),
        ("<svg><title>Icon</title></svg>", ""),
    ],
)
def test_find_title(html: str, expected: str | None) -> None:
    assert title(html) == ("The 7 best trails of the month of May" if expected is None else expected)


BANNER = "<title>Rain in May - The Paper</title><center><font>The Paper</font> since 1999</center>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (BANNER + "<p><b>Rain</b> in May<p>It rained.", "Rain in May"),
        (BANNER + "<p>It rained.", "Rain in May - The Paper"),  # nothing below is the title
        ("<title>Rain in May - The Paper</title><p>Rain in May<p>The Paper", "Rain in May - The Paper"),
        ("<title>Rain - The Paper</title><p>The Paper<p>Rain or no rain", "Rain - The Paper"),
    ],
)
def test_a_site_that_only_its_banner_names(html: str, expected: str) -> None:
    assert title(html) == expected


def test_source_and_row() -> None:
    page = parse("<title>Rain - Paper</title><h1>Rain</h1>")
    field = find_title(page)
    assert (field.source, page.node(field.row).tag) == ("h1", "h1")
    page = parse("<title>Rain</title>")
    field = find_title(page)
    assert (field.source, page.node(field.row).tag) == ("title", "title")


def test_odd_addresses() -> None:
    assert title("<title>Rain</title>", url="http://[::1") == "Rain"
    assert find_title(parse("<meta property=og:url content='http://[x'><title>Rain</title>")).value == "Rain"
    assert title("<title>Rain - Loom</title>", url=" HTTPS://me@Loom.Example:80/") == "Rain"
    assert (
        title("<meta property=og:url content=' https://löm.example&#47;'><title>Rain - Löm</title>", url="") == "Rain"
    )


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        # Greek, with the letter that ends words; Turkish; Thai and Hindi, whose vowels are no letters here.
        ("<title>Ο Σίσυφος - ΤΑ ΝΕΑ</title><h1>Ο ΣΊΣΥΦΟΣ</h1>", "Ο ΣΊΣΥΦΟΣ"),
        ("<title>Ο ΟΔΟΣ των ΘΕΏΝ | Νέα</title><h1>ο οδός των θεών της βροχής</h1>", "ο οδός των θεών της βροχής"),
        ("<title>İstanbul'da yağmur | Günlük</title><h1>İSTANBUL'DA yağmur</h1>", "İSTANBUL'DA yağmur"),
        ("<title>ฝนในเดือนพฤษภาคม - ข่าว</title><h1>ฝนในเดือนพฤษภาคม</h1>", "ฝนในเดือนพฤษภาคม"),
        ("<title>मई में बारिश | समाचार</title><h1>मई में बारिश</h1>", "मई में बारिश"),
        ("<title>Дождь в мае - Ёлка</title><h1>ДОЖДЬ В МАЕ</h1>", "ДОЖДЬ В МАЕ"),
        ("<title>五月的雨 - 第２页 - Powered by Discuz! X3.4</title>", "五月的雨"),
        ("<title>五月的雨-手机版</title>", "五月的雨"),
        ("<title>Rain [Page 2 of 3]</title>", "Rain"),
        ("<title>Rain - printable VERſION</title>", "Rain"),
        ("<title>१२.०५.२०२० – Rain</title>", "१२.०५.२०२० – Rain"),
        (
            "<title>Rain &amp;#9; in&amp;#0;May&amp;#129; &amp;#xfffe;June&bogus;</title>",
            "Rain in\ufffdMay\x81 June&bogus;",
        ),
        ("<meta property=og:title content='&amp;nbsp;'><title>Rain</title>", "Rain"),
        ("<title>Rain | Q&amp;A</title><h1><i class=KıCKER>Q&amp;A</i><b>Rain</b></h1>", "Rain"),
        ("<title>Rain in May</title><h1><b class=post-date>5 May</b> Rain in May</h1>", "Rain in May"),
    ],
)
def test_titles_of_any_script(html: str, expected: str) -> None:
    assert title(html) == expected


def test_lines() -> None:
    page = parse("<p>x<p>Rain  <b>in</b> May<p>ΣΊΣΥΦΟΣ<p>Rain in May!")
    rows = page.blocks.row.tolist()
    assert find_line(page, "rain in may") == rows[1]
    assert find_line(page, "rain in may", behind=rows[1] + 1) == rows[3]
    assert find_line(page, "Σίσυφος") == rows[2]
    assert [find_line(page, text) for text in ("Rain", "", "—")] == [-1] * 3


@pytest.mark.parametrize("text", ["- " * 250, "-" * 500, " - - " * 100, "_" * 500, "| |" * 160, "Page 1 " * 70])
def test_hostile_titles_are_quick(text: str) -> None:
    start = time.process_time()
    title(f"<title>{text}</title><h1>{text}</h1><h2>{text}x</h2>")
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>Home<h1>Rain in May</h1><p>It rained.", ["Rain in May"]),
        ("<h2>rain  in MAY!</h2><p>It rained.", ["rain  in MAY!"]),
        ("<div class=post-title>Rain in May</div><p>It rained.", ["Rain in May"]),
        ("<div itemprop=headline>Rain in May</div>", ["Rain in May"]),
        ("<div class=headline><div>Rain</div><div>in May</div></div>", ["Rain", "in May"]),
        ("<h1>Rain in May</h1><p>x<h1>Rain in May</h1>", ["Rain in May"]),
        ("<p>Rain in May</p><p>It rained.", []),
        ("<h1>Snow in May, and much more of it in June</h1>", []),
        ("<h1></h1><p>x", []),
        ("<div class=TıTLE>Rain in May</div>", ["Rain in May"]),
    ],
)
def test_title_blocks(html: str, texts: list[str]) -> None:
    page = parse(html)
    found = title_blocks(page, "Rain in May", np.arange(len(page.blocks)))
    assert [page.blocks.text(index) for index in found.tolist()] == texts


def test_first_place_only() -> None:
    page = parse("<p>Home<h1>Rain</h1><p>x<h2>Rain</h2>")
    assert title_blocks(page, "Rain", np.arange(4)).tolist() == [1]
    assert title_blocks(page, "", np.arange(4)).tolist() == []
    assert title_blocks(parse(""), "Rain", np.arange(0)).tolist() == []
    assert title_blocks(page, "Rain", np.array([2])).tolist() == []


def test_a_page_is_read_for_its_title_once() -> None:
    page = parse("<title>Rain in May</title><h1>Rain in May</h1>")
    assert find_title(page) is find_title(page)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<title>Weather: Rain in May</title><h1><i class=kicker>Weather</i>: <b>Rain in May</b></h1>", "Rain in May"),
        ("<title>Rain in May</title><h1><small>Weather</small><br>Rain in May</h1>", "Rain in May"),
        ("<title>Rain in May</title><h1>Rain in May <small>What fell, and where it went</small></h1>", "Rain in May"),
        ("<title>Rain in May</title><h1><i>Rain</i> in <b>May</b></h1>", "Rain in May"),
        ("<title>Rain\u00ad fall in May</title><h1>Rain\u00ad fall in May</h1>", "Rain fall in May"),
        (
            "<meta property=og:type content=article><title>The best umbrellas of the year</title>"
            "<h1>What to do when it rains all of May</h1>",
            "What to do when it rains all of May",
        ),
        ("<title>The best umbrellas of the year</title><h1>Stay dry at last</h1>", "The best umbrellas of the year"),
        ("<title>Who owns rain? - Book of rain</title><h1>Book of rain</h1><h2>Who owns rain?</h2>", "Who owns rain?"),
        (
            "<title>Rain falls in May, says she - No sun</title><h1>Rain falls in May, says she</h1><h2>No sun</h2>",
            "Rain falls in May, says she",
        ),
    ],
)
def test_a_heading_is_the_title_without_what_stands_beside_it(html: str, expected: str) -> None:
    assert title(html) == expected
