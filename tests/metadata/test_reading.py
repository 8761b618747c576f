"""Direction, words, minutes and the picture's size.

Licences, and whether a page costs something.
"""

import pytest

import weft
from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata

GRAPH = "<meta property=og:image content=/a.jpg>"
LINKED = """<script type=application/ld+json>
{"@type": "Article", "image": [{"url": "/a.jpg", "width": "640px", "height": {"value": 480}}]}</script>"""


@pytest.mark.parametrize(
    ("html", "direction", "source"),
    [
        ("<html lang=en dir=RTL>", "rtl", "html"),
        ("<html lang=he><body dir=ltr>", "ltr", "html"),
        ("<html lang=fa>", "rtl", "language"),
        ("<html lang=en dir=auto>", "ltr", "language"),
        ("<p>x", "", ""),
    ],
)
def test_direction(html: str, direction: str, source: str) -> None:
    found = find_metadata(parse(html)).direction
    assert (found.value, found.source) == (direction, source)


@pytest.mark.parametrize(
    ("html", "minutes", "source"),
    [
        ('<script type=application/ld+json>{"@type": "Article", "timeRequired": "PT7M"}</script>', 7, "json-ld"),
        (
            "<meta name=twitter:label1 content='Geschätzte Lesezeit'><meta name=twitter:data1 content='3\xa0Minuten'>",
            3,
            "opengraph",
        ),
        ("<h1>Rain</h1><span class=post-reading-time>4 min read</span>", 4, "printed"),
        ("<h1>Rain</h1><span class=reading-time>约 5 分钟</span>", 5, "printed"),
        ("<h1>Rain</h1><span class=thread-time>4 min</span>", None, ""),
        ("<meta name=twitter:data1 content='Ann Lee'>", None, ""),
    ],
)
def test_minutes(html: str, minutes: int | None, source: str) -> None:
    found = find_metadata(parse(html)).reading_time
    assert (found.typed, found.source) == (minutes, source)


def test_declared_words_win_over_counted_ones() -> None:
    script = '<script type=application/ld+json>{"@type": "Article", "wordCount": %s}</script>'
    body = "<article><h1>Rain</h1><p>It rained for days.</p></article>"
    told = weft.extract(script % 1200 + body, method="whole_page").metadata
    assert (told.word_count.typed, told.word_count.source) == (1200, "json-ld")
    counted = weft.extract(script % '"many"' + body, method="whole_page").metadata
    assert (counted.word_count.typed, counted.word_count.source) == (4, "counted")
    assert (counted.reading_time.typed, counted.reading_time.source) == (1, "counted")


@pytest.mark.parametrize(
    ("head", "size"),
    [
        (GRAPH + "<meta property=og:image:width content=1200><meta property=og:image:height content=630>", (1200, 630)),
        (GRAPH + "<meta property=og:image content=/b.jpg><meta property=og:image:width content=9>", (0, 0)),
        (LINKED, (640, 480)),
        (GRAPH + "<meta property=og:image:width content=many>", (0, 0)),
    ],
)  # fmt: skip
def test_the_size_of_the_picture(head: str, size: tuple[int, int]) -> None:
    image = find_metadata(parse(head, url="https://loom.example/")).image
    assert image.value == "https://loom.example/a.jpg"
    assert (image.width, image.height) == size


def read(html: str) -> Metadata:
    return find_metadata(parse(html, url="https://loom.example/rain"))


@pytest.mark.parametrize(
    ("html", "name", "url"),
    [
        ("<a rel=license href=https://creativecommons.org/licenses/by-sa/4.0/deed.de>x</a>", "CC BY-SA 4.0", "deed.de"),
        ("<link rel=license href=http://creativecommons.org/publicdomain/zero/1.0/>", "CC0 1.0", "zero/1.0/"),
        ("<a rel='license nofollow' href=/terms>Terms of the Loom</a>", "Terms of the Loom", "/terms"),
        ("<a rel=license href=javascript:x>All rights</a>", "All rights", ""),
        ("<meta name=dcterms.license content=https://creativecommons.org/licenses/by/3.0/>", "CC BY 3.0", "by/3.0/"),
        ("<p>no licence", "", ""),
    ],
)
def test_licence(html: str, name: str, url: str) -> None:
    licence = read(html).licence
    assert licence.value == name
    assert licence.url.endswith(url)
    assert bool(licence.url) == bool(url)


@pytest.mark.parametrize(
    ("html", "access", "source"),
    [
        (
            '<script type=application/ld+json>{"@type": "NewsArticle", "isAccessibleForFree": false}</script>',
            "locked",
            "json-ld",
        ),
        (
            '<script type=application/ld+json>{"@type": "Article", "isAccessibleForFree": "True"}</script>',
            "free",
            "json-ld",
        ),
        ("<meta property=article:content_tier content=metered>", "metered", "opengraph"),
        (
            "<div itemscope itemtype=http://schema.org/Article><meta itemprop=isAccessibleForFree content=False></div>",
            "locked",
            "microdata",
        ),
        ("<meta property=article:content_tier content=gold>", "", ""),
    ],
)
def test_access(html: str, access: str, source: str) -> None:
    found = read(html).access
    assert (found.value, found.source) == (access, source)
