"""Titles, and the blocks that print them."""

import random
import time
from html import escape
from itertools import product

import numpy as np
import pytest

from tests.extractors.test_at_once import random_article
from tests.seeds import seeds
from weft import Field, parse
from weft.metadata import find_title, title_blocks
from weft.metadata.head import read_metas
from weft.metadata.site_names import main_part, strip_site, title_parts
from weft.metadata.titles import choose_title, find_line, kernel_title, line_in_steps


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


def test_strip_site() -> None:
    sites = frozenset({"archlinux"})
    assert strip_site("Looms / Hardware / Arch Linux Forums", sites) == "Looms / Hardware"
    assert strip_site("Arch Linux", sites) == "Arch Linux"
    assert title_parts("well-known looms") == ["well-known looms"]
    assert main_part("Rain - Snow") == "Rain - Snow"


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


def test_the_kernel_finds_the_title_that_its_twin_finds() -> None:
    found = 0
    for seed in seeds(300):
        page = random_article(seed)
        title = kernel_title(page)
        assert title is None or title == choose_title(page, read_metas(page))
        found += title is not None
    assert found > 20


def test_the_kernel_finds_the_line_that_its_twin_finds() -> None:
    texts = ("Rain in May", "rain in may!", "Rain", "", "Σίσυφος", "雨在五月", "—")
    lines = (*texts, "Rain  <b>in</b> May", "Rain in May and June", "x")
    found = 0
    for seed in seeds(300):
        choose = random.Random(seed)
        page = parse("".join(f"<p>{choose.choice(lines)}" for _ in range(choose.randrange(9))))
        for text, behind in product(texts, (0, 4, 99)):
            row = find_line(page, text, behind=behind)
            assert row == line_in_steps(page, text, behind=behind)
            found += row >= 0
    assert found > 100


PARTS = [
    "Rain",
    "Rain in May",
    "The Daily",
    "Weather",
    "Home",
    "Q&A",
    "Tom & Jerry",
    "&amp;",
    "雨在五月",
    "新闻",
    "",
    "Σ",
    "it's",
]
BETWEEN = [" - ", " | ", "|", " – ", ": ", " :: ", " » ", " > ", "_", "-", " ", "-"]
HEADS = ["<title>{}</title>", "<meta property=og:title content='{}'>", "<meta name=twitter:title content='{}'>"]
BODIES = [
    "<h1>{}</h1>",
    "<h2>{}</h2>",
    "<p>{}</p>",
    "<p><b>{}</b>",
    "<h1><small>{}</small><br>{}</h1>",
    "<a href=/><h1>{}</h1></a>",
]
SITES = ["<meta property=og:site_name content='The Daily'>", "<meta property=og:type content=article>", ""]


def random_titles(seed: int) -> str:
    """A page whose head and headings say this and that."""
    choose = random.Random(seed)

    def text() -> str:
        parts = [choose.choice(PARTS) for _ in range(choose.choice([1, 1, 2, 2, 3]))]
        return "".join(part + choose.choice(BETWEEN) for part in parts[:-1]) + parts[-1]

    texts = [text() for _ in range(3)]
    heads = [form.format(escape(choose.choice(texts))) for form in choose.sample(HEADS, choose.randint(0, 3))]
    bodies = [
        form.replace("{}", escape(choose.choice([*texts, text()]), quote=False)) for form in choose.choices(BODIES, k=4)
    ]
    return "".join([*heads, choose.choice(SITES), "<body>", *bodies])


def test_the_kernel_finds_titles_of_any_head_as_its_twin_does() -> None:
    found = 0
    for seed in seeds(1_500):
        page = parse(random_titles(seed), url=[None, "https://www.thedaily.example/rain"][seed % 2])
        title = kernel_title(page)
        assert title is None or title == choose_title(page, read_metas(page)), seed
        found += title is not None
    assert found > 300


def test_a_page_is_read_for_its_title_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse("<title>Rain in May</title><h1>Rain in May</h1>")
    title = find_title(page)
    monkeypatch.setattr("weft.metadata.titles.choose_title", lambda page, metas: Field(value="read again"))
    assert find_title(page) is title
    assert find_title(parse("<h1>Hail - Page 2")).value == "read again"


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
