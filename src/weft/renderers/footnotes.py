"""Footnotes: small links to notes further down the page, the links back, and notes that stand in the text itself.

Markdown writes a note as `[^1]` where it belongs and `[^1]: ...` where its words are. The links back and the signs
around them, `^ a b` or `↩`, say nothing there.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time, in_time
from weft.late_patterns import late_pattern
from weft.page import Page, tag_number
from weft.page.name_words import rows_called, rows_named
from weft.page.notes import note_label, note_row, note_target, refers, rows_inside, rows_of_ids
from weft.renderers.shown_rows import rows_above

MAX_SIGN_ROWS = 40  # of the links back of one note, with the signs around them
MAX_NOTE_CLIMB = 6  # from a link back to its note

_SIGNS = late_pattern(r"[\s^↑↩⇑↵⤴\ufe0e\[\](),.:;|&*]*")
_ARROW = late_pattern(r"\s*[\^↑]\s*")
_BACK = late_pattern(r"\s*[\^↑↩⇑↵⤴]\ufe0e?\s*\d{0,2}\s*")
_BACK_WORDS = frozenset({"backlink", "backref"})
_SIDE_NOTES = frozenset("sidenote marginnote side-note margin-note footnote__note".split())
_SPAN, _SMALL, _ASIDE = (tag_number(tag) for tag in ("span", "small", "aside"))


@dataclass(frozen=True, eq=False)
class Footnotes:
    """Labels of the links that refer to a note, of the rows that hold one and of notes in the text; what is left out.

    `left_out` are the links back to a reference, with the signs around them.
    """

    references: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    inline: dict[int, str] = field(default_factory=dict)
    left_out: frozenset[int] = frozenset()


def find_footnotes(page: Page, links: list[int], text: NDArray[np.bool_], tables: Iterable[int] = ()) -> Footnotes:
    """Pair the shown links that look like references with the shown elements that they lead to.

    A note in one of the tables of data stays a part of it.
    """
    targets = {row: target for row in in_time(links) if (target := note_target(page, row))}
    shown = np.concatenate(([0], np.cumsum(text)))
    uses: Counter[str] = Counter()
    inline_references, inline = _inline_notes(page, links, shown, uses)
    if not targets:
        return Footnotes(inline_references, inline=inline)
    rows = rows_of_ids(page, set(targets.values()))
    in_table = _rows_inside(page, tables)
    references: dict[int, str] = {}
    notes: dict[int, str] = {}
    for row, target in targets.items():
        check_time()
        note = note_row(page, rows.get(target, -1))
        label = note_label(page, row)
        if note <= row or not label or shown[page.end[note]] == shown[note] or not refers(page, row, target):
            continue
        if in_table[note]:
            continue
        if note not in notes:
            notes[note] = _numbered(label, uses)
        references[row] = notes[note]
    near = {ancestor for row in references for ancestor in (row, *rows_above(page, row, 2), *rows_inside(page, row))}
    back = {row for row, target in targets.items() if row not in references and rows.get(target, -1) in near}
    left_out = _with_signs(page, {row for row in back if _note_above(page, row, notes) >= 0}, notes)
    back = {row for row, target in targets.items() if row not in references and rows.get(target, row) < row}
    return Footnotes(references | inline_references, notes, inline, left_out | _signs_back(page, back))


def _rows_inside(page: Page, outer: Iterable[int]) -> NDArray[np.bool_]:
    """Which rows lie in one of the given rows."""
    rows = np.array(sorted(outer), dtype=np.int64)
    edges = np.zeros(len(page) + 1, dtype=np.int32)
    np.add.at(edges, rows + 1, 1)
    np.add.at(edges, page.end[rows], -1)
    return np.cumsum(edges) > 0


def _signs_back(page: Page, links: set[int]) -> frozenset[int]:
    """The signs that lead back to a reference, where the words that it stands in are not shown."""
    rows = {row for row in in_time(links) if _BACK.fullmatch(page.text(row))}
    named = rows_named(page, _BACK_WORDS).tolist()
    rows |= {row for row in in_time(named) if page.end[row] - row <= MAX_SIGN_ROWS and _BACK.match(page.text(row))}
    return frozenset(rows)


def _inline_notes(
    page: Page, links: list[int], shown: NDArray[np.int64], uses: Counter[str]
) -> tuple[dict[int, str], dict[int, str]]:
    """Notes that stand in the sentence they belong to: called so, or what a link beside them says describes it."""
    describing = frozenset(page.rows_with("aria-describedby").tolist())
    described = {
        identifier: row
        for row in in_time(links if describing else ())
        if row in describing and note_label(page, row) and (identifier := page.attribute(row, "aria-describedby"))
    }
    sides = [row for row in rows_called(page, _SIDE_NOTES).tolist() if page.tag[row] in (_SPAN, _SMALL, _ASIDE)]
    rows = rows_of_ids(page, set(described))
    beside = {row: described[identifier] for identifier, row in rows.items() if described[identifier] < row}
    references: dict[int, str] = {}
    notes: dict[int, str] = {}
    for number, row in enumerate(sorted({*sides, *beside}), start=1):
        if page.tag[row] not in (_SPAN, _SMALL) or shown[page.end[row]] == shown[row]:
            continue
        notes[row] = _numbered(note_label(page, beside[row]) if row in beside else str(number), uses)
        if row in beside:
            references[beside[row]] = notes[row]
    return references, notes


def _with_signs(page: Page, back: set[int], notes: dict[int, str]) -> frozenset[int]:
    """The links back, each as the outermost element of its note that holds nothing but such links and signs."""
    rows: set[int] = set()
    for row in in_time(sorted(back)):
        note = _note_above(page, row, notes)
        above = row
        while (parent := int(page.parent[above])) > note and _is_signs(page, parent, back):
            above = parent
        rows.add(above)
        before = range(note + 1, min(above, note + MAX_SIGN_ROWS))
        first = next((inner for inner in before if page.tag[inner] == 0 and page.chars[inner]), -1)
        if first >= 0 and _ARROW.fullmatch(page.text(first)):
            rows.add(first)
    return frozenset(rows)


def _is_signs(page: Page, row: int, back: set[int]) -> bool:
    """Whether an element holds nothing but links back and the signs around them."""
    if page.end[row] - row > MAX_SIGN_ROWS:
        return False
    skip = row
    for inner in range(row, int(page.end[row])):
        if inner in back:
            skip = int(page.end[inner])
        elif page.tag[inner] == 0 and inner >= skip and not _SIGNS.fullmatch(page.text(inner)):
            return False
    return True


def fragment(page: Page, row: int) -> str:
    """The id that a link on the page itself leads to, empty for any other link."""
    address, _, target = (page.attribute(row, "href") or "").strip().partition("#")
    return unquote(target) if target and address in ("", page.url) else ""


def _numbered(label: str, uses: Counter[str]) -> str:
    """A label that no other note has: pages start counting anew in every part."""
    label = "-".join(re.findall(r"\w+", label)) or "note"
    uses[label] += 1
    return label if uses[label] == 1 else f"{label}-{uses[label]}"


def _note_above(page: Page, row: int, notes: dict[int, str]) -> int:
    """The note that a row lies in, -1 where it lies in none."""
    return next((ancestor for ancestor in rows_above(page, row, MAX_NOTE_CLIMB) if ancestor in notes), -1)
