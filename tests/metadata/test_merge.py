"""Which source is believed."""

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata

JSON_LD = (
    '<script type="application/ld+json">{"@type": "Article", "author": "J L", "datePublished": "2022-01-01"}</script>'
)
OPENGRAPH = "<meta property=article:author content='O G'><meta property=article:published_time content=2022-02-02>"
MICRODATA = "<p itemprop=author>M D</p><time itemprop=datePublished datetime=2022-03-03>x</time>"
META = "<meta name=author content='M E'><meta name=date content=2022-04-04>"
BYLINE = "<h1>Rain</h1><p class=author>B Y</p><p class=date>2022-05-05</p>"


@pytest.mark.parametrize(
    ("html", "author", "date"),
    [
        (BYLINE + META + MICRODATA + OPENGRAPH + JSON_LD, "J L", "2022-01-01"),
        (BYLINE + META + MICRODATA + OPENGRAPH, "M D", "2022-02-02"),
        (BYLINE + META + OPENGRAPH, "M E", "2022-02-02"),
        (BYLINE + META, "M E", "2022-04-04"),
        (BYLINE, "B Y", "2022-05-05"),
        ("<p>nothing", "", ""),
    ],
)
def test_order_of_sources(html: str, author: str, date: str) -> None:
    metadata = find_metadata(parse(html))
    assert (metadata.author.value, metadata.date.value) == (author, date)


def test_a_byline_below_a_title_that_is_no_heading() -> None:
    byline = "<p>作者：陆闻樵 日期：2001年11月5日"
    metadata = find_metadata(parse(f"<title>织机夜话 - 布衣网</title>布衣网<p><b>织机夜话</b>{byline}<p>木梭子。"))
    assert (metadata.author.value, metadata.date.value) == ("陆闻樵", "2001-11-05")


def test_without_bylines_only_what_is_declared_counts() -> None:
    metadata = find_metadata(parse(BYLINE), bylines=False)
    assert (metadata.title.value, metadata.author.value, metadata.date.value) == ("Rain", "", "")
    assert find_metadata(parse(META + BYLINE), bylines=False).author.value == "M E"


def test_every_field() -> None:
    page = parse(
        """<html lang="en-GB"><head><base href="/base/"><title>Rain - Paper</title>
        <meta property="og:site_name" content="Paper"><meta name="description" content=" It
        rained. "><link rel="canonical" href="../rain"><meta property="og:image" content="a.jpg">
        <meta property="article:modified_time" content="2022-05-05"><meta name="keywords" content="rain, May,rain">
        </head><body><h1>Rain</h1>""",
        url="https://example.com/x/y",
    )
    metadata = find_metadata(page)
    assert metadata.title.value == "Rain"
    assert (metadata.language.value, metadata.language.row) == ("en", 0)
    assert metadata.site_name.value == "Paper"
    assert metadata.description.value == "It rained."
    assert metadata.url.value == "https://example.com/rain"
    assert metadata.image.value == "https://example.com/base/a.jpg"
    assert metadata.modified.value == "2022-05-05"
    assert [tag.value for tag in metadata.tags] == ["rain", "May"]
    assert page.node(metadata.description.row).attributes["name"] == "description"


def test_the_site_is_the_author_only_when_nobody_else_is() -> None:
    site = "<meta property=og:site_name content=Paper><meta name=author content=Paper><h1>Rain</h1>"
    assert find_metadata(parse(site)).author.value == "Paper"
    assert find_metadata(parse(site + "<p>By Ann Lee</p>")).author.value == "Ann Lee"
    both = site.replace("content=Paper><h1>", "content='Ann Lee; Paper'><h1>")
    assert find_metadata(parse(both)).author.value == "Ann Lee"


def test_catalogue_names() -> None:
    html = "<meta name=citation_author content='Lee, Ann B.'><meta name=citation_author content='Chu, Bo'>"
    assert find_metadata(parse(html)).author.value == "Ann B. Lee; Bo Chu"


def test_dates_of_zero_and_of_nonsense() -> None:
    html = "<meta property=article:published_time content=1970-01-01T00:00:00Z><meta name=date content=2022-13-01>"
    assert find_metadata(parse(html)).date.value == ""


def test_day_first_where_the_language_says_so() -> None:
    html = "<html lang=fr><meta name=date content=04/09/2022>"
    assert find_metadata(parse(html)).date.value == "2022-09-04"
    assert find_metadata(parse(html.replace("fr", "en"))).date.value == "2022-04-09"


def test_microdata_of_comments_is_left_out() -> None:
    html = "<div itemscope itemtype=http://schema.org/Comment><b itemprop=author>Some Body</b></div>"
    assert find_metadata(parse(html)).author.value == ""
    html = "<div itemprop=author itemscope><a itemprop=name>Ann Lee</a> the editor of everything</div>"
    assert find_metadata(parse(html)).author.value == "Ann Lee"


def test_rdfa() -> None:
    html = "<span property=dc:creator>Ann Lee</span><span property=schema:datePublished content=2022-05-04>x</span>"
    metadata = find_metadata(parse(html))
    assert (metadata.author.value, metadata.date.value) == ("Ann Lee", "2022-05-04")


@pytest.mark.parametrize("url", [None, "", "http://[x", "not an address"])
def test_odd_addresses(url: str | None) -> None:
    html = "<link rel=canonical href='http://[x'><meta property=og:image content='//[y'><base href='http://[z'>"
    metadata = find_metadata(parse(html, url=url))
    assert metadata.image.value == ""


def test_dangerous_addresses() -> None:
    html = "<link rel=canonical href='javascript:alert(1)'><meta property=og:image content='data:image/png;base64,xx'>"
    metadata = find_metadata(parse(html, url="https://example.com/"))
    assert (metadata.url.value, metadata.image.value) == ("", "")


def test_long_values_are_cut() -> None:
    html = f"<meta name=description content='{'word ' * 10_000}'><meta name=author content='{'x' * 10_000}'>"
    metadata = find_metadata(parse(html))
    assert 0 < len(metadata.description.value) <= 500
    assert metadata.author.value == ""


@every_seed(200)
def test_random_pages_never_fail(seed: int) -> None:
    page = parse(make_page(seed))
    metadata = find_metadata(page)
    assert isinstance(metadata, Metadata)
    assert metadata == find_metadata(page)


def test_thirty_tags_each_once_of_the_best_source_alone() -> None:
    many = "".join(f'<meta property="article:tag" content="tag {number}">' for number in range(40))
    assert [tag.value for tag in find_metadata(parse(many)).tags] == [f"tag {number}" for number in range(30)]
    mixed = (
        '<meta property="article:tag" content="Warp"><meta property="article:tag" content=" ">'
        '<meta property="article:tag" content="warp"><meta name="keywords" content="weft, loom">'
    )
    assert [(tag.value, tag.source) for tag in find_metadata(parse(mixed)).tags] == [("Warp", "opengraph")]
    assert [tag.value for tag in find_metadata(parse('<meta name="keywords" content="weft">')).tags] == ["weft"]


def test_a_year_is_made_whole_by_a_later_source_that_names_its_day() -> None:
    year = '<script type="application/ld+json">{"@type": "Article", "datePublished": "2022"}</script>'
    day, other = (f'<meta name="date" content="{value}">' for value in ("2022-09-04", "2021-09-04"))
    assert find_metadata(parse(year + day)).date.value == "2022-09-04"
    assert find_metadata(parse(year + other)).date.value == "2022"
    assert find_metadata(parse(day + other)).date.value == "2022-09-04"


def test_what_the_head_does_not_say_the_byline_does() -> None:
    byline = "<h1>Looms</h1><p class=byline>By Ann Lee, 5 October 2022</p><p>The warp is on the loom."
    for head, date, author in (
        ('<meta name="date" content="2022-09-04">', "2022-09-04", "Ann Lee"),
        ('<meta name="author" content="Bob Ray">', "2022-10-05", "Bob Ray"),
        ('<meta name="date" content="2022-09-04"><meta name="author" content="Bob Ray">', "2022-09-04", "Bob Ray"),
    ):
        metadata = find_metadata(parse(head + byline))
        assert (metadata.date.value, metadata.author.value) == (date, author)


def test_addresses_are_whole_by_the_base_or_the_page() -> None:
    image = '<meta property="og:image" content="/a.png">'
    base = "<base href='https://cdn.example/x/'>"
    assert find_metadata(parse(image, url="https://example.org/b/c")).image.value == "https://example.org/a.png"
    assert find_metadata(parse(base + image, url="https://example.org/b")).image.value == "https://cdn.example/a.png"
    assert find_metadata(parse(image.replace("/a", "https://x.example/a"))).image.value == "https://x.example/a.png"


def test_the_byline_is_the_one_under_the_title_where_it_is_printed() -> None:
    filler = "".join(f"<p>Line {number} about weaving and other quiet crafts.</p>" for number in range(30))
    page = parse(
        f"<title>The last loom of the valley</title><div class=teaser><p>By Bob Ray</p></div>{filler}"
        "<div>The last loom of the valley</div><p>By Ann Lee</p><p>The warp is on the loom."
    )
    assert find_metadata(page).author.value == "Ann Lee"
