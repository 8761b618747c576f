"""Several authors, their links, organisations, and who wins."""

import pytest

from weft import parse
from weft.content import Metadata
from weft.metadata import find_metadata
from weft.metadata.bylines import name_beside_date

LONG = "<h1>Rain</h1>" + "<p>It rained for days and days.</p>" * 20
BODY = """<script type=application/ld+json>
{"@type": "Article", "author": {"@type": "Organization", "name": "Rain"}}</script>"""


def read(html: str) -> Metadata:
    return find_metadata(parse(html, url="https://loom.example/rain"))


def test_links_and_kinds_of_json_ld() -> None:
    found = read("""<script type=application/ld+json>{"@type": "Article", "author": [
        {"@type": "Person", "name": "Ann Lee", "url": "/ann"}, {"@type": "Person", "name": "Bo Chu"}]}</script>
        <h1>Rain</h1><a rel=author href=/bo>Bo Chu</a>""")
    assert found.author.value == "Ann Lee; Bo Chu"
    assert [(one.value, one.url, one.kind) for one in found.authors] == [
        ("Ann Lee", "https://loom.example/ann", "person"),
        ("Bo Chu", "https://loom.example/bo", "person"),
    ]


def test_links_of_a_byline() -> None:
    found = read("<h1>Rain</h1><p class=byline>By <a href=/ann>Ann Lee</a> and <a href=javascript:x>Bo Chu</a></p>")
    assert [(one.value, one.url) for one in found.authors] == [("Ann Lee", "https://loom.example/ann"), ("Bo Chu", "")]


@pytest.mark.parametrize(
    ("html", "author", "kind"),
    [
        (BODY, "Rain", "organisation"),
        ("<meta name=author content='Hans Stiftung e.V.'><h1>Rain</h1>", "Hans Stiftung e.V.", "organisation"),
        ("<meta name=author content='Hans Stiftung e.V.'><h1>Rain</h1><p>Von Ann Lee</p>", "Ann Lee", "person"),
        ("<meta property=article:author content=LoomUK><h1>Rain</h1><p>By Ann Lee</p>", "Ann Lee", "person"),
        ("<meta name=author content='Loom - Ann Lee'><meta property=og:site_name content=Loom>", "Ann Lee", "person"),
        ("<h1>Rain</h1><p>Von Ann Lee, dpa</p>", "Ann Lee", "person"),
    ],
)  # fmt: skip
def test_a_person_wins_over_an_organisation(html: str, author: str, kind: str) -> None:
    found = read(html)
    assert (found.author.value, found.authors[0].kind) == (author, kind)


@pytest.mark.parametrize(
    "html",
    [
        "<meta name=twitter:label1 content='Verfasst von'><meta name=twitter:data1 content='Ann Lee'>",
        "<h1>Rain</h1><p>11.12.2019 - Ann Lee</p>",
        LONG + "<p>Autorin: Ann Lee, Bonn</p>",
        LONG + "<h5>Autor:</h5>Ann Lee/SP-X",
        LONG + "<div class=author-box><img><h4>Ann Lee</h4>Wrote it.</div>",
    ],
)  # fmt: skip
def test_where_else_a_name_stands(html: str) -> None:
    assert read(html).author.value == "Ann Lee"


@pytest.mark.parametrize(
    "line", ["May 4, 2022 Press Release", "4 May 2022 in Berlin", "4 May 2022 - 5 May 2022 Ann Lee", "Ann Lee"]
)
def test_lines_beside_dates_that_name_nobody(line: str) -> None:
    assert name_beside_date(line) == ""
