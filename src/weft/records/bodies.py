"""The body of a post: the slot that is most likely the bodies', and its text.

A judge says of each slot how likely it is (`slot_features.py`). Every text also has a weight: what somebody says speaks
for the element that holds it; what most records say in the same slot, a time, a name, a button or a signature speaks
against it. The weights decide where a record lacks the slot, and where its body is no element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.deadline import check_time, in_time
from weft.page import Page, tag_number
from weft.page.kernel import kernel_call
from weft.records.alignment import Slots
from weft.records.evidence import HEADINGS, Evidence, Weights
from weft.records.names import says_nothing
from weft.records.slot_features import Matrix, slot_features
from weft.records.words import BODY, EDITED, PAGER, PERSON, QUOTE, SIGNATURE, TITLE, tag_mask

Span = tuple[int, int]
SlotJudge = Callable[[Matrix], Weights]  # from the features of slots how likely each is the body's

MIN_PRESENCE = 0.5  # share of the records that the slot of a body must be in
MIN_LIKELY = 0.5  # of the best path: below it rows of one tag and classes at any depth are tried too
SAID_BY_ALL = 0.6  # share of the records that say the same: a label or a button
WORD_WEIGHT = 15.0  # what a word such as "content" in the class is worth, in characters a record
TIMES_OF_ONE = 3  # a record's own time, an edit, a responsive copy; more dates are something that somebody says
_BREAKS = frozenset((tag_number("br"), tag_number("hr")))
QUOTE_MARK = "> "
REPEATED_WORDS = 6  # shorter texts may well be said twice
_BR = tag_number("br")
_QUOTES, _BUTTONS = tag_mask("blockquote"), tag_mask("button", "select")


def own_weights(evidence: Evidence, slots: Slots) -> Weights:
    """The weights of the texts in these records: a text of most records counts against a body, a number not at all."""
    page = evidence.page
    weights = evidence.weights.copy()
    for start, end in in_time(slots.ranges):
        many = evidence.times.rows[evidence.times.within(start, end)[TIMES_OF_ONE:]]
        weights[many] = page.chars[many]
    if len(slots.ranges) < 2:
        return weights
    texts = np.flatnonzero((page.tag[slots.rows] == 0) & (page.chars[slots.rows] > 0))
    rows = slots.rows[texts]
    weights[rows[says_nothing(evidence)[rows]]] = 0.0
    common = max(2, SAID_BY_ALL * len(slots.ranges))
    with kernel_call() as seconds:
        same = _native.repeated_texts(page.table, rows, slots.record[texts], slots.slot[texts], common, seconds=seconds)
    weights[same] = -page.chars[same].astype(np.float64)
    return weights


def word_gains(evidence: Evidence, rows: NDArray[np.int64]) -> Weights:
    """The weight that the classes of rows add for a body."""
    gain = np.zeros(len(rows))
    gain[(evidence.flags[rows] & BODY) > 0] += WORD_WEIGHT
    gain[(evidence.flags[rows] & (SIGNATURE | PERSON | TITLE | PAGER)) > 0] -= WORD_WEIGHT
    return gain


@dataclass(frozen=True, kw_only=True)
class Bodies:
    """The rows of the body of each record, whether it is not in the slot of the others, and the mean weight."""

    spans: Sequence[Span] = ()
    odd: Sequence[bool] = ()
    mass: float = 0.0
    likely: float = 0.0  # that the slot is the bodies'
    runner_up: float = 0.0  # the same of the best other slot that is not around it or inside of it


def find_bodies(evidence: Evidence, slots: Slots, judge: SlotJudge) -> Bodies:
    """The bodies of records: the slot that is most likely theirs.

    A body is one element, or what follows the head of a record that has no elements of its own.
    """
    weights = own_weights(evidence, slots)
    choice = _likely_slot(evidence, slots, judge)
    if choice.likely < MIN_LIKELY:  # paths differ from record to record, and classes may not
        choice = max(choice, _likely_slot(evidence, slots.by_step(), judge), key=lambda one: one.likely)
    gain = slots.under(weights) + word_gains(evidence, slots.rows)
    tails = _loose_tails(evidence, slots)
    own = sum(float(weights[slots.rows[at] : slots.ends[at]].sum()) for at in choice.positions.tolist() if at >= 0)
    if tails and sum(float(weights[start:end].sum()) for start, end in in_time(tails)) > own:
        spans, odd = tails, [False] * len(tails)
    else:
        spans, odd = _spans_at(evidence, slots, gain, choice.positions)
    mass = sum(max(0.0, float(weights[start:end].sum())) for start, end in in_time(spans)) / len(spans)
    return Bodies(spans=spans, odd=odd, mass=mass, likely=choice.likely, runner_up=choice.runner_up)


@dataclass(frozen=True, eq=False, kw_only=True)
class _SlotChoice:
    """The slot of the bodies: for each record the position of its row in `slots.rows`, -1 for none."""

    positions: NDArray[np.int64]
    likely: float = 0.0
    runner_up: float = 0.0


def _likely_slot(evidence: Evidence, slots: Slots, judge: SlotJudge) -> _SlotChoice:
    n = len(slots.ranges)
    positions = np.full(n, -1, np.int64)
    usable = np.flatnonzero((slots.presence >= MIN_PRESENCE * n) & (slots.sums(evidence.page.tag[slots.rows] > 0) > 0))
    if not len(usable):
        return _SlotChoice(positions=positions)
    likely = judge(slot_features(evidence, slots)[usable])
    order = np.argsort(-likely, kind="stable")
    hit = np.flatnonzero(slots.slot == usable[order[0]])[::-1]
    positions[slots.record[hit]] = hit  # the first of a record: a signature comes behind
    return _SlotChoice(
        positions=positions,
        likely=float(likely[order[0]]),
        runner_up=float(likely[order[1]]) if len(order) > 1 else 0.0,
    )


def _spans_at(
    evidence: Evidence, slots: Slots, gain: Weights, positions: NDArray[np.int64]
) -> tuple[list[Span], list[bool]]:
    odd = positions < 0
    usual = np.unique(evidence.page.table.step[slots.rows[positions[~odd]]])
    for record in np.flatnonzero(odd).tolist():
        check_time()
        positions[record] = _odd_body(slots, gain, record, usual)
    spans = [
        (int(slots.rows[position]), int(slots.ends[position])) if position >= 0 else (0, 0) for position in positions
    ]
    return spans, odd.tolist()


def _odd_body(slots: Slots, gain: Weights, record: int, usual: NDArray[np.uint64]) -> int:
    """The position of a body that is built differently: by the classes of the other bodies, else the heaviest."""
    positions = slots.positions_of(record)
    positions = positions[slots.page.tag[slots.rows[positions]] > 0]
    alike = positions[np.isin(slots.page.table.step[slots.rows[positions]], usual)]
    if len(alike):
        return int(alike[0])
    best = positions[len(positions) - 1 - int(np.argmax(gain[positions][::-1]))] if len(positions) else -1
    return int(best) if best >= 0 and gain[best] > 0 else -1


def _loose_tails(evidence: Evidence, slots: Slots) -> list[Span]:
    """What follows the head of each record; empty where a record has something there, but no text of its own."""
    tails: list[Span] = []
    for span in in_time(slots.ranges):
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


def behind_title(evidence: Evidence, body: Span) -> Span:
    """The rows of a body behind a heading at its start that repeats the title of the page."""
    page = evidence.page
    start, end = body
    rows = np.arange(start, end)
    texts = rows[(page.tag[rows] == 0) & (page.chars[rows] > 0)].tolist()
    for text in texts[:-1]:
        if not (evidence.is_title[text] and _in_heading(evidence, text)):
            break
        start = text + 1
    return start, end


def _in_heading(evidence: Evidence, row: int) -> bool:
    return bool(HEADINGS[evidence.page.tag[evidence.above(row, 3)]].any())


def body_text(evidence: Evidence, start: int, end: int, *, cut: Sequence[int] = ()) -> str:
    """The text of the rows `start .. end`: a line a block or `br`; a quoted line begins with `> `.

    Signatures, notes of edits, buttons, hidden texts and the rows in `cut` are left out.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> page = parse("<div><blockquote>Is it?</blockquote>It <b>is</b>.<br>Bye<p class=signature>Ann</div>")
    >>> body_text(gather(page), 3, len(page)).split(chr(10))
    ['> Is it?', 'It is.', 'Bye']
    """
    page = evidence.page
    rows = said_rows(evidence, start, end, cut=cut)
    quoted = _under(evidence, start, end, QUOTE, _QUOTES)
    blocks = np.searchsorted(page.blocks.first, rows, side="right").tolist()
    pieces: list[str] = []
    block = before = -1
    for row, number in in_time(zip(rows.tolist(), blocks, strict=True)):
        check_time()
        if number != block or _BR in page.tag[before:row].tolist():
            pieces.append(("\n" if pieces else "") + (QUOTE_MARK if quoted[row - start] else ""))
        elif _apart(evidence, before, row):
            pieces.append(" ")
        pieces.append(evidence.line(row))
        block, before = number, row
    return "".join(pieces)


def said_rows(evidence: Evidence, start: int, end: int, *, cut: Sequence[int] = ()) -> NDArray[np.int64]:
    """The text rows of `start .. end` that somebody said: no signatures, notes of edits, buttons and hidden texts."""
    page = evidence.page
    rows = np.arange(start, end)
    rows = rows[(page.tag[rows] == 0) & (page.chars[rows] > 0) & ~page.raw[rows]]
    rows = rows[~_under(evidence, start, end, SIGNATURE | EDITED, _BUTTONS)[rows - start]]
    if cut:
        rows = rows[~np.isin(rows, cut)]
    shown = rows[~page.hidden[rows]]
    return shown if len(shown) else rows


def said_blocks(evidence: Evidence, bodies: Iterable[tuple[Span, Sequence[int]]]) -> tuple[int, NDArray[np.int64]]:
    """How many bodies say something, and their blocks in document order, each text once.

    Each body comes with those of its rows that nobody said.
    """
    page = evidence.page
    rows = [said_rows(evidence, *body, cut=cut) for body, cut in in_time(bodies) if body[0] < body[1]]
    if not rows:
        return 0, np.zeros(0, np.int64)
    blocks = np.unique(np.searchsorted(page.blocks.first, np.concatenate(rows), side="right") - 1)
    return len(rows), np.array(list(_once(page, blocks[blocks >= 0].tolist())), np.int64)


def _once(page: Page, blocks: Sequence[int]) -> Iterator[int]:
    """The blocks without those that repeat an earlier one: the next post may quote a post."""
    said = set()
    for block in in_time(blocks):
        text = "".join(page.blocks.text(block).split())
        if text not in said or page.blocks.words[block] < REPEATED_WORDS:
            yield block
        said.add(text)


def _apart(evidence: Evidence, before: int, row: int) -> bool:
    """Whether white space stands between two texts of a line."""
    if evidence.text(before)[-1:].isspace() or evidence.text(row)[:1].isspace():
        return True
    return 0 in evidence.page.tag[before + 1 : row].tolist()


def _under(evidence: Evidence, start: int, end: int, wanted: int, tags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows of the range lie under an element inside it of such a word or tag."""
    page = evidence.page
    marked = (evidence.flags[start + 1 : end] & wanted) > 0
    rows = start + 1 + np.flatnonzero(marked | tags[page.tag[start + 1 : end]])
    steps = np.zeros(end - start + 1, np.int64)
    np.add.at(steps, rows - start, 1)
    np.add.at(steps, np.minimum(page.end[rows], end) - start, -1)
    return np.cumsum(steps[:-1]) > 0
