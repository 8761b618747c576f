"""Rows found by words in their class and id tokens."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.page import Page


@dataclass(frozen=True, kw_only=True)
class ClassWords:
    """Tokens that hold one of the hints (lower case) and match `wanted` but not `unwanted`.

    The hints find the few tokens worth a pattern: a page has a thousand tokens, and this runs on every page.
    """

    hints: tuple[str, ...]
    wanted: re.Pattern[str]
    unwanted: re.Pattern[str] = re.compile("(?!)")

    def rows(self, page: Page) -> NDArray[np.int64]:
        """The rows that have such a class or id, in document order."""
        tokens = self._tokens("\n".join(page.tokens).lower())
        if not tokens:
            return np.zeros(0, np.int64)
        wanted = np.zeros(len(page.tokens) + 1, bool)  # the last place is for -1, no id
        wanted[tokens] = True
        entries = np.flatnonzero(wanted[page.table.class_token])
        rows = np.searchsorted(page.table.class_start, entries, side="right") - 1
        return np.union1d(rows, np.flatnonzero(wanted[page.table.id_token]))

    def _tokens(self, lines: str) -> list[int]:
        numbers = []
        for hint in self.hints:
            position = lines.find(hint)
            while position >= 0:
                start, end = lines.rfind("\n", 0, position) + 1, lines.find("\n", position)
                end = end if end >= 0 else len(lines)
                token = lines[start:end]
                if self.wanted.search(token) and not self.unwanted.search(token):
                    numbers.append(lines.count("\n", 0, start))
                position = lines.find(hint, end)
        return numbers
