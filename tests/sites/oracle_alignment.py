"""Aligned slots in a quarter of the lines: what the kernel's alignment is held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from weft import Page
from weft.sites import slots as bounds
from weft.sites.similarity.traits import TokenForms
from weft.sites.templates.locator import CHILD, Step

ALWAYS, RECURRING, NEARLY, REGULAR = 0.9, 0.08, 0.8, 0.9
CELLS = frozenset("table tbody tr td th div section center font span".split())
MAX_CELLS = 6
Instance = tuple[int, int]


class PlainSlot(NamedTuple):
    """A slot: its path, its depth, its elements."""

    path: str
    depth: int
    instances: list[Instance]


class _Child(NamedTuple):
    """An element that looks for its slot: its instance, its parent's place among the parents, its marks."""

    instance: Instance
    parent: int
    tokens: list[str]


def plain_align(pages: Sequence[Page]) -> list[PlainSlot]:
    """The slots of some pages, parents before their children; the first is `html`, on every page."""
    aligner = _Aligner(pages)
    slots = [PlainSlot("html", 0, [(number, 0) for number in range(len(pages))])]
    for slot in slots:  # grows meanwhile
        if len(slots) < bounds.MAX_SLOTS and slot.depth < bounds.MAX_DEPTH:
            slots.extend(list(aligner.children(slot)))
    return slots


class _Marks:
    """The marks of a page's elements: `#id`, then `.class`, in the forms that recur over the pages."""

    def __init__(self, page: Page, forms: TokenForms) -> None:
        names = [forms.forms[token] for token in page.tokens]
        self.ids = ["#" + name if len(name.split()) == 1 else "" for name in names]
        self.classes = ["." + name for name in names]
        table = page.table
        self.id_token = table.id_token[: bounds.MAX_ROWS].tolist()
        self.class_start = table.class_start[: bounds.MAX_ROWS + 1].tolist()
        self.class_token = table.class_token.tolist()

    def of(self, row: int) -> list[str]:
        """The marks that an element may be known by."""
        tokens = self.class_token[self.class_start[row] : self.class_start[row + 1]]
        marks = [self.classes[token] for token in tokens]
        if (name := self.id_token[row]) >= 0 and self.ids[name]:
            marks.insert(0, self.ids[name])
        return marks


class _Aligner:
    """The pages and the marks of their elements."""

    def __init__(self, pages: Sequence[Page]) -> None:
        self.pages = pages
        forms = TokenForms.of([page.tokens for page in pages])
        self.marks = [_Marks(page, forms) for page in pages]

    def children(self, slot: PlainSlot) -> Iterator[PlainSlot]:
        """The slots below a slot, each element in one, the ones with the most particular marks first."""
        by_tag: dict[str, list[_Child]] = {}
        for parent, (page, row) in enumerate(slot.instances):
            for child in self.pages[page].children(row):
                if self.pages[page].tag[child] and child < bounds.MAX_ROWS:
                    own = _Child((page, child), parent, self.marks[page].of(child))
                    by_tag.setdefault(self.pages[page].tag_name(child), []).append(own)
        for tag, children in by_tag.items():
            if not set(tag) & set("#.["):  # else a made-up name that no step can be written with
                for mark, members in self._marked(children, parents=len(slot.instances)):
                    path = f"{slot.path}{CHILD}{Step.of(tag, mark)}"
                    yield PlainSlot(path, slot.depth + 1, [child.instance for child in members])

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
        for child in children:
            mark = _choose_mark(child.tokens, on_pages, crowd) if child.tokens else ""
            marked.setdefault(mark, []).append(child)
        plain = marked.pop("", [])
        for rare in sorted(marked, key=lambda mark: (-on_pages[mark], mark))[bounds.MAX_MARKS :]:
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
        for child in plain:
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
