"""The features of parts of records in the kernel beside those of its twin."""

import random
import re
from dataclasses import replace
from html import escape

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, board, thread
from tests.records.plain_roles import FEATURES, PATTERNS, plain_role_features, says
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.dates.languages import table
from weft.page import Page
from weft.records.alignment import align_records
from weft.records.evidence import Evidence, gather
from weft.records.find import RecordSearch
from weft.records.language_words import LAST, REPLIES, VIEWS, WordPattern
from weft.records.posts import body_parts
from weft.records.regions import find_candidates
from weft.records.role_features import Entries, Parts, role_features
from weft.records.roles import BODY_WORDS, button_columns, element_slots, quote_elements, short_columns, time_columns
from weft.training.made_forums import made_board, made_thread
from weft.training.record_examples import KnownPage

Keys = list[tuple[int, int]]


def assert_as_twin(parts: Parts, columns: list[Entries], keys: Keys) -> None:
    features = role_features(parts, columns, keys)
    wanted = plain_role_features(parts, columns, keys)
    different = [FEATURES[place] for place in np.flatnonzero((features != wanted).any(axis=0))]
    assert not different
    assert (features.shape, features.dtype) == (wanted.shape, wanted.dtype)


def random_parts(evidence: Evidence, rng: random.Random) -> Parts:
    """Records at random, with some of their parts at random."""
    edges = sorted(rng.sample(range(1, len(evidence.page)), min(24, len(evidence.page) - 1) // 2 * 2))
    ranges = list(zip(edges[::2], edges[1::2], strict=True))

    def rows() -> list[int]:
        return [rng.choice((-1, rng.randrange(start, end))) for start, end in ranges] if rng.random() < 0.7 else []

    mains = [rng.choice(((0, 0), (start, end), (start, rng.randrange(start, end)))) for start, end in ranges]
    asked = rng.choice((BODY_WORDS, frozenset({"says_last"}), frozenset[str]()))
    slots = align_records(evidence, ranges)
    return Parts(evidence=evidence, slots=slots, mains=mains, authors=rows(), times=rows(), numbers=rows(), asked=asked)


def random_columns(parts: Parts, rng: random.Random) -> tuple[list[Entries], Keys]:
    rows = list(zip(parts.slots.record.tolist(), parts.slots.rows.tolist(), strict=True))
    columns: list[Entries] = [sorted(rng.sample(rows, min(len(rows), rng.randint(1, 40)))) for _ in range(6)]
    return columns, [(rng.randint(-1, 3), rng.randint(0, 2)) for _ in columns] if rng.random() < 0.5 else []


def test_the_columns_are_those_of_the_twin() -> None:
    assert tuple(_native.ROLE_FEATURES) == FEATURES


@every_seed(60)
def test_the_twin_tells_the_same_of_random_parts(seed: int) -> None:
    rng = random.Random(seed)
    said = ("#1", "#2", "楼主", "1,234 views", "Ann wrote:", "--", "५६ २", "① x²", "12 . 5", "“What a long sentence.”")
    html = make_page(seed, 200) + "".join(f"<p><b>{rng.choice(said)}</b><i>{rng.choice(said)}</i>" for _ in range(40))
    parts = random_parts(gather(parse(html)), rng)
    assert_as_twin(parts, *random_columns(parts, rng))


def check_page(page: Page) -> int:
    """How many columns of a page were compared."""
    search, count = RecordSearch(page), 0
    for candidate in find_candidates(page, search.evidence.times.rows)[:6]:
        slots = align_records(search.evidence, candidate.ranges)
        parts = replace(body_parts(search.evidence, slots, search.posts()), asked=BODY_WORDS)
        for columns in (time_columns(parts), button_columns(parts), short_columns(parts)):
            if columns:
                assert_as_twin(parts, [list(column.items()) for column in columns.values()], list(columns))
                count += len(columns)
        for elements in (element_slots(parts), quote_elements(parts)):
            if elements:
                assert_as_twin(parts, list(elements), [])
                count += len(elements)
    return count


def written_words(pattern: WordPattern) -> list[str]:
    """The words that a pattern is written with: groups and what may be left out are spelled out."""
    words = re.split(r"\|(?![^(]*\))", re.sub(r"\^|\$|\\b|\(\?!\)", "", pattern._source))
    while any(set("?(") & set(word) for word in words):
        parted = [re.split(r"(?:\(\?:([^()]*)\)|(?<!\()(\w))(\?)|\(\?:([^()]*)\)", word, maxsplit=1) for word in words]
        words = [
            f"{head}{middle}{tail}"
            for head, group, letter, may_lack, other, tail in (
                one if len(one) > 1 else [*one, *[None] * 4, ""] for one in parted
            )
            for middle in [*(group or letter or other or "").split("|"), *([""] if may_lack else [])]
        ]
    return [word for word in words if word]


def test_the_written_words_are_spelled_out() -> None:
    assert written_words(WordPattern(r"^at|posts?$|last (?:visit|seen)|now(?:ly)?\b")) == [
        *("at", "posts", "post", "last visit", "last seen", "nowly", "now")
    ]


def test_the_twin_hears_the_same_words() -> None:
    words = [word for kind in table() if not kind.startswith(("month", "weekday", "unit")) for word in table()[kind]]
    rng = random.Random(3)
    forms = (
        str.upper,
        str.title,
        "{}s".format,
        "2{}".format,
        "3th{}".format,
        "x{}".format,
        "{} 4".format,
        "{}\u093e".format,
    )
    patterns = (LAST, REPLIES, VIEWS, *PATTERNS.values())
    words += [word for pattern in patterns for word in written_words(pattern)]
    texts = [*words, *(rng.choice(forms)(word) for word in words)]
    texts += [" ".join(rng.sample(words, 3)) for _ in range(2_000)]
    texts += [
        "currently",
        "current_",
        "currents",
        "posts",
        "posts 4",
        "bread",
        "a read",
        "a_read",
        "回",
        "2回",
        "İLK regİstered",
    ]
    texts += ["LAſT", "Kı", "ΑΠΑΝΤΗΣΕΙΣ", "ΑΠΑΝΤΗΣΕΙΣ İ", "\ue000last", "ᲁо", "послеᲁн"]
    page = parse(
        "".join(f"<p><i title='{escape(rng.choice(texts), quote=True)}'>{escape(text)}</i></p>" for text in texts)
    )
    evidence = gather(page)
    rows = page.rows_of("p").tolist()
    slots = align_records(evidence, [(row, int(page.end[row])) for row in rows])
    parts = Parts(evidence=evidence, slots=slots, mains=[(0, 0)] * len(rows))
    columns = [[(record, row + 2)] for record, row in enumerate(rows)]
    features, first = role_features(parts, columns), FEATURES.index("says_last")
    wanted = [[says(evidence, row, name) for name in FEATURES[first:]] for ((_, row),) in columns]
    different = [page.text(rows[place]) for place in np.flatnonzero((features[:, first:] != wanted).any(axis=1))]
    assert not different
    assert features[:, first:].any(axis=0).all()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_tells_the_same_of_threads(layout: str) -> None:
    assert check_page(parse(thread(layout)))
    assert check_page(parse(thread(layout) + board()))


@every_seed(12)
def test_the_twin_tells_the_same_of_made_pages(seed: int) -> None:
    for case in (made_thread(seed, 0), made_board(seed, 0)):
        check_page(KnownPage(case).page)


def test_parts_of_other_records_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    slots = align_records(evidence, [(3, 5), (5, 7)])
    parts = Parts(evidence=evidence, slots=slots, mains=[(3, 5), (5, 7)])
    for columns, changes in (
        ([[(2, 3)]], {}),
        ([[(0, 99)]], {}),
        ([[]], {}),
        ([[(0, 3)]], {"mains": [(3, 5)]}),
        ([[(0, 3)]], {"mains": [(3, 5), (5, 99)]}),
        ([[(0, 3)]], {"times": [3]}),
    ):
        with pytest.raises(ValueError, match="parts"):
            role_features(replace(parts, asked=frozenset(), **changes), columns)


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<li>One" * 5_000))
    slots = align_records(evidence, [(3, len(evidence.page))])
    columns = [[(0, row)] for row in range(3, 5_000)]
    with pytest.raises(_native.LimitTripped):
        _native.role_features(
            evidence.page.table,
            evidence.columns,
            (evidence.link_kind_column, evidence.shown),
            slots.ranges,
            slots.slot,
            ([(3, 9)], ([], [], []), [], False),
            columns,
            [],
            seconds=0.0,
        )
