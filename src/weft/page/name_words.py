"""Words in the names that pages give to elements: classes, ids, file names.

`nav-item`, `navItem` and `nav_item_3` say the same words. Most pages have none of the words that are asked for, so one
search over all names comes before any of them is taken apart.
"""

import re

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page.page import Page

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z]+")


def words_of(name: str) -> list[str]:
    """The words of a name, in lower case.

    >>> words_of("wp-captionText_12")
    ['wp', 'caption', 'text']
    """
    return [word.lower() for word in _HUMP.split(name) if word]


def rows_named(page: Page, words: frozenset[str]) -> NDArray[np.int64]:
    """The rows with a class or id that has one of the words, in document order."""
    joined = "\n".join(page.tokens).lower()
    present = [word for word in words if word in joined]
    if not present:
        return np.zeros(0, np.int64)
    numbers = [
        number
        for number, token in in_time(enumerate(page.tokens))
        if any(word in token.lower() for word in present) and not words.isdisjoint(words_of(token))
    ]
    return rows_with_tokens(page, numbers)


def rows_with_tokens(page: Page, numbers: list[int]) -> NDArray[np.int64]:
    """The rows with one of the class or id tokens, given by number, in document order."""
    if not numbers:
        return np.zeros(0, np.int64)
    chosen = np.zeros(len(page.tokens) + 1, np.bool_)  # the last entry is for -1, no id
    chosen[numbers] = True
    is_named = chosen[page.table.id_token]
    entries = np.flatnonzero(chosen[page.table.class_token])
    is_named[np.searchsorted(page.table.class_start, entries, side="right") - 1] = True
    return np.flatnonzero(is_named)
