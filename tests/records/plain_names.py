"""The texts that can be names, their marks, and the sums of a page, as Python: the kernel's twin."""

import numpy as np
from numpy.typing import NDArray

from weft.records.evidence import HEADINGS, Evidence, link_around
from weft.records.names import has_label
from weft.records.times import inside
from weft.records.words import AUTHOR, BUTTON, RANK

MAX_NAME_LENGTH = 40
MARKED = 1.5


def plain_name_texts(evidence: Evidence) -> list[tuple[int, str]]:
    """The rows and texts that are short enough for a name, visible, no date and no title of the page."""
    page = evidence.page
    rows = np.flatnonzero((page.tag == 0) & (page.chars > 0) & (page.chars <= MAX_NAME_LENGTH))
    rows = rows[~(evidence.is_date[rows] | evidence.is_title[rows] | page.hidden[rows] | page.raw[rows])]
    return [(row, page.text(row)) for row in rows.tolist()]


def plain_name_marks(evidence: Evidence, row: int) -> float:
    """The score of a text as a name, by the classes, the link and the label around it."""
    flags = evidence.flags[evidence.above(row, 4)].tolist()
    score = next((2.0 - 0.2 * distance for distance, flag in enumerate(flags) if flag & AUTHOR), 0.0)
    link = link_around(evidence, row, reach=4)
    if link >= 0:
        score += 0.3 + MARKED * evidence.leads_to_person(link)
    if has_label(evidence.text(row).strip()):
        score += MARKED
    if any(flag & BUTTON for flag in flags):
        score -= MARKED
    if any(flag & RANK for flag in flags[:2]):
        score -= MARKED
    return score


def plain_page_sums(evidence: Evidence) -> list[NDArray[np.float64]]:
    """Running sums: characters, main, links, hidden, long, headings, times."""
    page = evidence.page
    chars = np.where(page.raw | (page.tag != 0), 0, page.chars).astype(np.float64)
    frame = page.hidden | inside(page, page.rows_of("nav", "header", "footer", "aside"))
    values = [
        chars,
        np.where(frame, 0.0, chars),
        chars * page.in_link,
        chars * page.hidden,
        chars * (page.chars >= 80),
        HEADINGS[page.tag],
        evidence.is_time,
    ]
    return [np.concatenate(([0.0], np.cumsum(value, dtype=np.float64))) for value in values]
