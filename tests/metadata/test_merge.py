"""Given fields, the language, addresses."""

from dataclasses import replace
from datetime import datetime

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.content import Field, Link, Metadata
from weft.kernel.metadata import language_code
from weft.metadata import day_first, find_metadata
from weft.metadata.ranker import runners_up

META = "<meta name=author content='M E'><meta name=date content=2022-04-04>"
BYLINE = "<h1>Rain</h1><p class=author>B Y</p><p class=date>2022-05-05</p>"


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


def test_dates_of_zero_and_of_nonsense() -> None:
    html = "<meta property=article:published_time content=1970-01-01T00:00:00Z><meta name=date content=2022-13-01>"
    assert find_metadata(parse(html)).date.value == ""


def test_day_first_where_the_language_says_so() -> None:
    html = "<html lang=fr><meta name=date content=04/09/2022>"
    assert find_metadata(parse(html)).date.value == "2022-09-04"
    assert find_metadata(parse(html.replace("fr", "en"))).date.value == "2022-04-09"


def test_a_french_date_is_the_same_alone_and_as_a_field() -> None:
    page = parse("<html lang=fr><h1>La pluie</h1><p class=date>02/04/2022</p><p>Il a plu toute la nuit.")
    date = Field(value="02/04/2022", row=5, source="template")
    assert find_metadata(page).date.value == "2022-04-02"
    assert find_metadata(page, fields={"date": date}).date == Field(value="2022-04-02", row=5, source="template")
    english = find_metadata(page, fields={"date": date, "language": Field(value="en-GB")})
    assert (english.date.value, english.language.value) == ("2022-02-04", "en")


@pytest.mark.parametrize(("language", "answer"), [("fr", True), ("de-AT", True), ("en", False), ("", None)])
def test_day_first(language: str, answer: bool | None) -> None:
    assert day_first(parse(f"<html lang='{language}'><p>x")) is answer


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("title", "Hail", "Hail"),
        ("author", "Bo Chu", "Bo Chu"),
        ("date", "4 Sep 2022", "2022-09-04"),
        ("date", "3 hours ago", "2022-05-04T09:00:00"),
        ("date", "soon", "2022-05-05"),
        ("modified", "2022-06-06", "2022-06-06"),
        ("language", "de-AT", "de"),
        ("language", "in every tongue", "en"),
        ("site_name", "Paper", "Paper"),
        ("description", "It hailed.", "It hailed."),
        ("url", "/hail", "https://example.com/hail"),
        ("url", "Read more", "https://example.com/rain"),
        ("image", "https://example.com/a.jpg", "https://example.com/a.jpg"),
        ("title", " ", "Rain"),
    ],
)
def test_a_given_field_wins_where_it_can_be_read(name: str, given: str, value: str) -> None:
    html = "<html lang=en><link rel=canonical href=rain><meta name=date content=2022-05-05><h1>Rain</h1>"
    page = parse(html, url="https://example.com/x")
    field = Field(value=given, row=4, source="mark")
    metadata = find_metadata(page, fields={name: field, "other": Field(value="x")}, reference=datetime(2022, 5, 4, 12))
    result = getattr(metadata, name)
    assert result.value == value
    own = find_metadata(page)
    assert (result.row, result.source) == (4, "mark") or result == getattr(own, name)
    following = {"author": "authors", "language": "direction"}.get(name, name)  # what is told by the given field
    assert replace(metadata, **{name: getattr(own, name), following: getattr(own, following)}) == own


def test_given_tags() -> None:
    tags = find_metadata(parse("<p>x"), fields={"tags": Field(value="rain, May; rain", row=3)}).tags
    assert tags == (Link(value="rain", row=3), Link(value="May", row=3))


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


CHINESE = "<p>天气预报说今天会下雨，但是到了下午太阳出来了，人们纷纷走出家门，到公园里散步，孩子们在草地上奔跑。" * 3
GERMAN = "<p>Die Kette ist gespannt, und der Schuss läuft durch sie hindurch, bis das Tuch fertig gewebt ist. " * 3


@pytest.mark.parametrize(
    ("html", "language", "source"),
    [
        ("<html lang=en-GB>", "en", "html"),
        ("<html lang=zh-Hant-TW>" + CHINESE, "zh", "html"),
        ("<meta http-equiv=content-language content=de>", "de", "meta"),
        ("<meta property=og:locale content=pt_BR>", "pt", "opengraph"),
        ("<html lang=de><meta property=og:locale content=en_US>", "de", "html"),
        (CHINESE, "zh", "guessed"),
        (GERMAN, "de", "guessed"),
        ("<html lang=en>" + CHINESE, "zh", "guessed"),
        ("<html lang=en>" + GERMAN, "de", "guessed"),
        ("<html lang=en>" + GERMAN[:100], "en", "html"),
        ("<p>x", "", ""),
    ],
)
def test_language(html: str, language: str, source: str) -> None:
    field = find_metadata(parse(html)).language
    assert (field.value, field.source) == (language, source)


@pytest.mark.parametrize(
    ("text", "code"),
    [("zh_CN", "zh"), ("EN", "en"), (" fr-FR ", "fr"), ("und", ""), ("", ""), ("{{lang}}", ""), ("fil", "fil")],
)
def test_language_code(text: str, code: str) -> None:
    assert language_code(text) == code


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


def test_what_the_head_does_not_say_the_byline_does() -> None:
    byline = "<h1>Looms</h1><p class=byline>By Ann Lee, 5 October 2022</p><p>The warp is on the loom."
    declared = '<meta property="article:published_time" content="2022-10-05T12:00">'
    for head, date, author in (
        (declared, "2022-10-05T12:00", "Ann Lee"),
        ('<meta name="author" content="Bob Ray">', "2022-10-05", "Bob Ray"),
        (declared + '<meta name="author" content="Bob Ray">', "2022-10-05T12:00", "Bob Ray"),
    ):
        metadata = find_metadata(parse(head + byline))
        assert (metadata.date.value, metadata.author.value) == (date, author)


def test_addresses_are_whole_by_the_base_or_the_page() -> None:
    image = '<meta property="og:image" content="/a.png">'
    base = "<base href='https://cdn.example/x/'>"
    assert find_metadata(parse(image, url="https://example.org/b/c")).image.value == "https://example.org/a.png"
    assert find_metadata(parse(base + image, url="https://example.org/b")).image.value == "https://cdn.example/a.png"
    assert find_metadata(parse(image.replace("/a", "https://x.example/a"))).image.value == "https://x.example/a.png"


def test_the_likeliest_byline_is_the_one_under_the_title_where_it_is_printed() -> None:
    filler = "".join(f"<p>Line {number} about weaving and other quiet crafts.</p>" for number in range(30))
    page = parse(
        f"<title>The last loom of the valley</title><ul class=related><li>By Bob Ray</ul>{filler}"
        "<div>The last loom of the valley</div><div>By Ann Lee</div><p>The warp is on the loom."
    )
    assert runners_up(page, "author")[0].field.value == "Ann Lee"  # too unlike a byline to be the answer
