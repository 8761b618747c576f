"""Titles and counts of board rows in the kernel beside those of its twin."""

import random

import numpy as np
import pytest

from tests.records.plain_title_features import (
    FEATURES,
    plain_count_rows,
    plain_is_index,
    plain_link_columns,
    plain_title_features,
    plain_with_odd_rows,
)
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed, seeds
from tests.soup import make_page
from weft import _native, parse
from weft.records.alignment import Slots, align_records
from weft.records.evidence import Evidence, gather
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
    count = odd = index = 0
    for seed in seeds(200):
        evidence, slots = slots_of(seed)
        columns, features = link_columns(evidence, slots)
        assert [list(column.items()) for column in columns] == [
            list(column.items()) for column in plain_link_columns(evidence, slots)
        ]
        wanted = plain_title_features(evidence, slots, columns)
        np.testing.assert_allclose(features, wanted, rtol=1e-5, atol=1e-5, strict=True)
        for titles in columns:
            pairs = list(titles.items())
            table, its, ranges, slot = evidence.page.table, evidence.columns, slots.ranges, slots.slot
            whole = plain_with_odd_rows(evidence, slots, titles)
            assert _native.with_odd_titles(table, its, ranges, slot, pairs) == list(whole.items())
            numbers = [{record: row + shift for record, row in titles.items()} for shift in (-4, 4)]
            edges = {record: (numbers[0][record], numbers[1][record]) for record in titles}
            for few in ({}, edges):
                columns_of_numbers = numbers if few else []
                is_index = plain_is_index(evidence, slots, titles, columns_of_numbers)
                assert _native.is_index(table, its, ranges, slot, pairs, few) == is_index
                index += is_index
            count += 1
            odd += len(whole) > len(titles)
    assert count > 200
    assert odd > 10
    assert index > 3


@every_seed(40)
def test_the_twin_finds_the_same_counts(seed: int) -> None:
    for html in (make_page(seed), RandomPage(seed).html(), make_board(random.Random(seed))):
        page = parse(html)
        np.testing.assert_array_equal(_native.count_rows(page.table), plain_count_rows(page), strict=True)


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
    rows = _native.count_rows(page.table)
    np.testing.assert_array_equal(rows, plain_count_rows(page), strict=True)
    assert len(rows) > 10


def test_slots_of_other_records_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    with pytest.raises(ValueError, match="slots"):
        _native.link_columns(evidence.page.table, evidence.columns, [(3, 5)], np.zeros(9, np.int64))
    slot = np.zeros(2, np.int64)
    with pytest.raises(ValueError, match="titles"):
        _native.with_odd_titles(evidence.page.table, evidence.columns, [(3, 5)], slot, [(0, 99)])
    with pytest.raises(ValueError, match="titles"):
        _native.is_index(evidence.page.table, evidence.columns, [(3, 5)], slot, [(9, 3)], {})


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<li><a href=/t/1>One</a>" * 2_000))
    slots = align_records(evidence, [(int(row), int(row) + 3) for row in evidence.page.rows_of("li")])
    with pytest.raises(_native.LimitTripped):
        _native.link_columns(evidence.page.table, evidence.columns, slots.ranges, slots.slot, seconds=0.0)
    with pytest.raises(_native.LimitTripped):
        _native.count_rows(evidence.page.table, seconds=0.0)
