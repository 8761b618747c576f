"""The formats by name, and one function that writes any of them.

A new format is one file with its function and one line in `RENDERERS`. All that write pages (folders, WARC, tables,
the services) read the suffix, the media type and the column from that line.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import cast

import numpy as np
from numpy.typing import NDArray

from weft.content import Content
from weft.errors import ConfigError
from weft.page import Page
from weft.renderers.chunking import BY_HEADING, TOKENS, Chunking

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


LINES = ".jsonl"

RenderFunction = Callable[[Page, BlockIndexes, Content, RenderOptions], str]


@dataclass(frozen=True)
class Renderer:
    """One format: the function that writes it, and what a file, a web answer or a table calls it.

    A function that is given as `module:name` is imported with the first page that is written so.
    """

    render: RenderFunction | str
    suffix: str  # of a file
    media_type: str
    column: str  # of a table, and the key of a line

    @property
    def is_lines(self) -> bool:
        """Whether it writes lines of JSON; the line of a page then has their objects."""
        return self.suffix == LINES

    def __call__(self, page: Page, keep: BlockIndexes, content: Content, options: RenderOptions) -> str:
        """Write the kept blocks and what was found."""
        return self._function(page, keep, content, options)

    @cached_property
    def _function(self) -> RenderFunction:
        if not isinstance(self.render, str):
            return self.render
        module, _, name = self.render.partition(":")
        return cast(RenderFunction, getattr(import_module(module), name))


RENDERERS: dict[str, Renderer] = {
    "text": Renderer("weft.renderers.text:render_text", ".txt", "text/plain", "text"),
    "markdown": Renderer("weft.renderers.markdown:render_markdown", ".md", "text/markdown", "markdown"),
    "html": Renderer("weft.renderers.html:render_html", ".html", "text/html", "html"),
    "json": Renderer("weft.renderers.json:render_json", ".json", "application/json", "json"),
    "tei": Renderer("weft.renderers.tei:render_tei", ".xml", "application/tei+xml", "tei"),
    "chunks": Renderer("weft.renderers.chunks:render_chunks", LINES, "application/jsonl", "chunks"),
}
_DEFAULT_OPTIONS = RenderOptions()


def render(
    page: Page,
    keep: BlockIndexes,
    content: Content,
    *,
    format: str = "text",
    options: RenderOptions = _DEFAULT_OPTIONS,
) -> str:
    """Write the kept blocks and what was found in one of the formats.

    >>> from weft import parse
    >>> render(parse("<p>a <b>b</b>"), np.array([0]), Content(), format="markdown")
    'a **b**'
    """
    renderer = RENDERERS.get(format)
    if renderer is None:
        raise ConfigError(f"unknown format {format!r}", advice=f"choose one of {', '.join(RENDERERS)}")
    if not options.tables:
        from weft.renderers.structures import without_tables  # few ask for it, and it has much to import

        keep = without_tables(page, keep)
    return renderer(page, keep, content, options)
