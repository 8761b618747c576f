"""The sets and counts of a page's traits by numpy: the twin of `native/src/traits.rs`."""

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.similarity.folds import body_row, mix

_HEADINGS = [tag_number(f"h{level}") for level in range(1, 5)]


def plain_sets(page: Page) -> list[tuple[NDArray[np.uint64], NDArray[np.bool_]]]:
    """The tag paths and the named steps, each with whether it is there once."""
    table, is_element = page.table, page.tag > 0
    is_marked = is_element & ((np.diff(table.class_start) > 0) | (table.id_token >= 0))
    is_marked[: body_row(page) + 1] = False  # what `body` is called is in `head`; as a step it would be in all below it
    above = page.nearest(is_marked)[np.maximum(page.parent, 0)]
    sets = (table.path_tags[is_element], mix(table.step[above], table.step)[is_marked])
    counted = [np.unique(hashes, return_counts=True) for hashes in sets]
    return [(hashes, counts == 1) for hashes, counts in counted]


def plain_count(page: Page) -> tuple[float, ...]:
    """What tells a list from an article."""
    blocks = page.blocks
    plain = blocks.chars - blocks.link_chars
    headings = np.flatnonzero(np.isin(page.tag, _HEADINGS))
    linked = np.count_nonzero(page.subtree_sum(page.in_link)[headings] > 0)
    links = len(page.rows_of("a"))
    counted = [blocks.words.sum(), linked, plain.max(initial=0), links, plain.sum() / max(links, 1)]
    words, heads, longest, links, a_link = np.log1p(np.maximum(counted, 0)).tolist()
    share = float(blocks.link_chars.sum() / max(blocks.chars.sum(), 1))
    return words, share, heads, longest, links, a_link, float(np.log1p(len(page.rows_of("p"))))
