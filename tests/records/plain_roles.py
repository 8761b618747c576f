"""The features of parts of records as Python: the kernel's twin."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tests.records.plain_slots import slot_of
from weft.page import tag_number
from weft.records.evidence import HEADINGS, PERSON_LINK, Evidence, link_around
from weft.records.language_words import LAST, OTHER_TIME, WordPattern
from weft.records.role_features import FLOOR_WORDS, Entries, Matrix, Parts
from weft.records.role_words import MAX_WORDS, labels_beside
from weft.records.times import text_before
from weft.records.words import tag_mask

Column = NDArray[np.float64]

MAX_ROWS = 24  # of a column that are looked at
MAX_TEXT = 160  # bytes of a text that are looked at
MAX_SPOKEN = 60  # characters of a text whose words are looked at
MIN_SAID = 20  # characters of a text that is looked for in earlier records: shorter ones are said twice by chance
MAX_SAID = 8  # texts of an element that are looked for
_FLAGS = (
    "author", "time", "body", "quote", "signature", "edited", "button", "person", "title", "pager", "rank", "aside",
)  # fmt: skip
_TAGS = {
    "tag_time": tag_mask("time", "abbr"),
    "tag_button": tag_mask("button", "select", "label"),
    "tag_quote": tag_mask("blockquote", "q", "cite"),
    "tag_heading": HEADINGS,
    "tag_cell": tag_mask("td", "th", "dd", "dt"),
    "tag_item": tag_mask("li"),
    "tag_small": tag_mask("small", "sup", "sub", "i", "em"),
    "tag_rule": tag_mask("hr", "fieldset", "table", "dl"),
}
_TAG_BITS = np.bitwise_or.reduce([mask.astype(np.uint8) << bit for bit, mask in enumerate(_TAGS.values())])
_WORDS = ("says_last", "says_replies", "says_views", "says_button", "says_wrote", "says_other")
FEATURES = (
    "records", "columns", "order", "ordinal", "more", "presence", "each", "aligned",
    "chars", "longest", "spread", "words", "digits", "numeric", "has_number", "distinct", "same_shape",
    "rising", "by_one", "falling", "value", "first_value", "zeros", "larger",
    "is_time", "is_date", "silent", "link", "person", "own_address", "fragment", "hidden",
    "place", "before", "inside", "gap", "before_author", "to_author", "before_time", "to_time",
    "before_number", "to_number", "earlier", "later", "rule", "framed",
    "share", "tail", "lead", "depth", "colon", "dashes", "again", "again_same", "said_before",
    *(f"class_{name}" for name in _FLAGS), *_TAGS, *_WORDS,
)  # fmt: skip
_COLUMN = {name: index for index, name in enumerate(FEATURES)}
_RULE = tag_number("hr")
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"\d[\d,. ]*")
PATTERNS = {
    "says_button": WordPattern(r"(?!)", "reply", "quote", "report", "edit", "share", "like", "login", "posts", "votes"),
    "says_wrote": WordPattern(r"wrote|写道|发表于|originally posted", "wrote"),
    "says_other": OTHER_TIME,
}


def logarithms(values: NDArray[np.generic]) -> Column:
    """The logarithms of one more than each: numpy's own differ in their last bit from machine to machine."""
    return np.array([math.log1p(value) for value in values.tolist()])


def said_first(parts: Parts) -> dict[str, int]:
    """By text the first record that says it in its body."""
    page, first = parts.evidence.page, dict[str, int]()
    for record, (start, end) in enumerate(parts.mains):
        rows = np.arange(start, end)
        for row in rows[(page.tag[rows] == 0) & (page.chars[rows] >= MIN_SAID)].tolist():
            first.setdefault(parts.evidence.line(row), record)
    return first


def plain_role_features(parts: Parts, columns: Sequence[Entries], keys: Sequence[tuple[int, int]] = ()) -> Matrix:
    """A row of features for each column; `keys` are their slots and ordinals in the record where they have such."""
    kept = [entries[:MAX_ROWS] for entries in columns]
    matrix = np.zeros((len(kept), len(FEATURES)), np.float32)
    if not kept:
        return matrix
    flat = _Flat(parts, kept)
    features = _places(flat) | _marks(flat) | _texts(flat) | _order_of_times(flat)
    evidence = parts.evidence
    features |= {name: np.array([float(says(evidence, rows[0][1], name)) for rows in kept]) for name in parts.asked}
    n = len(parts.slots.ranges)
    features["records"] = np.full(len(kept), float(n))
    features["columns"] = np.full(len(kept), float(len(kept)))
    features["order"] = np.arange(len(kept), dtype=np.float64)
    features["presence"] = np.array([len({record for record, _ in rows}) / n for rows in columns])
    features["each"] = np.array([len(rows) / max(len({record for record, _ in rows}), 1) for rows in columns])
    size = Counter(slot for slot, _ in keys)
    features["ordinal"] = np.array([float(ordinal) for _, ordinal in keys] or np.zeros(len(kept)))
    features["more"] = np.array([float(size[slot]) for slot, _ in keys] or np.zeros(len(kept)))
    for name, values in features.items():
        matrix[:, _COLUMN[name]] = values
    return matrix


@dataclass(frozen=True, eq=False)
class _Flat:
    """The entries of all columns, one behind the other."""

    parts: Parts
    columns: Sequence[Entries]
    owner: NDArray[np.int64] = field(init=False)
    record: NDArray[np.int64] = field(init=False)
    row: NDArray[np.int64] = field(init=False)
    texts: list[list[str]] = field(init=False)
    first: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        sizes = [len(rows) for rows in self.columns]
        entries = np.array([entry for rows in self.columns for entry in rows], np.int64).reshape(-1, 2)
        beginning = self.parts.evidence.beginning
        texts = [[beginning(row, MAX_TEXT) for _, row in rows] for rows in self.columns]
        for name, value in (
            ("owner", np.repeat(np.arange(len(sizes)), sizes)),
            ("record", entries[:, 0]),
            ("row", entries[:, 1]),
            ("texts", texts),
            ("first", said_first(self.parts) if "says_wrote" in self.parts.asked else {}),
        ):
            object.__setattr__(self, name, value)

    def mean(self, values: NDArray[np.generic]) -> Column:
        """The mean over each column."""
        count = len(self.columns)
        return np.bincount(self.owner, weights=values.astype(np.float64), minlength=count) / self.sizes

    def means(self, features: Mapping[str, NDArray[np.generic]]) -> dict[str, Column]:
        """The same of many features: one call for all of them, which adds in the same order as `mean`."""
        count, many = len(self.columns), len(features)
        values = np.array(list(features.values()), np.float64)
        places = (self.owner + count * np.arange(many)[:, None]).ravel()
        total = np.bincount(places, weights=values.ravel(), minlength=many * count)
        return dict(zip(features, total.reshape(many, count) / self.sizes, strict=True))

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many entries each column has, at least 1."""
        return np.maximum(np.bincount(self.owner, minlength=len(self.columns)), 1)

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """The end of each row's subtree."""
        return self.parts.evidence.page.end[self.row].astype(np.int64)


def _places(flat: _Flat) -> dict[str, Column]:
    """Where the rows stand in the record, to its body or title, to its author and its time."""
    parts, row, record = flat.parts, flat.row, flat.record
    page = parts.evidence.page
    ranges, mains = np.array(parts.slots.ranges, np.int64), np.array(parts.mains, np.int64)
    start, end = ranges[record].T
    main, stop = mains[record].T
    has_main = stop > main
    chars = parts.chars
    own, whole = chars[flat.ends] - chars[row], np.maximum(chars[stop] - chars[main], 1.0)
    is_inside = has_main & (row >= main) & (row < stop)
    behind = np.where(is_inside, (chars[stop] - chars[np.minimum(flat.ends, stop)]) / whole, 0.0)
    before = np.where(is_inside, (chars[row] - chars[main]) / whole, 0.0)
    gap = np.where(row < main, main - row, np.maximum(row - stop, 0))
    features = {
        "place": (row - start) / np.maximum(end - start, 1),
        "before": has_main & (row < main),
        "inside": is_inside,
        "gap": np.where(has_main, logarithms(gap), -1.0),
        "share": np.where(has_main, np.minimum(own / whole, 2.0), 0.0),
        "tail": behind,
        "lead": before,
        "depth": page.depth[row] - page.depth[start],
        "aligned": parts.slots.presence[slot_of(parts.slots)[row]] / len(ranges),
    }
    for name, known in (("author", parts.authors), ("time", parts.times), ("number", parts.numbers)):
        other = np.array(known, np.int64)[record] if len(known) else np.full(len(row), -1, np.int64)
        features[f"before_{name}"] = (other >= 0) & (row < other)
        features[f"to_{name}"] = np.where(other >= 0, logarithms(np.abs(row - other)), -1.0)
    return flat.means(features)


def _marks(flat: _Flat) -> dict[str, Column]:
    """What times, links, classes and tags mark."""
    evidence, row = flat.parts.evidence, flat.row
    page, first = evidence.page, np.zeros(len(flat.row), np.int64)
    parent = np.maximum(page.parent[row], first)
    near = (row, parent, np.maximum(page.parent[parent], first))
    flags = np.bitwise_or.reduce([evidence.flags[rows] for rows in near])
    links = np.array([link_around(evidence, one) for one in row.tolist()], np.int64)
    linked = links >= 0
    features: dict[str, NDArray[np.generic]] = {
        "is_time": evidence.is_time[row],
        "is_date": evidence.is_date[row] & ~evidence.is_time[row],
        "silent": page.chars[row] + (flat.ends - row > 1) == 0,
        "link": linked,
        "person": linked & ((evidence.link_kind_column[np.maximum(links, 0)] & PERSON_LINK) > 0),
        "hidden": page.hidden[row],
        "framed": evidence.framed[row],
        "rule": _is_rule(page.tag, row - 1) | _is_rule(page.tag, row + 1),
    }
    features |= {f"class_{name}": (flags >> bit) & 1 for bit, name in enumerate(_FLAGS)}
    tags = np.bitwise_or.reduce([_TAG_BITS[page.tag[rows]] for rows in near])
    features |= {name: (tags >> bit) & 1 for bit, name in enumerate(_TAGS)}
    addresses = [[evidence.address(one) for _, one in rows] for rows in flat.columns]
    return flat.means(features) | {
        "own_address": np.array([len(set(some) - {""}) / max(len(some), 1) for some in addresses]),
        "fragment": np.array([sum("#" in one for one in some) / max(len(some), 1) for some in addresses]),
    }


def _is_rule(tags: NDArray[np.generic], rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which rows are a line that is drawn; those before the first and behind the last row are none."""
    inside = (rows >= 0) & (rows < len(tags))
    return inside & (tags[np.where(inside, rows, 0)] == _RULE)


def _order_of_times(flat: _Flat) -> dict[str, Column]:
    """Of columns of times the shares of the records in which another time is later, and is earlier."""
    times, count = flat.parts.evidence.times, len(flat.columns)
    if count < 2 or not flat.parts.evidence.is_time[flat.row].all():
        return {}
    stamps = [times.date(index).iso for index in np.searchsorted(times.rows, flat.row).tolist()]
    by_record: dict[int, list[str]] = defaultdict(list)
    for record, stamp in zip(flat.record.tolist(), stamps, strict=True):
        by_record[record].append(stamp)
    pairs = list(zip(flat.record.tolist(), stamps, strict=True))
    earlier = [
        any(stamp[: len(one)] < one[: len(stamp)] for one in by_record[record] if one) for record, stamp in pairs
    ]
    later = [any(stamp[: len(one)] > one[: len(stamp)] for one in by_record[record] if one) for record, stamp in pairs]
    return {"earlier": flat.mean(np.array(earlier)), "later": flat.mean(np.array(later))}


def _texts(flat: _Flat) -> dict[str, Column]:
    """What the texts say of themselves and of each other."""
    rows = [_text_features(texts) for texts in flat.texts]
    names = list(rows[0])
    features = {name: np.array([row[name] for row in rows], np.float64) for name in names}
    values = np.where(features["has_number"] > 0.5, features["value"], -1.0)
    features["larger"] = np.array(
        [float((values[values >= 0] < value).mean()) if value >= 0 else 0.0 for value in values]
    )
    lengths = flat.parts.chars[flat.ends] - flat.parts.chars[flat.row]
    features["chars"] = flat.mean(lengths)
    features["longest"] = np.array([lengths[flat.owner == index].max() for index in range(len(rows))])
    features["spread"] = np.sqrt(np.maximum(flat.mean(lengths**2) - features["chars"] ** 2, 0.0))
    again = [_again(flat, index) for index in range(len(rows))]
    features["again"] = np.array([float(count) for count, _ in again])
    features["again_same"] = np.array([same for _, same in again])
    features["said_before"] = flat.mean(np.array([_said_before(flat, *one) for one in zip(
        flat.record.tolist(), flat.row.tolist(), flat.ends.tolist(), strict=True
    )]))  # fmt: skip
    return features


def _text_features(texts: Sequence[str]) -> dict[str, float]:
    n = max(len(texts), 1)
    shapes = Counter(_DIGITS.sub("0", text) for text in texts)
    numbers = [_value(text) for text in texts]
    known = [number for number in numbers if number >= 0]
    steps = [after - before for before, after in pairwise(known)]
    pairs = max(len(steps), 1)
    return {
        "words": sum(len(text.split()) for text in texts) / n,
        "digits": sum(sum(map(str.isdigit, text)) / max(len(text), 1) for text in texts) / n,
        "numeric": sum(
            number >= 0 and not any(map(str.isalpha, text)) for text, number in zip(texts, numbers, strict=True)
        )
        / n,
        "has_number": len(known) / n,
        "distinct": len(set(texts)) / n,
        "same_shape": max(shapes.values(), default=0) / n,
        "rising": sum(step > 0 for step in steps) / pairs,
        "by_one": sum(step == 1 for step in steps) / pairs,
        "falling": sum(step < 0 for step in steps) / pairs,
        "value": float(np.mean(logarithms(np.array(known)))) if known else -1.0,
        "first_value": math.log1p(known[0]) if known else -1.0,
        "zeros": sum(number == 0 for number in known) / n,
        "colon": sum(text.endswith((":", "：")) or ":" in text[-12:] for text in texts) / n,
        "dashes": sum(text[:2] in ("--", "__", "==", "~~", "- ", "—") for text in texts) / n,
    }


def _value(text: str) -> float:
    """The one number of a text, -1 where it has none or several; some programs have words for the first posts."""
    if text in FLOOR_WORDS:
        return float(FLOOR_WORDS[text])
    found = _NUMBER.findall(text)
    digits = "".join(filter(str.isdecimal, found[0])) if len(found) == 1 else ""
    return float(digits) if 0 < len(digits) < 12 else -1.0


def _again(flat: _Flat, index: int) -> tuple[int, float]:
    """How often an author has a text again in a column, and the share of those that are the same as his first."""
    names = flat.parts.names
    said: dict[int, list[str]] = defaultdict(list)
    for (record, _), text in zip(flat.columns[index], flat.texts[index], strict=True):
        if names and names[record] >= 0:
            said[names[record]].append(text)
    again = [text == texts[0] for texts in said.values() for text in texts[1:]]
    return len(again), sum(again) / max(len(again), 1)


def _said_before(flat: _Flat, record: int, row: int, end: int) -> float:
    """The share of an element's longer texts that an earlier record says."""
    if end - row < 2:
        return 0.0
    evidence = flat.parts.evidence
    page, rows = evidence.page, np.arange(row, end)
    texts = rows[(page.tag[rows] == 0) & (page.chars[rows] >= MIN_SAID)][:MAX_SAID].tolist()
    return sum(flat.first.get(evidence.line(one), record) < record for one in texts) / max(len(texts), 1)


def says(evidence: Evidence, row: int, name: str) -> bool:
    """Whether the words of or beside the first row of a column say so."""
    if name == "says_last":
        return _says_last(evidence, row)
    if name in ("says_replies", "says_views"):
        return labels_beside(evidence.page, row)[name == "says_views"]
    return PATTERNS[name].search(evidence.beginning(row, MAX_TEXT)[:MAX_SPOKEN])


def _says_last(evidence: Evidence, row: int) -> bool:
    """Whether the text before a row, or a class, title or address over it, speaks of the last reply."""
    page = evidence.page
    words = [text_before(page, row)[:MAX_WORDS]]
    for ancestor in evidence.above(row, 4):
        words += [*page.classes(ancestor), *(page.attribute(ancestor, name) or "" for name in ("title", "href"))]
    return any(LAST.search(word[:MAX_WORDS]) for word in words if word)
