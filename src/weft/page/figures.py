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
    named = rows_named(page, _CAPTION_WORDS)
    low, high = np.searchsorted(images, named), np.searchsorted(images, page.end[named])
    figures = _whole_figures(page, images, np.union1d(page.rows_of("figure"), named[low < high]))
    taken = frozenset(row for figure in figures for row in figure.images)
    for row in in_time(named[low == high].tolist()):
        figure = _captioned_image(page, images, row)
        if figure and taken.isdisjoint(figure.images):
            figures.append(figure)
    return sorted(figures)


def _whole_figures(page: Page, images: NDArray[np.int64], rows: NDArray[np.int64]) -> list[Figure]:
    """The outermost of the rows that hold an image and few words, as figures."""
    words = np.concatenate(([0], np.cumsum(page.blocks.words, dtype=np.int64)))
    figures: list[Figure] = []
    end = 0
    for row in in_time(rows.tolist()):
        start, stop = np.searchsorted(page.blocks.first, [row, page.end[row]]).tolist()
        own = images[slice(*np.searchsorted(images, [row, page.end[row]]))]
        if row >= end and len(own) and words[stop] - words[start] <= MAX_CAPTION_WORDS:
            figures.append(Figure(row, tuple(own.tolist()), start, stop))
            end = int(page.end[row])
    return figures


def _captioned_image(page: Page, images: NDArray[np.int64], row: int) -> Figure | None:
    """The figure of a caption that stands beside its image: right behind it, or right before it."""
    start, stop = np.searchsorted(page.blocks.first, [row, page.end[row]]).tolist()
    index = int(np.searchsorted(images, row))
    above = page.ancestors(row)[:MAX_CAPTION_CLIMB]
    if page.blocks.words[start:stop].sum() > MAX_CAPTION_WORDS:
        return None
    for image in (*images[max(index - 1, 0) : index].tolist(), *images[index : index + 1].tolist()):
        holder = next((element for element in above if element < image < page.end[element]), 0)
        if holder and np.searchsorted(page.blocks.first, image) == (start if image < row else stop):
            return Figure(holder, (image,), start, stop)
    return None
