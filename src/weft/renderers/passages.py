"""The kept part of a page as passages: runs of inline content, each with the containers that it stands in.

A flat list with paths, not a tree: a renderer goes through it once and opens or closes what differs between one path
and the next, so that no depth of nesting can hurt it.

The kernel gives them. It also tells tables that hold data from others, which only lay the page out.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time, kernel_call
from weft.kernel import renderers as kernel
from weft.page import Page
from weft.render_options import BY_HEADING, BlockIndexes, Chunking, RenderOptions

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


_Composed = tuple[
    list[tuple[int, int, int]],
    list[tuple[int, int]],
    list[tuple[int, int, str]],
    list[tuple[int, int, list[tuple[int, str, int, str]]]],
    list[tuple[int, str]],
]
_KINDS = (TEXT, BREAK, IMAGE, RULE, FORMULA, FORMULA, NOTE)  # by the number that the kernel gives them
GivenRecords = tuple[bool, bool, list[tuple[int, int, dict[str, tuple[str, int]]]]]
"""Whether records are posts, whether rows may be a table, and of each record its rows and fields."""

_MAX_TOKENS = 1 << 62  # as the kernel has numbers
_DISPLAY = 5  # a formula on lines of its own
_ROLES, _MARKS = tuple(kernel.ROLES), tuple(kernel.MARKS)


_Options = tuple[bool, bool, bool, bool, bool, str]


def compose(page: Page, keep: NDArray[np.int64], options: RenderOptions, *, notes: bool = False) -> list[Passage]:
    """The passages of the kept blocks, in document order; with `notes`, footnotes are told from other lists."""
    how = _how(page, options, notes=notes)
    with kernel_call() as seconds:
        return _read(kernel.compose(page.table, keep, how, seconds=seconds))


def kernel_markdown(
    page: Page, keep: NDArray[np.int64], options: RenderOptions, records: GivenRecords, title: str
) -> str:
    """The kept blocks as Markdown in one call, with records in forms of their own and, where one is given, a title."""
    how = _how(page, options, notes=True)
    with kernel_call() as seconds:
        return kernel.write_markdown(page.table, keep, how, records, title, seconds=seconds)


def kernel_chunks(
    page: Page,
    keep: NDArray[np.int64],
    options: RenderOptions,
    given: tuple[GivenRecords, list[tuple[int, int]]],
    chunking: Chunking,
) -> list[tuple[list[str], str, int, list[tuple[int, int]], list[int]]]:
    """Chunks of the kept blocks in one call: titles above, text, tokens, ranges of rows and blocks.

    Given are the records that have a form of their own, and where all records of the page begin and end.
    """
    wanted = _how(page, options, notes=True)
    size, overlap = min(chunking.size, _MAX_TOKENS), min(chunking.overlap, _MAX_TOKENS)
    how = size, overlap, chunking.by == BY_HEADING, chunking.split_tables, chunking.count
    with kernel_call() as seconds:
        return kernel.find_chunks(page.table, keep, wanted, given, how, seconds=seconds)


def kernel_html(page: Page, keep: NDArray[np.int64], options: RenderOptions) -> str:
    """The kept blocks as HTML in one call."""
    how = _how(page, options, notes=False)
    with kernel_call() as seconds:
        return kernel.write_html(page.table, keep, how, seconds=seconds)


def _how(page: Page, options: RenderOptions, *, notes: bool) -> _Options:
    """What is wanted, as the kernel is told."""
    captions = options.captions is not False
    return options.links, options.images, captions, notes, options.readings, page.url or ""


def _read(composed: _Composed) -> list[Passage]:
    """What the kernel composed."""
    own, ways, marks, found, labelled = composed
    labels = dict(labelled)
    containers = [
        Container(_ROLES[role], row, number, labels.get(place, "")) for place, (role, row, number) in enumerate(own)
    ]
    paths: list[Path] = [()]
    for outside, inner in ways[1:]:
        paths.append((*paths[outside], containers[inner]))
    sets: list[Marks] = [()]
    for around, kind, value in marks[1:]:
        sets.append((*sets[around], Mark(_MARKS[kind], value)))
    passages: list[Passage] = []
    for path, row, parts in found:
        pieces = [Piece(_KINDS[kind], text, sets[place], to, kind == _DISPLAY) for kind, text, place, to in parts]
        passages.append(Passage(paths[path], pieces, row))
    return passages
