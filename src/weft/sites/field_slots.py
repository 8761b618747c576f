"""Groups of texts: those that the pages of a template print at one path, under one label, in one order."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.content import TEXT
from weft.deadline import check_deadline, kernel_call
from weft.kernel.sites import StablePaths
from weft.page import Page, tag_number
from weft.sites.field_words import find_affixes
from weft.sites.templates.fields import COLONS, MAX_TEXT_LENGTH, LabelledText, Labels, Text, read_texts
from weft.sites.templates.locator import Locator
from weft.sites.templates.outline import path_of, recurring_tokens, stable_paths

TOKEN_SHARE = 0.8  # a token on fewer pages is a state ("sold-out") or a name of the page, and would tear slots apart
LABEL_SHARE = 0.3  # as a field's own presence: a label need not be there more often than its value
CONSTANT_SHARE = 0.8  # a text on so many pages is printed by the template, whatever it looks like
RECURRING_SHARE = 0.8  # of the texts in a column of labels; values recur too, but not nearly all of a column's
UNIQUE_SHARE = 0.9  # of the pages with a path have it once: then the path alone tells the slot
MAX_VALUE_LENGTH = 200  # characters, on the median page: the names of goods are long, longer texts are the body
MAX_NUMBERED = 2  # tokens that differ in digits only; three or more count something
DIGITS = re.compile("[0-9]+")
MAX_MERGED = 20  # fields under one label that a slot may complete; honest pages have a few, and the cost is bounded
MAX_UNDER = 6  # texts of one path under one label; what follows is a list
HEADINGS = tuple(tag_number(name) for name in ("h1", "h2", "h3", "h4"))  # a title may have mark-up inside
CELLS = tuple(tag_number(name) for name in ("td", "th"))

Values = set[tuple[int, str]]
"""Texts, with their paths, that are known to be values and no labels."""


@dataclass(frozen=True, eq=False)
class TextGroup:
    """The texts of one address: what each page prints there, by the index of the page."""

    path: int
    label: str
    by_label: bool
    nth: int
    readings: dict[int, LabelledText]
    crowd: float = 1.0  # mean number of texts of the same path (and label) on the pages that have any
    path_crowd: float = 1.0  # the same by path alone
    steady: float = 1.0  # share of those pages that have the most frequent number: of a form all, of a list few
    take: str = ""  # the attribute that is taken; empty: the text

    def locator(self, pages: Sequence[Page], tokens: frozenset[str]) -> Locator:
        """The address in words."""
        page, reading = next(iter(self.readings.items()))
        path = path_of(pages[page], reading.row, tokens)
        return replace(path, after=self.label if self.by_label else None, nth=self.nth, take=self.take or path.take)

    @property
    def address(self) -> tuple[int, str, bool, int]:
        """What tells it from other groups."""
        return self.path, self.label, self.by_label, self.nth


@dataclass(frozen=True)
class Texts:
    """The short texts of one page, with the paths of all its rows, and the labels that texts begin with."""

    page: Page
    paths: NDArray[np.uint64]
    texts: list[Text]
    heads: list[tuple[int, str]]  # the path and the label


def collect_texts(
    pages: Sequence[Page], tokens: frozenset[str], *, marked: Sequence[Iterable[int]] = ()
) -> list[Texts]:
    """What may hold a field: short texts, headings, and whatever stands where a person marked an element."""
    elements = {
        path
        for page, rows in zip(pages, marked, strict=False)
        for path in _element_paths(page, tokens, [row for row in rows if page.tag[row]])
    }
    kernel = StablePaths(sorted(tokens), sorted(elements))
    collected = []
    for page in check_deadline(pages):
        with kernel_call() as seconds:
            collected.append(Texts(page, *kernel.collect(page.table, HEADINGS, MAX_TEXT_LENGTH, seconds=seconds)))
    return collected


def _element_paths(page: Page, tokens: frozenset[str], rows: Sequence[int]) -> list[int]:
    return stable_paths(page, tokens)[rows].tolist() if rows else []


def find_labels(collected: Sequence[Texts], *, values: Values) -> Labels:
    """The texts that the template prints and does not vary.

    A text on most pages is one. A rarer text ("Weight", where only some pages have a weight) is one if it ends with a
    colon, or stands in a column of texts that nearly all recur, several to a page. "PG-13" recurs too, but alone in its
    place, or after a colon.
    """
    least = max(2.0, LABEL_SHARE * len(collected))
    most = max(2.0, CONSTANT_SHARE * len(collected))
    count: Counter[tuple[int, str]] = Counter()
    for page in check_deadline(collected):
        count.update({(path, text) for _, path, text in page.texts}.union(page.heads))
    recurring = {key for key, pages in count.items() if pages >= least}
    printed = {key for key in recurring if count[key] >= most or key[1].endswith(COLONS)}
    printed |= _column_labels(collected, recurring)
    labels: dict[int, set[str]] = {}
    for path, text in check_deadline(printed - values):
        labels.setdefault(path, set()).add(text)
    return {path: frozenset(texts) for path, texts in labels.items()}


def _column_labels(collected: Sequence[Texts], recurring: Values) -> Values:
    """The recurring texts in columns of labels; a column is a path, in tables a path and the ordinal of a cell."""
    columns = []
    for page in check_deadline(collected):
        texts = zip(page.texts, _cells(page), strict=True)
        columns.append([((path, cell), (path, text)) for (_, path, text), cell in texts])
    total = Counter(place for column in columns for place, _ in column)
    again = Counter(place for column in columns for place, said in column if said in recurring)
    usual = {place for place, count in again.items() if count >= RECURRING_SHARE * total[place]}
    labels = set()
    for column in check_deadline(columns):
        here = Counter(place for place, _ in column if place in usual)
        after_colon = False
        for place, said in check_deadline(column):
            if place in usual and here[place] > 1 and not after_colon and said in recurring:
                labels.add(said)
            after_colon = said[1].endswith(COLONS)
    return labels


def _cells(collected: Texts) -> list[int]:
    """For each text the ordinal of the table cell that holds it directly or one element deeper; 0 elsewhere."""
    page = collected.page
    rows = np.array([row for row, _, _ in collected.texts], np.int64)
    parent = np.maximum(page.parent, 0)
    cells = np.zeros(len(rows), np.int32)
    for above in (parent[parent[rows]], parent[rows]):
        inside = np.isin(page.tag[above], CELLS)
        cells[inside] = page.nth[above[inside]]
    return cells.tolist()


def group_texts(readings: Sequence[Sequence[LabelledText]]) -> list[TextGroup]:
    """All groups: one for a path that pages have once, else one for each label and ordinal under it."""
    groups: dict[int, dict[int, list[LabelledText]]] = {}
    for number, own in check_deadline(enumerate(readings)):
        for reading in check_deadline(own):
            groups.setdefault(reading.path, {}).setdefault(number, []).append(reading)
    grouped: list[TextGroup] = []
    for path, by_page in check_deadline(groups.items()):
        once = sum(len(here) == 1 for here in by_page.values())
        if once >= UNIQUE_SHARE * len(by_page):
            grouped.append(TextGroup(path, "", False, 1, {page: here[0] for page, here in by_page.items()}))
        else:
            grouped.extend(_group_by_label(path, by_page))
    return grouped


def _group_by_label(path: int, by_page: dict[int, list[LabelledText]]) -> Iterable[TextGroup]:
    sizes: dict[str, Counter[int]] = {}
    groups: dict[tuple[str, int], dict[int, LabelledText]] = {}
    for page, readings in check_deadline(by_page.items()):
        for reading in check_deadline(readings):
            sizes.setdefault(reading.label, Counter())[page] += 1
            if reading.nth_under <= MAX_UNDER:
                groups.setdefault((reading.label, reading.nth_under), {})[page] = reading
    path_crowd = sum(map(len, by_page.values())) / len(by_page)
    for (label, nth), printed in check_deadline(groups.items()):
        steady = Counter(sizes[label].values()).most_common(1)[0][1] / len(sizes[label])
        crowd = sizes[label].total() / len(sizes[label])
        yield TextGroup(path, label, True, nth, printed, crowd, path_crowd, steady)


@dataclass(frozen=True, eq=False)
class Candidate:
    """A field to be: its groups of texts, in the order of trust."""

    groups: tuple[TextGroup, ...]
    page_count: int
    name: str = ""
    whole: bool = False
    type: str = TEXT

    @cached_property
    def readings(self) -> dict[int, LabelledText]:
        """What each page prints there."""
        if len(self.groups) == 1:
            return self.groups[0].readings
        return {page: reading for group in reversed(self.groups) for page, reading in group.readings.items()}

    @cached_property
    def values(self) -> dict[int, str]:
        """The value on each page, with what the template prints around it."""
        return {page: reading.value for page, reading in self.readings.items()}

    @cached_property
    def affixes(self) -> tuple[str, str]:
        """What the template prints before and after the values."""
        return ("", "") if self.whole else find_affixes(list(self.values.values()))

    @cached_property
    def bare(self) -> dict[int, str]:
        """The value on each page, without what the template prints around it."""
        prefix, suffix = self.affixes
        return {page: value.removeprefix(prefix).removesuffix(suffix).strip() for page, value in self.values.items()}

    @cached_property
    def label(self) -> str:
        """The label that most pages print before it."""
        if len(self.groups) == 1 and self.groups[0].by_label:
            return self.groups[0].label
        return Counter(reading.label for reading in self.readings.values()).most_common(1)[0][0]

    @property
    def presence(self) -> float:
        """Share of the pages that have it."""
        return len(self.readings) / self.page_count

    @property
    def varies(self) -> bool:
        """Whether it is short and not the same everywhere."""
        lengths = sorted(map(len, self.values.values()))
        return len(set(self.values.values())) > 1 and lengths[len(lengths) // 2] <= MAX_VALUE_LENGTH


def read_pages(collected: Sequence[Texts], labels: Labels) -> list[list[LabelledText]]:
    """The texts of each page, less the labels among them."""
    return [read_texts(page.texts, labels=labels) for page in check_deadline(collected)]


def find_candidates(
    collected: Sequence[Texts], readings: Sequence[Sequence[LabelledText]], tokens: frozenset[str]
) -> list[Candidate]:
    """The groups, merged where they share no page and stand under the same label, or end in the same named steps.

    A value is a link on some pages only; a wrapper stands around a price on some pages only.
    """
    pages = [texts.page for texts in collected]
    groups = sorted(group_texts(readings), key=lambda group: -len(group.readings))
    singles = [Candidate((group,), len(collected)) for group in groups]
    merged = merge(singles, lambda one: (one.label, one.groups[0].nth) if one.label else ())
    return merge(merged, lambda one: named_end(one, pages, tokens))


def merge(candidates: Iterable[Candidate], key: Callable[[Candidate], tuple[object, ...]]) -> list[Candidate]:
    """Candidates of the same key that share no page, as one; an empty key is no key."""
    merged: list[Candidate] = []
    groups: dict[tuple[object, ...], list[int]] = {}
    for candidate in check_deadline(candidates):
        own = key(candidate)
        group = groups.setdefault(own, []) if own else []
        for position in group[:MAX_MERGED]:
            if not candidate.readings.keys() & merged[position].readings.keys():
                merged[position] = replace(merged[position], groups=merged[position].groups + candidate.groups)
                break
        else:
            group.append(len(merged))
            merged.append(candidate)
    return merged


def named_end(candidate: Candidate, pages: Sequence[Page], tokens: frozenset[str]) -> tuple[object, ...]:
    """The last steps of the path from the last one with a token on, and the ordinal; empty for what all pages have."""
    if candidate.presence > UNIQUE_SHARE:
        return ()
    number, reading = next(iter(candidate.readings.items()))
    page, row = pages[number], reading.row
    steps: list[object] = [candidate.groups[0].nth]
    while row >= 0:
        name = page.id(row)
        marks = (name if name in tokens else "", *(token for token in page.classes(row) if token in tokens))
        steps += (page.tag_name(row), marks)
        if any(marks):
            return tuple(steps)
        row = int(page.parent[row])
    return ()


def shared_tokens(pages: Sequence[Page]) -> frozenset[str]:
    """The class and id tokens that most pages have, less those that count: `row_1`, `row_2`, `row_3` on one page.

    A row's number changes when a page leaves out the row before. Of a single page no token with digits is trusted.
    """
    tokens = recurring_tokens(pages, share=TOKEN_SHARE)
    numbered = {token: DIGITS.sub("0", token) for token in tokens if any(map(str.isdigit, token))}
    counts = Counter(numbered.values())
    least = MAX_NUMBERED if len(pages) > 1 else 0
    return tokens - {token for token, mask in numbered.items() if counts[mask] > least}
