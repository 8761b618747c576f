"""Names and sums of pages in the kernel beside those of its twin."""

import random

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.records.plain_names import (
    plain_name_marks,
    plain_name_texts,
    plain_page_sums,
    plain_region_features,
    plain_says_nothing,
)
from tests.records.plain_views import shared_features
from tests.records.test_board_rows import make_board
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.dates.languages import words_of
from weft.records.alignment import align_records
from weft.records.evidence import gather
from weft.records.names import name_kind, name_marks, name_rows, says_nothing
from weft.records.reading_features import PageMeasures
from weft.records.regions import find_candidates

ASKS = 8  # of a text that Python tells
WORDS = ["author", "user-name", "btn", "rank", "title", "x"]


def assert_as_twin(html: str | bytes) -> int:
    """How many texts can be names, the same with the same marks in the kernel and in its twin."""
    evidence = gather(parse(html))
    rows, kinds, asked, shown, quiet = _native.name_texts(evidence.page.table, evidence.columns)
    entries = plain_name_texts(evidence)
    texts = [text for _, text, _, _ in entries]
    assert [entry[:1] + entry[2:] for entry in entries] == list(
        zip(rows.tolist(), shown.tolist(), quiet.tolist(), strict=True)
    )
    assert asked == [text for text in texts if not text.isascii()]
    assert kinds.tolist() == [name_kind(text) if text.isascii() else ASKS for text in texts]
    wanted = [row for row, text in zip(rows.tolist(), texts, strict=True) if plain_says_nothing(text)]
    assert np.flatnonzero(says_nothing(evidence)).tolist() == wanted
    names = name_rows(evidence, rows)
    assert set(names.tolist()) <= set(rows.tolist())
    for row in names.tolist():
        assert name_marks(evidence, row) == plain_name_marks(evidence, row)
    for sums, plain in zip(
        _native.page_sums(evidence.page.table, evidence.columns), plain_page_sums(evidence), strict=True
    ):
        np.testing.assert_array_equal(sums, plain, strict=True)
    return len(names)


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


def assert_regions_as_twin(html: str | bytes) -> int:
    """How many candidates a page has, the same of their features in the kernel and in its twin."""
    measures = PageMeasures(gather(parse(html)), 1.5)
    candidates = find_candidates(measures.page, measures.evidence.text_rows)
    for candidate in candidates:
        slots = align_records(measures.evidence, candidate.ranges)
        features = shared_features(measures, candidate, slots)
        assert (features.pop("score"), features.pop("spanning")) == (1.5, float(candidate.spanning))
        plain = plain_region_features(measures.evidence, candidate, slots)
        assert list(features) == list(plain)
        np.testing.assert_allclose(list(features.values()), list(plain.values()), rtol=1e-9, atol=1e-12)
    return len(candidates)


def make_names(rng: random.Random) -> str:
    """Names under classes, links and labels."""

    def wrapped(text: str) -> str:
        for _ in range(rng.randrange(1, 6)):
            kind = rng.choice(["<a href='{}'>", "<div class='{}'>"]).format(rng.choice(["/user/1", "/login", *WORDS]))
            text = f"{kind}{text}</{kind[1:].split()[0]}>"
        return text

    return "".join(wrapped(rng.choice(["Ann", "by Bob", "Reply", "12", "12 May 2022", "von Eva"])) for _ in range(20))


@every_seed(30)
def test_the_twin_tells_the_same_of_random_pages(seed: int) -> None:
    assert_as_twin(make_page(seed))
    assert_as_twin(RandomPage(seed).html())
    assert_as_twin(make_board(random.Random(seed)))
    assert assert_as_twin(make_names(random.Random(seed))) > 0
    assert_regions_as_twin(make_page(seed, 80))
    assert assert_regions_as_twin(make_board(random.Random(seed))) > 0


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_tells_the_same_of_threads(layout: str) -> None:
    assert assert_as_twin(thread(layout, POSTS)) > 0
    assert assert_regions_as_twin(thread(layout, POSTS)) > 0


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
