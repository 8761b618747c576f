"""The blocks that print the title."""

import re

import numpy as np
from numpy.typing import NDArray

from weft.metadata.classes import ClassWords, token_lines
from weft.metadata.site_names import fold
from weft.page import Page

MOST_ROWS = 300
ALIKE = 0.8  # share of the longer text: a heading may add a mark or the site's name

TITLE_CLASS = ClassWords(
    words=("title", "headline"), wanted=re.compile("title|headline"), unwanted=re.compile("subtitle|widget|untitled")
)


def title_blocks(page: Page, title: str) -> NDArray[np.int64]:
    """The blocks that print the title, where it stands first as a heading; an extractor leaves them out of the text.

    A heading is `h1` to `h3`, an element marked as `headline`, or one whose class speaks of a title.

    >>> from weft import parse
    >>> title_blocks(parse("<p>Home<h1>Rain in May</h1><p>It rained."), "Rain in May!").tolist()
    [1]
    """
    wanted = fold(title)
    blocks = page.blocks
    for row in _heading_rows(page) if wanted else ():
        inside = blocks.under(row, int(page.end[row]))
        if not len(inside) or not len(wanted) * ALIKE <= int(blocks.chars[inside].sum()) <= 2 * len(wanted) + 20:
            continue
        text = fold("".join(blocks.text(index) for index in inside.tolist()))
        if _alike(text, wanted):
            return inside
    return np.zeros(0, np.int64)


def _heading_rows(page: Page) -> list[int]:
    marked = page.rows_with("itemprop")[:MOST_ROWS].tolist()
    marked = [row for row in marked if page.attribute(row, "itemprop") == "headline"]
    rows = [page.rows_of("h1", "h2", "h3"), TITLE_CLASS.rows(page, token_lines(page)), np.array(marked, np.int64)]
    return np.unique(np.concatenate(rows))[:MOST_ROWS].tolist()


def _alike(text: str, wanted: str) -> bool:
    shorter, longer = sorted((text, wanted), key=len)
    return shorter in longer and len(shorter) >= ALIKE * len(longer)
