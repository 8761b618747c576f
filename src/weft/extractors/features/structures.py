"""Structures: tables of data, code, figures, lists, definitions, quotes and formulas, which are chosen as a whole.

A structure is an element whose blocks belong together: half a table is no table. Where structures lie in each other the
outer one decides. A list or quote that holds headings or sections is a part of the page, such as a list of cards, and
no structure. The kernel finds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from weft.deadline import kernel_call
from weft.kernel import extractors as kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from weft.page import Page

KINDS = ("none", "table", "code", "figure", "list", "definitions", "quote", "formula")
"""The kinds of structures; a kind is a number in this list, 0 is a block that stands alone."""
TABLE, CODE, FIGURE = 1, 2, 3


@dataclass(frozen=True, eq=False)
class Structures:
    """The structures of a page in document order, as columns; none lies in another."""

    kind: NDArray[np.uint8]
    row: NDArray[np.int32]  # its element
    first: NDArray[np.int32]  # its first block
    last: NDArray[np.int32]  # the block after its last
    of_block: NDArray[np.int32]  # for every block of the page its structure, -1 where it stands alone

    def __len__(self) -> int:
        return len(self.row)


def find_structures(page: Page) -> Structures:
    """The structures of a page.

    >>> from weft import parse
    >>> page = parse("<p>One<ul><li>Two<li>Three</ul><table><tr><th>Four<th>Five<tr><td>Six<td>Seven</table>")
    >>> structures = find_structures(page)
    >>> [KINDS[kind] for kind in structures.kind], structures.of_block.tolist()
    (['list', 'table'], [-1, 0, 0, 1, 1, 1, 1])
    """
    with kernel_call() as seconds:
        kind, places = kernel.find_structures(page.table, seconds=seconds)
    return Structures(kind, *places)
