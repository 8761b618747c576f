"""A person's marks on one page, and what a click does to them.

The rules, which hold whatever order the clicks come in:

1. A row bears one name. The same name again takes the mark away; another name renames it; the empty name clears it.
2. A block belongs to the nearest `body` or `noise` above it. So noise in a body is an exception from it, body in such a
   noise is kept again, and a mark that says what the nearest one above says already is not needed.
3. Of one name, marks do not nest: a mark inside of another replaces it (narrower), a mark around others takes their
   place (wider). `body` on a noise that lies in a body therefore only takes the noise away.

Rows are those of the page's table; the subtree of a row is meant.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.content import BODY, NO_FIELDS, NOISE, RECORD, Label
from weft.errors import ConfigError
from weft.page import Page
from weft.site.sample import TITLE, marked_blocks

NAME = re.compile(r"[^\W\d][\w-]{0,39}")
MAX_MARKED = 20_000  # rows of a page: every cell of a huge table


@dataclass(frozen=True)
class Marks:
    """The name of each marked row, in the order of rows; whether a person is done with the page.

    >>> Marks({12: "body", 15: "noise"}).to_json()
    {'marks': [{'name': 'body', 'rows': [12]}, {'name': 'noise', 'rows': [15]}], 'done': False}
    """

    names: Mapping[int, str]
    done: bool = False

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
        found = dict.fromkeys(name for _, name in sorted(self.names.items()))
        return {"marks": [{"name": name, "rows": self.rows(name)} for name in found], "done": self.done}

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
    return check_count(Marks(dict(sorted(names.items())), done))


def check_count(marks: Marks) -> Marks:
    """The marks, if they are not too many."""
    if len(marks.names) > MAX_MARKED:
        raise ConfigError(f"{len(marks.names)} marked rows are too many for one page; mark at most {MAX_MARKED}")
    return marks


def check_mark_name(name: object) -> str:
    """The name, if it is one."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ConfigError(f"{name!r:.60} is no name of a mark; use body, noise, record or a word such as price")
    return name


def check_rows(page: Page, rows: Iterable[int]) -> None:
    """A ConfigError for a row that the page does not have."""
    for row in rows:
        if not 0 <= row < len(page):
            raise ConfigError(f"row {row} is outside of the page, which has {len(page)}; load the page again")


def click(marks: Marks, page: Page, rows: Sequence[int], name: str) -> Marks:
    """The marks after a click that gives a name to a row, or to all rows that are like it."""
    names = dict(marks.names)
    if not name or all(names.get(row) == name for row in rows):
        return _plain(marks, {row: own for row, own in names.items() if row not in set(rows)}, page)
    for row in rows:
        bore = names.pop(row, "")
        above = _nearest(page, names, row, name)
        is_said = above >= 0 and names[above] == name
        if is_said and bore in _rivals(name):
            continue  # the exception is gone, and what is around it holds again
        if is_said:
            del names[above]
        names[row] = name
    return _plain(marks, names, page)


def move(marks: Marks, page: Page, *, start: int, to: int) -> Marks:
    """The marks with the one of row `start` on another row: wider or narrower."""
    name = marks.names.get(start, "")
    if not name or start == to:
        return marks
    left = {row: own for row, own in marks.names.items() if row != start}
    return click(Marks(left, marks.done), page, [to], name)


def tidy(marks: Marks, page: Page) -> Marks:
    """The marks without those that are not needed (rule 2 and 3)."""
    return _plain(marks, dict(marks.names), page)


def _rivals(name: str) -> frozenset[str]:
    """The names among which the nearest one above holds."""
    return frozenset({BODY, NOISE}) if name in (BODY, NOISE) else frozenset({name})


def _nearest(page: Page, names: Mapping[int, str], row: int, name: str) -> int:
    """The nearest row above that bears a rival name, -1 for none."""
    rivals = _rivals(name)
    return next((above for above in page.ancestors(row) if names.get(above) in rivals), -1)


def _says_so(page: Page, names: Mapping[int, str], row: int, name: str) -> bool:
    above = _nearest(page, names, row, name)
    return above >= 0 and names[above] == name


def _plain(marks: Marks, names: dict[int, str], page: Page) -> Marks:
    """Without marks that say what the nearest one above says; rows in order, so that what is above comes first."""
    kept: dict[int, str] = {}
    for row in sorted(names):
        if not _says_so(page, kept, row, names[row]):
            kept[row] = names[row]
    return Marks(kept, marks.done)


def marked_body(page: Page, marks: Marks) -> NDArray[np.int8]:
    """Of each block 1 where a person says body, -1 where noise, 0 where neither.

    A title that is marked is no body: templates leave it out of the text, too.
    """
    says = marked_blocks(page, marks.to_labels(""))
    inside = [(row, int(page.end[row])) for row in marks.rows(RECORD)]
    for row in marks.rows(TITLE):
        if not any(start <= row < end for start, end in inside):
            block = page.blocks.under(row, int(page.end[row]))
            says[block[page.blocks.last[block] <= page.end[row]]] = -1
    return says
