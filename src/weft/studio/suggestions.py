"""Suggestions: where a usual field that weft does not take may stand, for a person to take it by one click.

A copyright notice is no byline, so weft does not read authors from it; on a site of one person it names the author all
the same, and a person sees at once whether it does.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from weft.content import RECORD, Field
from weft.deadline import check_deadline
from weft.document import Document
from weft.page import Page
from weft.studio.marking import NAME
from weft.studio.project import USUAL_NAMES
from weft.text import find_dates

MAX_LENGTH = 60  # characters of a block that is a notice, a byline or a date and little else
MAX_WORDS = 5  # of a name
TEXT = "_text"  # of a time as it is displayed: `time_text` stands where `time` does
MAX_BLOCKS = 4_000  # that are looked at
_NOTICE = re.compile(r"©|\(c\)|copyright|版权|著作权", re.I)
_NO_NAME = re.compile(r"[\d©|@/:]|copyright|rights|reserved|powered|theme|版权|所有|备案", re.I)


@dataclass(frozen=True, kw_only=True)
class Suggestion:
    """A place for a field, and why it may be one."""

    name: str
    row: int
    value: str
    why: str

    def to_json(self) -> dict[str, Any]:
        """For the browser."""
        return {"name": self.name, "row": self.row, "value": self.value, "why": self.why}


def find_suggestions(page: Page, document: Document) -> list[Suggestion]:
    """A suggestion for each usual field that the document lacks and the page may have; none for a page from data."""
    missing = [name for name in USUAL_NAMES if name not in document.fields]
    if not missing or document.page is not page:
        return []
    found: dict[str, Suggestion] = {}
    for one in (*_known(page, document, missing), *_guesses(page, missing)):
        found.setdefault(one.name, one)
    return [found[name] for name in missing if name in found]


def _known(page: Page, document: Document, missing: Collection[str]) -> Iterator[Suggestion]:
    """What the metadata of the page says and the page shows."""
    for name in missing:
        field: Field = getattr(document.metadata, name)
        if field.value and 0 <= field.row < len(page) and not page.hidden[field.row]:
            row = _element(page, field.row)
            if page.tag_name(row) not in ("meta", "title", "head", "script", "link"):
                yield Suggestion(name=name, row=row, value=field.value, why=field.source)


def _guesses(page: Page, missing: Collection[str]) -> Iterator[Suggestion]:
    """The holder of the copyright as the author, the first short line with a date as the date."""
    blocks = page.blocks
    short = np.flatnonzero(~blocks.hidden & (blocks.chars > 0) & (blocks.chars <= 2 * MAX_LENGTH))
    for block in check_deadline(short[:MAX_BLOCKS].tolist()):
        text = " ".join(blocks.text(block).split())
        if "author" in missing and _NOTICE.search(text):
            for row in _inline(page, int(blocks.first[block]), int(blocks.last[block])):
                if _is_name(value := " ".join(page.text(row).split())):
                    yield Suggestion(name="author", row=row, value=value, why="the copyright notice")
        if "date" in missing and len(text) <= MAX_LENGTH and find_dates(text) and not _NOTICE.search(text):
            yield Suggestion(name="date", row=int(blocks.row[block]), value=text, why="a line with a date")


def _inline(page: Page, first: int, last: int) -> Iterator[int]:
    """The elements of a run of inline text."""
    return (row for row in range(first, last) if page.tag[row] > 0)


def _is_name(text: str) -> bool:
    return 1 < len(text) <= MAX_LENGTH // 2 and len(text.split()) <= MAX_WORDS and not _NO_NAME.search(text)


def _element(page: Page, row: int) -> int:
    """The element that shows a text."""
    return int(page.parent[row]) if page.tag[row] == 0 else row


def found_records(page: Page, document: Document) -> dict[int, str]:
    """Names by row for the records that weft found and their fields; none where a record is no element of its own."""
    names: dict[int, str] = {}
    for record in document.records if document.page is page else ():
        if int(page.end[record.start]) != record.end or page.tag[record.start] == 0:
            return {}
        names[record.start] = RECORD
        for name, field in record.fields.items():
            row = _element(page, field.row) if field.row >= 0 else -1
            own = name.removesuffix(TEXT)
            if record.start < row < record.end and NAME.fullmatch(own):
                names.setdefault(row, own)
    return names


def offers_json(page: Page, document: Document, *, is_saved: bool) -> dict[str, Any]:
    """What can be taken by one click on a page: places for missing fields, the records, the template."""
    records = sum(name == RECORD for name in found_records(page, document).values())
    suggestions = [one.to_json() for one in find_suggestions(page, document)]
    return {"suggestions": suggestions, "found_records": records, "is_saved": is_saved}
