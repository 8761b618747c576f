"""Found values as records and regions: what the wrappers share."""

from collections.abc import Iterable, Sequence

from weft.content import Field, Record, Region
from weft.page import Page


def region_of(page: Page, records: Sequence[Record]) -> Region:
    """The region of some records: its row is the lowest that holds them all."""
    start, end = min(record.start for record in records), max(record.end for record in records)
    row = max(0, int(page.parent[start]))
    while row > 0 and page.end[row] < end:
        row = int(page.parent[row])
    return Region(row=row, records=tuple(records))


def name_fields(values: Iterable[tuple[str, Field]]) -> dict[str, Field]:
    """Fields by name; the further values of a name are `name_2`, `name_3`, ….

    >>> list(name_fields([("tag", Field(value="a")), ("price", Field(value="1")), ("tag", Field(value="b"))]))
    ['tag', 'price', 'tag_2']
    """
    fields: dict[str, Field] = {}
    counts: dict[str, int] = {}
    for name, field in values:
        counts[name] = counts.get(name, 0) + 1
        fields[name if counts[name] == 1 else f"{name}_{counts[name]}"] = field
    return fields
