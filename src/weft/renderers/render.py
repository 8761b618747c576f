"""The formats by name, and one function that writes any of them.

A new format is one file with its function and one line in `RENDERERS`. All that write pages (folders, WARC, tables,
the services) read the suffix, the media type and the column from that line.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import cast

from weft.document import Document
from weft.errors import ConfigError
from weft.page.blocks import union
from weft.render_options import BlockIndexes, RenderOptions

LINES = ".jsonl"

RenderFunction = Callable[[Document, RenderOptions], str]


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

    def __call__(self, document: Document, options: RenderOptions) -> str:
        """Write the kept blocks and what was found."""
        return self._function(document, options)

    @cached_property
    def _function(self) -> RenderFunction:
        if not isinstance(self.render, str):
            return self.render
        module, _, name = self.render.partition(":")
        return cast(RenderFunction, getattr(import_module(module), name))


RENDERERS: dict[str, Renderer] = {
    "text": Renderer("weft.renderers.kernel_formats:render_text", ".txt", "text/plain", "text"),
    "markdown": Renderer("weft.renderers.kernel_formats:render_markdown", ".md", "text/markdown", "markdown"),
    "html": Renderer("weft.renderers.kernel_formats:render_html", ".html", "text/html", "html"),
    "json": Renderer("weft.renderers.json:render_json", ".json", "application/json", "json"),
    "tei": Renderer("weft.renderers.tei:render_tei", ".xml", "application/tei+xml", "tei"),
    "chunks": Renderer("weft.renderers.kernel_formats:render_chunks", LINES, "application/jsonl", "chunks"),
}
_DEFAULT_OPTIONS = RenderOptions()


def render(document: Document, *, format: str = "text", options: RenderOptions = _DEFAULT_OPTIONS) -> str:
    """Write the kept blocks and what was found in one of the formats.

    >>> from weft import extract
    >>> render(extract("<p>a <b>b</b>", method="whole_page"), format="markdown")
    'a **b**'
    """
    renderer = RENDERERS.get(format)
    if renderer is None:
        raise ConfigError(f"unknown format {format!r}", advice=f"choose one of {', '.join(RENDERERS)}")
    return renderer(document, options)


def shown_blocks(document: Document, options: RenderOptions) -> BlockIndexes:
    """The kept blocks, as the options want them: with second copies, without tables."""
    keep = union(document.keep, document.repeats) if options.repeats else document.keep
    if options.tables:
        return keep
    from weft.renderers.passages import without_tables  # few ask for it, and it has much to import

    return without_tables(document.page, keep)
