"""The alignment of records as Python: the kernel's twin (`native/src/record_slots.rs` and its neighbours)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from weft.page import tag_number
from weft.records.evidence import HEADINGS, Evidence
from weft.records.words import tag_mask

Ranges = Sequence[tuple[int, int]]
Key = tuple[object, ...]

COMMON, STEADY, MAX_ALIGNED, SAME_KEY = 0.7, 0.5, 48, 1_000
SAME_BELOW, SAME_KINDS, SAME_TAG, SAME_NAME, SAME_LABEL, SAME_SIZE, HALF_SIZE = 40, 20, 10, 20, 25, 5, 1
SAME_START = 20
MAX_SHORT, MAX_NUMBER = 40, 12
BOXES = tag_mask(
    "div", "section", "article", "main", "aside", "header", "footer",
    "table", "tr", "td", "th", "ul", "ol", "dl", "li", "dt", "dd",
)  # fmt: skip
ITEMS = tag_mask("li", "dt", "dd")
WRITTEN = tag_mask(
    "p", "br", "hr", "a", "img", "span", "font", "b", "strong", "i", "em", "u", "s", "blockquote", "code", "pre"
)
CONTROLS = tag_mask("button", "input", "select", "textarea")
_DIV, _H1 = tag_number("div"), tag_number("h1")
_PARTS = {tag_number("strong"): tag_number("b"), tag_number("em"): tag_number("i")}
_BITS = (1 << 64) - 1


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What a row is like."""

    tag: int
    names: frozenset[int]
    below: frozenset[int]
    kinds: frozenset[str]
    chars: int
    linked: int  # how many of them are in links
    label: str | None  # what its first text says; None without a text, empty where it is long


@dataclass(frozen=True, kw_only=True)
class Part:
    """A child of an element, or a part of a profile."""

    row: int
    key: Key | None  # None for a box without counted classes
    is_telling: bool
    shape: Shape
    before: int  # how many boxes stand before it
    slot: int = -1


def mix(hash_: int, item: int) -> int:
    """The kernel's hash of a sequence, one item at a time."""
    mixed = ((((hash_ << 23) | (hash_ >> 41)) & _BITS) ^ item) * 0x9E37_79B9_7F4A_7C15 & _BITS
    return mixed ^ (mixed >> 32)


def plain_alignment(evidence: Evidence, ranges: Ranges) -> list[list[int]]:
    """The rows of each slot, slots in the order of their first rows as the records give them."""
    return _Alignment(evidence, ranges).slots()


class _Alignment:
    def __init__(self, evidence: Evidence, ranges: Ranges) -> None:
        self.page, self.evidence, self.ranges = evidence.page, evidence, [span for span in ranges if span[0] < span[1]]
        self.tokens = {row: self._tokens(row) for start, end in self.ranges for row in range(start, end)}
        spread: dict[int, set[int]] = defaultdict(set)
        for record, (start, end) in enumerate(ranges):
            for row in range(start, end):
                for token in self.tokens[row]:
                    spread[token].add(record)
        self.telling = set(np.flatnonzero(evidence.telling).tolist())
        self.counted = {token for token, own in spread.items() if len(own) >= COMMON * len(ranges)} | self.telling
        self.stop = {row: end for start, end in self.ranges for row in range(start, end)}
        self.shapes: dict[int, Shape] = {}
        for start, end in self.ranges:
            for row in reversed(range(start, end)):
                self.shapes[row] = self._shape(row)
        self.slot_of: dict[int, int] = {}
        self.count = 0

    def _tokens(self, row: int) -> list[int]:
        table = self.page.table
        return table.class_token[table.class_start[row] : table.class_start[row + 1]].tolist()

    def _children(self, row: int, stop: int) -> list[int]:
        rows, child = [], row
        while child < stop:
            rows.append(child)
            child = min(int(self.page.end[child]), stop)
        return rows

    def _step(self, row: int) -> int:
        total = sum(mix(1, token + 1) for token in self.tokens[row] if token in self.counted) & _BITS
        tag = int(self.page.tag[row])
        return mix(total, _DIV if BOXES[tag] else _H1 if HEADINGS[tag] else _PARTS.get(tag, tag))

    def _shape(self, row: int) -> Shape:
        page, tag = self.page, int(self.page.tag[row])
        end = min(int(page.end[row]), self.stop[row])
        below: set[int] = set()
        kinds, chars, linked, label = set(self._kinds(row)), 0, 0, None
        for child in reversed(self._children(row + 1, end)):
            own = self.shapes[child]
            below |= own.below | ({self._step(child) >> 58} if self._is_built(child) else set())
            kinds |= own.kinds
            chars += own.chars
            linked += own.linked
            label = label if own.label is None else own.label
        if not tag:
            chars = int(page.chars[row])
            linked = chars if page.in_link[row] else 0
            text = page.text(row).strip(" \t\n\r\f")
            label = None if not chars else text if chars <= MAX_SHORT else ""
        names = frozenset(mix(1, token + 1) >> 58 for token in self.tokens[row])
        return Shape(
            tag=tag,
            names=names,
            below=frozenset(below),
            kinds=frozenset(kinds),
            chars=chars,
            linked=linked,
            label=label,
        )

    def _is_built(self, row: int) -> bool:
        """Whether a row is there because of how the page is built, and not because somebody wrote so."""
        tag = int(self.page.tag[row])
        if not tag:
            return bool(self.page.chars[row] > 0)
        return not WRITTEN[tag] or any(token in self.counted for token in self.tokens[row])

    def _kinds(self, row: int) -> list[str]:
        page, tag, chars = self.page, int(self.page.tag[row]), int(self.page.chars[row])
        text = page.text(row) if tag == 0 and 0 < chars <= MAX_NUMBER else ""
        kinds = {
            "time": bool(self.evidence.is_time[row]),
            "number": any("0" <= one <= "9" for one in text) and not any(map(str.isalpha, text)),
            "control": bool(CONTROLS[tag]),
        }
        return [kind for kind, is_so in kinds.items() if is_so]

    def slots(self) -> list[list[int]]:
        whole = [span for span in self.ranges if self.page.end[span[0]] >= span[1]]
        loose = [span for span in self.ranges if self.page.end[span[0]] < span[1]]
        waiting = [[self._children(start + 1, end) for start, end in whole]]
        waiting.append([self._children(start, end) for start, end in loose])
        if whole:
            self._new_slot()
            self.slot_of |= {start: 0 for start, _ in whole}
        for families in waiting:
            if families:
                waiting += self._part(families)
        rows_by_slot: dict[int, list[int]] = {}
        for start, end in self.ranges:
            for row in range(start, end):
                rows_by_slot.setdefault(self.slot_of[row], []).append(row)
        return list(rows_by_slot.values())

    def _new_slot(self) -> int:
        self.count += 1
        return self.count - 1

    def _part(self, families: list[list[int]]) -> list[list[list[int]]]:
        """Part siblings into slots; what lies below the elements of each."""
        are_parts = self._are_items_parts(families)
        keys = {row: self._key(row, are_parts) for family in families for row in family}
        slots: dict[Key, int] = {}
        profile: list[Part] = []
        seed = self._seed(families, keys)
        for family in [families[seed], *families[:seed], *families[seed + 1 :]]:
            self._part_one(family, keys, slots, profile)
        below: dict[int, list[list[int]]] = {}
        for family in [families[seed], *families[:seed], *families[seed + 1 :]]:
            for row in family:
                below.setdefault(self.slot_of[row], [])
                end = min(int(self.page.end[row]), self.stop[row])
                if row + 1 < end:
                    below[self.slot_of[row]].append(self._children(row + 1, end))
        return list(below.values())

    def _key(self, row: int, are_items_parts: bool) -> Key | None:
        tag = int(self.page.tag[row])
        if BOXES[tag] and not any(token in self.counted for token in self.tokens[row]):
            return None if are_items_parts or not ITEMS[tag] else ("item", tag)
        return ("step", self._step(row))

    def _is_box(self, row: int, keys: dict[int, Key | None]) -> bool:
        key = keys[row]
        return bool(BOXES[self.page.tag[row]]) and (key is None or key[0] != "item")

    def _are_items_parts(self, families: list[list[int]]) -> bool:
        """Whether bare items of lists are parts by themselves: most lists have as many."""
        bare = [
            sum(bool(ITEMS[self.page.tag[row]]) and not self.counted & set(self.tokens[row]) for row in family)
            for family in families
        ]
        counts = Counter(count for count in bare if count)
        return max(counts.values(), default=0) >= STEADY * counts.total()

    def _seed(self, families: list[list[int]], keys: dict[int, Key | None]) -> int:
        """The first siblings whose boxes are those of the most others."""
        kinds = [
            tuple((keys[row], int(self.page.tag[row])) for row in family if self._is_box(row, keys))
            for family in families
        ]
        counts = Counter(kinds)
        return min(range(len(kinds)), key=lambda index: (-counts[kinds[index]], index))

    def _part_one(
        self, family: list[int], keys: dict[int, Key | None], slots: dict[Key, int], profile: list[Part]
    ) -> None:
        parts: list[Part] = []
        for row in family:
            key = keys[row]
            if self._is_box(row, keys) and (key is None or all(part.key != key for part in parts)):
                is_telling = bool(self.telling & set(self.tokens[row]))
                parts.append(Part(row=row, key=key, is_telling=is_telling, shape=self.shapes[row], before=len(parts)))
        if len(parts) > MAX_ALIGNED:
            parts = []
        chosen = self._align(parts, profile, slots)
        for ordinal, row in enumerate(family):
            key = keys[row]
            if row in chosen:
                self.slot_of[row] = chosen[row]
                continue
            of_key = next((chosen[part.row] for part in parts if key is not None and part.key == key), -1)
            told = key if key is not None else ("ordinal", ordinal)
            self.slot_of[row] = of_key if of_key >= 0 else self._slot(told, slots)

    def _slot(self, key: Key | None, slots: dict[Key, int]) -> int:
        if key is None:
            return self._new_slot()
        if key not in slots:
            slots[key] = self._new_slot()
        return slots[key]

    def _align(self, parts: list[Part], profile: list[Part], slots: dict[Key, int]) -> dict[int, int]:
        """The slot of each of the parts; parts without a like in the profile are added to it."""
        matches = best_matches([[worth(part, other) for other in profile] for part in parts])
        chosen: dict[int, int] = {}
        added, after = 0, 0
        for part, match in zip(parts, matches, strict=True):
            if match >= 0:
                chosen[part.row] = profile[match + added].slot
                after = match + 1
                continue
            chosen[part.row] = self._slot(part.key, slots)
            is_new = part.key is None or all(other.key != part.key for other in profile)
            if is_new and len(profile) < MAX_ALIGNED:
                profile.insert(after + added, replace(part, slot=chosen[part.row]))
                added += 1
        return chosen


def worth(part: Part, other: Part) -> int:
    """What a match of two parts is worth; 0 where there is none."""
    if part.key is not None and other.key is not None:
        return SAME_KEY if part.key == other.key else 0
    if part.is_telling or other.is_telling:
        return 0
    return likeness(part.shape, other.shape) + SAME_START * (part.before == other.before)


def likeness(one: Shape, other: Shape) -> int:
    """How like two elements are, in points."""
    halvings = abs((one.chars + 1).bit_length() - (other.chars + 1).bit_length())
    return (
        _common(one.below, other.below, SAME_BELOW)
        + _common(_all_kinds(one), _all_kinds(other), SAME_KINDS)
        + max(0, SAME_SIZE - HALF_SIZE * halvings)
        + SAME_TAG * (one.tag == other.tag)
        + SAME_NAME * bool(one.names & other.names)
        + SAME_LABEL * (one.label == other.label and bool(one.label))
    )


def _all_kinds(shape: Shape) -> frozenset[str]:
    """The kinds of its texts; a link where nothing is said beside links."""
    return shape.kinds | ({"link"} if 0 < shape.linked == shape.chars else set())


def _common(one: frozenset[object], other: frozenset[object], points: int) -> int:
    return points * len(one & other) // len(one | other) if one | other else points


def best_matches(worths: list[list[int]]) -> list[int]:
    """Of each child the index of its part, -1 for none: in order, with the greatest sum; the first of equals."""
    rows, width = len(worths), len(worths[0]) if worths else 0
    best = [[0] * (width + 1) for _ in range(rows + 1)]
    for index in reversed(range(rows)):
        for part in reversed(range(width)):
            matched = worths[index][part] + best[index + 1][part + 1] if worths[index][part] else 0
            best[index][part] = max(matched, best[index + 1][part], best[index][part + 1])
    matches, after = [], 0
    for index in range(rows):
        here = [
            part
            for part in range(after, width)
            if best[index][part] == best[index][after]
            and worths[index][part]
            and worths[index][part] + best[index + 1][part + 1] == best[index][part]
        ]
        matches.append(here[0] if here else -1)
        after = here[0] + 1 if here else after
    return matches
