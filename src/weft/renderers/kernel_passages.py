"""Passages from the kernel, and what it writes of them."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.renderers.markdown_escapes import guard_note, guard_prices
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
from weft.renderers.render import RenderOptions

_Composed = tuple[
    list[tuple[int, int, int]],
    list[tuple[int, int]],
    list[tuple[int, int, str]],
    list[tuple[int, int, list[tuple[int, str, int, str]]]],
    list[tuple[int, str]],
]
_KINDS = (TEXT, BREAK, IMAGE, RULE, FORMULA, FORMULA, NOTE)  # by the number that the kernel gives them
_DISPLAY = 5  # a formula on lines of its own
_ROLES, _MARKS = tuple(_native.ROLES), tuple(_native.MARKS)


LinesOf = Callable[[list[Piece], int], list[str]]
"""The lines of Markdown of pieces in a setting: 0 a paragraph, 1 to 6 a heading, 7 a cell, 8 a term."""


@dataclass(frozen=True, eq=False)
class _Answers:
    """What the kernel asks while it writes Markdown."""

    lines_of: LinesOf | None = None

    def guard_note(self, text: str) -> str:
        """A note that is one word must not be the address of a definition where Markdown knows no notes."""
        return guard_note(text)

    def lines(self, pieces: list[tuple[int, str, list[tuple[int, str]], str]], setting: int) -> list[str]:
        """The lines of Markdown of a passage that is not plain."""
        own = [
            Piece(
                _KINDS[kind],
                text,
                tuple([Mark(_MARKS[mark], value) for mark, value in marks]),
                address,
                kind == _DISPLAY,
            )
            for kind, text, marks, address in pieces
        ]
        return self.lines_of(own, setting) if self.lines_of else []

    def guard_prices(self, text: str) -> str:
        """Markdown of several passages on one line, without dollar signs that would be the ends of a formula."""
        return guard_prices(text)


_Options = tuple[bool, bool, bool, bool, str]


def compose(page: Page, keep: NDArray[np.int64], options: RenderOptions, *, notes: bool = False) -> list[Passage]:
    """The passages of the kept blocks, in document order; with `notes`, footnotes are told from other lists."""
    how = _how(page, options, notes=notes)
    with kernel_call() as seconds:
        return _read(_native.compose(page.table, keep, how, seconds=seconds))


def kernel_markdown(page: Page, keep: NDArray[np.int64], options: RenderOptions, lines_of: LinesOf) -> str:
    """The kept blocks as Markdown in one call."""
    how = _how(page, options, notes=True)
    answers = _Answers(lines_of)
    with kernel_call() as seconds:
        return _native.write_passages(page.table, keep, how, answers, False, seconds=seconds)


def write_passages(page: Page, passages: list[Passage], lines_of: LinesOf) -> str:
    """Passages as Markdown, wherever they come from."""
    answers = _Answers(lines_of)
    with kernel_call() as seconds:
        return _native.write_markdown(page.table, passages, answers, seconds=seconds)


def kernel_html(page: Page, keep: NDArray[np.int64], options: RenderOptions) -> str:
    """The kept blocks as HTML in one call."""
    how = _how(page, options, notes=False)
    with kernel_call() as seconds:
        return _native.write_passages(page.table, keep, how, _Answers(), True, seconds=seconds)


def _how(page: Page, options: RenderOptions, *, notes: bool) -> _Options:
    """What is wanted, as the kernel is told."""
    return options.links, options.images, notes, options.readings, page.url or ""


def _read(composed: _Composed) -> list[Passage]:
    """What the kernel composed, as the twin gives it."""
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
