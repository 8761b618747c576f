"""A person's marks on one page: what a click does to them, and what the page gives with them.

The rules of marks, in whatever order the clicks come:

1. A row bears one name. The same name again takes the mark away; another name renames it; the empty name clears it.
2. A block belongs to the nearest `body` or `noise` above it. So noise in a body is an exception from it, body in such a
   noise is kept again, and a mark that says what the nearest one above says already is not needed.
3. Of one name, marks do not nest: a mark inside of another replaces it (narrower), a mark around others takes their
   place (wider). `body` on a noise that lies in a body therefore only takes the noise away.

A mark is on a row of the page's table and means the whole subtree of that row.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.content import BODY, NO_FIELDS, NOISE, RECORD, Field, Label, Reason, Record
from weft.document import Document
from weft.errors import ConfigError
from weft.metadata import merge_fields
from weft.page import Page
from weft.sites.sample import TITLE, marked_blocks
from weft.sites.templates.fields import squeeze

NAME = re.compile(r"[^\W\d][\w-]{0,39}")
MAX_MARKED = 20_000  # rows of a page: every cell of a huge table
SOURCE = "mark"  # of a field that a person marked
MAX_NOTE = 2_000  # characters
ASIDE = ("skipped", "unsure")  # why a page waits: a person passed over it, or could not decide
JOIN = "; "  # between the texts of a field that is marked more than once


@dataclass(frozen=True)
class Marks:
    """The name of each marked row, in the order of rows, and what a person says of the page as a whole.

    >>> Marks({12: "body", 15: "noise"}).to_json()
    {'marks': [{'name': 'body', 'rows': [12]}, {'name': 'noise', 'rows': [15]}], 'done': False}
    >>> Marks({}, aside="unsure", note="two titles").to_json()
    {'marks': [], 'done': False, 'aside': 'unsure', 'note': 'two titles'}
    """

    names: Mapping[int, str]
    done: bool = False
    aside: str = ""  # one of ASIDE: nobody is asked again before the other pages are done
    note: str = ""  # to oneself and to the others

    def __bool__(self) -> bool:
        return bool(self.names)

    def rows(self, name: str) -> list[int]:
        """The rows of a name, in document order."""
        return [row for row, own in sorted(self.names.items()) if own == name]

    @property
    def fields(self) -> list[str]:
        """The names of fields, as they come in the document."""
        return [name for name in dict.fromkeys(name for _, name in sorted(self.names.items())) if name not in NO_FIELDS]

    def to_json(self) -> dict[str, Any]:
        """As the store keeps it."""
        names = dict.fromkeys(name for _, name in sorted(self.names.items()))
        said = {key: value for key, value in (("aside", self.aside), ("note", self.note)) if value}
        return {"marks": [{"name": name, "rows": self.rows(name)} for name in names], "done": self.done, **said}

    def to_labels(self, page_id: str) -> list[Label]:
        """The exchange format; every record is a label of its own, so that its borders are known."""
        labels = []
        for name in dict.fromkeys(name for _, name in sorted(self.names.items())):
            rows = self.rows(name)
            groups = [(row,) for row in rows] if name == RECORD else [tuple(rows)]
            labels += [Label(page_id=page_id, rows=group, name=name) for group in groups]
        return labels


NO_MARKS = Marks({})


def read_marks(value: Mapping[str, Any]) -> Marks:
    """What `to_json` wrote, or what a client sent; a ConfigError says what is wrong with it."""
    marks, done = value.get("marks", []), value.get("done", False)
    if not isinstance(marks, list) or not isinstance(done, bool):
        raise ConfigError("marks are a list of objects with a name and rows, and done is true or false")
    names: dict[int, str] = {}
    for mark in marks:
        if not isinstance(mark, Mapping) or not isinstance(mark.get("rows"), list):
            raise ConfigError('a mark is an object such as {"name": "body", "rows": [12]}')
        name = check_mark_name(mark.get("name"))
        for row in mark["rows"]:
            if type(row) is not int or row < 0:
                raise ConfigError(f"rows are whole numbers from 0 on, not {row!r:.40}")
            names[row] = name
    aside, note = value.get("aside", ""), value.get("note", "")
    return check_count(Marks(dict(sorted(names.items())), done, check_aside(aside, done), check_note(note)))


def check_aside(aside: object, done: bool) -> str:
    """Why a page waits, empty where it does not; a ConfigError for anything else."""
    if not isinstance(aside, str) or aside not in ("", *ASIDE):
        raise ConfigError(f"aside is empty or one of {', '.join(ASIDE)}, not {aside!r:.40}")
    if aside and done:
        raise ConfigError(f"a page that is done is not {aside}", advice="send one of both")
    return aside


def check_note(note: object) -> str:
    """The note; a ConfigError where it is none or too long."""
    if not isinstance(note, str) or len(note) > MAX_NOTE:
        raise ConfigError(f"a note is a text of at most {MAX_NOTE} characters")
    return note.strip()


def check_count(marks: Marks) -> Marks:
    """The marks; a ConfigError where they are too many."""
    if len(marks.names) > MAX_MARKED:
        what = f"{len(marks.names)} marked rows are too many for one page"
        raise ConfigError(what, advice=f"mark at most {MAX_MARKED}")
    return marks


def check_mark_name(name: object) -> str:
    """The name; a ConfigError where no mark may have it."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        what = f"{name!r:.60} is no name of a mark"
        raise ConfigError(what, advice="use body, noise, record or a word such as price")
    return name


def check_rows(page: Page, rows: Iterable[int]) -> None:
    """A ConfigError for a row that the page does not have."""
    for row in rows:
        if not 0 <= row < len(page):
            what = f"row {row} is outside of the page, which has {len(page)}"
            raise ConfigError(what, advice="load the page again")


def click(marks: Marks, page: Page, rows: Sequence[int], name: str) -> Marks:
    """The marks after a click that gives a name to a row, or to all rows of its kind."""
    names = dict(marks.names)
    if not name or all(names.get(row) == name for row in rows):
        return _plain(marks, {row: own for row, own in names.items() if row not in set(rows)}, page)
    for row in rows:
        old_name = names.pop(row, "")
        above = _nearest(page, names, row, name)
        is_inside = above >= 0 and names[above] == name
        if is_inside and old_name in _rivals(name):
            continue  # the exception is gone, and the mark around it holds again
        if is_inside:
            del names[above]
        names[row] = name
    return _plain(marks, names, page)


def move(marks: Marks, page: Page, *, start: int, to: int) -> Marks:
    """The marks with the one of row `start` on another row: wider or narrower."""
    name = marks.names.get(start, "")
    if not name or start == to:
        return marks
    others = {row: own for row, own in marks.names.items() if row != start}
    return click(replace(marks, names=others), page, [to], name)


def tidy(marks: Marks, page: Page) -> Marks:
    """The marks without those that are not needed (rule 2 and 3)."""
    return _plain(marks, dict(marks.names), page)


def _rivals(name: str) -> frozenset[str]:
    """The names of which only the nearest one above a row counts."""
    return frozenset({BODY, NOISE}) if name in (BODY, NOISE) else frozenset({name})


def _nearest(page: Page, names: Mapping[int, str], row: int, name: str) -> int:
    """The nearest row above that bears a rival name, -1 for none."""
    rivals = _rivals(name)
    return next((above for above in page.ancestors(row) if names.get(above) in rivals), -1)


def _is_repeated(page: Page, names: Mapping[int, str], row: int, name: str) -> bool:
    """Whether the nearest mark above a row has the same name."""
    above = _nearest(page, names, row, name)
    return above >= 0 and names[above] == name


def _plain(marks: Marks, names: dict[int, str], page: Page) -> Marks:
    """The marks without repeated ones; rows are taken in order, so that the rows above come first."""
    kept: dict[int, str] = {}
    for row in sorted(names):
        if not _is_repeated(page, kept, row, names[row]):
            kept[row] = names[row]
    return replace(marks, names=kept)


def marked_body(page: Page, marks: Marks) -> NDArray[np.int8]:
    """For each block 1 where a person marked body, -1 where noise, 0 where neither.

    A marked title is no body: templates leave it out of the text, too.
    """
    verdicts = marked_blocks(page, marks.to_labels(""))
    inside = _inside(page, marks.rows(RECORD))
    for row in marks.rows(TITLE):
        if not inside[row]:
            block = page.blocks.under(row, int(page.end[row]))
            verdicts[block[page.blocks.last[block] <= page.end[row]]] = -1
    return verdicts


def _inside(page: Page, rows: Iterable[int]) -> NDArray[np.bool_]:
    """Whether each row of the page lies in one of these rows, or is one of them."""
    inside = np.zeros(len(page), np.bool_)
    for row in rows:
        inside[row : page.end[row]] = True
    return inside


def with_marks(document: Document, page: Page, marks: Marks) -> Document:
    """The document of a page with a person's marks, which win; the document fills in what they do not name.

    Nothing is learned for it, so that a click shows at once. `page` is the page that the person marked. The document
    may have another one: where the page shows nothing, its text is made from the page's data.
    """
    if not marks:
        return document
    records = marks.rows(RECORD)
    inside = _inside(page, records)
    own = {name: [row for row in marks.rows(name) if not inside[row]] for name in marks.fields}
    marked = {name: _field(page, rows) for name, rows in own.items() if rows}
    fields = {**document.fields, **marked}
    bylines = document.page_type != "board"  # there the first name and date are those of the first thread
    return replace(
        _with_body(document, page, marks),
        reason=Reason("marked", _describe(marks)).then(document.reason.detail),
        fields=fields,
        records=_records(page, marks) if records else document.records,
        find_metadata=(lambda _: merge_fields(page, fields, bylines=bylines)) if marked else document.find_metadata,
    )


def _with_body(document: Document, page: Page, marks: Marks) -> Document:
    """The document with the marked body, which is the whole body; without one, less the marked noise."""
    verdicts = marked_body(page, marks)
    if marks.rows(BODY):
        return replace(document, page=page, keep=np.flatnonzero((verdicts > 0) & ~page.blocks.hidden))
    if document.page is not page:
        return document
    return replace(document, keep=document.keep[verdicts[document.keep] >= 0])


def _describe(marks: Marks) -> str:
    names = [name for name in (BODY, NOISE, RECORD) if marks.rows(name)] + marks.fields
    alone = " (no other text is kept)" if BODY in names else ""  # who adds a missing paragraph does not expect it
    return f"marked by a person: {', '.join(names)}{alone}"


def _field(page: Page, rows: Sequence[int]) -> Field:
    return Field(value=JOIN.join(filter(None, (squeeze(page.text(row)) for row in rows))), row=rows[0], source=SOURCE)


def _records(page: Page, marks: Marks) -> tuple[Record, ...]:
    """The marked records, each with the marked fields inside of it; a `body` in a record is its text."""
    records = []
    names = [*marks.fields, *([BODY] if marks.rows(BODY) else [])]
    for start in marks.rows(RECORD):
        end = int(page.end[start])
        rows = {name: [row for row in marks.rows(name) if start <= row < end] for name in names}
        fields = {name: _field(page, own) for name, own in rows.items() if own}
        records.append(Record(start=start, end=end, fields=fields))
    return tuple(records)
