"""Field rules: where the pages of one template print their values, and under which names."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from weft.content import Field
from weft.page import Page
from weft.templates.json_values import read_strings
from weft.templates.paths import hash_path, stable_paths

SOURCE = "template"
MAX_LABEL_LENGTH = 40  # characters of a label that begins the text of its value, as in "Publisher: Penguin"
MAX_TEXT_LENGTH = 1000  # bytes as written; longer texts are the body
COLONS = (":", "：")
STEP_MARK = " > "
BY_LABEL = "under "  # tells texts that are counted under no label from texts that are counted by path

Labels = Mapping[int, frozenset[str]]
"""The texts that a template prints as labels, by the hash of their path."""


Text = tuple[int, int, str]
"""A row that may hold a value or a label: the row, its path's hash and its text with single spaces."""


class Reading(NamedTuple):
    """One text of a page, the label that it stands under, and its ordinals, from 1, by path alone and by both."""

    row: int
    path: int
    label: str
    label_row: int
    nth: int  # among the texts of the same path
    nth_under: int  # among the texts of the same path under the same label
    text: str
    value: str  # the text without a label that it begins with


def squeeze(text: str) -> str:
    """The text with single spaces, as a browser shows it."""
    return " ".join(text.split())


def list_texts(page: Page, rows: NDArray[np.int64], paths: NDArray[np.uint64]) -> Iterator[Text]:
    """The texts of the rows, in their order, less the empty ones and those too long for a field."""
    table, source = page.table, page.text_bytes
    size = table.text_end[rows] - table.text_start[rows]
    rows = rows[(size > 0) & (size <= MAX_TEXT_LENGTH)]
    starts, ends = table.text_start[rows].tolist(), table.text_end[rows].tolist()
    texts = (" ".join(source[start:end].decode().split()) for start, end in zip(starts, ends, strict=True))
    return zip(rows.tolist(), paths[rows].tolist(), texts, strict=True)


def split_label(text: str) -> tuple[str, str]:
    """The label that the text may begin with, colon included, and the rest; an empty label where there is none.

    The colons of times and addresses end no label.

    >>> split_label("Publisher: Penguin"), split_label("12:30"), split_label("http://weft.example")
    (('Publisher:', 'Penguin'), ('', '12:30'), ('', 'http://weft.example'))
    """
    head = text[:MAX_LABEL_LENGTH]
    cut = min((head.find(colon) for colon in COLONS if colon in head), default=-1) + 1
    if not 1 < cut < len(text) or text[cut - 2].isdigit() or text.startswith("//", cut):
        return "", text
    return text[:cut], text[cut:].lstrip()


def read_texts(texts: Iterable[Text], *, labels: Labels) -> Iterator[Reading]:
    """The texts less the labels among them; a text stands under its own label or the last one before it.

    Labels and not ordinals tell the rows of a table apart, because a page leaves out the rows it has no value for.
    """
    label, label_row = "", -1
    by_path: dict[int, int] = {}
    by_label: dict[tuple[int, str], int] = {}
    for row, path, text in texts:
        value = text
        if printed := labels.get(path):
            if text in printed:
                label, label_row = text, row
                continue
            head, tail = split_label(text)
            if head in printed:
                label, label_row, value = head, row, tail
        by_path[path] = nth = by_path.get(path, 0) + 1
        by_label[path, label] = nth_under = by_label.get((path, label), 0) + 1
        yield Reading(row, path, label, label_row, nth, nth_under, text, value)


@dataclass(frozen=True, kw_only=True)
class FieldRule:
    """Finds one value: the `nth` text of a path, under its label where the rule names one."""

    name: str
    path: tuple[str, ...]
    label: str = ""
    by_label: bool = False  # count under the label; else count by path alone
    nth: int = 1
    prefix: str = ""  # printed with the value on every page, and no part of it
    suffix: str = ""
    whole: bool = False  # the text as it stands, with any label of its own: what a person marked
    presence: float = 1.0  # share of the learning pages

    def value(self, reading: Reading) -> str:
        """The value alone."""
        if self.whole:
            return reading.text
        value = reading.value
        if (self.prefix or self.suffix) and value.startswith(self.prefix) and value.endswith(self.suffix):
            value = value[len(self.prefix) : len(value) - len(self.suffix)].strip()
        return value

    def words(self) -> str:
        """The rule for people."""
        which = f"text {self.nth} at {STEP_MARK.join(self.path[-4:])}"
        under = f" under “{self.label}”" if self.by_label and self.label else ""
        around = f", less “{self.prefix}…{self.suffix}”" if self.prefix or self.suffix else ""
        return f"{self.name}: {which}{under}{around} ({self.presence:.0%} of pages)"


@dataclass(frozen=True)
class FieldRules:
    """The fields of a template: rules in the order of trust, of one name the first that finds a value counts."""

    rules: tuple[FieldRule, ...] = ()
    tokens: frozenset[str] = frozenset()
    labels: Mapping[tuple[str, ...], frozenset[str]] = field(default_factory=dict)

    def find(self, page: Page) -> dict[str, Field]:
        """The fields of a page by name; a field that the page does not have is left out."""
        if not self.rules:
            return {}
        paths = stable_paths(page, self.tokens)
        rows = np.flatnonzero((page.chars > 0) | (page.tag > 0))
        own = paths[rows]
        rows = rows[self._wanted[np.minimum(np.searchsorted(self._wanted, own), len(self._wanted) - 1)] == own]
        found: dict[int, Reading] = {}
        for reading in read_texts(list_texts(page, rows, paths), labels=self._labels):
            if places := self._places.get(reading.path):
                for number in places.get(("", reading.nth), ()):
                    found[number] = reading
                for number in places.get((BY_LABEL + reading.label, reading.nth_under), ()):
                    found[number] = reading
        fields: dict[str, Field] = {}
        for number in sorted(found):
            rule, reading = self.rules[number], found[number]
            if rule.name not in fields and (value := rule.value(reading)):
                fields[rule.name] = Field(value=value, row=reading.row, source=SOURCE)
        return fields

    def words(self) -> list[str]:
        """What it does, a line a rule, for people."""
        return [rule.words() for rule in self.rules]

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values that a person can read and edit."""
        return {
            "rules": [{**asdict(rule), "path": STEP_MARK.join(rule.path)} for rule in self.rules],
            "labels": {STEP_MARK.join(path): sorted(texts) for path, texts in self.labels.items()},
            "tokens": sorted(self.tokens),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` wrote; raises KeyError, TypeError or ValueError where that is broken."""
        rules = tuple(_read_rule(rule) for rule in data["rules"])
        labels = {_read_path(path): frozenset(read_strings(texts)) for path, texts in dict(data["labels"]).items()}
        return cls(rules, frozenset(read_strings(data["tokens"])), labels)

    @cached_property
    def _labels(self) -> Labels:
        return {hash_path(path): texts for path, texts in self.labels.items()}

    @cached_property
    def _wanted(self) -> NDArray[np.uint64]:
        return np.array(sorted({hash_path(rule.path) for rule in self.rules} | set(self._labels)), np.uint64)

    @cached_property
    def _places(self) -> dict[int, dict[tuple[str, int], list[int]]]:
        """The numbers of the rules by path, then by label and ordinal."""
        places: dict[int, dict[tuple[str, int], list[int]]] = {}
        for number, rule in enumerate(self.rules):
            place = (BY_LABEL + rule.label if rule.by_label else "", rule.nth)
            places.setdefault(hash_path(rule.path), {}).setdefault(place, []).append(number)
        return places


def _read_rule(data: Mapping[str, Any]) -> FieldRule:
    """A rule from JSON values; an unknown key or a value of another kind is an error."""
    rule = FieldRule(**{**data, "path": _read_path(data["path"])})
    read_strings([rule.name, rule.label, rule.prefix, rule.suffix])
    is_sound = isinstance(rule.by_label, bool) and isinstance(rule.whole, bool) and isinstance(rule.nth, int)
    if not is_sound or rule.nth < 1 or not 0 <= rule.presence <= 1:
        raise ValueError(f"not a field rule: {dict(data)}")
    return rule


def _read_path(path: Any) -> tuple[str, ...]:
    return tuple(read_strings([path])[0].split(STEP_MARK))
