"""A heading without what stands in it beside the title: a kicker, a section, a date, a word for screen readers."""

import re

import numpy as np

from weft.late_patterns import late_pattern
from weft.metadata.site_names import fold
from weft.metadata.values import clean_text
from weft.page import Page

MAX_ROWS = 40  # of a heading that is looked at
_KICKER = late_pattern(
    r"kicker|overline|roof-?line|top-?line|top-?title|pre-?title|super-?title|sur-?title|eyebrow|dachzeile|antetitulo"
    r"|volanta|sub-?head|sub-?title|visually-?hidden|sr-only|screen-reader|\bdate\b|label\b|badge",
    re.IGNORECASE,
)


_FOR_LISTENERS = late_pattern(r"visually-?hidden|sr-only|screen-reader")


def is_for_listeners(page: Page, row: int) -> bool:
    """Whether a heading is there for screen readers alone: menus and the site's name are announced so."""
    return any(_FOR_LISTENERS.search(name) for name in page.classes(row))


def heading_text(page: Page, row: int) -> str:
    """The text of a heading less the elements in it whose class says that they are no title; all of it where none is.

    >>> from weft import parse
    >>> page = parse("<h1><i class=kicker>Weather</i><i class=sr-only>: </i><b>Rain in May</b></h1>")
    >>> heading_text(page, int(page.rows_of("h1")[0]))
    'Rain in May'
    """
    end = int(page.end[row])
    if end - row <= 2:
        return page.text(row)
    left, pieces, child = [], [], row + 1
    while child < min(end, row + MAX_ROWS):
        is_kicker = page.tag[child] and _KICKER.search(" ".join(page.classes(child)))
        pieces.append(page.text(child))
        if not is_kicker:
            left.append(page.text(child))
        child = int(page.end[child])
    if len(left) == len(pieces) or child < end:
        return page.text(row)
    rest = "".join(left).strip(" \t\r\n:|–-")
    return rest if fold(rest) else page.text(row)


def heading_parts(page: Page, row: int) -> list[str]:
    """The texts of a heading's runs: what stands in an element of its own, and what stands between such elements.

    >>> from weft import parse
    >>> page = parse("<h1><small>Tunisia</small><br>Great tasks for the new men</h1>")
    >>> heading_parts(page, int(page.rows_of("h1")[0]))
    ['Tunisia', 'Great tasks for the new men']
    """
    end = int(page.end[row])
    if not 2 < end - row <= MAX_ROWS:
        return []
    texts = np.flatnonzero(page.tag[row:end] == 0) + row
    children: list[int] = []
    kickers: list[int] = []
    child = row + 1
    while child < end:
        is_kicker = page.tag[child] and _KICKER.search(" ".join(page.classes(child)))
        (kickers if is_kicker else children).append(child)
        child = int(page.end[child])
    inner = [text for text in texts.tolist() if not any(kicker < text < page.end[kicker] for kicker in kickers)]
    parts = [clean_text(page.text(inside)).strip(" :|–-") for inside in (*children, *inner)]
    return [part for part in dict.fromkeys(parts) if fold(part)]
