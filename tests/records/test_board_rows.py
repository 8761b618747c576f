"""Titles and counts of board rows in the kernel beside those of its twin."""

import random
import re
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.records.plain_title_features import (
    FEATURES,
    plain_count_rows,
    plain_link_columns,
    plain_title_features,
)
from tests.records.plain_titled import plain_read_titles
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed, seeds
from tests.soup import make_page
from weft import _native, parse
from weft.model_file import TreeArrays
from weft.records.alignment import Slots, align_records
from weft.records.board_rows import read_titles
from weft.records.evidence import Evidence, gather
from weft.records.model import default_model
from weft.records.title_features import link_columns

TEXTS = ["One", "Re: One", "Two words", "12", "1.2k", "_", "…", "第 2", "aw： Three", "Once upon a time there was", "५"]
ADDRESSES = [
    "/t/{n}",
    "/user/{n}",
    "/forum/x",
    "?tid={n}&p=1",
    "#",
    "javascript:x",
    "/pm/{n}",
    "/view/{n}",
    "/a?x={n}",
    "",
]


def make_board(rng: random.Random) -> str:
    """Rows of links: in each slot one kind of text and address, but for some rows."""
    kinds = [(rng.choice(ADDRESSES), rng.choice(["", "title", "user", "topic"])) for _ in range(rng.randrange(1, 4))]

    def cell(number: int, address: str, name: str) -> str:
        address = rng.choice(ADDRESSES) if rng.random() < 0.1 else address
        text = rng.choice(TEXTS) + (f" {number}" if rng.random() < 0.7 else "")
        wrapped = "<b>" * rng.choice([0, 0, 0, 7]) + text
        return f"<td class='{name}'><a href='{address.format(n=rng.randrange(9))}'>{wrapped}</a></td>"

    def row(number: int) -> str:
        cells = [cell(number, *kind) for kind in kinds if rng.random() < 0.9]
        return f"<tr>{''.join(cells)}<td>{rng.choice(TEXTS)}</td></tr>"

    return f"<table>{''.join(map(row, range(rng.randrange(2, 12))))}</table>"


def slots_of(seed: int) -> tuple[Evidence, Slots]:
    evidence = gather(parse(make_board(random.Random(seed))))
    rows = evidence.page.rows_of("tr").tolist()
    return evidence, align_records(evidence, [(row, int(evidence.page.end[row])) for row in rows])


def test_the_columns_are_those_of_the_twin() -> None:
    assert tuple(_native.TITLE_FEATURES) == FEATURES


def test_the_twin_tells_the_same_of_columns_of_links() -> None:
    count = 0
    for seed in seeds(200):
        evidence, slots = slots_of(seed)
        columns, features = link_columns(evidence, slots)
        assert [list(column.items()) for column in columns] == [
            list(column.items()) for column in plain_link_columns(evidence, slots)
        ]
        wanted = plain_title_features(evidence, slots, columns)
        np.testing.assert_allclose(features, wanted, rtol=1e-5, atol=1e-5, strict=True)
        count += len(columns)
    assert count > 200


class Judges:
    """Trees that judge titles, and no others."""

    def __init__(self, trees: _native.Trees) -> None:
        self.trees = {"titles": trees}

    def role(self, name: str, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        return np.array(self.trees[name].likely(matrix))


def stump(feature: str, *, more: float) -> _native.Trees:
    """A tree that holds a row likelier or less likely where the feature is 1 or more."""
    return TreeArrays(
        feature=np.array([FEATURES.index(feature), 0, 0], np.uint16),
        threshold=np.array([1.0, 0.0, 0.0], np.float32),
        child=np.array([1, 1, 2], np.uint32),
        value=np.array([0.0, 0.0, more], np.float32),
        roots=np.zeros(1, np.uint32),
        base=np.zeros(1, np.float32),
    ).build(len(FEATURES))


def test_the_twin_reads_the_same_titles() -> None:
    every = [default_model().trees["titles"], stump("order", more=1.0), stump("order", more=-1.0)]
    count = odd = numbered = 0
    for seed in seeds(200):
        evidence, slots = slots_of(seed)
        columns, _ = link_columns(evidence, slots)
        for trees in every:
            judges = Judges(trees)
            read = read_titles(evidence, slots, judges)
            wanted = plain_read_titles(evidence, slots, partial(judges.role, "titles"))
            assert list(read.titles.items()) == list(wanted.titles.items())
            assert list(read.numbers.items()) == list(wanted.numbers.items())
            assert (read.likely, read.runner_up) == (wanted.likely, wanted.runner_up)
            assert read.is_index == wanted.is_index
            count += bool(read.titles)
            odd += len(read.titles) > max(map(len, columns), default=0)
            numbered += bool(read.numbers)
    assert min(count, odd, numbered) > 10


def test_rows_that_are_boards() -> None:
    latest = "<a href=/t/{0}>Which of the looms is it, {0}?</a>"
    row = f"<tr><td><a href=/board/{{0}}>Board {{0}}</a><td>{{0}}2<td>{{0}}7<td>{latest}</tr>"
    evidence = gather(parse(f"<table>{''.join(map(row.format, range(1, 7)))}</table>"))
    rows = evidence.page.rows_of("tr").tolist()
    slots = align_records(evidence, [(row, int(evidence.page.end[row])) for row in rows])
    judges = Judges(stump("order", more=-1.0))
    assert read_titles(evidence, slots, judges).is_index
    assert plain_read_titles(evidence, slots, partial(judges.role, "titles")).is_index


@every_seed(40)
def test_the_twin_finds_the_same_counts(seed: int) -> None:
    for html in (make_page(seed), RandomPage(seed).html(), make_board(random.Random(seed))):
        page = parse(html)
        np.testing.assert_array_equal(_native.count_rows(page.table)[0], plain_count_rows(page), strict=True)


COUNTS = [
    "12",
    "1,234 replies",
    "(3)",
    "1.2k",
    "9.50 views",
    "9.50",
    "4,5",
    "3 of 4",
    "a label that is long 12",
    "५",
    "x²",
]


def test_the_twin_tells_the_same_numbers() -> None:
    page = parse("".join(f"<p>{text}<p> {text}\n k<p>{text}m" for text in [*COUNTS, *TEXTS]))
    rows, has_words = _native.count_rows(page.table)
    assert has_words.tolist() == [not re.fullmatch(r"[\s!-#%-@\[-`{-~]*", page.text(row)) for row in rows]
    np.testing.assert_array_equal(rows, plain_count_rows(page), strict=True)
    assert len(rows) > 10


def test_slots_of_other_records_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    with pytest.raises(ValueError, match="slots"):
        _native.link_columns(evidence.page.table, evidence.columns, [(3, 5)], np.zeros(9, np.int64))
    slot, none, trees = np.zeros(2, np.int64), np.zeros(1, np.bool_), default_model().trees
    with pytest.raises(ValueError, match="numbers"):
        _native.read_titles(evidence.page.table, evidence.columns, none, [(3, 5)], slot, trees["titles"])
    with pytest.raises(ValueError, match="trees"):
        _native.read_titles(evidence.page.table, evidence.columns, evidence.counts, [(3, 5)], slot, trees["bodies"])


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<li><a href=/t/1>One</a>" * 2_000))
    slots = align_records(evidence, [(int(row), int(row) + 3) for row in evidence.page.rows_of("li")])
    with pytest.raises(_native.LimitTripped):
        _native.link_columns(evidence.page.table, evidence.columns, slots.ranges, slots.slot, seconds=0.0)
    with pytest.raises(_native.LimitTripped):
        _native.count_rows(evidence.page.table, seconds=0.0)
