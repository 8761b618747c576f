"""What a body holds that nobody said: labels and buttons that most records repeat, and signatures.

A text that most records have in the same slot, or have there but for its digits, is the template's. What an author has
below each post of his is his signature. Both follow from what a record is, whatever the classes say.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.records.alignment import Slots
from weft.records.evidence import Evidence
from weft.records.names import clean_name
from weft.records.posts import Post

COMMON = 0.6  # share of the records that have a text of the template
PURE = 0.8  # share of a slot's texts that are the template's: in the slot of what people say, some say the same
MIN_RECORDS = 3  # two people may say the same
MIN_SIGNED = 2  # posts below which an author repeats himself
LEFT = 0.5  # share of the bodies that must say something without the template's texts
_DIGITS = re.compile(r"\d+")


def cut_template(evidence: Evidence, slots: Slots, posts: Sequence[Post]) -> tuple[Post, ...]:
    """The posts with the rows of their bodies that are the template's or a signature."""
    if len(posts) < MIN_RECORDS:
        return tuple(posts)
    index = {start: number for number, (start, _) in enumerate(slots.ranges)}
    spans = {index[post.start]: post.body for post in posts if post.start in index}
    names = {
        index[post.start]: clean_name(evidence.text(post.author))
        for post in posts
        if post.start in index and post.author >= 0
    }
    in_body = _in_bodies(slots, spans)
    rows = _repeated(evidence, slots, in_body) | _signed(evidence, slots, in_body, names)
    if not rows or not _is_something_left(evidence, spans, rows):
        return tuple(posts)
    ordered = np.array(sorted(rows), np.int64)
    return tuple(replace(post, cut=_within(ordered, post.body)) for post in posts)


def _in_bodies(slots: Slots, spans: dict[int, tuple[int, int]]) -> NDArray[np.int64]:
    """The positions in `slots.rows` that lie below the elements of the bodies."""
    starts = np.array([spans.get(record, (0, 0))[0] for record in range(len(slots.ranges))], np.int64)
    ends = np.array([spans.get(record, (0, 0))[1] for record in range(len(slots.ranges))], np.int64)
    return np.flatnonzero((slots.rows > starts[slots.record]) & (slots.rows < ends[slots.record]))


def _repeated(evidence: Evidence, slots: Slots, positions: NDArray[np.int64]) -> set[int]:
    """The texts that most records have in the same slot, but for digits."""
    page = evidence.page
    texts = positions[(page.tag[slots.rows[positions]] == 0) & (page.chars[slots.rows[positions]] > 0)]
    rows_by_slot: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for row, slot in in_time(zip(slots.rows[texts].tolist(), slots.slot[texts].tolist(), strict=True)):
        rows_by_slot[slot].append((row, _DIGITS.sub("0", evidence.line(row))))
    common = COMMON * len(slots.ranges)
    rows: set[int] = set()
    for entries in in_time(rows_by_slot.values()):
        text, count = Counter(text for _, text in entries).most_common(1)[0]
        if count >= common and count >= PURE * len(entries):
            rows |= {row for row, other in entries if other == text}
    return rows


def _signed(evidence: Evidence, slots: Slots, positions: NDArray[np.int64], names: dict[int, str]) -> set[int]:
    """The rows of elements at the end of bodies that say the same below each post of an author."""
    page = evidence.page
    elements = positions[page.tag[slots.rows[positions]] > 0]
    by_slot: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for position in in_time(elements.tolist()):
        by_slot[int(slots.slot[position])].append((int(slots.rows[position]), int(slots.record[position])))
    rows: set[int] = set()
    for entries in in_time(by_slot.values()):
        said: dict[str, list[str]] = defaultdict(list)
        for row, record in entries:
            if record in names:
                said[names[record]].append(evidence.line(row))
        again = [texts for texts in said.values() if len(texts) > 1 and texts[0]]
        if sum(len(texts) - 1 for texts in again) < MIN_SIGNED or any(len(set(texts)) > 1 for texts in again):
            continue
        if len({texts[0] for texts in said.values()}) > 1:
            rows |= {inner for row, _ in entries for inner in range(row, int(page.end[row]))}
    return rows


def _is_something_left(evidence: Evidence, spans: dict[int, tuple[int, int]], rows: set[int]) -> bool:
    page = evidence.page
    said = [
        any(page.tag[row] == 0 and page.chars[row] and row not in rows for row in range(start, end))
        for start, end in in_time(spans.values())
    ]
    return sum(said) >= LEFT * len(said)


def _within(rows: NDArray[np.int64], span: tuple[int, int]) -> tuple[int, ...]:
    return tuple(rows[slice(*np.searchsorted(rows, span))].tolist())
