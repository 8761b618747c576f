"""Names of pages: the kernel tells those of ASCII as the patterns do.

Bodies, authors and columns of a region: what the kernel refuses.
"""

import random

import numpy as np
import pytest

from weft import _native, parse
from weft.records.alignment import align_records
from weft.records.evidence import gather
from weft.records.model import default_model
from weft.records.names import MAX_NAME_LENGTH, name_kind, name_kinds, named_columns
from weft.text.words import words_of

NAMES = ["", "Ann", "van Gogh", "Byron", "12", "_", "x y", "0.5", "Ann:", "a" * 21 + ":", "a_b c: 1,2", ":", "- Ann |"]
SPACES = [" ", "", "  ", "\t", "\n ", "\x1f", " : ", ":", ": ", ", "]


def test_the_kernel_tells_names_of_ascii_as_the_patterns_do() -> None:
    words = [word for word in words_of("by", "reply", "guest", "last", "login", "posts") if word.isascii()]
    befores = ["", "posted ", "Written ", "asked  ", "answered "]
    rng = random.Random(4)
    texts = [word.title() for word in words]
    for _ in range(4_000):
        parts = rng.choice(befores), rng.choice([*words, ""]), rng.choice(SPACES), rng.choice([*NAMES, *words])
        text = rng.choice(SPACES) + "".join(parts) + rng.choice(SPACES)
        texts.append(rng.choice([text, text.upper(), text.title()]))
    page = parse("".join(f"<p>{text}" for text in texts))
    can_be, marks = gather(page).columns.names(lambda texts: pytest.fail(f"asked for {texts}"))
    rows = [row for row in range(3, len(page)) if not page.tag[row] and 0 < page.chars[row] <= MAX_NAME_LENGTH]
    assert len(rows) > 3_000
    kinds = {page.text(row): name_kind(page.text(row)) for row in rows}
    assert set(kinds.values()) == {0, 1, 2, 6, 7}
    wrong = [page.text(row) for row in rows if can_be[row] != (kinds[page.text(row)] & 1)]
    labels = [page.text(row) for row in rows if (marks[row] > 0) != (kinds[page.text(row)] & 2 > 0)]
    assert (wrong, labels) == ([], [])


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<p>One" * 5_000))
    with pytest.raises(_native.LimitTripped):
        evidence.columns.names(name_kinds, seconds=0.0)


def test_parts_of_another_page_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    slots, trees = align_records(evidence, [(3, 5), (5, 7)]), default_model().trees
    columns, taken = named_columns(evidence), np.zeros(len(evidence.page), np.bool_)
    region = slots.region
    for call in (
        lambda: _native.find_bodies(columns, ([(3, 99)], slots.slot), trees["bodies"]),
        lambda: _native.find_bodies(columns, region, trees["authors"]),
        lambda: _native.author_columns(columns, taken[1:], np.array([-1, -1]), region),
        lambda: _native.author_columns(columns, taken, np.array([99, 99]), region),
        lambda: _native.find_authors(columns, taken, np.array([-1, -1]), region, trees["bodies"]),
        lambda: _native.text_columns(evidence.page.table, region, np.zeros(1, np.bool_), 0.5),
    ):
        with pytest.raises(ValueError, match=r"are not those|other features|another page"):
            call()


def test_the_deadline_is_asked_in_a_region() -> None:
    evidence = gather(parse("<li>One" * 5_000))
    slots, trees = align_records(evidence, [(3, len(evidence.page))]), default_model().trees
    columns, taken = named_columns(evidence), np.zeros(len(evidence.page), np.bool_)
    region, picked = slots.region, np.ones(len(slots.rows), np.bool_)
    for call in (
        lambda: _native.find_bodies(columns, region, trees["bodies"], seconds=0.0),
        lambda: _native.author_columns(columns, taken, np.array([-1]), region, seconds=0.0),
        lambda: _native.text_columns(evidence.page.table, region, picked, 0.5, seconds=0.0),
    ):
        with pytest.raises(_native.LimitTripped):
            call()
