"""The formats that the kernel writes: plain text, Markdown, HTML, and chunks of Markdown.

Text has paragraphs with a blank line between them, items and rows on lines, cells with tabs between them. It is the
format that runs over whole crawls: the kernel writes it, in the call that reads the page where it can. Markdown is
CommonMark with the tables and notes of GitHub, for people and for language models; front matter in YAML may stand above
it. HTML is clean: the kept content in the elements that carry meaning, and nothing that runs. Chunks are the kept
blocks of a page as pieces of Markdown for models, and as JSON lines of them.
"""

from __future__ import annotations

import json
import re

from weft.addresses import own_address
from weft.deadline import check_deadline, kernel_call
from weft.document import Document
from weft.kernel.renderers import write_text
from weft.render_options import Chunk, Chunking, RenderOptions
from weft.renderers.passages import kernel_chunks, kernel_html, kernel_markdown
from weft.renderers.render import shown_blocks
from weft.renderers.written_records import PAGE_TYPES, given_records

UNKNOWN_TYPE = "other"

# What YAML does not take in a quoted text as it is; JSON has escaped the controls before the space.
_UNPRINTED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def front_matter(document: Document) -> str:
    """What is known of a page as YAML between two lines of dashes, and a blank line; empty where nothing is known.

    >>> from weft import parse
    >>> from weft.content import NO_REASON, Field, Metadata
    >>> from weft.document import no_choice
    >>> metadata = Metadata(title=Field(value="Looms: a history"), language=Field(value="no"))
    >>> document = no_choice(parse("<p>x"), NO_REASON).with_values(find_metadata=lambda page: metadata)
    >>> print(front_matter(document), end="")
    ---
    title: "Looms: a history"
    language: "no"
    ---
    <BLANKLINE>
    """
    metadata = document.metadata
    values = {
        "title": metadata.title.value,
        "author": metadata.author.value,
        "date": metadata.date.value,
        "url": own_address(document.page.url) or metadata.url.value,
        "language": metadata.language.value,
        "section": metadata.section.value,
        "licence": metadata.licence.value,
        "access": metadata.access.value,
        "page_type": "" if document.page_type == UNKNOWN_TYPE else document.page_type,
    }
    lines = [f"{name}: {quote(value)}" for name, value in values.items() if value]
    for name, topics in (("categories", metadata.categories), ("tags", metadata.tags)):
        if topics:
            lines.append(f"{name}: [{', '.join(quote(topic.value) for topic in topics)}]")
    if metadata.word_count:
        lines.append(f"word_count: {metadata.word_count.typed}")
    if document.confidence:
        lines.append(f"confidence: {document.confidence:.2f}")
    return "\n".join(["---", *lines, "---", "", ""]) if lines else ""


def quote(text: str) -> str:
    """A text in double quotes, as YAML reads it again: a string of JSON, and what only YAML wants escaped.

    Every text is quoted: without quotes `no` is a truth value and `2024-05-01` a date.

    >>> print(quote("a: b\\u2028#"))
    "a: b\\u2028#"
    """
    written = json.dumps(_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text), ensure_ascii=False)
    return _UNPRINTED.sub(lambda sign: f"\\u{ord(sign.group()):04x}", written)


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
        return write_text(page.table, keep, page.url or "", options.readings, bool(options.captions), seconds=seconds)


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
    return "\n".join(json.dumps(_line(document, chunk), ensure_ascii=False) for chunk in check_deadline(chunks))


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
