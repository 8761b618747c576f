"""Titles and counts of board rows in the kernel beside those of its twin."""

import random

import numpy as np
import pytest

from tests.records.plain_titles import plain_count_rows, plain_titles
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed, seeds
from tests.soup import make_page
from weft import _native, parse
from weft.records.alignment import align_records
from weft.records.board_rows import find_titles
from weft.records.evidence import gather

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


def test_the_twin_finds_the_same_titles() -> None:
    titled = odd = 0
    for seed in seeds(300):
        evidence = gather(parse(make_board(random.Random(seed))))
        rows = evidence.page.rows_of("tr").tolist()
        slots = align_records(evidence, [(row, int(evidence.page.end[row])) for row in rows])
        titles = plain_titles(evidence, slots)
        assert list(find_titles(evidence, slots).items()) == list(titles.items())
        titled += bool(titles)
        odd += list(titles) != sorted(titles)
    assert titled > 40
    assert odd > 3


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
        _native.find_titles(evidence.page.table, evidence.columns, [(3, 5)], np.zeros(9, np.int64))


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<li><a href=/t/1>One</a>" * 2_000))
    slots = align_records(evidence, [(int(row), int(row) + 3) for row in evidence.page.rows_of("li")])
    with pytest.raises(_native.LimitTripped):
        _native.find_titles(evidence.page.table, evidence.columns, slots.ranges, slots.slot, seconds=0.0)
    with pytest.raises(_native.LimitTripped):
        _native.count_rows(evidence.page.table, seconds=0.0)
