"""Passages from the kernel: most pages have no code blocks, notes, formulas or media, and its sweep is much faster.

`composer` is the twin, and composes the pages that have them.
"""

from dataclasses import dataclass

import numpy as np

from weft import _native
from weft.addresses import origin_of
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.renderers.controls import without_controls
from weft.renderers.footnotes import fragment
from weft.renderers.page_addresses import Addresses, file_name, image_address
from weft.renderers.passages import BREAK, IMAGE, RULE, TEXT, Container, Mark, Marks, Passage, Path, Piece
from weft.renderers.render import RenderOptions
from weft.renderers.shown_rows import ShownRows
from weft.renderers.structures import is_code_table
from weft.renderers.text_cuts import leads_to_heading

_Composed = tuple[
    list[tuple[int, int, int]],
    list[tuple[int, int]],
    list[tuple[int, int, str]],
    list[tuple[int, int, list[str] | None, list[tuple[int, str, int, str]] | None]],
]
_KINDS = (TEXT, BREAK, IMAGE, RULE)  # by the number that the kernel gives them
_ROLES, _MARKS = tuple(_native.ROLES), tuple(_native.MARKS)


@dataclass(frozen=True, eq=False)
class _Answers:
    """What the kernel asks of a row."""

    page: Page
    addresses: Addresses

    def link_address(self, row: int) -> str:
        """The address of a link that is not as most are."""
        return address_of_link(self.page, row, self.addresses)

    def is_anchor(self, row: int, heading: int) -> bool:
        """Whether a link in a heading is only the sign that leads to it."""
        return leads_to_heading(self.page, row, heading)

    def is_code(self, row: int) -> bool:
        """Whether a table is code."""
        return is_code_table(self.page, row)

    def image(self, row: int) -> tuple[str, str, str]:
        """The description, the address and the file of an image."""
        address = image_address(self.page, row, self.addresses)
        return image_text(self.page, row), address, file_name(address)


def address_of_link(page: Page, row: int, addresses: Addresses) -> str:
    """Where a link leads, empty where it stays on the page or must not be written."""
    address = page.attribute(row, "href") or ""
    return "" if "#" in address and fragment(page, row) else addresses.resolve(address)


def image_text(page: Page, row: int) -> str:
    """The description of an image on one line."""
    return without_controls(" ".join((page.attribute(row, "alt") or "").split()))


def kernel_passages(
    page: Page,
    shown: ShownRows,
    left_out: tuple[set[int], frozenset[int]],
    options: RenderOptions,
    *,
    lines: bool = False,
) -> list[Passage] | None:
    """The passages of the shown rows, None for a page that needs the twin.

    `left_out` are the rows of data tables, and of what is left out. With `lines` plain passages have no pieces, but
    the lines that Markdown writes for them.
    """
    addresses = Addresses(page)
    origin = origin_of(addresses.base) if options.links and addresses.base else ""
    if shown.formulas or (addresses.base and options.links and not origin):
        return None
    tables, noise = (np.array(sorted(rows), np.int64) for rows in left_out)
    how = (options.links, origin, lines)
    with kernel_call() as seconds:
        composed = _native.compose(
            page.table, (shown.mask, shown.root), (tables, noise), how, _Answers(page, addresses), seconds=seconds
        )
    return _read(composed) if composed else None


def _read(composed: _Composed) -> list[Passage]:
    """What the kernel composed, as the twin gives it."""
    own, ways, marks, found = composed
    containers = [Container(_ROLES[role], row, number) for role, row, number in own]
    paths: list[Path] = [()]
    for outside, inner in ways[1:]:
        paths.append((*paths[outside], containers[inner]))
    sets: list[Marks] = [()]
    for around, kind, value in marks[1:]:
        sets.append((*sets[around], Mark(_MARKS[kind], value)))
    passages: list[Passage] = []
    for path, row, written, parts in found:
        pieces = [Piece(_KINDS[kind], text, sets[place], to) for kind, text, place, to in parts] if parts else []
        passages.append(Passage(paths[path], pieces, row, written))
    return passages
