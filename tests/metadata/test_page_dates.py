"""When pages were published and changed: which source is believed, and which dates are not the page's."""

from datetime import datetime

import pytest

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata


def read(body: str, *, url: str = "https://example.com/rain", reference: datetime | None = None) -> Metadata:
    page = parse(f"<title>Rain in May</title><h1>Rain in May</h1>{body}<p>It rained for days.", url=url)
    return find_metadata(page, reference=reference)


@pytest.mark.parametrize(
    ("body", "date", "modified"),
    [
        ("<time datetime=2022-05-04T10:00:00Z>yesterday</time>", "2022-05-04T10:00:00Z", ""),
        ("<time>May 4, 2022</time>", "2022-05-04", ""),
        ("<span class=entry-date>4 May 2022</span>", "2022-05-04", ""),
        ("<p>发布时间：2022-05-04 06:38</p>", "2022-05-04T06:38", ""),
        ("<p>Updated: May 5, 2022</p>", "2022-05-05", "2022-05-05"),
        ("<p>Published <time>May 4, 2022</time> Updated <time>May 5, 2022</time></p>", "2022-05-04", "2022-05-05"),
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
        ("https://example.com/2022/may/4/rain", "2022-05-04"),
        ("https://example.com/2022/rain/4/", ""),
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


LATE = "<meta property=article:published_time content=2023-11-09T06:35:29+00:00>"


@pytest.mark.parametrize(
    ("body", "date", "source"),
    [
        (LATE + "<p>Posted: Nov 8, 2023 / 10:35 PM PST</p>", "2023-11-08T22:35-08:00", "byline"),  # another zone's day
        (LATE + "<p>Nov 9, 2023</p>", "2023-11-09T06:35:29+00:00", "opengraph"),
        (LATE + "<p>Updated Nov 7, 2023</p>", "2023-11-09T06:35:29+00:00", "opengraph"),
        (LATE + "<p>4 March 2022</p>", "2022-03-04", "byline"),
        (LATE + "<p>4 March 2024</p>", "2024-03-04", "byline"),
        (
            LATE + "<meta property=article:modified_time content=2024-03-04><p>4 March 2024</p>",
            "2023-11-09T06:35:29+00:00",
            "opengraph",
        ),
        (LATE + "<p>11/09/2023</p>", "2023-11-09T06:35:29+00:00", "opengraph"),
        (LATE + "<p>09/11/2023</p>", "2023-11-09T06:35:29+00:00", "opengraph"),  # its own date says: day first
        ("<meta name=date content=2023-11-09><p>4 March 2022</p>", "2022-03-04", "byline"),
        ("<meta name=date content=2023-11-09>", "2023-11-09", "meta"),
        ("<div><span>Tanja Karr</span><span>3.11.2023</span></div>", "2023-11-03", "byline"),
        ("<abbr class=published title=2022-05-04T10:00:00Z>a while ago</abbr>", "2022-05-04T10:00:00Z", "byline"),
        ("<blockquote>Anton on <time datetime=2018-03-27>27 March</time></blockquote>", "", ""),
        (
            "<p>Text.</p>" * 20 + "<div class=foot>This article was written on 14 December 2015 by the editors of the "
            "page, and belongs to the rooms where looms are kept.</div>",
            "2015-12-14",
            "byline",
        ),
        ("<p>Updated: May 5, 2022</p>", "2022-05-05", "modified"),
        (
            '<script>window.state = {"id": 7, "publishedAt": "2022-05-04T10:00:00Z"}</script>',
            "2022-05-04T10:00:00Z",
            "script",
        ),
        (
            '<script>{"@context": "https://schema.org", "@graph": [[{"@type": "Article", '
            '"datePublished": "2022-05-04"}]]}</script>',
            "2022-05-04",
            "json-ld",
        ),
        ("<meta name=DC.Issued content=2022-05-04>", "2022-05-04", "meta"),
        ("<p>Text.</p>" * 90 + "<time>1 May 2020</time>" + "<p>Text.</p>" * 60 + "<time>2 May 2020</time>", "", ""),
    ],
)
def test_the_source_that_is_believed(body: str, date: str, source: str) -> None:
    field = read(body).date
    assert (field.value, field.source) == (date, source)


@pytest.mark.parametrize(
    ("tag", "url", "date"),
    [
        ("en", "https://example.com/rain", "2022-02-04"),
        ("en-US", "https://example.co.uk/rain", "2022-02-04"),
        ("en", "https://example.co.uk/rain", "2022-04-02"),
        ("en-GB", "https://example.com/rain", "2022-04-02"),
        ("sw", "https://example.com/rain", "2022-04-02"),
        ("zh", "https://example.com/rain", "2022-02-04"),
    ],
)
def test_day_and_month_by_language_and_region(tag: str, url: str, date: str) -> None:
    page = parse(f"<html lang={tag}><h1>Rain</h1><p>02/04/2022</p><p>It rained.", url=url)
    assert find_metadata(page).date.value == date


def test_day_and_month_by_other_dates_of_the_page() -> None:
    page = parse("<html lang=en><h1>Rain</h1><p>02/04/2022</p><p>It rained.<p>Comments<p>23/04/2022 Ann: so it did")
    assert find_metadata(page).date.value == "2022-04-02"


@pytest.mark.parametrize("head", ["<link rel=canonical href='{}'>", "<meta property=og:url content='{}'>"])
def test_date_in_a_declared_address(head: str) -> None:
    for path, date in (("/2022/05/04/rain", "2022-05-04"), ("/news/04-05-2022-rain", "2022-05-04")):
        field = read(head.format("https://example.com" + path)).date
        assert (field.value, field.source) == (date, "url")


@pytest.mark.parametrize(
    ("lead", "date"),
    [
        ("Berlin, 25 January 2022 – The ministry said that it had rained for so many days", "2022-01-25"),
        ("Press release of 25 January 2022 | Berlin – The ministry said that it had rained", "2022-01-25"),
        ("HAMBURG, Jan 25, 2022 (Reuters) - The ministry said that it had rained for days", "2022-01-25"),
        ("On 25 January 2022 the ministry said that it had rained for so many days that", ""),
        ("The ministry of water and of all rivers said on 25 January 2022 – again – that", ""),
    ],
)
def test_a_dateline_begins_a_paragraph(lead: str, date: str) -> None:
    assert (
        read(f"<p>{lead} the river took the old bridge and two barns, and nobody came to help.</p>").date.value == date
    )


def test_the_address_tells_which_number_is_the_day() -> None:
    body = "<span class=date>03/10/2022</span>"
    assert read(body).date.value == "2022-03-10"
    assert read(body, url="https://example.com/2022/october/03/rain").date.value == "2022-10-03"


def test_nothing_is_published_after_its_last_change() -> None:
    head = "<meta property=article:published_time content=2022-05-04><p>21 August 2022</p>"
    assert read(head).date.value == "2022-08-21"
    assert read("<meta property=article:modified_time content=2022-06-01>" + head).date.value == "2022-05-04"


def test_what_holds_the_title_is_no_side_matter() -> None:
    page = parse("<div class=layout-right-sidebar><h1>Rain</h1><time>May 4, 2022</time></div>" + "<p>Text.</p>" * 9)
    assert find_metadata(page).date.value == "2022-05-04"
