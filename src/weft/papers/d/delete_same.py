"""Learning what to subtract (paper D, section 3.2, DeleteSame): what the pages of a cluster share is their template.

A text and where it stands are one number, so that the texts of two pages are compared in one look-up: a hash of 64
bits, the same on every machine, of the position path and of the bytes of the text that are no white space. A path is a
sum over the steps, each mixed with its depth; because a subtree is a range of rows, the sum over the ancestors of every
row is a cumulative sum. A text is a polynomial in its bytes, likewise a difference of two cumulative sums. Two texts
meet by chance once in 2^64; pages made to meet only spoil their own answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page import Page, tag_number
from weft.page.folds import mix, sum_paths
from weft.sites.sample import Sample
from weft.sites.templates.locator import read_strings
from weft.sites.templates.outline import Outline

STEPS = ("index", "tags")  # a step of a path: the child's number from 0, or its tag

Keys = NDArray[np.uint64]

_TEXT = tag_number("#text")
_BASE = 0x9E3779B97F4A7C15  # odd, so that it has an inverse modulo 2^64
_INVERSE = pow(_BASE, -1, 1 << 64)
_IS_SPACE = np.isin(np.arange(256), list(b" \t\n\r\x0b\x0c"))


def text_rows(page: Page) -> NDArray[np.int64]:
    """The rows of texts that are content and not only white space."""
    return np.flatnonzero((page.tag == _TEXT) & (page.chars > 0))


def text_keys(page: Page, rows: NDArray[np.int64], *, steps: str) -> Keys:
    """The key of every given text row."""
    table = page.table
    texts = _hash_spans(page.text_bytes, table.text_start[rows], table.text_end[rows])
    return mix(_places(page, steps)[rows], texts)


def keys_of(texts: Sequence[tuple[str, str]], *, steps: str) -> Keys:
    """The keys of printed paths with texts: what `text_keys` gives for a row that stands there and says that.

    >>> from weft import parse
    >>> page = parse("<p>One <b>two</b></p>")
    >>> bool(text_keys(page, text_rows(page), steps="tags")[1] == keys_of([("body/p/b/#text", "two")], steps="tags")[0])
    True
    """
    by_path = {path: _place(path, steps) for path in dict.fromkeys(path for path, _ in texts)}
    places = np.array([by_path[path] for path, _ in texts], dtype=np.uint64)
    return mix(places, _hash_strings([text for _, text in texts]))


def print_paths(page: Page, rows: NDArray[np.int64], *, steps: str) -> list[str]:
    """The paths of rows below `html`: `body/div/#text` by tags, `1/0/2` by index."""
    paths = [[row, *page.ancestors(row)[:-1]][::-1] for row in rows.tolist()]
    if steps == "tags":
        return ["/".join(map(page.tag_name, path)) for path in paths]
    numbers = _child_numbers(page)
    return ["/".join(str(numbers[row]) for row in path) for path in paths]


def print_text(page: Page, row: int) -> str:
    """The text of a row with white space squeezed, which its key does not see."""
    return b" ".join(page.text(row).encode().split()).decode()


def _places(page: Page, steps: str) -> Keys:
    """The hash of every row's path below the root."""
    own = _tag_hashes(page) if steps == "tags" else _child_numbers(page)
    return sum_paths(page, own) - mix(np.zeros(1, np.uint64), own[:1])


def _place(path: str, steps: str) -> int:
    """The hash of a printed path."""
    names = path.split("/")
    numbers = _hash_strings(names) if steps == "tags" else np.array([_number(name) for name in names], dtype=np.uint64)
    depths = np.arange(1, len(names) + 1, dtype=np.uint64)
    return int(np.sum(mix(depths, numbers), dtype=np.uint64))


def _number(name: str) -> int:
    if not (name.isascii() and name.isdecimal() and len(name) < 10):
        raise ValueError(f"{name!r} is no number of a child")
    return int(name)


def _tag_hashes(page: Page) -> Keys:
    """By row the hash of its tag's name: the numbers of rare tags differ from page to page."""
    names = [*page.tag_names, "#overflow"]
    return _hash_strings(names)[np.minimum(page.tag, len(names) - 1)]


def _child_numbers(page: Page) -> Keys:
    """By row its number, from 0, among all children of its parent."""
    order = np.argsort(page.parent, kind="stable")
    parents = page.parent[order]
    is_first = np.concatenate(([True], parents[1:] != parents[:-1]))
    places = np.arange(len(page))
    numbers = np.empty(len(page), dtype=np.uint64)
    numbers[order] = places - np.maximum.accumulate(np.where(is_first, places, 0))
    return numbers


def _hash_strings(strings: Sequence[str]) -> Keys:
    parts = [string.encode() for string in strings]
    ends = np.cumsum([len(part) for part in parts], dtype=np.int64)
    return _hash_spans(b"".join(parts), np.concatenate(([0], ends))[: len(parts)], ends)


def _hash_spans(source: bytes, starts: NDArray[np.integer], ends: NDArray[np.integer]) -> Keys:
    """The hash of spans of bytes, white space left out: sum of byte · base^place, moved to start at place 0."""
    data = np.frombuffer(source, dtype=np.uint8)[: ends.max(initial=0)]  # raw text stands last and is not asked for
    kept = ~_IS_SPACE[data]
    positions = np.concatenate(([0], np.cumsum(kept)))
    values = data[kept].astype(np.uint64) + np.uint64(1)
    total = np.zeros(len(values) + 1, dtype=np.uint64)
    np.cumsum(values * _powers(_BASE, len(values)), out=total[1:])
    first, last = positions[starts], positions[ends]
    moved: Keys = (total[last] - total[first]) * _powers(_INVERSE, len(values) + 1)[first]
    return moved


def _powers(base: int, count: int) -> Keys:
    powers = np.full(count, base, dtype=np.uint64)
    powers[:1] = 1
    return np.multiply.accumulate(powers)


MAX_DEPTH = 256  # a printed path ends somewhere; the deepest text of the real sites stands at 29


@dataclass(frozen=True, kw_only=True)
class DeleteSame:
    """Learns the template of a cluster: the texts that most of its pages have at the same place.

    The paper compares a page with one other page, child by child: that is `pairwise`. Its print removes children while
    it counts them and stops at the shorter list; here children keep their numbers and the surplus stays.
    """

    pairwise: bool = False
    # "What most pages share", of at least two. Taking what fewer share removes more noise and more body: at 0.1 the
    # token F1 rose from 0.40 to 0.50 on the generated sites, whose comments repeat, and fell from 0.93 to 0.92 on the
    # real ones (`sites/themes` and `sites/realsites`, true clusters).
    share: float = 0.5

    def __call__(self, sample: Sample) -> Subtraction:
        """What to subtract from the pages of a cluster: what a learner of templates is asked."""
        return self.learn(sample.pages)

    def learn(self, pages: Sequence[Page]) -> Subtraction:
        """What to subtract; nothing for a single page, everything for pages that are all alike."""
        return self._learn_from_one(pages) if self.pairwise else self._learn_from_most(pages)

    def _learn_from_one(self, pages: Sequence[Page]) -> Subtraction:
        """DeleteSame(D1, D2) for any later D1; D2 is the page that shares the most texts with the others.

        Silent in the paper; the first page was as good (token F1 0.919 against 0.920 on half of the real sites) but may
        be an odd one. On D2 itself nothing is left.
        """
        if len(pages) < 2:
            return Subtraction(steps="index")
        page_keys = [_page_keys(page, "index") for page in pages]
        keys, counts = np.unique(np.concatenate(page_keys), return_counts=True)
        shared = [int(np.sum(counts[np.searchsorted(keys, own)] - 1)) for own in page_keys]
        medoid = int(np.argmax(shared))
        return _subtraction([pages[medoid]], page_keys[medoid], "index")

    def _learn_from_most(self, pages: Sequence[Page]) -> Subtraction:
        """Positions are tag paths: a comment more on one page moves all numbers after it (0.92, not 0.93)."""
        if len(pages) < 2:
            return Subtraction(steps="tags")
        keys, counts = np.unique(np.concatenate([_page_keys(page, "tags") for page in pages]), return_counts=True)
        return _subtraction(pages, keys[(counts > 1) & (counts >= self.share * len(pages))], "tags")


def _page_keys(page: Page, steps: str) -> Keys:
    """What a page says and where, each once."""
    return np.unique(text_keys(page, text_rows(page), steps=steps))


def _subtraction(pages: Iterable[Page], wanted: Keys, steps: str) -> Subtraction:
    """The wanted keys as paths and texts that a person can read: each printed from the first page that has it."""
    pairs: list[tuple[str, str]] = []
    for page in check_deadline(pages):
        rows = text_rows(page)
        keys, firsts = np.unique(text_keys(page, rows, steps=steps), return_index=True)
        wanted_rows = rows[firsts[np.isin(keys, wanted)]]
        wanted_rows = wanted_rows[page.depth[wanted_rows] <= MAX_DEPTH]
        pairs += zip(
            print_paths(page, wanted_rows, steps=steps),
            (print_text(page, row) for row in wanted_rows.tolist()),
            strict=True,
        )
        wanted = np.setdiff1d(wanted, keys)
    return Subtraction(steps=steps, texts=gather_texts(pairs))


# Our unit is the block: it stays when more than this share of its characters stays. "Posted in <a>News</a>" loses its
# first words and goes or stays with its link. Keeping what has any text left was worse (token F1 0.923 against 0.928
# on half of the real sites).
MIN_LEFT = 0.5


@dataclass(frozen=True, kw_only=True)
class Subtraction:
    """Chooses the blocks that are not template: a text of the template, at its position, goes.

    DeleteSame removes equal subtrees at equal positions and goes on below unequal ones. Equal subtrees hold equal
    texts at equal positions, and below unequal ones equal texts go all the same; so the texts alone decide what is
    left, and the subtrees need not be kept.

    >>> from weft import parse
    >>> page = parse("<body><p>Home</p><div>A loom.</div></body>")
    >>> Subtraction(steps="tags", texts={"body/p/#text": ("Home",)}).choose(page).tolist()
    [1]
    """

    name: ClassVar[str] = "delete_same"

    steps: str  # what a step of a path is: one of STEPS
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by path, white space squeezed

    def choose(self, page: Page) -> NDArray[np.int64]:
        """The blocks that are left; nothing where a page is all template, everything where nothing is known."""
        rows = text_rows(page)
        is_left = ~np.isin(text_keys(page, rows, steps=self.steps), self._keys)
        chars = page.chars[rows]
        left, total = _sum_by_block(page, rows, chars * is_left), _sum_by_block(page, rows, chars)
        return np.flatnonzero((left > MIN_LEFT * total) & ~page.blocks.hidden)

    def describe(self, *, short: bool = True) -> list[str]:
        """How many texts go, by path, the most first."""
        counts = sorted(
            ((len(texts), path) for path, texts in self.texts.items()), key=lambda entry: (-entry[0], entry[1])
        )
        return [f"template: {count} {'texts' if count > 1 else 'text'} at {path}" for count, path in counts] or [
            "template: nothing is known"
        ]

    def to_json(self) -> dict[str, Any]:
        """The texts by path; a line taken out stays on the page from then on."""
        return {"steps": self.steps, "texts": {path: list(texts) for path, texts in self.texts.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outline: Outline | None = None) -> Self:
        """The texts by path, checked."""
        steps, texts = data["steps"], data["texts"]
        if steps not in STEPS:
            raise ValueError(f"steps are one of {', '.join(STEPS)}, not {steps!r}")
        if not isinstance(texts, Mapping):
            raise TypeError("`texts` is an object of lists")
        template = cls(steps=steps, texts={path: read_strings(some) for path, some in texts.items()})
        template._keys  # noqa: B018  # a path that is none is found out now
        return template

    @cached_property
    def _keys(self) -> Keys:
        return keys_of([(path, text) for path, texts in self.texts.items() for text in texts], steps=self.steps)


def gather_texts(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Pairs of path and text as texts by path, each once and in order."""
    by_path: dict[str, set[str]] = {}
    for path, text in check_deadline(pairs):
        by_path.setdefault(path, set()).add(text)
    return {path: tuple(sorted(by_path[path])) for path in sorted(by_path)}


def _sum_by_block(page: Page, rows: NDArray[np.int64], values: NDArray[np.integer]) -> NDArray[np.int64]:
    """The sum over the text rows of every block."""
    total = np.concatenate(([0], np.cumsum(values, dtype=np.int64)))
    return total[np.searchsorted(rows, page.blocks.last)] - total[np.searchsorted(rows, page.blocks.first)]


PAIRWISE = DeleteSame(pairwise=True)
"""What one page of a cluster says goes, as the paper prints it."""
