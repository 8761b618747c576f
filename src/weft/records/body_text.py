"""The text of a body: line by line, quotes marked, what nobody says left out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weft.page import tag_number
from weft.records.evidence import Evidence
from weft.records.words import EDITED, QUOTE, SIGNATURE, tag_mask

QUOTE_MARK = "> "


def body_text(known: Evidence, start: int, end: int) -> str:
    """The text of the rows `start .. end`: a line a block or `br`; a quoted line begins with `> `.

    Signatures, notes of edits, buttons and hidden texts are left out.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> page = parse("<div><blockquote>Is it?</blockquote>It <b>is</b>.<br>Bye<p class=signature>Ann</div>")
    >>> body_text(gather(page), 3, len(page)).split(chr(10))
    ['> Is it?', 'It is.', 'Bye']
    """
    page = known.page
    rows = said_rows(known, start, end)
    quoted = _under(known, start, end, QUOTE, _QUOTES)
    blocks = np.searchsorted(page.blocks.first, rows, side="right").tolist()
    lines: list[str] = []
    block = before = -1
    for row, number in zip(rows.tolist(), blocks, strict=True):
        text = known.line(row)
        if number != block or _BR in page.tag[before:row].tolist():
            lines.append((QUOTE_MARK if quoted[row - start] else "") + text)
        else:
            lines[-1] += (" " if _apart(known, before, row) else "") + text
        block, before = number, row
    return "\n".join(lines)


def said_rows(known: Evidence, start: int, end: int) -> NDArray[np.int64]:
    """The text rows of `start .. end` that somebody said: no signatures, notes of edits, buttons and hidden texts."""
    page = known.page
    rows = np.arange(start, end)
    rows = rows[(page.tag[rows] == 0) & (page.chars[rows] > 0) & ~page.raw[rows]]
    rows = rows[~_under(known, start, end, SIGNATURE | EDITED, _BUTTONS)[rows - start]]
    shown = rows[~page.hidden[rows]]
    return shown if len(shown) else rows


def _apart(known: Evidence, before: int, row: int) -> bool:
    """Whether white space stands between two texts of a line."""
    if known.text(before)[-1:].isspace() or known.text(row)[:1].isspace():
        return True
    return 0 in known.page.tag[before + 1 : row].tolist()


def _under(known: Evidence, start: int, end: int, wanted: int, tags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows of the range lie under an element inside it of such a word or tag."""
    page = known.page
    marked = (known.flags[start + 1 : end] & wanted) > 0
    rows = start + 1 + np.flatnonzero(marked | tags[page.tag[start + 1 : end]])
    steps = np.zeros(end - start + 1, np.int64)
    np.add.at(steps, rows - start, 1)
    np.add.at(steps, np.minimum(page.end[rows], end) - start, -1)
    return np.cumsum(steps[:-1]) > 0


_BR = tag_number("br")
_QUOTES, _BUTTONS = tag_mask("blockquote"), tag_mask("button", "select")
