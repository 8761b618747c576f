"""The kept part of a page as passages: runs of inline content, each with the containers that it stands in.

A flat list with paths, not a tree: a renderer goes through it once and opens or closes what differs between one path
and the next, so that no depth of nesting can hurt it.

Tables that hold data; others only lay the page out.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time, kernel_call
from weft.kernel import renderers as kernel
from weft.page import Page
from weft.render_options import BlockIndexes

TEXT, BREAK, IMAGE, FORMULA, NOTE, RULE = "text", "break", "image", "formula", "note", "rule"


class Mark(NamedTuple):
    """What an inline element does to its text: a kind and a value (the address of a link, the title of an `abbr`)."""

    kind: str
    value: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Container:
    """An element that gives passages their place: a list, an item, a quote, a cell. Equal only to itself."""

    role: str
    row: int
    number: int = 0  # heading: level; list: 1 when ordered; item: its number; note: its label's number
    label: str = ""  # pre: language; note: label; item: the box of a task


Path = tuple[Container, ...]
Marks = tuple[Mark, ...]


class Piece(NamedTuple):
    """A stretch of inline content under one set of marks."""

    kind: str
    text: str = ""  # alt text of an image, LaTeX of a formula, label of a note
    marks: Marks = ()
    address: str = ""  # of an image
    display: bool = False  # of a formula


@dataclass(slots=True)
class Passage:
    """One run of inline content and the path of containers down to it."""

    path: Path
    pieces: list[Piece] = field(default_factory=list)
    row: int = -1  # of the page, that of the last text or image: tells what the passage stands in

    @property
    def inner(self) -> Container | None:
        """The innermost container."""
        return self.path[-1] if self.path else None

    def inside(self, role: str) -> Container | None:
        """The innermost container of a role."""
        return next((container for container in reversed(self.path) if container.role == role), None)


def shared_marks(one: Marks, other: Marks) -> Marks:
    """The marks that two pieces have in common, from the outermost on."""
    return one[: shared_length(one, other)]


def shared_length(one: tuple[object, ...], other: tuple[object, ...]) -> int:
    """How far two paths, or two sets of marks, are the same.

    >>> shared_length((1, 2, 3), (1, 2, 4, 5))
    2
    """
    if one == other:
        return len(one)
    count = 0
    for own, its in zip(one, other, strict=False):
        if own != its:
            break
        count += 1
    return count


def crowded(passages: list[Passage]) -> set[Container]:
    """The containers that hold more than one passage, so that each must be a paragraph of its own."""
    seen: set[Container] = set()
    several: set[Container] = set()
    before: Path = ()
    for passage in passages:
        check_time()
        for depth, container in enumerate(passage.path):
            inner = passage.path[depth + 1] if depth + 1 < len(passage.path) else None
            if container in seen and (inner is None or inner not in before):
                several.add(container)
            seen.add(container)
        before = passage.path
    return several


def data_tables(page: Page, keep: BlockIndexes | None = None) -> set[int]:
    """The rows of the tables that hold data among what is shown of the kept blocks, or among all that is not hidden."""
    with kernel_call() as seconds:
        return set(kernel.data_tables(page.table, keep, seconds=seconds))


def data_blocks(page: Page, keep: BlockIndexes, tables: set[int]) -> NDArray[np.bool_]:
    """Which of the kept blocks stand in one of the tables."""
    edges = np.zeros(len(page) + 1, dtype=np.int32)
    rows = np.array(sorted(tables), dtype=np.int64)
    np.add.at(edges, rows, 1)
    np.add.at(edges, page.end[rows], -1)
    return np.cumsum(edges)[page.blocks.first[keep]] > 0


def without_tables(page: Page, keep: BlockIndexes) -> BlockIndexes:
    """The kept blocks that do not stand in a table of data."""
    return keep[~data_blocks(page, keep, data_tables(page, keep))]
