"""Places where no field stands: trails of links, menus, forms, what is not shown."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from weft.page import Page
from weft.page.name_words import words_of
from weft.sites.templates.fields import LabelledText, squeeze

TRAIL_WORDS = frozenset("breadcrumb breadcrumbs crumb crumbs crumbtrail".split())
TRAIL_SIGNS = frozenset({">", "»", "›", "→", "/", "::", "\\", "&gt;", "|"})
HEADINGS = frozenset({"h1", "h2", "h3"})  # a menu with such signs may stand above one
STEPS = 4  # elements above a text that may be a trail
OTHER_PLACES = frozenset("head nav footer select option button textarea noscript".split())


def in_trail(page: Page, row: int) -> bool:
    """Whether a text is the end of a trail of links: in an element called so, or behind a sign such as `›`."""
    for above in page.ancestors(row)[:STEPS]:
        if any(not TRAIL_WORDS.isdisjoint(words_of(mark)) for mark in (page.id(above), *page.classes(above))):
            return True
    if any(page.tag_name(above) in HEADINGS for above in (row, *page.ancestors(row)[:2])):
        return False
    own = squeeze(page.text(row))
    if own[:1] in TRAIL_SIGNS and own[:1] != "|":
        return True
    before = np.flatnonzero(page.chars[max(0, row - 8) : row])
    text = squeeze(page.text(max(0, row - 8) + int(before[-1]))) if len(before) else ""
    return text in TRAIL_SIGNS - {"|"}


def is_elsewhere(pages: Sequence[Page], readings: Mapping[int, LabelledText]) -> bool:
    """Whether a slot is not shown, or stands in a menu, a form or a trail."""
    page, reading = next(iter(readings.items()))
    if all(pages[number].hidden[one.row] for number, one in readings.items()):
        return True
    tags = {pages[page].tag_name(above) for above in (reading.row, *pages[page].ancestors(reading.row))}
    return bool(tags & OTHER_PLACES) or in_trail(pages[page], reading.row)


def is_near(pages: Sequence[Page], slot: "Slot", other: "Slot", near: tuple[int, int]) -> bool:
    """Whether so few texts stand between a slot and another, before or after it, on most pages."""
    count = 0
    for number, reading in slot.readings.items():
        if number in other.readings:
            row, start = reading.row, other.readings[number].row
            between = int(np.count_nonzero(pages[number].chars[min(row, start) : max(row, start)]))
            count += near[0] <= (between if row > start else -between) <= near[1]
    return count * 2 > len(slot.readings)


def is_beside(pages: Sequence[Page], slot: "Slot", other: "Slot", texts: int) -> bool:
    """Whether an element with no more than so many texts holds a slot and another, on most pages."""
    count = 0
    for number, reading in slot.readings.items():
        if number in other.readings:
            page, row, start = pages[number], reading.row, other.readings[number].row
            both = next((above for above in page.ancestors(min(row, start)) if page.end[above] > max(row, start)), 0)
            count += int(np.count_nonzero(page.chars[both : page.end[both]])) <= texts
    return count * 2 > len(slot.readings)


class Slot(Protocol):
    """Anything with a reading on some pages."""

    @property
    def readings(self) -> dict[int, LabelledText]:
        """What each page prints there."""
