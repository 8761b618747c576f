"""Licences, and whether a page costs something."""

import pytest

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata


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
