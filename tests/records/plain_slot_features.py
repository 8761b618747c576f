"""The features of slots as Python: the kernel's twin."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.records.plain_slots import sizes, slot_of, under
from weft import _native
from weft.page.kernel import kernel_call
from weft.records.alignment import Slots
from weft.records.evidence import HEADINGS, Evidence
from weft.records.words import (
    AUTHOR,
    BODY,
    BUTTON,
    EDITED,
    PERSON,
    QUOTE,
    SIGNATURE,
    TIME,
    TITLE,
    tag_mask,
)  # fmt: skip

Matrix = NDArray[np.float32]
Values = NDArray[np.float64]

COMMON = 0.6  # share of the records that say the same in a slot: a label or a button
MAX_SHORT = 40  # characters of a text that can be a name, a label or a counter
LONG = 80  # characters of a text that somebody surely wrote
WORDS = {
    "says_body": BODY, "says_title": TITLE, "says_author": AUTHOR, "says_person": PERSON,
    "says_signature": SIGNATURE | EDITED, "says_quote": QUOTE, "says_button": BUTTON, "says_time": TIME,
}  # fmt: skip
TAGS = {
    "is_cell": tag_mask("td", "th", "dd", "dt"),
    "is_box": tag_mask("div", "section", "article", "main"),
    "is_paragraph": tag_mask("p", "pre"),
    "is_item": tag_mask("li", "tr", "table", "tbody", "ul", "ol", "dl"),
    "is_quote": tag_mask("blockquote", "cite", "q"),
    "is_inline": tag_mask("a", "span", "b", "i", "em", "strong", "font", "u", "small", "bdi", "time", "label"),
    "is_heading": HEADINGS,
}
SHARES = ("link", "repeated", "numbered", "date", "title", "framed", "appended", "hidden", "short", "long")
COUNTS = ("br", "p", "img", "a", "control", "elements", "texts")
FEATURES = (
    "records", "presence", "copies", "depth", "before", "after", "chars", "record_chars", "share", "share_of_best",
    "of_parent", "largest_child", "child_share", "spread", "distinct", "timed", "same_step", "is_last_of_equals",
    *(f"{name}_share" for name in SHARES), *(f"{name}_count" for name in COUNTS), *WORDS, *TAGS,
)  # fmt: skip
_CONTROLS = tag_mask("button", "input", "select", "textarea", "label", "form")
_BR, _P, _IMG, _A = (tag_mask(name) for name in ("br", "p", "img", "a"))


def plain_slot_features(evidence: Evidence, slots: Slots) -> Matrix:
    """A row of features for each slot, in the order of `FEATURES`."""
    measured = _Measured(evidence, slots)
    columns = measured.columns()
    return np.stack([columns[name] for name in FEATURES], axis=1).astype(np.float32)


class _Measured:
    """The measures of one region, shared by the features."""

    def __init__(self, evidence: Evidence, slots: Slots) -> None:
        self.evidence, self.slots, self.page = evidence, slots, evidence.page
        page = self.page
        chars = np.where(page.raw | (page.tag != 0), 0, page.chars).astype(np.float64)
        self.chars = chars
        self.size = np.maximum(sizes(slots), 1)
        starts = np.array([start for start, _ in slots.ranges], np.int64)
        ends = np.array([end for _, end in slots.ranges], np.int64)
        total = np.concatenate(([0.0], np.cumsum(chars)))
        self.record_chars = np.maximum(total[ends] - total[starts], 1.0)
        self.of_record = self.record_chars[slots.record]
        self.before = total[slots.rows] - total[starts[slots.record]]
        self.own = under(slots, chars)

    def mean(self, values: NDArray[np.generic]) -> Values:
        """The mean of a value over the rows of each slot."""
        return self.slots.sums(values) / self.size

    def columns(self) -> dict[str, Values]:
        """The features by name."""
        slots, page, own = self.slots, self.page, self.own
        n = len(slots.ranges)
        share = self.mean(own / self.of_record)
        chars = self.mean(own)
        flags = self.evidence.flags[slots.rows]
        columns = {
            "records": np.full(slots.count, float(n)),
            "presence": slots.presence / n,
            "copies": self.size / np.maximum(slots.presence, 1),
            "depth": self.mean(page.depth[slots.rows] - page.depth[[slots.ranges[i][0] for i in slots.record]]),
            "before": self.mean(self.before / self.of_record),
            "after": self.mean((self.of_record - self.before - own) / self.of_record),
            "chars": chars,
            "record_chars": self.mean(self.of_record),
            "share": share,
            "spread": np.sqrt(np.maximum(self.mean(own * own) - chars**2, 0.0)) / np.maximum(chars, 1.0),
            "distinct": self._distinct(),
            "timed": self.mean(under(slots, self.evidence.is_time) > 0),
        }
        columns |= self._relations(chars)
        columns |= {f"{name}_share": value for name, value in self._shares().items()}
        columns |= {f"{name}_count": value for name, value in self._counts().items()}
        columns |= {name: self.mean((flags & bits) > 0) for name, bits in WORDS.items()}
        columns |= {name: self.mean(mask[page.tag[slots.rows]]) for name, mask in TAGS.items()}
        return columns

    def _distinct(self) -> Values:
        """The share of a slot's rows that differ in length: labels and buttons do not."""
        pairs = np.unique(self.slots.slot * (1 << 40) + self.own.astype(np.int64))
        return np.bincount(pairs >> 40, minlength=self.slots.count) / self.size

    def _relations(self, chars: Values) -> dict[str, Values]:
        """A slot beside the slots around it and inside it, and beside the heaviest of all."""
        slots, page = self.slots, self.page
        weights = self.weights
        gain = self.mean(np.round(under(slots, weights), 3))
        parents = slot_of(slots)[page.parent[slots.rows]]
        parent = np.full(slots.count, -1, np.int64)
        parent[slots.slot[::-1]] = parents[::-1]
        is_element = slots.sums(page.tag[slots.rows] > 0) > 0
        largest = np.zeros(slots.count)
        inner = np.flatnonzero((parent >= 0) & is_element)
        np.maximum.at(largest, parent[inner], chars[inner] * slots.presence[inner])
        mass = np.maximum(chars * slots.presence, 1.0)
        best = max(float(np.max(gain * slots.presence, initial=1.0)), 1.0)
        best_inside = np.full(slots.count, -np.inf)
        np.maximum.at(best_inside, parent[inner], gain[inner] * slots.presence[inner])
        step = page.table.step[slots.rows]
        _, code, count = np.unique(step, return_inverse=True, return_counts=True)
        return {
            "share_of_best": gain * slots.presence / best,
            "of_parent": np.where(parent >= 0, mass / np.maximum((chars * slots.presence)[parent], 1.0), 1.0),
            "largest_child": largest / mass,
            "child_share": np.clip(best_inside, -best, None) / best,
            "same_step": self.mean(count[code]) / len(slots.ranges),
            "is_last_of_equals": (gain * slots.presence > best_inside).astype(np.float64),
        }

    @property
    def weights(self) -> Values:
        """What each text speaks for being said, in characters: what repeats speaks against it."""
        weights = self.evidence.weights.copy()
        repeated = self._repeated
        weights[repeated] = -self.chars[repeated]
        return weights

    @property
    def _repeated(self) -> NDArray[np.int64]:
        if not hasattr(self, "_repeated_rows"):
            self._repeated_rows = self._find_repeated()
        return self._repeated_rows

    def _find_repeated(self) -> NDArray[np.int64]:
        slots, page = self.slots, self.page
        if len(slots.ranges) < 2:
            return np.zeros(0, np.int64)
        texts = np.flatnonzero((page.tag[slots.rows] == 0) & (page.chars[slots.rows] > 0))
        common = max(2.0, COMMON * len(slots.ranges))
        with kernel_call() as seconds:
            same = _native.repeated_texts(
                page.table, slots.rows[texts], slots.record[texts], slots.slot[texts], common, seconds=seconds
            )
        return np.array(same, np.int64)

    def _shares(self) -> dict[str, Values]:
        """Of the characters of a slot's rows, how many are in links, repeat, are dates, and so on."""
        page, evidence, chars = self.page, self.evidence, self.chars
        repeated = np.zeros(len(page), np.bool_)
        repeated[self._repeated] = True
        masks: dict[str, NDArray[np.bool_]] = {
            "link": page.in_link,
            "repeated": repeated,
            "numbered": self._numbered(),
            "date": evidence.is_date,
            "title": evidence.is_title,
            "framed": evidence.framed,
            "appended": evidence.appended,
            "hidden": page.hidden,
            "short": page.chars <= MAX_SHORT,
            "long": page.chars >= LONG,
        }
        total = np.maximum(self.slots.sums(self.own), 1.0)
        return {name: self.slots.sums(under(self.slots, chars * mask)) / total for name, mask in masks.items()}

    def _numbered(self) -> NDArray[np.bool_]:
        """Which texts have no letters."""
        page = self.page
        is_number = np.zeros(len(page), np.bool_)
        rows = self.slots.rows
        short = rows[(page.tag[rows] == 0) & (page.chars[rows] > 0) & (page.chars[rows] <= 12)]
        is_number[[row for row in short.tolist() if not any(map(str.isalpha, self.evidence.text(row)))]] = True
        return is_number

    def _counts(self) -> dict[str, Values]:
        """How many breaks, paragraphs, images and so on are under a row of a slot."""
        tag = self.page.tag
        masks = {
            "br": _BR[tag], "p": _P[tag], "img": _IMG[tag], "a": _A[tag], "control": _CONTROLS[tag],
            "elements": tag > 0, "texts": self.chars > 0,
        }  # fmt: skip
        return {name: self.mean(under(self.slots, mask)) for name, mask in masks.items()}
