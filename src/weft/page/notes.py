"""Notes: what small links in a text lead to further down the page, such as footnotes.

A note is one thing: its number, its words, the link back. Where its number stands in an element of its own, the words
may be another block.
"""

import re
from urllib.parse import unquote

import numpy as np

from weft.deadline import in_time
from weft.late_patterns import late_pattern
from weft.page.name_words import words_of
from weft.page.page import Page
from weft.page.tags import tag_number

_LABEL = late_pattern(
    r"[\[(]?\s*((?:(?:note|fn|nb|n|anm|nota|注|註)\.?\s*)?\d{1,4}|[A-Za-z]|[ivx]{1,5}|[*†‡§]{1,3})\s*[\])]?\Z",
    re.IGNORECASE,
)
_NOTE_NAME = late_pattern(r"fn|ftn|note|cite|ref", re.IGNORECASE)
_NOTE_WORDS = frozenset("footnote footnotes fn fnref noteref endnote".split())
_A, _SUP = tag_number("a"), tag_number("sup")
_INLINE = frozenset(tag_number(tag) for tag in ("a", "span", "sup", "b", "strong", "cite", "em", "i"))


def note_target(page: Page, row: int) -> str:
    """The id behind the number sign of an address; whoever asks looks whether this page has it, further down."""
    address = page.attribute(row, "href") or ""
    return unquote(address.strip().partition("#")[2]) if "#" in address else ""


def rows_of_ids(page: Page, wanted: set[str]) -> dict[str, int]:
    """The first row of each id; where no row has it, the first anchor of that name."""
    if not wanted:
        return {}
    tokens = {number: token for number, token in enumerate(page.tokens) if token in wanted}
    rows = np.flatnonzero(np.isin(page.table.id_token, list(tokens))) if tokens else np.zeros(0, np.int64)
    by_id = {tokens[int(page.table.id_token[row])]: row for row in reversed(rows.tolist())}
    if len(by_id) == len(wanted):
        return by_id
    named = page.rows_with("name")
    anchors = named[page.tag[named] == _A][::-1].tolist()
    return {name: row for row in in_time(anchors) if (name := page.attribute(row, "name")) in wanted} | by_id


def note_label(page: Page, row: int) -> str:
    """The number or sign that a link shows, empty where it shows something else."""
    label = _LABEL.match(page.text(row).strip())
    return label.group(1) if label else ""


def note_row(page: Page, row: int) -> int:
    """The element that holds the note: an anchor stands for what it is in."""
    for _ in range(3):
        if row < 0 or int(page.tag[row]) not in _INLINE:
            break
        row = int(page.parent[row])
    return row


def refers(page: Page, row: int, target: str) -> bool:
    """Whether a link is raised, or it or its target is called a note."""
    near = [*page.ancestors(row)[:2], *rows_inside(page, row)]
    if any(page.tag[other] == _SUP for other in near) or _NOTE_NAME.search(target):
        return True
    return page.attribute(row, "role") == "doc-noteref" or any(
        not _NOTE_WORDS.isdisjoint(words_of(name)) for name in page.classes(row)
    )


def rows_inside(page: Page, row: int) -> range:
    """The first rows below a row."""
    return range(row + 1, min(int(page.end[row]), row + 4))
