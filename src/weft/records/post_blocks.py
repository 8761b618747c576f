"""The blocks that posts are made of: what a discussion says, without names, dates, ranks and signatures."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from weft.content import Record
from weft.page import Page
from weft.records.body_text import QUOTE_MARK

REPEATED_WORDS = 6  # shorter texts may well be said twice
NEAR = 40  # characters that may lie between a block and the one before it: a button's or a note's


def post_blocks(page: Page, records: Sequence[Record]) -> NDArray[np.int64]:
    """The blocks of the bodies of posts, in document order, each text once.

    A body is a text without what nobody said in it; its blocks are those whose texts follow one another in it.

    >>> from weft import parse
    >>> from weft.content import Field
    >>> page = parse("<div><b>Ann</b><p>Is it?<p>It is.<p>Ann</div>")
    >>> record = Record(start=3, end=len(page), fields={"body": Field(value="Is it?\\nIt is.", row=6)})
    >>> post_blocks(page, [record]).tolist()
    [1, 2]
    """
    found = {block for record in records if "body" in record.fields for block in _blocks(page, record)}
    return np.array(list(_once(page, sorted(found))), np.int64)


def _once(page: Page, blocks: Sequence[int]) -> Iterator[int]:
    """The blocks less those that repeat one before them: a post quoted by the next is said once."""
    said = set()
    for block in blocks:
        text = "".join(page.blocks.text(block).split())
        if text not in said or page.blocks.words[block] < REPEATED_WORDS:
            yield block
        said.add(text)


def _blocks(page: Page, record: Record) -> Iterator[int]:
    body = record.fields["body"]
    lines = body.value.split("\n")
    text = "".join("".join(line.removeprefix(QUOTE_MARK).split()) for line in lines)
    place = 0
    for block in page.blocks.under(max(body.row, record.start), record.end).tolist():
        said = "".join(page.blocks.text(block).split())
        found = text.find(said, place, place + len(said) + NEAR)
        if said and found >= 0:
            yield block
            place = found + len(said)
