"""Rows near the title that are no side matter."""

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from weft.metadata.classes import token_lines
from weft.page import Page, tag_number

MAX_ROWS = 12  # nearest to the title
BEFORE_TITLE = 3  # how much farther a row before the title counts

_SIDE_CLASS = re.compile(
    r"(?:^|\s)(?:(?:site|page|main|global)[-_])?footer|comment|reply|replies|related|sidebar|widget|recent|popular|menu"
    r"|teaser|promo|trending|recommend|carousel",
    re.IGNORECASE,
)
_SIDE_TAGS = frozenset({tag_number("nav"), tag_number("aside")})


class Near:
    """Orders rows by their distance from the title and leaves out side matter; remembers what it has looked at."""

    def __init__(self, page: Page, title_row: int) -> None:
        self.page = page
        self.title_row = title_row
        self.lines: str = token_lines(page)
        self._side: dict[int, bool] = {-1: False}

    def __call__(self, rows: NDArray[np.int64]) -> Iterator[int]:
        """The rows that are no side matter, nearest first."""
        for row in rows[np.argsort(self.distance(rows), kind="stable")[:MAX_ROWS]].tolist():
            if not self._in_side(row):
                yield row

    def distance(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows from the title, those before it counted as farther."""
        away = rows - self.title_row
        return np.where(away >= 0, away, -BEFORE_TITLE * away)

    def _in_side(self, row: int) -> bool:
        path = []
        while row not in self._side:
            path.append(row)
            row = int(self.page.parent[row])
        side = self._side[row]
        for below in reversed(path):
            side = self._side[below] = side or self._is_side(below)
        return side

    def _is_side(self, row: int) -> bool:
        page = self.page
        if (page.end[row] - row) * 2 > len(page):
            return False  # a class of `body` speaks of the whole page
        if page.tag[row] in _SIDE_TAGS:
            return True
        return _SIDE_CLASS.search(" ".join([page.id(row), *page.classes(row)])) is not None
