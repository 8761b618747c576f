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
from weft.page.page import Page

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
    low, high = np.searchsorted(images, named), np.searchsorted(images, page.end[named])
    holders = named[low < high]
    whole = _without_cards(page, np.union1d(rows, holders) if len(holders) else rows)
    figures = _whole_figures(page, images, whole)
    taken = frozenset(row for figure in figures for row in figure.images)
    beside = _captioned_images(page, images, _without_cards(page, named[low == high]))
    return sorted([*figures, *(figure for figure in beside if taken.isdisjoint(figure.images))])


def _without_cards(page: Page, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows without those that hold a heading or a form: the card of a product, the teaser of an article."""
    if not len(rows):
        return rows
    parts = page.rows_of(*_CARD_PARTS)
    return rows[np.searchsorted(parts, rows) == np.searchsorted(parts, page.end[rows])]


def _whole_figures(page: Page, images: NDArray[np.int64], rows: NDArray[np.int64]) -> list[Figure]:
    """The outermost of the rows that hold an image and few words, as figures."""
    if not len(rows):
        return []
    words = np.concatenate(([0], np.cumsum(page.blocks.words.astype(np.int64))))
    first, ends = page.blocks.first, page.end[rows]
    start, stop = np.searchsorted(first, rows), np.searchsorted(first, ends)
    low, high = np.searchsorted(images, rows), np.searchsorted(images, ends)
    fits = (low < high) & (words[stop] - words[start] <= MAX_CAPTION_WORDS)
    figures: list[Figure] = []
    end = 0
    for index in in_time(np.flatnonzero(fits).tolist()):
        if rows[index] >= end:
            own = images[low[index] : high[index]].tolist()
            figures.append(Figure(int(rows[index]), tuple(own), int(start[index]), int(stop[index])))
            end = ends[index]
    return figures


def _captioned_images(page: Page, images: NDArray[np.int64], rows: NDArray[np.int64]) -> list[Figure]:
    """The figures of captions that stand beside their image: right behind it, or else right before it."""
    if not len(rows):
        return []
    first, ends = page.blocks.first, page.end[rows]
    start, stop = np.searchsorted(first, rows), np.searchsorted(first, ends)
    place = np.append(np.searchsorted(first, images), -1)  # the block behind each image; none behind the last
    index = np.searchsorted(images, rows)
    is_before, is_behind = (place[index - 1] == start) & (index > 0), place[index] == stop
    figures: list[Figure] = []
    for number in in_time(np.flatnonzero((is_before | is_behind) & (start < stop)).tolist()):
        image = int(images[index[number] - is_before[number]])
        above = page.ancestors(int(rows[number]))[:MAX_CAPTION_CLIMB]
        holder = next((element for element in above if element < image < page.end[element]), 0)
        if holder and page.blocks.words[start[number] : stop[number]].sum() <= MAX_CAPTION_WORDS:
            figures.append(Figure(holder, (image,), int(start[number]), int(stop[number])))
    return figures
