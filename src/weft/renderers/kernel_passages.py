"""Passages from the kernel, and what it writes of them.

It asks for what only a few pages have: notes, formulas, media, unusual addresses.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.addresses import origin_of
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.page.shown_images import shown_images
from weft.render_options import RenderOptions
from weft.renderers.code_lines import is_no_code
from weft.renderers.controls import without_controls
from weft.renderers.footnotes import find_footnotes, fragment
from weft.renderers.formulas import spaced_latex
from weft.renderers.markdown_escapes import guard_note, guard_prices
from weft.renderers.media import media_link
from weft.renderers.page_addresses import Addresses, file_name, image_address
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
from weft.renderers.shown_rows import kept_text, shown_formulas
from weft.renderers.structures import language_of, task_sign
from weft.renderers.text_cuts import leads_to_heading

_Composed = tuple[
    list[tuple[int, int, int]],
    list[tuple[int, int]],
    list[tuple[int, int, str]],
    list[tuple[int, int, list[tuple[int, str, int, str]]]],
    list[tuple[int, str]],
]
_Labels = list[tuple[int, str]]  # of rows
_KINDS = (TEXT, BREAK, IMAGE, RULE, FORMULA, FORMULA, NOTE)  # by the number that the kernel gives them
_DISPLAY = 5  # a formula on lines of its own
_ROLES, _MARKS = tuple(_native.ROLES), tuple(_native.MARKS)


LinesOf = Callable[[list[Piece], int], list[str]]
"""The lines of Markdown of pieces in a setting: 0 a paragraph, 1 to 6 a heading, 7 a cell, 8 a term."""


@dataclass(frozen=True, eq=False)
class _Answers:
    """What the kernel asks of a page."""

    page: Page
    keep: NDArray[np.int64]
    addresses: Addresses
    lines_of: LinesOf | None = None

    def link_address(self, row: int) -> str:
        """The address of a link that is not as most are."""
        return address_of_link(self.page, row, self.addresses)

    def cited_address(self, row: int) -> str:
        """The address that a quote is from."""
        return self.addresses.resolve(self.page.attribute(row, "cite"))

    def is_anchor(self, row: int, heading: int) -> bool:
        """Whether a link in a heading is only the sign that leads to it."""
        return leads_to_heading(self.page, row, heading)

    def image(self, row: int) -> tuple[str, str, str]:
        """The description, the address and the file of an image."""
        address = image_address(self.page, row, self.addresses)
        return image_text(self.page, row), address, file_name(address)

    def medium(self, row: int) -> tuple[str, str]:
        """The text and the address of the link that stands for a medium."""
        text, address = media_link(self.page, row, self.addresses)
        return without_controls(text), address

    def formulas(self) -> list[tuple[int, int, str, bool, tuple[str, str]]]:
        """The formulas of the kept blocks: rows, LaTeX, whether on lines of their own, the spaces beside them."""
        found = shown_formulas(self.page, self.keep)
        spaces = [spaced_latex(self.page, formula)[::2] for formula in found]
        return [(one.start, one.end, one.latex, one.display, gaps) for one, gaps in zip(found, spaces, strict=True)]

    def notes(self, links: list[int], tables: list[int]) -> tuple[_Labels, _Labels, _Labels, list[int]]:
        """The notes of the page, by their rows."""
        notes = find_footnotes(self.page, links, kept_text(self.page, self.keep), tables)
        references, own, inline = (sorted(rows.items()) for rows in (notes.references, notes.notes, notes.inline))
        return references, own, inline, sorted(notes.left_out)

    def task(self, row: int) -> str:
        """The box before an item of a list of tasks."""
        return task_sign(self.page, row)

    def is_no_code(self, row: int, code: int) -> bool:
        """Whether a block element in code names the language of it."""
        return is_no_code(self.page, row, code)

    def guard_note(self, text: str) -> str:
        """A note that is one word must not be the address of a definition where Markdown knows no notes."""
        return guard_note(text)

    def language(self, row: int) -> str:
        """The language that the page names for a block of code."""
        return language_of(self.page, row)

    def images(self) -> list[int]:
        """The images that belong to the kept blocks."""
        return shown_images(self.page, self.keep).tolist()

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


def address_of_link(page: Page, row: int, addresses: Addresses) -> str:
    """Where a link leads, empty where it stays on the page or must not be written."""
    address = page.attribute(row, "href") or ""
    return "" if "#" in address and fragment(page, row) else addresses.resolve(address)


def image_text(page: Page, row: int) -> str:
    """The description of an image on one line."""
    return without_controls(" ".join((page.attribute(row, "alt") or "").split()))


_Options = tuple[bool, bool, bool, bool, str, str, str]


def compose(page: Page, keep: NDArray[np.int64], options: RenderOptions, *, notes: bool = False) -> list[Passage]:
    """The passages of the kept blocks, in document order; with `notes`, footnotes are told from other lists."""
    addresses = Addresses(page)
    how = _how(page, addresses, options, notes=notes)
    with kernel_call() as seconds:
        return _read(_native.compose(page.table, keep, how, _Answers(page, keep, addresses), seconds=seconds))


def kernel_markdown(page: Page, keep: NDArray[np.int64], options: RenderOptions, lines_of: LinesOf) -> str:
    """The kept blocks as Markdown in one call."""
    addresses = Addresses(page)
    how = _how(page, addresses, options, notes=True)
    answers = _Answers(page, keep, addresses, lines_of)
    with kernel_call() as seconds:
        return _native.write_passages(page.table, keep, how, answers, False, seconds=seconds)


def write_passages(page: Page, passages: list[Passage], lines_of: LinesOf) -> str:
    """Passages as Markdown, wherever they come from."""
    answers = _Answers(page, np.zeros(0, np.int64), Addresses(page), lines_of)
    with kernel_call() as seconds:
        return _native.write_markdown(page.table, passages, answers, seconds=seconds)


def kernel_html(page: Page, keep: NDArray[np.int64], options: RenderOptions) -> str:
    """The kept blocks as HTML in one call."""
    addresses = Addresses(page)
    how = _how(page, addresses, options, notes=False)
    with kernel_call() as seconds:
        return _native.write_passages(page.table, keep, how, _Answers(page, keep, addresses), True, seconds=seconds)


def _how(page: Page, addresses: Addresses, options: RenderOptions, *, notes: bool) -> _Options:
    """What is wanted, as the kernel is told; an origin is not where addresses are joined with a path alone."""
    base = addresses.base
    return options.links, options.images, notes, options.readings, page.url or "", base, origin_of(base) if base else ""


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
