"""The kernel leaves out no line that the reading of authors and dates would find something in."""

import random
from html import escape
from pathlib import Path

import pytest

import weft
from tests.metadata import plain_lines
from tests.seeds import every_seed
from weft import _native, parse
from weft.metadata.author_labels import first_words, label_words
from weft.metadata.printed_dates import PUBLISHED
from weft.page import Page

LABELS = sorted(first_words())
PUBLICATION = [part for part in PUBLISHED.pattern.replace("(?:", "|").replace(")", "|").split("|") if part.strip()]
PARTS = [
    *(
        "Ann Lee",
        "Bo Chu",
        "12.5.2020",
        "4 May",
        "yesterday",
        "vor 3 Tagen",
        "昨天",
        "２０２０",
        "४",
        "½",
        "x",
        "é",
        "&amp;",
    ),
    *(
        "By",
        "BY ",
        "bY: ",
        "written by ",
        "baby",
        "Text+Foto: ",
        "Text und Bild: ",
        "作者：",
        "记者 ",
        "文/",
        "撰文｜",
        ": ",
        " / ",
    ),
    *(
        "Posted ",
        "PUBLISHED",
        "This Article",
        "cet post",
        "poſted",
        "publİc",
        "ERSCHIENEN",
        "Опубликован",
        "am ",
        " ",
        "  ",
    ),
]


def line(choose: random.Random) -> str:
    pieces = choose.choices([*PARTS, *LABELS, *PUBLICATION], k=choose.randint(1, 5))
    text = choose.choice((" ", "", "</b>")).join(pieces)
    return choose.choice([text, text.upper(), text.title()])


def compare(page: Page) -> None:
    """Every line that the reading finds something in is among those that the kernel gives."""
    blocks, table, words = page.blocks, page.table, label_words()
    everywhere = list(range(len(blocks)))
    for close in (0, len(blocks)):
        named = dict(words.near(table, everywhere, close, (4, 120), (12, 80, 4_000)))
        fits = [index for index in everywhere if 4 <= blocks.chars[index] <= 120]
        assert not [i for i in fits if plain_lines.names_author(page, i, is_close=bool(close)) and i not in named]
    given = _native.dated_blocks(table, [*everywhere, len(blocks)], (4, 120), (12, 80))
    dated = [index for index, _, _ in given]
    assert given == [(index, blocks.row[index], blocks.text(index)) for index in dated]
    assert set(dated) <= set(fits)
    assert not [index for index in fits if plain_lines.has_date(page, index) and index not in dated]
    for text in (blocks.text(index) for index in everywhere):
        for own in (text, text.strip(), f"{text.strip()}: "):
            assert words.may_label(own) or not plain_lines.has_label(own), own
    for first, most in ((0, 300), (1, 2)):
        lines = plain_lines.visible(page, first, most, (2, 80))
        wanted = [index for index in lines if plain_lines.may_be_labelled(blocks.text(index))]
        assert words.far(table, first, most, (2, 80)) == wanted
        lines = plain_lines.visible(page, first, most, (8, 300))
        said = _native.published_lines(table, first, most, (8, 300))
        assert set(said) <= set(lines)
        assert not [i for i in lines if plain_lines.says_published(blocks.text(i)) and i not in said]


@every_seed(300)
def test_random_lines(seed: int) -> None:
    choose = random.Random(seed)
    rows = [f"<p{choose.choice(('', '', ' hidden'))}><b>{line(choose)}" for _ in range(12)]
    compare(parse("".join(rows)))


def test_pages_of_the_demo() -> None:
    pages = sorted((Path(weft.__file__).parent / "demo" / "pages").glob("*.html"))
    assert pages
    for file in pages:
        compare(parse(file.read_bytes()))


@pytest.mark.parametrize("word", PUBLICATION)
def test_every_word_of_publication_is_found(word: str) -> None:
    text = f"this {word} 12"
    says = plain_lines.says_published(text)
    assert not says or _native.published_lines(parse(f"<p>{escape(text)}").table, 0, 9, (1, 99))


def test_most_lines_are_left_out() -> None:
    page = parse(
        "<p>Weather<p>Opening hours of the museum<p>Ann Lee<p>Home<p>Shop<p>von Ann Lee<p>11.12.2019 - Ann Lee"
    )
    texts = [texts for _, texts in label_words().near(page.table, list(range(7)), 7, (4, 120), (12, 80, 4_000))]
    assert texts == [["von Ann Lee"], ["11.12.2019 - Ann Lee"]]


SCRIPT_PARTS = [
    *(
        '"datePublished"',
        '"published_at"',
        '\\"publish_date\\"',
        '"PUBLICATIONDATE"',
        '"publisher"',
        '"first_published"',
        "publi",
    ),
    *(
        ":",
        " : ",
        "  :\n",
        ":      ",
        '"2022-09-04T06:00"',
        '\\"2021-01-02\\"',
        '"x"',
        "2020-02-03",
        '"',
        "é",
        ",",
        "\u2003",
    ),
]


@every_seed(300)
def test_every_day_of_a_script_is_found(seed: int) -> None:
    choose = random.Random(seed)
    text = "".join(choose.choices(SCRIPT_PARTS, k=choose.randint(2, 30)))
    page = parse(f"<script>a</script><script>{text}</script>")
    row = int(page.rows_of("script")[1])
    whole = plain_lines.script_day(page.text(row))
    places = [plain_lines.script_day(place) for own, place in _native.script_days(page.table, 9, 9_999) if own == row]
    assert next(filter(None, places), "") == whole


def test_few_scripts_are_read() -> None:
    script = '<script>"datePublished": "2022-09-04"</script>'
    page = parse("<p>publish</p>" + 3 * script)
    rows, size = page.rows_of("script").tolist(), len(page.text(int(page.rows_of("script")[0])))
    assert [row for row, _ in _native.script_days(page.table, 2, size)] == rows[:2]
    assert _native.script_days(page.table, 2, size - 1) == []


@every_seed(300)
def test_days_vote_as_the_pattern_does(seed: int) -> None:
    choose = random.Random(seed)
    parts = ["23", "04", "1", "13/04/2022", "04/23/1999", "2-30-2001", "/", "-", ".", " ", "2022", "1850", "x", "12"]
    page = parse("<p>" + "".join(choose.choices(parts, k=choose.randint(1, 40))))
    for most in (20, 200_000):
        assert _native.day_votes(page.table, most) == plain_lines.day_votes(page.text_bytes[:most])
