"""Rows near the title that are no side matter, and rows found by words in their class and id tokens."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_time
from weft.metadata.values import READ_LENGTH, clean_text, first_text
from weft.page import Page, tag_number

MAX_ROWS = 12  # nearest to the title
BEFORE_TITLE = 3  # how much farther a row before the title counts

_SIDE_CLASS = re.compile(
    r"(?:^|\s)(?:(?:site|page|main|global)[-_])?footer|comment|reply|replies|related|sidebar|widget|recent|popular|menu"
    r"|teaser|promo|trending|recommend|carousel",
    re.IGNORECASE,
)
_SIDE_TAGS = frozenset({tag_number("nav"), tag_number("aside")})
MAX_TOKENS = 500  # chosen of one page
MAX_TEXTS = 12  # of one byline or block
MAX_TEXT_ROWS = 80  # in which they are


class Near:
    """Orders rows by their distance from the title, without side matter. It remembers which rows are side matter."""

    def __init__(self, page: Page, title_row: int) -> None:
        self.page = page
        self.title_row = title_row
        self.lines: str = token_lines(page)
        self._side: dict[int, bool] = {-1: False}

    def __call__(self, rows: NDArray[np.int64]) -> Iterator[int]:
        """The rows that are no side matter, nearest first."""
        for row in rows[np.argsort(self.distance(rows), kind="stable")[:MAX_ROWS]].tolist():
            if not self.in_side(row):
                yield row

    def distance(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows from the title, those before it counted as farther."""
        away = rows - self.title_row
        return np.where(away >= 0, away, -BEFORE_TITLE * away)

    def in_side(self, row: int) -> bool:
        """Whether a row stands in side matter: comments, teasers, menus."""
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


def block_texts(page: Page, index: int) -> list[str]:
    """The first texts of a block, each made clean: a block joins elements without a space between them."""
    first = page.blocks.first
    end = int(first[index + 1]) if index + 1 < len(first) else int(page.end[page.blocks.row[index]])
    return texts_under(page, int(first[index]), end)


def texts_under(page: Page, row: int, end: int) -> list[str]:
    """The first texts of a range of rows, each made clean."""
    texts = np.flatnonzero(page.tag[row : min(end, row + MAX_TEXT_ROWS)] == 0)[:MAX_TEXTS] + row
    return [text for inner in texts.tolist() if (text := clean_text(first_text(page, inner, READ_LENGTH)))]


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
        chosen = np.zeros(len(page.tokens) + 1, bool)  # the last entry is for -1, no id
        chosen[tokens] = True
        entries = np.flatnonzero(chosen[page.table.class_token])
        is_chosen = chosen[page.table.id_token]
        is_chosen[np.searchsorted(page.table.class_start, entries, side="right") - 1] = True
        return np.flatnonzero(is_chosen)

    def _tokens(self, lines: str) -> list[int]:
        numbers: list[int] = []
        for word in self.words:
            number, counted = 0, 0
            position = lines.find(word)
            while position >= 0 and len(numbers) < MAX_TOKENS:
                check_time()
                start, end = lines.rfind("\n", 0, position) + 1, lines.find("\n", position)
                end = end if end >= 0 else len(lines)
                token = lines[start:end]
                number, counted = number + lines.count("\n", counted, start), start
                if self.wanted.search(token) and not self.unwanted.search(token):
                    numbers.append(number)
                position = lines.find(word, end)
        return numbers
