"""The evidence of a page, before any of its regions is read: its times, its words and the weight of every text."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.page import Page, tag_number
from weft.records.language_words import REPLY_MARK
from weft.records.times import Marks, Times, find_times, inside, mark
from weft.records.words import BODY, BUTTON, EDITED, PERSON, QUOTE, SIGNATURE, Flags, tag_mask

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]
Weights = NDArray[np.float64]

FRAME_SHARE = 0.4  # of the page's text: an element with more of it is no frame of something
LINK_WEIGHT = -0.2  # of a character in a link: bodies have links too, menus have nothing else
DATE_WEIGHT = -30.0  # what holds the time of a record is more than its body
MIN_TITLE_LENGTH = 4
MAX_TITLE_LENGTH = 1_000  # characters of the page's title that headings are compared with

_LABEL = re.compile(r"^[^:：]{1,10}[:：]\s*")
_USER_LINK = re.compile(
    r"user|member|profile|space|[?&/]uid|people|author|[?&]u=|/u/|/@|account|customer|/id/", re.IGNORECASE
)
_NO_USER_LINK = re.compile(
    r"group|rank|credit|log(?:in|ging)|register|find|pm\b|message|report|search|usercp|spacecp|sign_?(?:up|in)|password"
    r"|contact",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False, kw_only=True)
class Evidence:
    """A page with what its words and times say; computed when asked, once."""

    page: Page
    marks: Marks
    times: Times

    @property
    def flags(self) -> Flags:
        """What the classes and ids of every row speak of."""
        return self.marks.flags

    @cached_property
    def _parents(self) -> list[int]:
        return self.page.parent.tolist()

    @cached_property
    def _spans(self) -> tuple[bytes, list[int], list[int]]:
        table = self.page.table
        return self.page.text_bytes, table.text_start.tolist(), table.text_end.tolist()

    def above(self, row: int, levels: int) -> list[int]:
        """The nearest ancestors of a row, the parent first."""
        rows: list[int] = []
        parents = self._parents
        while len(rows) < levels and (row := parents[row]) >= 0:
            rows.append(row)
        return rows

    def text(self, row: int) -> str:
        """The text of a row, as `page.text`: lists answer for one row much sooner than columns."""
        source, starts, ends = self._spans
        return source[starts[row] : ends[row]].decode()

    def line(self, row: int) -> str:
        """The text of a row with single spaces."""
        return " ".join(self.text(row).split())

    @cached_property
    def _addresses(self) -> dict[int, str]:
        return {}

    def address(self, row: int) -> str:
        """The address of the link around a text, empty where there is none near."""
        address = self._addresses.get(row)
        if address is None:
            link = link_around(self, row)
            address = self._addresses[row] = (self.page.attribute(link, "href") or "") if link >= 0 else ""
        return address

    @cached_property
    def is_time(self) -> Mask:
        """Which rows are times of records."""
        return self._mask(self.times.rows)

    @cached_property
    def is_date(self) -> Mask:
        """Which rows are times of records or of anything else."""
        return self.is_time | self._mask(self.times.others)

    @cached_property
    def times_under(self) -> Rows:
        """How many times lie under each row."""
        return self.page.subtree_sum(self.is_time)

    @cached_property
    def text_rows(self) -> Rows:
        """The rows of the texts that can be content."""
        page = self.page
        return np.flatnonzero((page.tag == 0) & (page.chars > 0) & ~page.raw)

    @cached_property
    def telling(self) -> Mask:
        """Which classes part a signature or a quote from a body, however few records have one."""
        return (self.marks.tokens & (SIGNATURE | EDITED | QUOTE)) > 0

    @cached_property
    def framed(self) -> Mask:
        """Rows under an element that says it is about a person or a button."""
        return self._under(PERSON | BUTTON, _CONTROLS)

    @cached_property
    def appended(self) -> Mask:
        """Rows under an element that says it is a signature or the note of an edit."""
        return self._under(SIGNATURE | EDITED, _NONE)

    @cached_property
    def is_title(self) -> Mask:
        """Which texts repeat the title of the page: headings and crumbs, not what a post says."""
        page = self.page
        heads = np.flatnonzero(page.tag == _TITLE)
        title = " ".join(page.text(int(heads[0])).split())[:MAX_TITLE_LENGTH] if len(heads) else ""
        rows = self.text_rows
        rows = rows[(page.chars[rows] >= MIN_TITLE_LENGTH) & (page.chars[rows] <= len(title) + MIN_TITLE_LENGTH)]
        in_heading = inside(page, np.flatnonzero(HEADINGS[page.tag]))
        start = title[:MIN_TITLE_LENGTH]
        rows = rows[in_heading[rows] | self._has_piece(rows, start.split(" ")[0])]
        rows_of_title = []
        for row in in_time(rows.tolist()):
            text = self.line(row)
            if in_heading[row]:
                text = _LABEL.sub("", text)
                if len(text) >= MIN_TITLE_LENGTH and text in title:
                    rows_of_title.append(row)
            elif start in text and title.startswith(REPLY_MARK.cut(text)):
                rows_of_title.append(row)
        return self._mask(np.array(rows_of_title, np.int64)) | (
            (page.tag == 0) & inside(page, np.flatnonzero(page.tag == _H1))
        )

    def _has_piece(self, rows: Rows, piece: str) -> Mask:
        """Which of the texts, in document order, have a piece without white space in them: one search for all."""
        source, starts, ends = self._spans
        has_piece = np.zeros(len(rows), np.bool_)
        wanted, numbers = piece.encode(), rows.tolist()
        index = 0
        while index < len(numbers):
            position = source.find(wanted, starts[numbers[index]])
            if position < 0:
                break
            index = bisect_right(numbers, position, lo=index, key=starts.__getitem__) - 1
            has_piece[index] = position + len(wanted) <= ends[numbers[index]]
            index += 1
        return has_piece

    @cached_property
    def weights(self) -> Weights:
        """How much each text speaks for being said by somebody, in characters."""
        page = self.page
        weight = np.where(page.raw, 0.0, page.chars.astype(np.float64))
        weight[self.framed] *= -1.0
        weight[page.in_link & ~self.framed] *= LINK_WEIGHT
        weight[self.appended] = 0.0
        weight[self.is_date] = DATE_WEIGHT
        weight[self.is_title] = -np.abs(weight[self.is_title])
        return weight

    @cached_property
    def _people(self) -> dict[int, bool]:
        return {}

    def leads_to_person(self, link: int) -> bool:
        """Whether the address of a link speaks of a person; `link` is -1 where there is none."""
        if link < 0:
            return False
        is_person = self._people.get(link)
        if is_person is None:
            address = self.page.attribute(link, "href") or ""
            is_person = bool(_USER_LINK.search(address)) and not _NO_USER_LINK.search(address)
            self._people[link] = is_person
        return is_person

    def _under(self, wanted: int, tags: Mask) -> Mask:
        marked = ((self.flags & wanted) > 0) & ((self.flags & BODY) == 0)
        marked |= tags[self.page.tag]
        rows = np.flatnonzero(marked)
        chars = np.concatenate(([0], np.cumsum(self.page.chars)))
        # Wrappers of a whole page carry such words too.
        small = chars[self.page.end[rows]] - chars[rows] <= FRAME_SHARE * chars[-1]
        return inside(self.page, rows[small & (self.times_under[rows] <= 1)])

    def _mask(self, rows: Rows) -> Mask:
        mask = np.zeros(len(self.page), np.bool_)
        mask[rows] = True
        return mask


def gather(page: Page, *, reference: datetime | None = None) -> Evidence:
    """The evidence of a page; `reference` is the time at which it was read."""
    marks = mark(page, reference=reference)
    return Evidence(page=page, marks=marks, times=find_times(page, marks, reference=reference))


def link_around(evidence: Evidence, row: int, reach: int = 6) -> int:
    """The row of the link around a text, -1 where there is none near."""
    tag = evidence.page.tag
    return next((ancestor for ancestor in evidence.above(row, reach) if tag[ancestor] == _A), -1)


HEADINGS = tag_mask("h1", "h2", "h3", "h4", "h5", "h6")
_A, _H1, _TITLE = tag_number("a"), tag_number("h1"), tag_number("title")
_CONTROLS, _NONE = tag_mask("button", "select", "option", "label", "textarea"), tag_mask()
