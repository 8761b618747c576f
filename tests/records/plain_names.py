"""The texts that can be names, their marks, and the sums of a page, as Python: the kernel's twin."""

import numpy as np
from numpy.typing import NDArray

from weft.records.alignment import Slots
from weft.records.evidence import HEADINGS, Evidence, link_around
from weft.records.names import has_label
from weft.records.regions import Candidate
from weft.records.times import inside
from weft.records.words import AUTHOR, BUTTON, RANK

MAX_NAME_LENGTH = 40
MARKED = 1.5


def plain_name_texts(evidence: Evidence) -> list[tuple[int, str, bool, bool]]:
    """The rows and texts that are short enough for a name; whether they can be one, and have no letters."""
    page = evidence.page
    rows = np.flatnonzero((page.tag == 0) & (page.chars > 0) & (page.chars <= MAX_NAME_LENGTH))
    shown = ~(evidence.is_date | evidence.is_title | page.hidden | page.raw)
    return [(row, page.text(row), bool(shown[row]), _has_no_letters(page.text(row).strip())) for row in rows.tolist()]


def _has_no_letters(text: str) -> bool:
    return len(text.encode()) <= MAX_NAME_LENGTH and not any(map(str.isalpha, text))


def plain_says_nothing(text: str) -> bool:
    """Whether a short text is a number or marks, or a name behind a label."""
    text = text.strip()
    return _has_no_letters(text) or (len(text.encode()) <= MAX_NAME_LENGTH and has_label(text))


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


def plain_region_features(evidence: Evidence, candidate: Candidate, slots: Slots) -> dict[str, float]:
    """The features of a region before it is read."""
    page, spans, n = evidence.page, np.array(candidate.ranges, np.int64), len(candidate.ranges)
    chars, main, links, hidden, _, headings, times = plain_page_sums(evidence)
    titles = np.flatnonzero(evidence.is_title)
    whole, first = max(chars[-1], 1.0), int(spans[0, 0])
    sizes = np.sort(chars[spans[:, 1]] - chars[spans[:, 0]])
    own = max(float(sizes.sum()), 1.0)
    texts = (page.tag[slots.rows] == 0) & (page.chars[slots.rows] > 0)
    common = slots.presence >= 0.7 * n
    steps = page.table.step[list(candidate.members)]
    _, counts = np.unique(steps, return_counts=True)

    def of(sums: NDArray[np.float64]) -> float:
        return float((sums[spans[:, 1]] - sums[spans[:, 0]]).sum())

    return {
        "records": float(n),
        "share": own / whole,
        "main_share": of(main) / max(main[-1], 1.0),
        "position": chars[first] / whole,
        "behind_title": float(titles[0] < first) if len(titles) else 0.5,
        "alike_chars": float(page.chars[slots.rows[texts & common[slots.slot]]].sum()) / own,
        "alike_slots": float(common.mean()) if slots.count else 0.0,
        "members_alike": float(counts.max()) / len(steps),
        "times_per_record": of(times) / n,
        "links_share": of(links) / own,
        "mean_chars": own / n,
        "median_chars": float(sizes[n // 2]),
        "spread_chars": float(sizes.std()) / (own / n),
        "headings": of(headings) / n,
        "times_inside": of(times) / max(times[-1], 1.0),
        "page_times": float(times[-1]),
        "hidden": of(hidden) / own,
    }
