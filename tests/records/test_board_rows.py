"""Titles and counts of board rows in the kernel: what it refuses."""

import random

import numpy as np
import pytest

from weft import _native, parse
from weft.records.alignment import align_records
from weft.records.board_rows import are_prices
from weft.records.evidence import gather
from weft.records.model import default_model

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


def test_slots_of_other_records_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    with pytest.raises(ValueError, match="slots"):
        _native.link_columns(evidence.columns, ([(3, 5)], np.zeros(9, np.int64)))
    slot, trees = np.zeros(2, np.int64), default_model().trees
    with pytest.raises(ValueError, match="trees"):
        _native.read_titles(evidence.columns, are_prices, ([(3, 5)], slot), trees["bodies"])
    priced = gather(parse("<li>2 replies"))
    with pytest.raises(ValueError, match="one answer"):
        _native.read_titles(priced.columns, lambda _: [], ([(3, 5)], slot), trees["titles"])


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<li><a href=/t/1>One</a>" * 2_000))
    slots = align_records(evidence, [(int(row), int(row) + 3) for row in evidence.page.rows_of("li")])
    with pytest.raises(_native.LimitTripped):
        _native.link_columns(evidence.columns, slots.region, seconds=0.0)
    with pytest.raises(_native.LimitTripped):
        evidence.columns.numbers(are_prices, seconds=0.0)
