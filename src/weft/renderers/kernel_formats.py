"""Plain text: paragraphs with a blank line between them, items and rows on lines, cells with tabs between them.

This is the format that runs over whole crawls: the kernel writes it, in the call that reads the page where it can.

Markdown (CommonMark with the tables and notes of GitHub), for people and for language models.

Clean HTML: the kept content in the elements that carry meaning, and nothing that runs.

Chunks: the kept blocks of a page as pieces of Markdown for models, and as JSON lines of them.
"""

from __future__ import annotations

import json

from weft.addresses import own_address
from weft.deadline import in_time, kernel_call
from weft.document import Document
from weft.kernel.renderers import write_text
from weft.render_options import Chunk, Chunking, RenderOptions
from weft.renderers.front_matter import front_matter
from weft.renderers.kernel_passages import kernel_chunks, kernel_html, kernel_markdown
from weft.renderers.render import shown_blocks
from weft.renderers.written_records import PAGE_TYPES, given_records


def render_text(document: Document, options: RenderOptions) -> str:
    """The kept blocks as plain text.

    >>> import numpy as np
    >>> from weft import parse
    >>> page = parse("<p>One\\n two<ul><li>three<li>four</ul><table><tr><td>5<td>6</table>")
    >>> render_text(Document(page=page, keep=np.arange(len(page.blocks))), RenderOptions())
    'One two\\n\\nthree\\nfour\\n\\n5\\t6'
    """
    page, keep = document.page, shown_blocks(document, options)
    if not len(keep):
        return ""
    with kernel_call() as seconds:
        return write_text(page.table, keep, page.url or "", options.readings, seconds=seconds)


def render_markdown(document: Document, options: RenderOptions) -> str:
    """The kept blocks as Markdown."""
    keep = shown_blocks(document, options)
    title = document.metadata.title.value if options.title else ""
    written = kernel_markdown(document.page, keep, options, given_records(document, keep, options), title)
    return (front_matter(document) if options.front_matter else "") + written


def render_html(document: Document, options: RenderOptions) -> str:
    """The kept blocks as HTML without a `body` around them."""
    page, keep = document.page, shown_blocks(document, options)
    return kernel_html(page, keep, options)


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
