"""Several whole articles on one page: the one whose heading is the page's title is the page's, the rest are others'."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.page.once import once_a_page
from weft.sites.templates.fields import squeeze

HEADINGS = ("h1", "h2", "h3", "h4")
MIN_HEADING = 6  # characters: shorter ones are in too many titles
MAX_HEADING = 400  # characters: what is longer is no heading
MAX_HEADINGS = 200  # of a page that are looked at


def other_articles(page: Page, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of some like elements those with a heading that is not in the page's title, where that of one other is.

    Elements without a heading go on with what stands before them, and are none. Where the title names none of the
    elements, or several, nobody can say which is the page's.

    >>> from weft import parse
    >>> page = parse("<title>On warps</title><div><h2>On warps</h2>A</div><div><h2>On wefts</h2>B</div><div>C</div>")
    >>> [page.text(row) for row in other_articles(page, page.rows_of("div")).tolist()]
    ['On weftsB']
    """
    own = frozenset(title_headings(page))
    heads = [(row, heading) for row in rows.tolist() if (heading := heading_of(page, row)) >= 0]
    if len({fold(page.text(heading)) for _, heading in heads if heading in own}) != 1:
        return np.zeros(0, np.int64)
    return np.array([row for row, heading in heads if heading not in own], np.int64)


@once_a_page
def title_headings(page: Page) -> list[int]:
    """The rows of the headings that are in the page's `title`, or are it."""
    title = " ".join(fold(page.text(row)) for row in page.rows_of("title")[:1].tolist())
    texts = {row: fold(page.text(row)[:MAX_HEADING]) for row in page.rows_of(*HEADINGS)[:MAX_HEADINGS].tolist()}
    return [row for row, text in texts.items() if len(text) >= MIN_HEADING and text in title]


def heading_of(page: Page, row: int) -> int:
    """The row of the first heading in an element; -1 where it has none."""
    headings = page.rows_of(*HEADINGS)
    first = int(np.searchsorted(headings, row))
    return int(headings[first]) if first < len(headings) and headings[first] < page.end[row] else -1


def fold(text: str) -> str:
    """A text as it is compared: with single spaces, in small letters."""
    return squeeze(text).casefold()
