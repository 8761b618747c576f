"""Footnotes: a small link to a note further down, and the note's link back."""

import re
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.renderers.outline import rows_above

_LABEL = re.compile(r"[\[(]?\s*(\d{1,4}|[A-Za-z]|[*†‡§]{1,3})\s*[\])]?\Z")
_NOTE_NAME = re.compile(r"fn|note|cite|ref|endnote", re.IGNORECASE)
_SUP = tag_number("sup")
_INLINE = frozenset(tag_number(tag) for tag in ("a", "span", "sup", "b", "strong", "cite", "em", "i"))


@dataclass(frozen=True, eq=False)
class Footnotes:
    """Labels of the links that refer to a note and of the rows that hold one; the links back, which are not shown."""

    references: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    back: frozenset[int] = frozenset()


def find_footnotes(page: Page, links: list[int], text: NDArray[np.bool_]) -> Footnotes:
    """Pair the shown links that look like references with the shown elements that they lead to."""
    targets = {row: target for row in links if (target := fragment(page, row))}
    if not targets:
        return Footnotes()
    places = {page.id(row): row for row in reversed(np.flatnonzero(page.table.id_token >= 0).tolist())}
    shown = np.concatenate(([0], np.cumsum(text)))
    references: dict[int, str] = {}
    notes: dict[int, str] = {}
    uses: Counter[str] = Counter()
    for row, target in targets.items():
        place = _note_row(page, places.get(target, -1))
        found = _LABEL.match(page.text(row).strip())
        if place <= row or not found or shown[page.end[place]] == shown[place] or not _refers(page, row, target):
            continue
        if place not in notes:
            notes[place] = _numbered(found.group(1), uses)
        references[row] = notes[place]
    near = {ancestor for row in references for ancestor in (row, *rows_above(page, row, 2), *_inside(page, row))}
    back = {row for row, target in targets.items() if row not in references and places.get(target, -1) in near}
    return Footnotes(references, notes, frozenset(row for row in back if _inside_note(page, row, notes)))


def fragment(page: Page, row: int) -> str:
    """The id that a link on the page itself leads to, empty for any other link."""
    address, _, target = (page.attribute(row, "href") or "").strip().partition("#")
    return unquote(target) if target and address in ("", page.url) else ""


def _inside(page: Page, row: int) -> range:
    return range(row + 1, min(int(page.end[row]), row + 4))


def _note_row(page: Page, row: int) -> int:
    """The element that holds the note: an anchor stands for what it is in."""
    for _ in range(3):
        if row < 0 or int(page.tag[row]) not in _INLINE:
            break
        row = int(page.parent[row])
    return row


def _refers(page: Page, row: int, target: str) -> bool:
    near = [*rows_above(page, row, 2), *_inside(page, row)]
    return any(page.tag[other] == _SUP for other in near) or bool(_NOTE_NAME.search(target))


def _numbered(label: str, uses: Counter[str]) -> str:
    """A label that no other note has: pages start counting anew in every part."""
    label = label if label.isalnum() else "note"
    uses[label] += 1
    return label if uses[label] == 1 else f"{label}-{uses[label]}"


def _inside_note(page: Page, row: int, notes: dict[int, str]) -> bool:
    return any(ancestor in notes for ancestor in rows_above(page, row, 6))
