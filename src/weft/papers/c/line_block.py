"""Line blocks (paper C, section 2.1): strip the tags, keep the line breaks; long runs of lines are the body."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.document import Document
from weft.page import Page


@dataclass(frozen=True, kw_only=True)
class LineBlock:
    """Keeps the runs of lines, ended by two empty lines, that are longer than a threshold.

    The lines are those of the source: a page written on one line is one run. A block belongs to the body when most of
    its characters do.
    """

    threshold: int = 120  # silent in the paper; the best of 40 … 1,200 on the magic and readability pages

    def extract(self, page: Page) -> Document:
        """The blocks in long runs, in order."""
        blocks = page.blocks
        in_body = np.where(_run_lengths(page) > self.threshold, _is_character(page), 0)
        kept = _sum_over_blocks(page, in_body) * 2 > _sum_over_blocks(page, _is_character(page))
        return Document(page=page, keep=np.flatnonzero(kept & ~blocks.hidden), chosen_by="line_block")

    def score(self, page: Page) -> NDArray[np.float64]:
        """The length of the run that each block begins in."""
        return _run_lengths(page)[page.table.block_text_start].astype(np.float64)


def _is_character(page: Page) -> NDArray[np.int64]:
    """1 for each byte that begins a character which is not white space."""
    stripped = _lines(page)
    return ((stripped > ord(" ")) & ((stripped & 0xC0) != 0x80)).astype(np.int64)


def _lines(page: Page) -> NDArray[np.uint8]:
    """The page's content with its line breaks; wide and unbreakable spaces as plain ones of the same length."""
    content = page.text_bytes[: page.table.text_end[0]]
    plain = content.replace(b"\xc2\xa0", b"  ").replace(b"\xe3\x80\x80", b"   ")
    return np.frombuffer(plain, dtype=np.uint8)


def _run_lengths(page: Page) -> NDArray[np.int64]:
    """For each byte the number of characters in the run of lines that holds it."""
    line = np.cumsum(_lines(page) == ord("\n"))
    if len(line) == 0:
        return line
    line_length = np.bincount(line, weights=_is_character(page)).astype(np.int64)
    empty = line_length == 0
    breaks = empty & np.concatenate(([False], empty[:-1]))  # the second of two empty lines
    run = np.cumsum(breaks)
    return np.bincount(run, weights=line_length).astype(np.int64)[run][line]


def _sum_over_blocks(page: Page, values: NDArray[np.int64]) -> NDArray[np.int64]:
    total = np.concatenate(([0], np.cumsum(values)))
    return total[page.table.block_text_end] - total[page.table.block_text_start]
