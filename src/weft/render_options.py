"""What a renderer shows: options of documents, below the renderers that read them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.chunking import BY_HEADING, TOKENS, Chunking

BlockIndexes = NDArray[np.int64]  # indexes into `page.blocks`, sorted


@dataclass(frozen=True, kw_only=True)
class RenderOptions:
    """What a renderer shows; it never changes which blocks were kept.

    `tables` leaves data tables out when off; a table that only lays the page out is never left out. `repeats` also
    shows passages that were left out because the page says them twice. `title`, `front_matter` and `records` are of
    Markdown: the title as a heading, once; what is known of the page as YAML; a thread post by post, and a board or a
    shop as a table or a list of what its records say, in the place of its passages alone.
    """

    links: bool = True
    images: bool = True
    tables: bool = True
    repeats: bool = False
    readings: bool = False  # of characters, in parentheses behind them: `子(こ)`
    title: bool = False  # markdown only
    front_matter: bool = False  # markdown only
    records: bool = True  # markdown only
    blocks: bool = False  # json only: where every kept block stands on the page
    chunk_size: int = TOKENS  # chunks only, and the next two: as `Chunking` has them
    chunk_overlap: int = 0
    chunk_by: str = BY_HEADING

    @property
    def chunking(self) -> Chunking:
        """How the chunks are cut; a function that counts tokens is no option of a renderer."""
        return Chunking(size=self.chunk_size, overlap=self.chunk_overlap, by=self.chunk_by)
