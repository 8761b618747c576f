"""Words in the names that pages give to elements: classes, ids, file names.

`nav-item`, `navItem` and `nav_item_3` say the same words. Most names have none of the words that are asked for, so the
kernel's hints, and one search over all names, come before any is taken apart.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.kernel.html import NAME_HINTS
from weft.late_patterns import late_pattern
from weft.page.page import Page

_HUMP = late_pattern(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z]+")
MAX_NAME = 300  # characters of a name that are read; addresses may have a picture inside


@lru_cache(maxsize=4_096)  # elements share their names; few are longer than a line
def _cached_words(name: str) -> frozenset[str]:
    return frozenset(word.lower() for word in _HUMP.split(name) if word)


def words_of(name: str) -> frozenset[str]:
    """The words at the beginning of a name, in lower case.

    >>> sorted(words_of("wp-captionText_12"))
    ['caption', 'text', 'wp']
    """
    return _cached_words(name[:MAX_NAME])


def rows_named(page: Page, words: frozenset[str]) -> NDArray[np.int64]:
    """The rows with a class or id that has one of the words, in document order."""
    stems = _stems(words)
    if not may_have_hint(page, stems):
        return np.zeros(0, np.int64)
    tokens = page.tokens
    numbers = [number for number in tokens_with(page, stems) if not words.isdisjoint(words_of(tokens[number]))]
    return rows_with_tokens(page, numbers)


def may_have_hint(page: Page, parts: tuple[str, ...]) -> bool:
    """Whether a name on the page may have one of the parts: as the kernel's hints tell, where they know all of them.

    >>> from weft import parse
    >>> may_have_hint(parse("<p class=wp-caption>"), ("caption", "cutline"))
    True
    """
    mask = _mask(parts)
    return not mask or page.table.name_hints & mask != 0


@cache
def _mask(parts: tuple[str, ...]) -> int:
    """The bits of the hints that are these parts; 0 where one is no hint."""
    hints = NAME_HINTS
    return sum(1 << hints.index(part) for part in parts) if set(parts) <= set(hints) else 0


def tokens_with(page: Page, parts: tuple[str, ...]) -> Iterator[int]:
    """The numbers of the tokens that have one of the parts, given in lower case."""
    text = page.token_text
    hits = [hit.start() for part in parts if part in text for hit in re.finditer(re.escape(part), text)]
    return _numbers(text, hits)


@cache
def _stems(words: frozenset[str]) -> tuple[str, ...]:
    """The words that hold no other of them: a name without one of these has none of the words."""
    return tuple(sorted(word for word in words if not any(other in word for other in words - {word})))


def _numbers(text: str, hits: list[int]) -> Iterator[int]:
    """The numbers of the tokens in which the hits lie, each once."""
    number, counted = -1, 0
    for hit in check_deadline(sorted(hits)):
        ahead = text.count("\0", counted, hit)
        if ahead:
            number += ahead
            yield number
        counted = hit


def rows_with_tokens(page: Page, numbers: list[int]) -> NDArray[np.int64]:
    """The rows with one of the class or id tokens, given by number, in document order."""
    if not numbers:
        return np.zeros(0, np.int64)
    chosen = np.zeros(len(page.tokens) + 1, np.bool_)  # the last entry is for -1, no id
    chosen[numbers] = True
    is_named = chosen.take(page.table.id_token)
    entries = chosen.take(page.table.class_token).nonzero()[0]
    is_named[page.table.class_start.searchsorted(entries, side="right") - 1] = True
    return is_named.nonzero()[0]
