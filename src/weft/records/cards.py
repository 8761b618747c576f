"""Cards: the records of a page that offers things, told by their prices.

A card is short, and has a price and a title that is a link: to what it offers, on a page of its own. Articles that
compare things have prices too; what they say of a thing is a section.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.content import Record
from weft.deadline import check_deadline
from weft.page import Page
from weft.records.alignment import Column, Slots
from weft.records.evidence import HEADINGS, Evidence
from weft.records.item_fields import MAX_TITLE_LENGTH, PRICE, item_records
from weft.records.times import inside
from weft.records.words import TITLE

MAIN_SHARE = 0.4  # of the page's text that cards must hold to be its matter, beside what frames it
MIN_CARDS = 3  # two prices are a price and what it was before
PRESENT = 0.7  # share of the cards that have a title in the slot, and of located records that are cards
MAX_CARD_LENGTH = 600  # characters, on the median: on wcxb-dev shops have up to 472, most articles from 753 on


@dataclass(frozen=True, kw_only=True)
class Card:
    """A card by its rows."""

    start: int
    end: int
    title: int
    price: int


def price_rows(evidence: Evidence) -> NDArray[np.int64]:
    """The rows of the short texts that hold a price.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> len(price_rows(gather(parse("<b>$ 12.50</b><i>free</i><p>1 200 €"))))
    2
    """
    return np.array(
        [row for row in check_deadline(evidence.marks.prices.tolist()) if PRICE.search(evidence.page.text(row))],
        np.int64,
    )


def read_cards(evidence: Evidence, slots: Slots, prices: NDArray[np.int64]) -> list[Card]:
    """The cards of a region; empty where its records are long or have no title of their own."""
    page, n = evidence.page, len(slots.ranges)
    sizes = sorted(int(page.chars[start:end].sum()) for start, end in check_deadline(slots.ranges))
    if n < MIN_CARDS or sizes[n // 2] > MAX_CARD_LENGTH:
        return []
    titles = _find_titles(evidence, slots)
    if len(titles) < PRESENT * n:
        return []
    cards = []
    for index, (start, end) in check_deadline(enumerate(slots.ranges)):
        first, last = np.searchsorted(prices, [start, end])
        if index in titles and first < last:
            cards.append(Card(start=start, end=end, title=titles[index], price=int(prices[first])))
    return cards if len({page.text(card.title).strip() for card in check_deadline(cards)}) > n / 2 else []


def are_matter(page: Page, ranges: Sequence[tuple[int, int]]) -> bool:
    """Whether cards in these rows hold so much of the page's text that it is about them.

    What frames a page (menus, head, foot, sides, what is hidden) is longer than the cards of many a shop. On wcxb-dev
    36 of 91 collections have cards and 3 of 711 articles; with a share of all the text, any title and any length 17 and
    31. The rules were written while looking at these pages.
    """
    own = np.zeros(len(page), np.bool_)
    for start, end in check_deadline(ranges):
        own[start:end] = True
    frame = page.hidden | inside(page, page.rows_of("nav", "header", "footer", "aside"))
    return int(page.chars[own].sum()) > MAIN_SHARE * int(page.chars[own | ~frame].sum())


def _find_titles(evidence: Evidence, slots: Slots) -> Column:
    """The column of the longest links, a heading or a word such as "title" counting for much."""
    page, rows = evidence.page, slots.rows
    picked = (page.tag[rows] == 0) & (page.chars[rows] > 1) & (page.chars[rows] <= MAX_TITLE_LENGTH)
    picked &= page.in_link[rows] & ~page.hidden[rows]
    best, chosen = 0.0, Column()
    for column in check_deadline(slots.columns(picked).values()):
        texts = {evidence.text(row).strip() for row in check_deadline(column.values())}
        if len(column) < PRESENT * len(slots.ranges) or 2 * len(texts) < len(column):
            continue
        row = next(iter(column.values()))
        near = evidence.above(row, 3)
        named = any(evidence.flags[ancestor] & TITLE or HEADINGS[page.tag[ancestor]] for ancestor in near)
        score = sum(map(len, texts)) / len(texts) * (3.0 if named else 1.0)
        if score > best and not any(PRICE.search(text) for text in texts):
            best, chosen = score, column
    return chosen


def card_records(evidence: Evidence, cards: list[Card]) -> tuple[Record, ...]:
    """The cards as records with `title`, `price`, `rating`, `url` and `image`."""
    return item_records(evidence, [(card.start, card.end) for card in check_deadline(cards)])
