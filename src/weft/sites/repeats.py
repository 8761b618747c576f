"""Elements that several pages print word for word: what about an author, a company, a section is said page after page.

A text of most pages is warp. What only a part of the pages has, such as the box of one of five authors, the weather of
one hour or an advertisement that rotates, differs over a template as its bodies do; but other pages repeat it whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.page.folds import mix
from weft.sites.sample import Sample

Number = TypeVar("Number", np.uint64, np.int64)

MIN_PAGES = 3  # that print an element word for word; two may be copies of each other
MIN_REPEATED = 0.8  # share of a slot's words that are in such elements
MAX_A_PAGE = 1.5  # elements: of a slot of more, such as paragraphs, each may be a stock sentence
MAX_SHARE = 0.8  # of a page's words: a page of which most is repeated is a copy, and says nothing of its parts


def repeated_blocks(sample: Sample, texts: Sequence[Sequence[str]]) -> list[NDArray[np.bool_]]:
    """Of each page which blocks are in elements that other pages repeat, in slots that are so on nearly all pages."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(chain.from_iterable(texts)))}
    rows = [np.flatnonzero(slots >= 0) for slots in sample.slot_of_row]
    columns = [
        _elements(page, np.array([numbers[text] for text in own], np.uint64), of)
        for page, own, of in zip(sample.pages, texts, rows, strict=True)
    ]
    said, words = (np.concatenate([column[which] for column in columns]) for which in (0, 1))
    slots = np.concatenate([of[own] for of, own in zip(sample.slot_of_row, rows, strict=True)])
    pages = np.repeat(np.arange(len(rows)), [len(own) for own in rows])
    is_noise = _is_repeated(slots, said, pages, words.astype(np.float64))
    starts = list(accumulate(map(len, rows), initial=0))
    return [
        _blocks(page, own[is_noise[start : start + len(own)]])
        for page, own, start in zip(sample.pages, rows, starts[:-1], strict=True)
    ]


def _elements(
    page: Page, numbers: NDArray[np.uint64], rows: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """What each element says, as one number, and its words: differences of sums over the page's blocks."""
    first = np.searchsorted(page.blocks.first, rows)
    last = np.searchsorted(page.blocks.first, page.end[rows])
    texts = np.concatenate((np.zeros(1, np.uint64), np.cumsum(mix(numbers, numbers + np.uint64(1)), dtype=np.uint64)))
    words = np.concatenate((np.zeros(1, np.int64), np.cumsum(page.blocks.words, dtype=np.int64)))
    return texts[last] - texts[first], words[last] - words[first]


def _is_repeated(
    slots: NDArray[np.int64], said: NDArray[np.uint64], pages: NDArray[np.int64], words: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Of all elements which say what others of their slot say on other pages, where nearly all of the slot do."""
    key = mix(slots.astype(np.uint64), said)
    keys, counts = np.unique(_once_a_page(key, pages), return_counts=True)
    is_repeated = (counts >= MIN_PAGES)[np.searchsorted(keys, key)]
    size = int(slots.max(initial=0)) + 1
    total, repeated = np.bincount(slots, words, size), np.bincount(slots, words * is_repeated, size)
    elements = np.bincount(slots[words > 0], minlength=size)
    on_pages = np.bincount(_once_a_page(slots[words > 0], pages[words > 0]), minlength=size)
    is_noise = (total > 0) & (repeated >= MIN_REPEATED * total) & (elements <= MAX_A_PAGE * on_pages)
    return is_noise[slots] & is_repeated & (words > 0)


def _once_a_page(numbers: NDArray[Number], pages: NDArray[np.int64]) -> NDArray[Number]:
    """The numbers, in order, each as often as there are pages that have it."""
    order = np.lexsort((pages, numbers))
    numbers, pages = numbers[order], pages[order]
    is_new = np.ones(len(numbers), np.bool_)
    is_new[1:] = (numbers[1:] != numbers[:-1]) | (pages[1:] != pages[:-1])
    return numbers[is_new]


def _blocks(page: Page, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The blocks inside of the elements; none where that is nearly the whole page."""
    change = np.zeros(len(page.blocks) + 1, np.int64)
    np.add.at(change, np.searchsorted(page.blocks.first, rows), 1)
    np.subtract.at(change, np.searchsorted(page.blocks.first, page.end[rows]), 1)
    inside = np.cumsum(change[:-1]) > 0
    words = page.blocks.words
    return inside if words[inside].sum() < MAX_SHARE * words.sum() else np.zeros(len(inside), np.bool_)
