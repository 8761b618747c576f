"""The title of a page, and the blocks that print it."""

import numpy as np
from numpy.typing import NDArray

from weft.content import Field
from weft.deadline import kernel_call
from weft.kernel import extractors as kernel
from weft.page import Page
from weft.page.once import once_a_page


@once_a_page
def find_title(page: Page) -> Field:
    """The title, without the name of the site. Headings, `title` and `meta` tell it; a page is read for it once.

    A heading that is part of the declared title is the title as a reader sees it. Without one, the title is the
    declared title less the name of the site.

    >>> from weft import parse
    >>> find_title(parse("<title>Rain in May - The Daily News</title><h1>Rain in May</h1>")).value
    'Rain in May'
    """
    with kernel_call():
        value, row, source = kernel.find_title(page.table, page.url or "")
    return Field(value=value, row=row, source=source)


def find_line(page: Page, text: str, *, behind: int = 0) -> int:
    """The element of the first block behind a row that prints a text and nothing else, -1 where there is none.

    >>> from weft import parse
    >>> page = parse("<p>The Daily<p><b>Rain</b> in May<p>It rained.")
    >>> page.text(find_line(page, "Rain in May"))
    'Rain in May'
    """
    with kernel_call():
        return kernel.find_line(page.table, text, behind)


def title_blocks(page: Page, title: str, among: NDArray[np.int64]) -> NDArray[np.int64]:
    """The blocks of `among` that print the title as a heading. An extractor leaves them out of the text.

    Only the first few blocks count: below the first paragraphs a title is not the page's.

    A heading is `h1` to `h3`, an element marked as `headline`, or one whose class speaks of a title.

    >>> from weft import parse
    >>> title_blocks(parse("<p>Home<h1>Rain in May</h1><p>It rained."), "Rain in May!", np.arange(3)).tolist()
    [1]
    """
    with kernel_call():
        return np.arange(*kernel.title_blocks(page.table, title, np.ascontiguousarray(among)))
