"""A sample of the pages of one cluster, and its slots: what every template learner looks at.

Slots are the nodes of the pages aligned by path. From the root down, the children of a slot's elements are told apart
by tag; where a tag may occur more than once, by the class or id token that recurs over the pages and is the most
particular, and failing that, in fixed layouts, by ordinal. A token that only some pages use for an element that all
pages have once (`category-news`, `postid-15`) tells nothing about the template, so it is not used there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.content import BODY, NO_FIELDS, NOISE, RECORD, Label
from weft.deadline import check_time, in_time
from weft.page import Page
from weft.similarity.tokens import TokenForms
from weft.site.echoes import Echoes, PageSigns
from weft.site.prior import weigh_blocks
from weft.site.single_page import SinglePage
from weft.templates.locator import CHILD, Step
from weft.templates.outline import Outline

SIZE = 30  # pages; more no longer change what is learned, and each costs its share of the time
TITLE = "title"
MAX_BYTES = 32 << 20  # of these pages, which are all held at once; of 30 usual ones it is a tenth


@dataclass(frozen=True, eq=False)
class Sample:
    """Some pages of one template, with what is asked of them more than once."""

    pages: Sequence[Page]
    labels: Mapping[int, Sequence[Label]] = field(default_factory=dict)  # a person's marks, by page
    signs: Sequence[PageSigns] = ()  # of the site's pages, these among them; empty: these are all

    @property
    def field_labels(self) -> dict[int, list[Label]]:
        """The marks that name fields of a page; those inside of marked records are theirs."""
        fields = {
            page: [
                replace(label, rows=rows) for label in marks if (rows := self._field_rows(page, label, inside=False))
            ]
            for page, marks in self.labels.items()
        }
        return {page: marks for page, marks in fields.items() if marks}

    @property
    def record_rows(self) -> dict[int, list[int]]:
        """The rows that a person marked as records, by page."""
        marked = {page: self.rows(page, RECORD) for page in self.labels}
        return {page: rows for page, rows in marked.items() if rows}

    @property
    def record_fields(self) -> dict[str, list[tuple[int, int]]]:
        """The marked fields inside of marked records: by name, pages and rows."""
        fields: dict[str, list[tuple[int, int]]] = {}
        for page, marks in in_time(self.labels.items()):
            for label in marks:
                for row in in_time(self._field_rows(page, label, inside=True)):
                    fields.setdefault(label.name, []).append((page, row))
        return fields

    def _field_rows(self, page: int, label: Label, *, inside: bool) -> tuple[int, ...]:
        """The rows of a field's mark that lie in marked records, or outside of them."""
        if label.name in NO_FIELDS:
            return ()
        ranges = [(row, int(self.pages[page].end[row])) for row in self.rows(page, RECORD)]
        return tuple(row for row in label.rows if any(start <= row < end for start, end in ranges) == inside)

    def rows(self, page: int, name: str) -> list[int]:
        """The rows of a page that a person gave a name."""
        return [row for label in self.labels.get(page, ()) if label.name == name for row in label.rows]

    @cached_property
    def slots(self) -> list[Slot]:
        """The aligned slots."""
        return align_pages(self.pages)

    @cached_property
    def slot_of_row(self) -> list[NDArray[np.int64]]:
        """Of each page's rows the numbers of their slots; -1 where a row is in none, as texts always are."""
        numbers: list[NDArray[np.int64]] = [np.full(len(page), -1) for page in self.pages]
        for slot in in_time(self.slots):
            for page, row in in_time(slot.instances):
                numbers[page][row] = slot.number
        return numbers

    @cached_property
    def echoes(self) -> Echoes:
        """What pages of the site may say of each other."""
        return Echoes(self.signs or map(PageSigns.of, self.pages))

    @cached_property
    def probabilities(self) -> list[NDArray[np.float64]]:
        """How likely each block of each page is content: by a person's marks, else by the block classifier."""
        weighed = (weigh_blocks(single, pages=len(self.pages)) for single in self.singles)
        return [
            np.where(self.judged(number), self._by_marks(number) > 0, probability)
            for number, probability in enumerate(weighed)
        ]

    @cached_property
    def page_types(self) -> list[str]:
        """The type of each page, by the block classifier."""
        return [single.page_type for single in self.singles]

    @cached_property
    def singles(self) -> list[SinglePage]:
        """What each page alone would keep, by the block classifier."""
        return [SinglePage.read(page) for page in self.pages]  # one by one: features of a huge page take a gigabyte

    def judged(self, number: int) -> NDArray[np.bool_]:
        """The blocks that a person has judged: all of a page whose body is marked, else those that are noise."""
        if self.rows(number, BODY):
            return np.ones(len(self.pages[number].blocks), np.bool_)
        return self._by_marks(number) != 0

    def _by_marks(self, number: int) -> NDArray[np.int8]:
        return marked_blocks(self.pages[number], self.labels.get(number, ()))

    def title_blocks(self, number: int) -> NDArray[np.int64]:
        """The blocks of the title that a person marked."""
        page, titles = self.pages[number], [label for label in self.labels.get(number, ()) if label.name == TITLE]
        rows = [row for label in titles for row in self._field_rows(number, label, inside=False)]
        blocks = [page.blocks.under(row, int(page.end[row])) for row in rows]
        return np.unique(np.concatenate(blocks)) if blocks else np.zeros(0, np.int64)


def marked_blocks(page: Page, labels: Iterable[Label]) -> NDArray[np.int8]:
    """Of each block 1 where a person says body, -1 where noise, 0 where neither: the nearest mark above it holds."""
    says = np.zeros(len(page), np.int8)
    marks = [(row, label.name) for label in labels if label.name in (BODY, NOISE) for row in label.rows]
    for row, name in in_time(sorted(marks)):  # what is above comes first; of both names on one row, noise holds
        says[row : page.end[row]] = 1 if name == BODY else -1
    return says[page.blocks.first]


def choose_sample(sizes: Sequence[int], *, needed: Iterable[int]) -> list[int]:
    """The places of the sampled pages, in order: the needed ones, and of an even spread as many as there is room for.

    >>> choose_sample([100, 200, 300], needed=[1])
    [0, 1, 2]
    """
    chosen = dict.fromkeys(needed)
    total = sum(sizes[position] for position in chosen)
    for position in in_time(spread(len(sizes), SIZE)):
        if position not in chosen and total + sizes[position] <= MAX_BYTES:
            chosen[position] = None
            total += sizes[position]
    return sorted(chosen)


def spread(count: int, most: int) -> list[int]:
    """At most so many of some places, evenly."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).astype(np.int64)).tolist()


MAX_SLOTS = 4_000  # a template of a real site has some hundred
MAX_DEPTH = 200  # of real pages it is below 100; JSON cannot nest much deeper than some hundred
MAX_ROWS = 30_000  # of one page: what is below is in no slot, and the pages of a template are smaller
ALWAYS = 0.9  # share of parents that have a child of the tag: below it, children of one tag may be different things
RECURRING = 0.08  # share of the pages on which a token must tell children apart; a token of fewer is a page's own
NEARLY = 0.8  # of an element's tokens those on nearly as many pages as the most frequent one are as good
CELLS = frozenset("table tbody tr td th div section center font span".split())  # layouts may be made of these
MAX_MARKS = 64  # that tell siblings of one tag apart; a page is matched against them one by one
MAX_CELLS = 6  # more siblings are a list, whose ordinals mean nothing
COMMON = 0.1  # share of the pages that have a slot worth saving; rarer ones come from the content
REGULAR = 0.9  # share of the parents with the usual number of cells

Instance = tuple[int, int]
"""An element: the number of its page and its row."""


@dataclass(eq=False)
class Slot:
    """One slot while learning: its elements on all pages."""

    step: Step
    parent: Slot | None
    instances: list[Instance]
    children: list[Slot] = field(default_factory=list)
    number: int = -1
    depth: int = 0

    @cached_property
    def pages(self) -> int:
        """On how many pages it is."""
        return len({page for page, _ in self.instances})

    @cached_property
    def path(self) -> str:
        """As outlines print it."""
        return f"{self.parent.path}{CHILD}{self.step}" if self.parent else str(self.step)


class _Child(NamedTuple):
    """An element that looks for its slot: its instance, its parent's place among the parents, its marks."""

    instance: Instance
    parent: int
    tokens: list[str]


def align_pages(pages: Sequence[Page]) -> list[Slot]:
    """The slots of some pages, parents before their children; the first is `html`, on every page."""
    aligner = _Aligner(pages)
    root = Slot(Step(tag="html"), None, [(number, 0) for number in range(len(pages))])
    slots = [root]
    for slot in in_time(slots):  # grows meanwhile
        if len(slots) < MAX_SLOTS and slot.depth < MAX_DEPTH:
            slots.extend(aligner.children(slot))
    for number, slot in in_time(enumerate(slots)):
        slot.number = number
    return slots


def to_outline(slots: Sequence[Slot], page_count: int, *, needed: Collection[str] = ()) -> Outline:
    """The slots that enough pages have, and those of the needed paths, as an outline."""
    wanted = frozenset(needed)
    chosen = [slot for slot in slots if slot.path in wanted or slot.pages >= max(2, COMMON * page_count)]
    kept = {slot.number for slot in chosen}
    for slot in in_time(chosen):
        above = slot.parent
        while above and above.number not in kept:
            kept.add(above.number)
            above = above.parent
    chosen = [slot for slot in slots if slot.number in kept or slot.parent is None]
    positions = {slot.number: position for position, slot in enumerate(chosen)}
    parents = tuple(positions[slot.parent.number] if slot.parent else -1 for slot in chosen)
    return Outline(
        parents, tuple(slot.step for slot in chosen), tuple(round(slot.pages / page_count, 2) for slot in chosen)
    )


class _Marks:
    """The marks of a page's elements: `#id`, then `.class`, in the forms that recur over the pages."""

    def __init__(self, page: Page, forms: TokenForms) -> None:
        names = [forms.forms[token] for token in page.tokens]
        self.ids = ["#" + name if len(name.split()) == 1 else "" for name in names]
        self.classes = ["." + name for name in names]
        table = page.table
        self.id_token = table.id_token[:MAX_ROWS].tolist()
        self.class_start = table.class_start[: MAX_ROWS + 1].tolist()
        self.class_token = table.class_token.tolist()

    def of(self, row: int) -> list[str]:
        """The marks that an element may be known by."""
        tokens = self.class_token[self.class_start[row] : self.class_start[row + 1]]
        marks = [self.classes[token] for token in tokens]
        if (name := self.id_token[row]) >= 0 and self.ids[name]:
            marks.insert(0, self.ids[name])
        return marks


class _Aligner:
    """The pages' columns as lists, which single look-ups read faster."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = pages
        forms = TokenForms.of([page.tokens for page in pages])
        self.marks = [_Marks(page, forms) for page in pages]
        self.tag = [page.tag[:MAX_ROWS].tolist() for page in pages]
        self.end = [np.minimum(page.end[:MAX_ROWS], MAX_ROWS).tolist() for page in pages]

    def children(self, slot: Slot) -> Iterator[Slot]:
        """The slots below a slot, each element in one, the ones with the most particular marks first."""
        by_tag: dict[str, list[_Child]] = {}
        for parent, (page, row) in in_time(enumerate(slot.instances)):
            names, tags, marks = self.pages[page].tag_names, self.tag[page], self.marks[page]
            for child in self._elements(page, row):
                tag = names[tags[child]] if tags[child] < len(names) else "#overflow"
                by_tag.setdefault(tag, []).append(_Child((page, child), parent, marks.of(child)))
        for tag, children in in_time(by_tag.items()):
            if set(tag) & set("#.["):
                continue  # a made-up name that no step can be written with
            for mark, members in in_time(self._marked(children, parents=len(slot.instances))):
                below = Slot(Step.of(tag, mark), slot, [child.instance for child in members], depth=slot.depth + 1)
                slot.children.append(below)
                yield below

    def _elements(self, page: int, row: int) -> list[int]:
        """The elements right inside of a row; no more than MAX_ROWS, so that the deadline is asked once."""
        tag, end = self.tag[page], self.end[page]
        if row >= len(end):
            return []
        check_time()
        child, stop = row + 1, end[row]
        inside = []
        while child < stop:
            if tag[child]:
                inside.append(child)
            child = end[child]
        return inside

    def _marked(self, children: list[_Child], *, parents: int) -> list[tuple[str, list[_Child]]]:
        """Children of one tag by their marks, in the order in which a page's elements are to be matched."""
        counts = Counter(child.parent for child in children)
        tokens = Counter(chain.from_iterable(set(child.tokens) for child in children))
        if max(counts.values()) == 1 and len(counts) >= ALWAYS * parents:
            return [(_common(tokens, len(children)), children)]
        if not tokens:
            return self._cells(children)
        on_pages = Counter(token for _, token in {(c.instance[0], token) for c in children for token in c.tokens})
        page_count = len({child.instance[0] for child in children})
        least = max(2, RECURRING * page_count) if len(self.pages) > 2 else 1
        crowd = {token: tokens[token] / count for token, count in on_pages.items() if count >= least}
        marked: dict[str, list[_Child]] = {}
        for child in in_time(children):
            mark = _choose_mark(child.tokens, on_pages, crowd) if child.tokens else ""
            marked.setdefault(mark, []).append(child)
        plain = marked.pop("", [])
        for rare in in_time(sorted(marked, key=lambda mark: (-on_pages[mark], mark))[MAX_MARKS:]):
            plain += marked.pop(rare)
        ordered = sorted(marked.items(), key=lambda item: (crowd[item[0]], not item[0].startswith("#"), item[0]))
        return ordered + (self._cells(plain) if plain else [])

    def _cells(self, plain: list[_Child]) -> list[tuple[str, list[_Child]]]:
        """Children without a mark: by ordinal where they are the cells of a layout, else all in one slot."""
        counts = Counter(child.parent for child in plain)
        usual, often = Counter(counts.values()).most_common(1)[0]
        page, row = plain[0].instance
        is_layout = self.pages[page].tag_name(row) in CELLS and 1 < usual <= MAX_CELLS
        if not is_layout or often < REGULAR * len(counts):
            return [("", plain)]
        by_ordinal: dict[int, list[_Child]] = {}
        for child in in_time(plain):
            page, row = child.instance
            by_ordinal.setdefault(int(self.pages[page].nth[row]), []).append(child)
        return [(f"[{ordinal}]", by_ordinal[ordinal]) for ordinal in sorted(by_ordinal)]


def _common(tokens: Counter[str], children: int) -> str:
    """A token that all the children have, an id before a class; none is no loss where there is one child a parent."""
    shared = [token for token, count in tokens.items() if count == children]
    return min(shared, key=lambda token: (not token.startswith("#"), token), default="")


def _choose_mark(tokens: list[str], on_pages: Counter[str], crowd: dict[str, float]) -> str:
    """Of an element's recurring tokens the one that fewest siblings share: `large-8`, where all are `columns`."""
    recurring = [token for token in tokens if token in crowd]
    most = max((on_pages[token] for token in recurring), default=0)
    good = [token for token in recurring if on_pages[token] >= NEARLY * most]
    return min(good, key=lambda token: (crowd[token], not token.startswith("#"), token), default="")
