"""Learns where a template prints whole articles below each other: the page's own, and others to read on.

All of them look like the body. A heading that is the page's title tells the own one; the headings of the others are
links to their pages, or titles of other pages of the site. Sections of one text have headings that are neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page import Page
from weft.sites.sample import Sample
from weft.sites.slots import Slot
from weft.sites.templates.body import fold, heading_of, other_articles, title_headings

CONTAINERS = frozenset("article div section li td tr table".split())
MIN_SHARE = 0.7  # of the pages with several, on which one is known as the page's own
MIN_PAGES = 2
MIN_WORDS = 20  # of an article, in the mean


def find_articles(sample: Sample) -> list[Slot]:
    """The slots of which only the element with the page's title is the page's; none inside of another."""
    chosen: list[Slot] = []
    for slot in check_deadline(_candidates(sample)):
        if not any(above in chosen for above in _above(slot)) and _is_one(sample, slot):
            chosen.append(slot)
    return chosen


def _candidates(sample: Sample) -> list[Slot]:
    """The slots around headings that are titles, of which some page has several elements."""
    counts: Counter[int] = Counter()
    for page, slots in check_deadline(zip(sample.pages, sample.slot_of_row, strict=True)):
        around = {row for heading in title_headings(page) for row in page.ancestors(heading)}
        counts.update({int(slots[row]) for row in around} - {-1})
    often = [sample.slots[number] for number, count in sorted(counts.items()) if count >= MIN_PAGES]
    return [slot for slot in often if slot.step.tag in CONTAINERS and slot.size > slot.pages]


def other_blocks(page: Page, number: int, slots: Sequence[Slot]) -> NDArray[np.int64]:
    """The blocks of a sampled page that are other pages' articles."""
    rows = [row for slot in slots for row in other_articles(page, rows_of(slot, number)).tolist()]
    blocks = [page.blocks.under(row, int(page.end[row])) for row in rows]
    return np.unique(np.concatenate(blocks)) if blocks else np.zeros(0, np.int64)


def rows_of(slot: Slot, number: int) -> NDArray[np.int64]:
    """The elements of a slot on one page, in order."""
    return np.sort(slot.rows[slot.page_numbers == number]).astype(np.int64)


def _above(slot: Slot) -> Iterator[Slot]:
    above = slot.parent
    while above:
        yield above
        above = above.parent


def _is_one(sample: Sample, slot: Slot) -> bool:
    """Whether most pages with several elements of a slot have one of their own, beside articles of other pages."""
    several, known = 0, 0
    for number in check_deadline(sorted(set(slot.page_numbers.tolist()))):
        page, rows = sample.pages[number], rows_of(slot, number)
        if len(rows) < 2:
            continue
        several += 1
        others = other_articles(page, rows)
        words = [int(page.blocks.words[page.blocks.under(row, int(page.end[row]))].sum()) for row in others.tolist()]
        is_long = bool(words) and sum(words) >= MIN_WORDS * len(words)
        known += is_long and 2 * sum(_is_elsewhere(sample, page, row) for row in others.tolist()) >= len(others)
    return known >= MIN_PAGES and known >= MIN_SHARE * several


def _is_elsewhere(sample: Sample, page: Page, row: int) -> bool:
    """Whether an article has a page of its own: its heading is a link to it, or the title of another page."""
    heading = heading_of(page, row)
    links = [one for one in page.rows_of("a").tolist() if heading < one < page.end[heading]]
    around = [one for one in page.ancestors(heading) if page.tag_name(one) == "a"]
    targets = [page.attribute(link, "href") or "" for link in [*links, *around]]
    return any(target and not target.startswith("#") for target in targets) or sample.echoes.is_title(
        fold(page.text(heading))
    )
