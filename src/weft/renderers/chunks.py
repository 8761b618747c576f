"""Chunks: the kept blocks of a page as pieces of Markdown for models, and as JSON lines of them."""

from __future__ import annotations

import json

from weft.addresses import own_address
from weft.content import Content
from weft.deadline import in_time
from weft.page import Page
from weft.renderers.chunking import Chunk, Chunking
from weft.renderers.kernel_passages import kernel_chunks
from weft.renderers.render import BlockIndexes, RenderOptions
from weft.renderers.structures import without_tables
from weft.renderers.written_records import PAGE_TYPES, given_records


def render_chunks(page: Page, keep: BlockIndexes, content: Content, options: RenderOptions) -> str:
    """A line of JSON for each chunk, with the address and the title of its page."""
    chunks = find_chunks(page, keep, content, options, options.chunking)
    return "\n".join(json.dumps(_line(page, content, chunk), ensure_ascii=False) for chunk in in_time(chunks))


def _line(page: Page, content: Content, chunk: Chunk) -> dict[str, object]:
    return {
        "url": own_address(page.url) or content.metadata.url.value,
        "title": content.metadata.title.value,
        "index": chunk.index,
        "headings": list(chunk.headings),
        "text": chunk.text,
        "tokens": chunk.tokens,
        "rows": [list(rows) for rows in chunk.rows],
        "blocks": list(chunk.blocks),
    }


def find_chunks(
    page: Page, keep: BlockIndexes, content: Content, options: RenderOptions, chunking: Chunking
) -> list[Chunk]:
    """The chunks of the kept blocks, in order.

    >>> from weft import parse
    >>> page = parse("<h2>Looms</h2><p>A loom holds the warp.<h2>Cloth</h2><p>It is woven.")
    >>> chunks = find_chunks(page, np.arange(4), Content(), RenderOptions(), Chunking())
    >>> [(chunk.headings, chunk.text) for chunk in chunks]
    [(('Looms',), '## Looms\\n\\nA loom holds the warp.'), (('Cloth',), '## Cloth\\n\\nIt is woven.')]
    """
    chunking.check()
    if not options.tables:
        keep = without_tables(page, keep)
    records = content.records if content.page_type in PAGE_TYPES else ()
    spans = [(record.start, record.end) for record in records]
    given = given_records(page, keep, content, options)
    found = kernel_chunks(page, keep, options, (given, spans), chunking)
    return [
        Chunk(index=index, headings=tuple(headings), text=text, tokens=tokens, rows=tuple(rows), blocks=tuple(blocks))
        for index, (headings, text, tokens, rows, blocks) in enumerate(found)
    ]
