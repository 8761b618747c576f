"""The body of a post: the slot that is most likely the bodies', and its text.

A judge says of each slot how likely it is (`slot_features.py`). Every text also has a weight: what somebody says speaks
for the element that holds it; what most records say in the same slot, a time, a name, a button or a signature speaks
against it. The weights decide where a record lacks the slot, and where its body is no element.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, check_time, kernel_call
from weft.kernel import records as kernel
from weft.kernel.trees import Trees
from weft.page import Page, tag_number
from weft.records.alignment import Slots
from weft.records.evidence import HEADINGS, Evidence
from weft.records.names import named_columns
from weft.records.words import EDITED, QUOTE, SIGNATURE, tag_mask

Span = tuple[int, int]

QUOTE_MARK = "> "
_BR = tag_number("br")
_QUOTES, _BUTTONS = tag_mask("blockquote"), tag_mask("button", "select")


@dataclass(frozen=True, kw_only=True)
class Bodies:
    """The rows of the body of each record, whether it is not in the slot of the others, and the mean weight."""

    spans: Sequence[Span] = ()
    odd: Sequence[bool] = ()
    mass: float = 0.0
    likely: float = 0.0  # that the slot is the bodies'
    runner_up: float = 0.0  # the same of the best other slot that is not around it or inside of it


def find_bodies(evidence: Evidence, slots: Slots, trees: Trees) -> Bodies:
    """The bodies of records: the slot that the trees hold most likely.

    A body is one element, or what follows the head of a record that has no elements of its own. The kernel finds them
    (`records/read/bodies.rs`).
    """
    columns = named_columns(evidence)
    with kernel_call() as seconds:
        spans, odd, mass, likely, runner_up = kernel.find_bodies(columns, slots.region, trees, seconds=seconds)
    return Bodies(spans=spans, odd=odd, mass=mass, likely=likely, runner_up=runner_up)


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


def body_text(
    evidence: Evidence, start: int, end: int, *, cut: Sequence[int] | None = None, quotes: Sequence[int] | None = None
) -> str:
    """The text of the rows `start .. end`: a line a block or `br`; a quoted line begins with `> `.

    Hidden texts, form controls and the rows in `cut` are left out; `quotes` are elements. Where nobody has judged them
    (None), the words of classes tell signatures, notes of edits and quotes.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> page = parse("<div><blockquote>Is it?</blockquote>It <b>is</b>.<br>Bye<p class=signature>Ann</div>")
    >>> body_text(gather(page), 3, len(page)).split(chr(10))
    ['> Is it?', 'It is.', 'Bye']
    """
    page = evidence.page
    rows = said_rows(evidence, start, end, cut=cut)
    quoted = quoted_rows(evidence, start, end, quotes)
    blocks = np.searchsorted(page.blocks.first, rows, side="right").tolist()
    pieces: list[str] = []
    block = before = -1
    for row, number in check_deadline(zip(rows.tolist(), blocks, strict=True)):
        check_time()
        if number != block or _BR in page.tag[before:row].tolist():
            pieces.append(("\n" if pieces else "") + (QUOTE_MARK if quoted[row - start] else ""))
        elif _apart(evidence, before, row):
            pieces.append(" ")
        pieces.append(evidence.line(row))
        block, before = number, row
    return "".join(pieces)


def quoted_rows(evidence: Evidence, start: int, end: int, quotes: Sequence[int] | None) -> NDArray[np.bool_]:
    """Which rows of the range lie in a quote."""
    if quotes is None:
        return _under(evidence, start, end, QUOTE, _QUOTES)
    return _below(evidence.page, start, end, np.array([row for row in quotes if start < row < end], np.int64))


def said_rows(evidence: Evidence, start: int, end: int, *, cut: Sequence[int] | None = None) -> NDArray[np.int64]:
    """The text rows of `start .. end` that somebody said: no signatures, notes of edits, buttons and hidden texts."""
    page = evidence.page
    rows = np.arange(start, end)
    rows = rows[(page.tag[rows] == 0) & (page.chars[rows] > 0) & ~page.raw[rows]]
    wanted = SIGNATURE | EDITED if cut is None else 0
    rows = rows[~_under(evidence, start, end, wanted, _BUTTONS)[rows - start]]
    if cut:
        rows = rows[~np.isin(rows, cut)]
    shown = rows[~page.hidden[rows]]
    return shown if len(shown) else rows


def _apart(evidence: Evidence, before: int, row: int) -> bool:
    """Whether white space stands between two texts of a line."""
    if evidence.text(before)[-1:].isspace() or evidence.text(row)[:1].isspace():
        return True
    return 0 in evidence.page.tag[before + 1 : row].tolist()


def _under(evidence: Evidence, start: int, end: int, wanted: int, tags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows of the range lie under an element inside it of such a word or tag."""
    page = evidence.page
    marked = (evidence.flags[start + 1 : end] & wanted) > 0
    return _below(page, start, end, start + 1 + np.flatnonzero(marked | tags[page.tag[start + 1 : end]]))


def _below(page: Page, start: int, end: int, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which rows of the range lie under one of these elements inside of it."""
    steps = np.zeros(end - start + 1, np.int64)
    np.add.at(steps, rows - start, 1)
    np.add.at(steps, np.minimum(page.end[rows], end) - start, -1)
    return np.cumsum(steps[:-1]) > 0
