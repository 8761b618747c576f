"""Rows by what their classes, ids and addresses say: the kernel's automaton beside its plain twin."""

from pathlib import Path
from random import Random

import weft
from tests.metadata import plain_names
from tests.seeds import every_seed
from weft import _native, parse
from weft.metadata.class_names import ADDRESS_NUMBERS, NAME_NUMBERS, patterns
from weft.metadata.near_title import Near
from weft.page import Page

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
