"""Which of two readings of a page is better, by what no truth is needed for.

A template is learned from what weft finds, so it can only confirm that; where both differ on a page, the records
themselves tell. A reading is worse for each record without a body or title, without a time or an author where other
records of either reading have one, with the same words in two fields, with words that every record has there, or with
what the page's title says at the beginning of its body. Of two that are as good the template's is taken: long threads
have taught it what a short one does not show.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from weft.content import Record

NAMES = ("author", "time_text", "title", "body")
MIN_TITLE = 4  # characters of what a title says
_JOINTS = re.compile(r" [-|–—·»:] ")
WANTED = ("author", "time_text")
MIN_RECORDS = 3  # from which on a field that is the same in all records is none: two posts may be of one author


def is_better(own: Sequence[Record], other: Sequence[Record], title: str = "") -> bool:
    """Whether one reading has fewer faults than another one, or as few and no fewer records; beside none, no faults.

    >>> from weft.content import Field
    >>> said = [Record(start=row, end=row, fields={"body": Field(value=f"Post {row}")}) for row in range(3)]
    >>> is_better(said, said[:2]), is_better(said[:2], said), is_better(said, [])
    (True, False, True)
    """
    readings = [[_said(record, title) for record in records] for records in (own, other)]
    wanted = {name for said in readings for fields in said for name in WANTED if name in fields}
    faults, others = (faulty_share(said, wanted) for said in readings)
    return faults == 0 if not other else (faults, -len(own)) <= (others, -len(other))


def faulty_share(said: Sequence[Mapping[str, str]], wanted: Collection[str]) -> float:
    """The share of the records that have a fault or lack a field that is wanted; 1 where there are none.

    >>> faulty_share([{"body": "One"}, {"body": "Two", "author": "Ann"}], {"author"})
    0.5
    """
    constant = _constant(said) if len(said) >= MIN_RECORDS else set[str]()
    return sum(_is_faulty(fields, constant, wanted) for fields in said) / len(said) if said else 1.0


def _said(record: Record, title: str) -> dict[str, str]:
    values = {name: "".join(record.fields[name].value.split()) for name in (*NAMES, "time") if name in record.fields}
    if "time" in values:
        values.setdefault("time_text", values.pop("time"))
    if any(part in values.get("body", "")[: 2 * len(part)] for part in _parts(title)):
        values["title"] = values["body"]  # the subject stands in the body: one is not cut from the other
    return {name: value for name, value in values.items() if value and name != "time"}


def _parts(title: str) -> list[str]:
    """What a page's title says, without its site."""
    return [squeezed for part in _JOINTS.split(title) if len(squeezed := "".join(part.split())) >= MIN_TITLE]


def _constant(said: Sequence[Mapping[str, str]]) -> set[str]:
    values = {name: Counter(fields[name] for fields in said if name in fields) for name in NAMES}
    return {name for name, count in values.items() if len(count) == 1 and count.total() == len(said)}


def _is_faulty(fields: Mapping[str, str], constant: Collection[str], wanted: Collection[str]) -> bool:
    values = [fields[name] for name in NAMES if name in fields]
    is_empty = "body" not in fields and "title" not in fields
    return is_empty or bool(constant) or len(set(values)) < len(values) or any(name not in fields for name in wanted)
