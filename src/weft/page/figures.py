"""Figures: an image and the words that belong to it.

A figure is what a page calls one (`figure`, `wp-caption`), or an image and the element beside it that is called its
caption. The words of a figure are a caption: they say nothing without the image.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page.name_words import rows_named
from weft.page.once import once_a_page
from weft.page.page import Page
from weft.page.row_lists import union

MAX_CAPTION_WORDS = 120  # a figure with more words is a part of the page with an image in it
MAX_CAPTION_CLIMB = 3  # a caption stands beside its image or beside a wrapper of it

_CARD_PARTS = ("h1", "h2", "h3", "h4", "h5", "h6", "form", "input")
_CAPTION_WORDS = frozenset("caption captions figcaption cutline".split())


class Figure(NamedTuple):
    """A figure: its images, its words as the blocks `start .. stop`, of which there may be none, and what holds both.

    The element may hold other words where the page has none for the figure alone.
    """

    row: int
    images: tuple[int, ...]
    start: int
    stop: int


@once_a_page
def find_figures(page: Page) -> list[Figure]:
    """The figures of a page in document order.

    >>> from weft import parse
    >>> page = parse("<p>One<figure><img src=a.jpg><figcaption>A loom</figcaption></figure><p>Two")
    >>> [(figure.row, figure.images, figure.start, figure.stop) for figure in find_figures(page)]
    [(5, (6,), 1, 2)]
    """
    images = page.rows_of("img")
    if not len(images):
        return []
    rows, named = page.rows_of("figure"), rows_named(page, _CAPTION_WORDS)
    if not len(rows) + len(named):
        return []
    parts = page.rows_of(*_CARD_PARTS)
    named = _without(parts, named, page.end[named])
    is_holder = images.searchsorted(named) < images.searchsorted(page.end[named])
    rows = _without(parts, rows, page.end[rows])
    figures = _whole_figures(page, images, union(rows, named[is_holder]) if is_holder.any() else rows)
    taken = frozenset(row for figure in figures for row in figure.images)
    beside = _captioned_images(page, images, named[~is_holder])
    return sorted([*figures, *(figure for figure in beside if taken.isdisjoint(figure.images))])


def _without(parts: NDArray[np.int64], rows: NDArray[np.int64], ends: NDArray[np.int32]) -> NDArray[np.int64]:
    """The rows that hold none of the parts, with which it were the card of a product or the teaser of an article."""
    return rows[parts.searchsorted(rows) == parts.searchsorted(ends)] if len(rows) else rows


def _whole_figures(page: Page, images: NDArray[np.int64], rows: NDArray[np.int64]) -> list[Figure]:
    """The outermost of the rows that hold an image and few words, as figures."""
    if not len(rows):
        return []
    ends = page.end[rows]
    low, high = images.searchsorted(rows), images.searchsorted(ends)
    start, stop, words = _words_between(page, rows, ends)
    fits = (low < high) & (words <= MAX_CAPTION_WORDS)
    figures: list[Figure] = []
    last = 0
    columns = (column[fits].tolist() for column in (rows, ends, low, high, start, stop))
    for row, end, *own, first_block, last_block in in_time(zip(*columns, strict=True)):
        if row >= last:
            figures.append(Figure(row, tuple(images[slice(*own)].tolist()), first_block, last_block))
            last = end
    return figures


def _captioned_images(page: Page, images: NDArray[np.int64], rows: NDArray[np.int64]) -> list[Figure]:
    """The figures of captions that stand beside their image: right behind it, or else right before it."""
    if not len(rows):
        return []
    start, stop, words = _words_between(page, rows, page.end[rows])
    place = np.append(page.blocks.first.searchsorted(images), -1)  # the block behind each image; none behind the last
    index = images.searchsorted(rows)
    is_before, is_behind = (place[index - 1] == start) & (index > 0), place[index] == stop
    fits = (is_before | is_behind) & (start < stop) & (words <= MAX_CAPTION_WORDS)
    columns = (column.tolist() for column in (rows[fits], images[(index - is_before)[fits]], start[fits], stop[fits]))
    beside = in_time(zip(*columns, strict=True))
    figures = (Figure(_holder(page, row, image), (image,), first, last) for row, image, first, last in beside)
    return [figure for figure in figures if figure.row > 0]


def _words_between(
    page: Page, rows: NDArray[np.int64], ends: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The blocks of ranges of rows, as the first and the one after the last, and their words."""
    words = np.concatenate(([0], np.cumsum(page.blocks.words.astype(np.int64))))
    start, stop = page.blocks.first.searchsorted(rows), page.blocks.first.searchsorted(ends)
    return start, stop, words[stop] - words[start]


def _holder(page: Page, row: int, image: int) -> int:
    """The nearest element above a caption that holds its image; 0 where none is near."""
    above = row
    for _ in range(MAX_CAPTION_CLIMB):
        above = int(page.parent[above])
        if above <= 0 or above < image < page.end[above]:
            return max(above, 0)
    return 0
