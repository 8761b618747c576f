"""Several authors, their links, organisations, and who wins.

Rows by what their classes, ids and addresses say: the kernel's automaton beside its plain twin.
"""

from pathlib import Path
from random import Random

import pytest

import weft
from tests.metadata import plain_names
from tests.seeds import every_seed
from weft import _native, parse
from weft.content import Metadata
from weft.metadata import find_metadata
from weft.metadata.bylines import name_beside_date
from weft.metadata.class_names import ADDRESS_NUMBERS, NAME_NUMBERS, patterns
from weft.metadata.near_title import Near
from weft.page import Page

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


PIECES = (
    "author authorized byline by-line writer Box bio entry post tags tag-list cloud cat categories Category kategorie"
    " date pub time published update reading read min thread crumb breadcrumbs item footer site page comment-list"
    " sidebar widget schlagwörter SCHLAGWÖRTER menü top all 标签 x 7"
).split()
STEPS = "/ tag tags topics author by people category cat rubrik x a.html ?q=/tag/ Tag AUTHOR".split()


def compare(page: Page) -> None:
    """Ask both ways."""
    named, leading = plain_names.named_rows(page), plain_names.leading_rows(page)
    for first, end in ((0, len(page)), (3, 20), (0, 9), (len(page), len(page) + 9)):
        near = _native.NearTitle(page.table, 0, patterns(), (first, end), NAME_NUMBERS["side"])
        assert {name: near.named(number) for name, number in NAME_NUMBERS.items()} == named
        wanted = {name: [row for row in rows if first <= row < end] for name, rows in leading.items()}
        assert {name: near.leading(number) for name, number in ADDRESS_NUMBERS.items()} == wanted


@every_seed(150)
def test_random_names(seed: int) -> None:
    random = Random(seed)

    def name() -> str:
        return random.choice(("-", "_", "", "--")).join(random.choices(PIECES, k=random.randrange(1, 4)))

    def address() -> str:
        return "/" + "/".join(random.choices(STEPS, k=random.randrange(4)))

    rows = [
        f"<a class='{' '.join(name() for _ in range(random.randrange(3)))}' id='{name()} {name()}' href='{address()}'>x"
        for _ in range(30)
    ]
    compare(parse("".join(rows)))


def test_pages_of_the_demo() -> None:
    pages = sorted((Path(weft.__file__).parent / "demo" / "pages").glob("*.html"))
    assert pages
    for file in pages:
        compare(parse(file.read_bytes()))


def test_a_long_name_is_of_no_kind() -> None:
    page = parse(f"<p class='{'x' * 995}author author'><p id='{'x' * 995}author'><a href='/tag/{'x' * 1000}'>")
    assert len(Near(page, 0).named("author")) == 1
    compare(page)


def test_an_empty_page() -> None:
    compare(parse(""))
