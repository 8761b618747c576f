"""Chunks: the kept blocks of a page as pieces of Markdown for models, and as JSON lines of them."""

from __future__ import annotations

import json

from weft.addresses import own_address
from weft.chunking import Chunk, Chunking
from weft.deadline import in_time
from weft.document import Document
from weft.render_options import RenderOptions
from weft.renderers.kernel_passages import kernel_chunks
from weft.renderers.render import shown_blocks
from weft.renderers.written_records import PAGE_TYPES, given_records


def render_chunks(document: Document, options: RenderOptions) -> str:
    """A line of JSON for each chunk, with the address and the title of its page."""
    chunks = find_chunks(document, options, options.chunking)
    return "\n".join(json.dumps(_line(document, chunk), ensure_ascii=False) for chunk in in_time(chunks))


def _line(document: Document, chunk: Chunk) -> dict[str, object]:
    return {
        "url": own_address(document.page.url) or document.metadata.url.value,
        "title": document.metadata.title.value,
        "index": chunk.index,
        "headings": list(chunk.headings),
        "text": chunk.text,
        "tokens": chunk.tokens,
        "rows": [list(rows) for rows in chunk.rows],
        "blocks": list(chunk.blocks),
    }


def find_chunks(document: Document, options: RenderOptions, chunking: Chunking) -> list[Chunk]:
    """The chunks of the kept blocks, in order.

    >>> from weft import extract
    >>> document = extract("<h2>Looms</h2><p>A loom holds the warp.<h2>Cloth</h2><p>It is woven.", method="whole_page")
    >>> chunks = find_chunks(document, RenderOptions(), Chunking())
    >>> [(chunk.headings, chunk.text) for chunk in chunks]
    [(('Looms',), '## Looms\\n\\nA loom holds the warp.'), (('Cloth',), '## Cloth\\n\\nIt is woven.')]
    """
    page, keep = document.page, shown_blocks(document, options)
    chunking.check()
    records = document.records if document.page_type in PAGE_TYPES else ()
    spans = [(record.start, record.end) for record in records]
    given = given_records(document, keep, options)
    found = kernel_chunks(page, keep, options, (given, spans), chunking)
    return [
        Chunk(index=index, headings=tuple(headings), text=text, tokens=tokens, rows=tuple(rows), blocks=tuple(blocks))
        for index, (headings, text, tokens, rows, blocks) in enumerate(found)
    ]
