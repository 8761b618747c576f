"""The blocks that bodies say by plain loops: the twin of the kernel's `record_said_blocks.rs`."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.page import Page
from weft.page.row_lists import union
from weft.records.bodies import Span, quoted_rows, said_rows
from weft.records.evidence import Evidence

Body = tuple[Span, Sequence[int] | None, Sequence[int] | None]  # its rows, those that nobody said, its quotes

REPEATED_WORDS = 6  # shorter texts may well be said twice


def said_blocks(evidence: Evidence, bodies: Sequence[Body]) -> tuple[int, NDArray[np.int64]]:
    """The same in the kernel, by itself."""
    return _native.said_blocks(evidence.page.table, evidence.columns, bodies)


def plain_said_blocks(evidence: Evidence, bodies: Iterable[Body]) -> tuple[int, NDArray[np.int64]]:
    """How many bodies say something, and their blocks in document order, each text once but for quotes.

    Each body comes with those of its rows that nobody said, and with its quotes.
    """
    page = evidence.page
    said, quoted = list[NDArray[np.int64]](), list[NDArray[np.int64]]()
    for body, cut, quotes in bodies:
        if body[0] < body[1]:
            rows = said_rows(evidence, *body, cut=cut)
            said.append(rows)
            quoted.append(rows[quoted_rows(evidence, *body, quotes)[rows - body[0]]])
    if not said:
        return 0, np.zeros(0, np.int64)
    blocks, repeated = (
        union(*(np.searchsorted(page.blocks.first, own, side="right") - 1 for own in rows)) for rows in (said, quoted)
    )
    return len(said), np.array(list(_once(page, blocks[blocks >= 0].tolist(), set(repeated.tolist()))), np.int64)


def _once(page: Page, blocks: Sequence[int], quoted: set[int]) -> Iterator[int]:
    """The blocks without those that repeat an earlier one; a quote is kept or left out whole.

    It is left out where most of its words stand in earlier posts: the reader has them already.
    """
    said: set[str] = set()
    words = page.blocks.words.tolist()

    def repeats(block: int) -> bool:
        return words[block] >= REPEATED_WORDS and _squeezed(page, block) in said

    for is_quote, run in groupby(blocks, key=quoted.__contains__):
        if is_quote:
            quote = list(run)
            known = sum(words[block] for block in quote if repeats(block))
            yield from quote if 2 * known <= sum(words[block] for block in quote) else ()
            continue
        for block in run:
            if not repeats(block):
                yield block
            said.add(_squeezed(page, block))


def _squeezed(page: Page, block: int) -> str:
    return "".join(page.blocks.text(block).split())
