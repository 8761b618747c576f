"""Rows found by words in their class and id tokens."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.page import Page

MAX_TOKENS = 500  # chosen of one page


def token_lines(page: Page) -> str:
    """The tokens of a page in lower case, one a line, so that one search goes over all of them."""
    lines = "\n".join(page.tokens).lower()
    if lines.count("\n") >= max(len(page.tokens), 1):  # an id may hold a line break
        lines = "\n".join(" ".join(token.split()) for token in page.tokens).lower()
    return lines


@dataclass(frozen=True, kw_only=True)
class ClassWords:
    """Tokens that hold one of the words and match `wanted` but not `unwanted`, all in lower case.

    The words find the few tokens worth a pattern: a page has a thousand tokens, and this runs on every page.
    """

    words: tuple[str, ...]
    wanted: re.Pattern[str]
    unwanted: re.Pattern[str]

    def rows(self, page: Page, lines: str) -> NDArray[np.int64]:
        """The rows that have such a class or id, in document order; `lines` are those of `token_lines`."""
        tokens = self._tokens(lines)
        if not tokens:
            return np.zeros(0, np.int64)
        chosen = np.zeros(len(page.tokens) + 1, bool)  # the last place is for -1, no id
        chosen[tokens] = True
        entries = np.flatnonzero(chosen[page.table.class_token])
        found = chosen[page.table.id_token]
        found[np.searchsorted(page.table.class_start, entries, side="right") - 1] = True
        return np.flatnonzero(found)

    def _tokens(self, lines: str) -> list[int]:
        numbers: list[int] = []
        for word in self.words:
            number, counted = 0, 0
            position = lines.find(word)
            while position >= 0 and len(numbers) < MAX_TOKENS:
                start, end = lines.rfind("\n", 0, position) + 1, lines.find("\n", position)
                end = end if end >= 0 else len(lines)
                token = lines[start:end]
                number, counted = number + lines.count("\n", counted, start), start
                if self.wanted.search(token) and not self.unwanted.search(token):
                    numbers.append(number)
                position = lines.find(word, end)
        return numbers
