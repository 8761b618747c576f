"""Body rules: what a template learner learns about the body, as data that applies itself.

Several whole articles on one page: the one whose heading is the page's title is the page's, the rest are others'.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, kernel_call
from weft.kernel.sites import Fitting, Template
from weft.page import Page
from weft.page.once import once_a_page
from weft.sites.templates.fields import squeeze
from weft.sites.templates.locator import CHILD, read_strings
from weft.sites.templates.outline import AROUND, DROP, KEEP, TITLE, Outline

HEADINGS = ("h1", "h2", "h3", "h4")
MIN_HEADING = 6  # characters: shorter ones are in too many titles
MAX_HEADING = 400  # characters: what is longer is no heading
MAX_HEADINGS = 200  # of a page that are looked at


def other_articles(page: Page, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of some like elements those with a heading that is not in the page's title, where that of one other is.

    Elements without a heading go on with what stands before them, and are none. Where the title names none of the
    elements, or several, nobody can say which is the page's.

    >>> from weft import parse
    >>> page = parse("<title>On warps</title><div><h2>On warps</h2>A</div><div><h2>On wefts</h2>B</div><div>C</div>")
    >>> [page.text(row) for row in other_articles(page, page.rows_of("div")).tolist()]
    ['On weftsB']
    """
    own = frozenset(title_headings(page))
    heads = [(row, heading) for row in rows.tolist() if (heading := heading_of(page, row)) >= 0]
    if len({fold(page.text(heading)) for _, heading in heads if heading in own}) != 1:
        return np.zeros(0, np.int64)
    return np.array([row for row, heading in heads if heading not in own], np.int64)


@once_a_page
def title_headings(page: Page) -> list[int]:
    """The rows of the headings that are in the page's `title`, or are it."""
    title = " ".join(fold(page.text(row)) for row in page.rows_of("title")[:1].tolist())
    texts = {row: fold(page.text(row)[:MAX_HEADING]) for row in page.rows_of(*HEADINGS)[:MAX_HEADINGS].tolist()}
    return [row for row, text in texts.items() if len(text) >= MIN_HEADING and text in title]


def heading_of(page: Page, row: int) -> int:
    """The row of the first heading in an element; -1 where it has none."""
    headings = page.rows_of(*HEADINGS)
    first = int(np.searchsorted(headings, row))
    return int(headings[first]) if first < len(headings) and headings[first] < page.end[row] else -1


def fold(text: str) -> str:
    """A text as it is compared: with single spaces, in small letters."""
    return squeeze(text).casefold()


PATHS = ("keep", "drop", "around", "titles")
OPTIONAL = ("own", "no_links")  # paths that few templates have
PROSE = re.compile(r"(?:h[1-6]|p)(?:[.#\[].*)?")
LINKED = 0.8  # share of a block's characters in links that makes it a link


class BodyRules(Protocol):
    """Chooses the body on the pages of one template. Frozen, deterministic, saved as readable JSON."""

    name: ClassVar[str]
    """The learner's name, under which it is saved."""

    def choose(self, page: Page) -> NDArray[np.int64]:
        """The blocks of the body, in document order; an empty choice is an answer."""
        ...

    def describe(self, *, short: bool = True) -> list[str]:
        """What it does, a line a rule, for people; with short locators or with whole paths."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values that a person can read and edit."""
        ...

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outline: Outline) -> Self:
        """What `to_json` wrote, for a template of that outline; a KeyError, TypeError or ValueError if it is broken."""
        ...


def _is_prose(path: str) -> bool:
    """Whether a slot is one of headings or paragraphs.

    >>> _is_prose("html > body > div.post > h1.big"), _is_prose("html > body > div.p")
    (True, False)
    """
    return bool(PROSE.fullmatch(path.rpartition(CHILD)[2]))


def is_link(page: Page) -> NDArray[np.bool_]:
    """Of each block whether it is only a link."""
    blocks = page.blocks
    linked: NDArray[np.bool_] = (blocks.chars > 0) & (blocks.link_chars >= LINKED * blocks.chars)
    return linked


@dataclass(frozen=True)
class NoBodyRules:
    """Chooses nothing, because a cluster has too few pages; a Site asks its fallback instead."""

    name: ClassVar[str] = "none"

    def choose(self, page: Page) -> NDArray[np.int64]:
        """Nothing."""
        return np.zeros(0, np.int64)

    def describe(self, *, short: bool = True) -> list[str]:
        """That there are no rules."""
        return ["too few pages to learn from: the fallback chooses"]

    def to_json(self) -> dict[str, Any]:
        """Nothing to save."""
        return {}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outline: Outline) -> Self:
        """Itself."""
        return cls()


@dataclass(frozen=True, eq=False, kw_only=True)
class SlotBody:
    """The default: slots whose blocks are body, and slots inside of them whose blocks are not.

    Keeps the blocks whose nearest slot with a rule is body, less texts that the template prints on every page. Where
    that is nothing, headings and paragraphs inside of the body are not left out: a post may be one heading.

    A block in an unknown slot takes the rule of the nearest known one above it.
    """

    name: ClassVar[str] = "slots"

    outline: Outline
    keep: tuple[str, ...] = ()  # paths of slots
    drop: tuple[str, ...] = ()  # paths of slots inside of those
    around: tuple[str, ...] = ()  # paths of slots that hold body beside other things: what is unknown in them is body
    titles: tuple[str, ...] = ()  # paths of slots inside of those whose first element is the title
    texts: frozenset[str] = frozenset()  # with single spaces
    own: tuple[str, ...] = ()  # paths of slots of which only the element with the page's title is the page's
    no_links: tuple[str, ...] = ()  # paths of slots of body in which a block that is only a link is none

    def choose(self, page: Page) -> NDArray[np.int64]:
        """The blocks of the body."""
        with kernel_call() as seconds:
            return self.without_others(page, self._kernel.read(page.table, seconds=seconds))

    def without_others(self, page: Page, fitting: Fitting) -> NDArray[np.int64]:
        """The blocks of the body less those of other pages' articles, which their headings tell."""
        kept = fitting.keep
        assert kept is not None, "the kernel tells the blocks of all slots"
        for path in check_deadline(self.own):
            rows = np.flatnonzero(fitting.slots == self.outline.slots[path])
            for row in check_deadline(other_articles(page, rows).tolist() if len(rows) > 1 else ()):
                kept = kept[~np.isin(kept, page.blocks.under(row, int(page.end[row])))]
        return kept

    @cached_property
    def compiled(self) -> tuple[list[int], list[int], set[str], list[int], list[int] | None]:
        """Itself as the kernel reads it: numbers of slots, texts with how long they are, flags without exclusions."""
        own, no_links = ([self.outline.slots[path] for path in paths] for paths in (self.own, self.no_links))
        lengths = sorted({len("".join(text.split())) for text in self.texts})  # as blocks count their characters
        others = tuple(path for path in self.drop if not _is_prose(path))
        spared = self._to_flags(others).tolist() if len(others) < len(self.drop) else None
        return own, no_links, set(self.texts), lengths, spared

    @cached_property
    def _kernel(self) -> Template:
        return Template(self.outline.kernel, self.flags.tolist(), 0, self.compiled)

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @cached_property
    def flags(self) -> NDArray[np.uint8]:
        """What is said of each slot."""
        return self._to_flags(self.drop)

    def _to_flags(self, drop: tuple[str, ...]) -> NDArray[np.uint8]:
        flags = np.zeros(len(self.outline), np.uint8)
        for paths, flag in ((self.keep, KEEP), (drop, DROP), (self.titles, TITLE), (self.around, AROUND)):
            for path in check_deadline(paths):
                flags[self.outline.slots[path]] |= flag
        return flags

    def describe(self, *, short: bool = True) -> list[str]:
        """What it does, a line a rule, for people."""
        write = self.outline.shorten if short else str
        lines = [f"keep {write(path)}" for path in self.keep] + [f"but not {write(path)}" for path in self.drop]
        lines += [f"keep what is new in {write(path)}" for path in self.around]
        lines += [f"but not the first {write(path)}" for path in self.titles]
        lines += [f"of several {write(path)} only the one with the page's title" for path in self.own]
        lines += [f"but not what is only a link in {write(path)}" for path in self.no_links]
        return lines + [f"but not the text “{text}”" for text in sorted(self.texts)]

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values; the outline is the template's."""
        names = (*PATHS, *(name for name in OPTIONAL if getattr(self, name)))
        paths = {name: [self.outline.shorten(path) for path in getattr(self, name)] for name in names}
        return {**paths, "texts": sorted(self.texts)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], outline: Outline) -> Self:
        """What `to_json` wrote; raises KeyError, TypeError or ValueError where that is broken."""
        names = (*PATHS, *(name for name in OPTIONAL if name in data))
        paths = {name: tuple(map(outline.resolve, read_strings(data[name]))) for name in names}
        return cls(outline=outline, texts=frozenset(read_strings(data["texts"])), **paths)
