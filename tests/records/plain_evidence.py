"""The evidence of a page as Python: the kernel's twin."""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from weft.page import Page, tag_number
from weft.records.evidence import HEADINGS, Mask, Rows, Weights
from weft.records.language_words import Prefix
from weft.records.times import Times, inside
from weft.records.words import BODY, BUTTON, EDITED, PERSON, SIGNATURE, Flags, tag_mask

FRAME_SHARE = 0.4
LINK_WEIGHT = -0.2
DATE_WEIGHT = -30.0
MIN_TITLE_LENGTH = 4
MAX_TITLE_LENGTH = 1_000

REPLY_MARK = Prefix("", "re", r"\s*[:：]", r"\s*[:：]")
_LABEL = re.compile(r"^[^:：]{1,10}[:：]\s*")
_A, _H1, _TITLE = tag_number("a"), tag_number("h1"), tag_number("title")
_CONTROLS, _NONE = tag_mask("button", "select", "option", "label", "textarea"), tag_mask()
_ADDRESS_KINDS = [
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (
        r"user|member|profile|space|[?&/]uid|people|author|[?&]u=|/u/|/@|account|customer|/id/",
        r"group|rank|credit|log(?:in|ging)|register|find|pm\b|message|report|search|usercp|spacecp|sign_?(?:up|in)"
        r"|password|contact",
        r"thread|topic|tid|[?&]t=|/t/|/d/|discuss|question|ask|read|article|post|[?&]p=|view(?!forum|board)",
        r"tid|thread|topic|[?&]t=\d",
        r"forumdisplay|viewforum|forum-?\d|[?&]f(?:id)?[=-]\d+|/forums?/[^/]*/?\Z|/forum/|[?&]forum=|post_type=forum"
        r"|board|categor|/c/|/f/|section|member|profile|user|space|uid|gid=|search|javascript:|login|^#|^mailto:",
    )
]


def plain_link_kinds(page: Page) -> list[int]:
    """What the address of each row speaks of."""
    kinds = [0] * len(page)
    for row in page.rows_with("href").tolist():
        address = page.attribute(row, "href") or ""
        kinds[row] = sum(bool(pattern.search(address)) << bit for bit, pattern in enumerate(_ADDRESS_KINDS))
    return kinds


@dataclass(frozen=True, eq=False)
class PlainEvidence:
    """What the times and flags of a page say of its rows."""

    page: Page
    flags: Flags
    times: Times

    @cached_property
    def is_time(self) -> Mask:
        return self._mask(self.times.rows)

    @cached_property
    def is_date(self) -> Mask:
        return self.is_time | self._mask(self.times.others)

    @cached_property
    def times_under(self) -> Rows:
        return self.page.subtree_sum(self.is_time)

    @cached_property
    def text_rows(self) -> Rows:
        page = self.page
        return np.flatnonzero((page.tag == 0) & (page.chars > 0) & ~page.raw)

    @cached_property
    def framed(self) -> Mask:
        return self._under(PERSON | BUTTON, _CONTROLS)

    @cached_property
    def appended(self) -> Mask:
        return self._under(SIGNATURE | EDITED, _NONE)

    @cached_property
    def is_title(self) -> Mask:
        page = self.page
        heads = np.flatnonzero(page.tag == _TITLE)
        title = self.line(int(heads[0]))[:MAX_TITLE_LENGTH] if len(heads) else ""
        rows = self.text_rows
        rows = rows[(page.chars[rows] >= MIN_TITLE_LENGTH) & (page.chars[rows] <= len(title) + MIN_TITLE_LENGTH)]
        in_heading = inside(page, np.flatnonzero(HEADINGS[page.tag]))
        repeating = [row for row in rows.tolist() if self._repeats(row, title, bool(in_heading[row]))]
        in_h1 = inside(page, np.flatnonzero(page.tag == _H1))
        return self._mask(np.array(repeating, np.int64)) | ((page.tag == 0) & in_h1)

    def _repeats(self, row: int, title: str, in_heading: bool) -> bool:
        text = self.line(row)
        if in_heading:
            text = _LABEL.sub("", text)
            return len(text) >= MIN_TITLE_LENGTH and text in title
        return title[:MIN_TITLE_LENGTH] in text and title.startswith(REPLY_MARK.cut(text))

    @cached_property
    def weights(self) -> Weights:
        page = self.page
        weight = np.where(page.raw, 0.0, page.chars.astype(np.float64))
        weight[self.framed] *= -1.0
        weight[page.in_link & ~self.framed] *= LINK_WEIGHT
        weight[self.appended] = 0.0
        weight[self.is_date] = DATE_WEIGHT
        weight[self.is_title] = -np.abs(weight[self.is_title])
        return weight

    @cached_property
    def links(self) -> list[int]:
        page = self.page
        return [next((above for above in page.ancestors(row) if page.tag[above] == _A), -1) for row in range(len(page))]

    def line(self, row: int) -> str:
        return " ".join(self.page.text(row).split())

    def _under(self, wanted: int, tags: Mask) -> Mask:
        marked = ((self.flags & wanted) > 0) & ((self.flags & BODY) == 0)
        rows = np.flatnonzero(marked | tags[self.page.tag])
        chars = self.page.subtree_sum(self.page.chars)
        small = chars[rows] <= FRAME_SHARE * chars[0]
        return inside(self.page, rows[small & (self.times_under[rows] <= 1)])

    def _mask(self, rows: Rows) -> Mask:
        mask = np.zeros(len(self.page), np.bool_)
        mask[rows] = True
        return mask
