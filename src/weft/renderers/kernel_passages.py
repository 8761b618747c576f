"""Passages from the kernel, and what it writes of them."""

import numpy as np
from numpy.typing import NDArray

from weft.deadline import kernel_call
from weft.kernel import renderers as kernel
from weft.page import Page
from weft.render_options import BY_HEADING, Chunking, RenderOptions
from weft.renderers.passages import (
    BREAK,
    FORMULA,
    IMAGE,
    NOTE,
    RULE,
    TEXT,
    Container,
    Mark,
    Marks,
    Passage,
    Path,
    Piece,
)

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

_MOST_TOKENS = 1 << 62  # as the kernel has numbers
_DISPLAY = 5  # a formula on lines of its own
_ROLES, _MARKS = tuple(kernel.ROLES), tuple(kernel.MARKS)


_Options = tuple[bool, bool, bool, bool, str]


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
    records, spans = given
    size, overlap = min(chunking.size, _MOST_TOKENS), min(chunking.overlap, _MOST_TOKENS)
    how = size, overlap, chunking.by == BY_HEADING, chunking.split_tables
    with kernel_call() as seconds:
        return kernel.find_chunks(page.table, keep, wanted, records, spans, how, chunking.count, seconds=seconds)


def kernel_html(page: Page, keep: NDArray[np.int64], options: RenderOptions) -> str:
    """The kept blocks as HTML in one call."""
    how = _how(page, options, notes=False)
    with kernel_call() as seconds:
        return kernel.write_html(page.table, keep, how, seconds=seconds)


def _how(page: Page, options: RenderOptions, *, notes: bool) -> _Options:
    """What is wanted, as the kernel is told."""
    return options.links, options.images, notes, options.readings, page.url or ""


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
