"""Names of pages: the kernel tells those of ASCII as the patterns do."""

import random

import numpy as np
import pytest

from weft import _native, parse
from weft.records.evidence import gather
from weft.records.names import name_kind
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
    rows, kinds, asked, _, _ = _native.name_texts(page.table, gather(page).columns)
    assert not asked
    assert len(rows) > 3_000
    assert [page.text(row) for row, kind in zip(rows, kinds, strict=True) if kind != name_kind(page.text(row))] == []
    assert set(kinds.tolist()) == {0, 1, 2, 6, 7}


def test_evidence_of_another_page_is_refused() -> None:
    table, other = parse("<p>One").table, gather(parse("<p>One<p>Two"))
    none, kinds = np.zeros(0, np.int64), other.link_kind_column
    for call in (
        lambda: _native.name_texts(table, other.columns),
        lambda: _native.name_marks(table, other.columns, kinds, none),
        lambda: _native.name_marks(other.page.table, other.columns, kinds[1:], none),
        lambda: _native.page_sums(table, other.columns),
    ):
        with pytest.raises(ValueError, match="another page"):
            call()


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<p>One" * 5_000))
    table, columns = evidence.page.table, evidence.columns
    for call in (
        lambda: _native.name_texts(table, columns, seconds=0.0),
        lambda: _native.name_marks(table, columns, evidence.link_kind_column, np.zeros(0, np.int64), seconds=0.0),
        lambda: _native.page_sums(table, columns, seconds=0.0),
    ):
        with pytest.raises(_native.LimitTripped):
            call()
