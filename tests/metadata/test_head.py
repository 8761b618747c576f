"""What heads declare: one crossing beside its plain twin."""

from pathlib import Path
from random import Random

import weft
from tests.metadata import plain_head
from tests.seeds import every_seed
from weft import _native, parse
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
