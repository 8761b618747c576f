"""The blocks that posts are made of: what a discussion says, without names, dates, ranks and signatures."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from weft.page import Page

REPEATED_WORDS = 6  # shorter texts may well be said twice


def post_blocks(page: Page) -> tuple[int, NDArray[np.int64]]:
    """How many posts a page has, and the blocks of their bodies, in document order, each text once.

    >>> from weft import parse
    >>> post = "<div class=post><a class=author href=/user/{0}>{0}</a> <i>2022-09-0{1} 06:38</i><p>{2}</p></div>"
    >>> page = parse("<a href=/forum>Forum</a>" + post.format("Ann", 4, "Is it?") + post.format("Bob", 5, "Yes"))
    >>> count, blocks = post_blocks(page)
    >>> count, [page.blocks.text(block) for block in blocks]
    (2, ['Is it?', 'Yes'])
    """
    from weft.records.bodies import said_rows  # all that finds records: few pages are discussions
    from weft.records.find import find_posts

    known, posts = find_posts(page)
    rows = [said_rows(known, *post.body) for post in posts if post.body[0] < post.body[1]]
    if not rows:
        return 0, np.zeros(0, np.int64)
    blocks = np.unique(np.searchsorted(page.blocks.first, np.concatenate(rows), side="right") - 1)
    return len(rows), np.array(list(_once(page, blocks[blocks >= 0].tolist())), np.int64)


def _once(page: Page, blocks: Sequence[int]) -> Iterator[int]:
    """The blocks less those that repeat one before them: a post quoted by the next is said once."""
    said = set()
    for block in blocks:
        text = "".join(page.blocks.text(block).split())
        if text not in said or page.blocks.words[block] < REPEATED_WORDS:
            yield block
        said.add(text)
