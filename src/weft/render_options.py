"""What a renderer shows, how a document is cut into chunks, what a chunk is: data, below the renderers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from weft.errors import ConfigError

CountTokens = Callable[[str], int]
"""How many tokens a model makes of a text."""

BY_HEADING, BY_SIZE = "heading", "size"
TOKENS = 512  # of a chunk, where nothing else is said: many models that compare texts read no more


class ChunkingFields(TypedDict, total=False):
    """The fields of `Chunking`, for functions that take them by name."""

    size: int
    overlap: int
    by: str
    split_tables: bool
    count: CountTokens | None


@dataclass(frozen=True, kw_only=True)
class Chunking:
    """How large chunks are, and where they end.

    A chunk holds whole structures: a table, a block of code, a list item, a figure, a formula or a post is never split,
    and one that is larger than `size` is a chunk of its own, with the heading above it. Only a paragraph that alone is
    larger than `size` is split, where its sentences end, and an item that alone is larger, between the structures in
    it. `split_tables` also splits such a table between its rows, and repeats its header.

    `by="heading"` begins a chunk at every heading: a chunk never holds text of two sections, however small they are. A
    heading with nothing below it but another heading stays with that one. `by="size"` packs as many structures as fit.

    `overlap` repeats the last structures, or the last sentences of a paragraph, of the chunk before, as many as fit
    in so many tokens; by heading, only within a section. `count` counts tokens exactly, such as
    `lambda text: len(tokenizer.encode(text))`; without it they are estimated from the characters.
    """

    size: int = TOKENS
    overlap: int = 0  # tokens that are repeated
    by: str = BY_HEADING  # or "size"
    split_tables: bool = False
    count: CountTokens | None = None

    def check(self) -> None:
        """Raise for what makes no sense."""
        if self.size < 1:
            raise ConfigError(f"a chunk of {self.size} tokens holds nothing", advice="give a size of 1 or more")
        if not 0 <= self.overlap < self.size:
            what = f"an overlap of {self.overlap} tokens does not fit in a size of {self.size}"
            raise ConfigError(what, advice="give one from 0 to less than the size")
        if self.by not in (BY_HEADING, BY_SIZE):
            raise ConfigError(f"chunks are cut by {BY_HEADING!r} or by {BY_SIZE!r}, not by {self.by!r}")


@dataclass(frozen=True, kw_only=True)
class Chunk:
    """A piece of a document for a model: whole structures that follow each other, as Markdown.

    `headings` are the titles of the headings above it, the highest first, with the one that it begins with. `rows` are
    ranges of the page's rows, `start .. end`: that of its text, and one for each footnote.
    """

    index: int
    headings: tuple[str, ...]
    text: str
    tokens: int  # of the text: estimated, or counted by `Chunking.count`
    rows: tuple[tuple[int, int], ...]
    blocks: tuple[int, ...]  # the kept blocks that it shows; one that is split is in two chunks


BlockIndexes = NDArray[np.int64]  # indexes into `page.blocks`, sorted


@dataclass(frozen=True, kw_only=True)
class RenderOptions:
    """What a renderer shows; it never changes which blocks were kept.

    `captions` says whether the captions of pictures are shown; where it says nothing, text has none, and every other
    format has those of the pictures that it shows. `tables` leaves data tables out when off; a table that only lays the
    page out is never left out. `repeats` also shows passages that were left out because the page says them twice.
    `title`, `front_matter` and `records` are of Markdown: the title as a heading, once; what is known of the page as
    YAML; a thread post by post, and a board or a shop as a table or a list of what its records say, in the place of its
    passages alone.
    """

    links: bool = True
    images: bool = True
    captions: bool | None = None  # of pictures: as the format has them
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
