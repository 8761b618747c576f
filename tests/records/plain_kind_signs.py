"""The signs of kinds of records as Python: the kernel's twin."""

import re

from weft.page import Page
from weft.page.name_words import words_of
from weft.records.kinds.parts import Names, groups_alike
from weft.records.kinds.questions import is_asked

_TYPES = re.compile("review|question|answer|comment|jobposting|event|qapage|faqpage", re.IGNORECASE | re.ASCII)
_REVIEWS = frozenset({"review", "reviews", "testimonial", "testimonials", "rezension", "bewertung"})
_RATINGS = ("star", "rating", "rated", "score")
_DATED = frozenset(
    {
        "event", "events", "veranstaltung", "evento", "job", "jobs", "vacancy", "vacancies", "career", "careers",
        "timeline", "milestone", "milestones", "changelog", "chronology",
    }
)  # fmt: skip
_MARK = re.compile(b"[?\x9f]")
_HEADS = ("h2", "h3", "h4", "h5", "h6", "button")


def find_signs(page: Page) -> set[str]:
    """The kinds that a page may have."""
    names = page.token_text
    typed = [value for name in ("itemtype", "typeof") for _, value in page.values_of(name, most=len(page))]
    signs = {
        "declared": any(map(_TYPES.search, typed)),
        "faq": _asks(page),
        "answers": "answer" in names and "question" in names,
        "reviews": _are_reviews(page) and any(word in names for word in _RATINGS),
        "comments": "\0comment" in names or "-comment-" in names,
        "dated": any(words_of(token) & _DATED for token in page.tokens),
        "results": any(_is_filled(page, row) for row in page.rows_of("input")[:50].tolist()),
        "tables": len(page.rows_of("th")) > 1,
    }
    return {sign for sign, is_there in signs.items() if is_there}


def _are_reviews(page: Page) -> bool:
    return bool(groups_alike(page, Names(page).rows(_REVIEWS), 2))


def _asks(page: Page) -> bool:
    stop = int(page.table.text_end[0])
    asked = [row for row in page.rows_of(*_HEADS).tolist() if not page.hidden[row] and is_asked(page.text(row))]
    counts = [sum(_has_mark(page, row) for row in page.rows_of(tag).tolist()) for tag in ("summary", "dt")]
    return len(_MARK.findall(page.text_bytes[:stop])) > 2 and max(len(asked), *counts) > 2


def _has_mark(page: Page, row: int) -> bool:
    return bool(_MARK.search(page.text(row).encode()))


def _is_filled(page: Page, row: int) -> bool:
    kind, name, value = ((page.attribute(row, one) or "") for one in ("type", "name", "value"))
    kind = kind.lower()
    return bool(value) and (kind == "search" or (kind in ("", "text") and bool(name)))
