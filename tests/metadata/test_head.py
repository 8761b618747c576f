"""What heads declare: one crossing beside its plain twin.

Links by what they say they are: other languages, feeds, the pages around it; only addresses that may be written.
"""

from pathlib import Path
from random import Random

import weft
from tests.metadata import plain_head
from tests.seeds import every_seed
from weft import _native, parse
from weft.content import Metadata
from weft.metadata import find_metadata
from weft.metadata.head import KNOWN_METAS, PROPERTIES, USED_RELATIONS, read_properties, read_relations
from weft.page import Page

NAMES = (
    "og:title",
    "OG:URL",
    "author",
    "description",
    "date",
    "x",
    " og:url ",
    "og:url\x1cdate",
    "keywords author",
    "",
)
RELATIONS = ("canonical", "Canonical alternate", "tag", "tag tag", "next\x85prev", "nofollow", "", "author\xa0license")
VALUES = ("", "A loom", " https://loom.example/a ", "é", "a &amp;amp; b", "R&D\u00ad x", "l " * 300, "é" * 2_000)
PROPERTY_NAMES = (
    "author",
    "dc:Creator",
    "schema.org/headline",
    "og:image",
    "article:author",
    "issued datePublished",
    "x",
    "",
)


def compare(page: Page) -> None:
    """Ask both ways."""
    names = sorted(KNOWN_METAS)
    found, _ = _native.HeadNames(names, [], []).read(page.table)
    metas: dict[str, list[tuple[int, str]]] = {}
    for number, row, content in found:
        metas.setdefault(names[number], []).append((row, content))
    assert metas == plain_head.metas(page, KNOWN_METAS)
    assert read_relations(page) == plain_head.relations(page, USED_RELATIONS)
    for most in (2, 300):
        assert read_properties(page, most) == plain_head.properties(page, PROPERTIES, most)


@every_seed(200)
def test_random_heads(seed: int) -> None:
    random = Random(seed)

    def element() -> str:
        value = f"'{random.choice(VALUES)}'"
        kind = random.randrange(5)
        if kind == 4:
            key = random.choice(("itemprop", "property"))
            return f"<p {key}='{random.choice(PROPERTY_NAMES)} {random.choice(PROPERTY_NAMES)}'>x</p>"
        if kind == 0:
            return f"<base href={value}>"
        if kind == 1:
            return f"<{random.choice(('link', 'a'))} rel='{random.choice(RELATIONS)}' href={value}>"
        keys = random.sample(plain_head.KEYS, random.randrange(3))
        content = f"content={value}" if random.random() < 0.9 else ""
        return f"<meta {' '.join(f'''{key}='{random.choice(NAMES)}' ''' for key in keys)} {content}>"

    compare(parse("".join(element() for _ in range(random.randrange(40)))))


def test_pages_of_the_demo() -> None:
    pages = sorted((Path(weft.__file__).parent / "demo" / "pages").glob("*.html"))
    assert pages
    for file in pages:
        compare(parse(file.read_bytes()))


def test_no_more_than_a_head_has() -> None:
    compare(parse("<meta name=author content=x>" * 401 + "<link rel=canonical href=/x>" * 101 + "<a rel=tag>" * 2_001))


URL = "https://loom.example/rain"


def read(head: str, body: str = "<h1>Rain</h1>") -> Metadata:
    return find_metadata(parse(f"<html lang=en><head>{head}</head><body>{body}", url=URL))


def test_other_languages_once_each() -> None:
    found = read(
        "<link rel=alternate hreflang=de-AT href=/regen><link rel='alternate' hreflang=x-default href=/rain>"
        "<link rel=alternate hreflang=de-AT href=/again><link rel=alternate hreflang='no language' href=/x>"
        "<link rel=alternate hreflang=fr href=javascript:alert(1)>",
        "<a rel=alternate hreflang=it href=/pioggia>Italiano</a>",
    )
    assert [(link.kind, link.url, link.source) for link in found.alternates] == [
        ("de-AT", "https://loom.example/regen", "link"),
        ("x-default", "https://loom.example/rain", "link"),
    ]


def test_feeds_by_their_media_types() -> None:
    found = read(
        "<link rel=alternate type=application/rss+xml title='The Loom' href=/feed>"
        "<link rel=alternate type='application/atom+xml; charset=utf-8' href=/atom>"
        "<link rel=alternate type=application/json+oembed href=/oembed>"
        "<link rel=alternate type=application/rss+xml href='data:text/xml,x'>"
        "<link rel=alternate type=application/rss+xml title=again href=/feed>"
    )
    assert [(link.value, link.url, link.kind) for link in found.feeds] == [
        ("The Loom", "https://loom.example/feed", "rss"),
        ("", "https://loom.example/atom", "atom"),
    ]


def test_the_pages_around_it_and_its_amp_page() -> None:
    found = read("<link rel=amphtml href=/amp/rain><link rel=prev href=?page=1>", "<a rel=next href=?page=3>more</a>")
    assert (found.amp.value, found.amp.source) == ("https://loom.example/amp/rain", "link")
    assert (found.previous_page.value, found.previous_page.source) == ("https://loom.example/rain?page=1", "link")
    assert (found.next_page.value, found.next_page.source) == ("https://loom.example/rain?page=3", "a")


def test_the_head_wins_and_bad_addresses_are_none() -> None:
    assert read("<link rel=next href=?page=2>", "<a rel=next href=?page=9>x</a>").next_page.value.endswith("page=2")
    found = read("<link rel=next href='javascript:alert(1)'><link rel=amphtml href='http://['>")
    assert not found.next_page
    assert not found.amp
