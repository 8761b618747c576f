"""VIPS (Cai, Yu, Wen, Ma 2003; paper C, section 3): a page falls into the visual blocks that a person sees.

Three steps, each in a file of its own, over the page as a browser drew it:

1. *Visual block extraction*: rules divide nodes, or make them blocks with a degree of coherence, DoC
   (`vips_nodes`, `vips_rules`, `vips_pieces`).
2. *Separators*: the lines that cross no block, with weights (`vips_separators`).
3. *Content structure*: blocks are merged from the lightest separator up (`vips_structure`, `vips_tree`).

They are repeated in every block whose DoC is below the permitted one, PDoC. `vips_body` then chooses the body.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from weft.content import CHOSEN, Reason
from weft.document import Document
from weft.extractors.rendered import require_geometry
from weft.page import Page

if TYPE_CHECKING:  # the steps are imported when a page is seen: few are
    from weft.extractors.vips_body import Body
    from weft.extractors.vips_nodes import Nodes
    from weft.extractors.vips_tree import VisualBlock

CAPPED = "; the page is so large or so deep that some of its blocks were left whole"


@dataclass(frozen=True, kw_only=True)
class Vips:
    """Keeps what is in the visual block that holds the text of the page. Looks at pages that a browser has drawn."""

    needs_geometry: ClassVar[bool] = True

    # 8 leaves whole what an author writes for one thought, a paragraph, a cell, a heading, and nothing larger. For the
    # body it hardly matters (word F1 0.801 at 6, 0.802 from 7 to 9; docs/vips.md says of which pages).
    pdoc: int = 8
    # Rules 9 and 10: what has less than half of its round's root can wait for a later round. A smaller share divides
    # more at once, and loses the order of what it divides (0.793 at 0.1); 1 makes a round a step in the DOM (0.805).
    small: float = 0.5
    bands: bool = True  # paper C: head, middle and foot come first (0.801 without)

    def segment(self, page: Page) -> VisualBlock:
        """The visual blocks of the page, one in another: a coherent one has no children."""
        return self._see(page)[1]

    def extract(self, page: Page) -> Document:
        """The blocks of the page's visual body; what cannot be seen is never kept."""
        from weft.extractors.vips_body import find_body, find_leaves

        nodes, tree, is_capped = self._see(page)
        body = find_body(tree, find_leaves(nodes, tree))
        keep = body.keep[~page.blocks.hidden[body.keep]]
        return Document(
            page=page, keep=keep, chosen_by="vips", reason=Reason(CHOSEN, _reason(body) + CAPPED * is_capped)
        )

    def score(self, page: Page) -> NDArray[np.float64]:
        """How much of what counts (`vips_body`) is in the coherent visual block that each block is seen in."""
        from weft.extractors.vips_body import find_leaves

        nodes, tree, _ = self._see(page)
        leaves = find_leaves(nodes, tree)
        worth = np.append(leaves.worth, 0.0) / max(leaves.worth.sum(), 1.0)
        return worth[leaves.of_block]

    def _see(self, page: Page) -> tuple[Nodes, VisualBlock, bool]:
        """The nodes, the tree, and whether limits left blocks whole."""
        from weft.extractors.vips_nodes import find_nodes
        from weft.extractors.vips_pieces import find_pieces
        from weft.extractors.vips_rules import judge
        from weft.extractors.vips_structure import find_structure, mark_bands
        from weft.extractors.vips_tree import grow

        require_geometry(page, "vips")
        nodes = find_nodes(page)
        pieces = find_pieces(nodes, judge(nodes), pdoc=self.pdoc, small=self.small)
        structure = find_structure(nodes, pieces)
        if self.bands:
            structure = mark_bands(nodes, pieces, structure)
        tree, is_cut = grow(nodes, pieces, structure, pdoc=self.pdoc)
        return nodes, tree, is_cut or pieces.is_capped


def _reason(body: Body) -> str:
    left, top, right, bottom = body.block.box
    place = f"the visual block of {right - left} × {bottom - top} px at {left}, {top}"
    what = "what a list says beside its links" if body.is_list else "the running text"
    return f"{place} has {body.share:.0%} of {what}" if body.share else "no text outside links can be seen"
