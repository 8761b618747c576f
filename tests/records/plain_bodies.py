"""The bodies of records and columns of their texts, as Python: the kernel's twin."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.records.plain_slots import by_step, positions_of, slot_of, under
from weft import _native
from weft._native import Trees
from weft.page import Page, tag_number
from weft.records.alignment import Column, Slots
from weft.records.bodies import Bodies, Span
from weft.records.evidence import HEADINGS, Evidence, Weights
from weft.records.names import says_nothing
from weft.records.slot_features import Matrix, slot_features
from weft.records.words import BODY, PAGER, PERSON, SIGNATURE, TITLE, tag_mask

MIN_PRESENCE = 0.5
MIN_LIKELY = 0.5
SAID_BY_ALL = 0.6
WORD_WEIGHT = 15.0
TIMES_OF_ONE = 3
_BREAKS = frozenset((tag_number("br"), tag_number("hr")))
_DRESSES = tag_mask("b", "i", "u", "font", "strong", "em", "bdi", "big", "small", "span", "time", "abbr")


def likely(trees: Trees, matrix: Matrix) -> Weights:
    """How likely trees hold each row."""
    if not len(matrix):
        return np.zeros(0)
    margins = trees.predict(np.ascontiguousarray(matrix, np.float32)).astype(np.float64)
    return 1.0 / (1.0 + np.exp(-margins.reshape(len(matrix))))


def plain_columns(slots: Slots, picked: NDArray[np.bool_], *, plain: float = 0.5) -> dict[tuple[int, int], Column]:
    """By slot and ordinal in the record, the picked rows of each record."""
    page, slot_at, presence = slots.page, slot_of(slots), slots.presence
    rows = slots.rows[picked]
    elements = np.where(page.tag[rows] == 0, page.parent[rows], rows)
    if len(rows) and _DRESSES[page.tag[elements]].any():
        few = presence < plain * len(slots.ranges)
        elements = page.nearest(~(_DRESSES[page.tag] & few[slot_at]))[elements]
    columns_by_slot: dict[tuple[int, int], Column] = {}
    ordinal: Counter[tuple[int, int]] = Counter()
    for row, record, slot in zip(rows.tolist(), slots.record[picked].tolist(), slot_at[elements].tolist(), strict=True):
        columns_by_slot.setdefault((slot, ordinal[slot, record]), {})[record] = row
        ordinal[slot, record] += 1
    return columns_by_slot


def plain_weights(evidence: Evidence, slots: Slots) -> Weights:
    """The weights of the texts in these records: a text of most records counts against a body, a number not at all."""
    page = evidence.page
    weights = evidence.weights.copy()
    for start, end in slots.ranges:
        many = evidence.times.rows[evidence.times.within(start, end)[TIMES_OF_ONE:]]
        weights[many] = page.chars[many]
    if len(slots.ranges) < 2:
        return weights
    texts = np.flatnonzero((page.tag[slots.rows] == 0) & (page.chars[slots.rows] > 0))
    rows = slots.rows[texts]
    weights[rows[says_nothing(evidence)[rows]]] = 0.0
    common = max(2, SAID_BY_ALL * len(slots.ranges))
    same = _native.repeated_texts(page.table, rows, slots.record[texts], slots.slot[texts], common)
    weights[same] = -page.chars[same].astype(np.float64)
    return weights


def word_gains(evidence: Evidence, rows: NDArray[np.int64]) -> Weights:
    """The weight that the classes of rows add for a body."""
    gain = np.zeros(len(rows))
    gain[(evidence.flags[rows] & BODY) > 0] += WORD_WEIGHT
    gain[(evidence.flags[rows] & (SIGNATURE | PERSON | TITLE | PAGER)) > 0] -= WORD_WEIGHT
    return gain


def plain_bodies(evidence: Evidence, slots: Slots, trees: Trees) -> Bodies:
    """The bodies of records: the slot that is most likely theirs.

    A body is one element, or what follows the head of a record that has no elements of its own.
    """
    weights = plain_weights(evidence, slots)
    choice = _likely_slot(evidence, slots, trees)
    if choice.likely < MIN_LIKELY:  # paths differ from record to record, and classes may not
        choice = max(choice, _likely_slot(evidence, by_step(slots), trees), key=lambda one: one.likely)
    gain = under(slots, weights) + word_gains(evidence, slots.rows)
    tails = _loose_tails(evidence, slots)
    own = sum(float(weights[slots.rows[at] : slots.ends[at]].sum()) for at in choice.positions.tolist() if at >= 0)
    if tails and sum(float(weights[start:end].sum()) for start, end in tails) > own:
        spans, odd = tails, [False] * len(tails)
    else:
        spans, odd = _spans_at(evidence, slots, gain, choice.positions)
    mass = sum(max(0.0, float(weights[start:end].sum())) for start, end in spans) / len(spans)
    return Bodies(spans=spans, odd=odd, mass=mass, likely=choice.likely, runner_up=choice.runner_up)


@dataclass(frozen=True, eq=False, kw_only=True)
class _SlotChoice:
    """The slot of the bodies: for each record the position of its row in `slots.rows`, -1 for none."""

    positions: NDArray[np.int64]
    likely: float = 0.0
    runner_up: float = 0.0


def _likely_slot(evidence: Evidence, slots: Slots, trees: Trees) -> _SlotChoice:
    n = len(slots.ranges)
    positions = np.full(n, -1, np.int64)
    usable = np.flatnonzero((slots.presence >= MIN_PRESENCE * n) & (slots.sums(evidence.page.tag[slots.rows] > 0) > 0))
    if not len(usable):
        return _SlotChoice(positions=positions)
    values = likely(trees, slot_features(evidence, slots)[usable])
    order = np.argsort(-values, kind="stable")
    hit = np.flatnonzero(slots.slot == usable[order[0]])[::-1]
    positions[slots.record[hit]] = hit  # the first of a record: a signature comes behind
    return _SlotChoice(
        positions=positions,
        likely=float(values[order[0]]),
        runner_up=float(values[order[1]]) if len(order) > 1 else 0.0,
    )


def _spans_at(
    evidence: Evidence, slots: Slots, gain: Weights, positions: NDArray[np.int64]
) -> tuple[list[Span], list[bool]]:
    odd = positions < 0
    usual = np.unique(evidence.page.table.step[slots.rows[positions[~odd]]])
    for record in np.flatnonzero(odd).tolist():
        positions[record] = _odd_body(slots, gain, record, usual)
    spans = [
        (int(slots.rows[position]), int(slots.ends[position])) if position >= 0 else (0, 0) for position in positions
    ]
    return spans, odd.tolist()


def _odd_body(slots: Slots, gain: Weights, record: int, usual: NDArray[np.uint64]) -> int:
    """The position of a body that is built differently: by the classes of the other bodies, else the heaviest."""
    positions = positions_of(slots, record)
    positions = positions[slots.page.tag[slots.rows[positions]] > 0]
    alike = positions[np.isin(slots.page.table.step[slots.rows[positions]], usual)]
    if len(alike):
        return int(alike[0])
    best = positions[len(positions) - 1 - int(np.argmax(gain[positions][::-1]))] if len(positions) else -1
    return int(best) if best >= 0 and gain[best] > 0 else -1


def _loose_tails(evidence: Evidence, slots: Slots) -> list[Span]:
    """What follows the head of each record; empty where a record has something there, but no text of its own."""
    tails: list[Span] = []
    for span in slots.ranges:
        tail = tail_behind_head(evidence, span)
        if tail[0] < tail[1] and not has_loose_text(evidence.page, tail):
            return []
        tails.append(tail)
    return tails


def tail_behind_head(evidence: Evidence, span: Span) -> Span:
    """The rows of a record behind its head: behind the top row with its first time, and headings and breaks there."""
    page = evidence.page
    start, end = span
    times = evidence.times.within(start, end)
    if not times:
        return end, end
    head = int(evidence.times.rows[times[0]])
    behind = [row for row in _top_rows(page, span) if row > head and (page.tag[row] or page.chars[row])]
    is_head = (HEADINGS[page.tag[row]] or page.tag[row] in _BREAKS for row in behind)
    behind = behind[next((index for index, skipped in enumerate(is_head) if not skipped), len(behind)) :]
    while behind and (page.tag[behind[-1]] in _BREAKS or evidence.flags[behind[-1]] & PAGER):
        end = behind.pop()
    return (behind[0], end) if behind else (end, end)


def _top_rows(page: Page, span: Span) -> list[int]:
    """The rows that a record consists of: the children of its one element, or its siblings."""
    start, end = span
    if page.end[start] == end:
        return page.children(start)
    rows = []
    while start < end:
        rows.append(start)
        start = int(page.end[start])
    return rows


def has_loose_text(page: Page, span: Span) -> bool:
    """Whether a text stands in the range without an element around it."""
    rows = np.arange(*span)
    return bool(((page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.depth[rows] == page.depth[span[0]])).any())
