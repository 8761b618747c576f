"""What nobody said in the bodies of records, and the quotes in them, as Python: the kernel's twin."""

from __future__ import annotations

from weft.page import tag_number
from weft.page.row_lists import union
from weft.records.role_features import Parts, role_features
from weft.records.roles import (
    LIKELY,
    RoleJudge,
    button_columns,
    columns_of,
    element_slots,
    in_spans,
    quote_elements,
)

LEFT = 0.5  # share of the bodies that must say something without buttons and signatures
_TABLE = tag_number("table")


def unsaid_rows(parts: Parts, judge: RoleJudge) -> tuple[int, ...]:
    """The texts of the bodies that nobody said: buttons, labels, notes and signatures."""
    page = parts.evidence.page
    columns, features = columns_of(parts, button_columns(parts))
    likely = judge.role("buttons", features).tolist()
    rows = {row for value, column in zip(likely, columns, strict=True) if value >= LIKELY for row in column.values()}
    slots = element_slots(parts)
    likely = judge.role("signatures", role_features(parts, slots)).tolist()
    for value, entries in zip(likely, slots, strict=True):
        if value >= LIKELY:
            rows |= {inner for _, row in entries for inner in range(row, int(page.end[row])) if not page.tag[inner]}
    rows -= _in_structures(parts, rows)
    return tuple(sorted(rows)) if rows and _is_something_left(parts, rows) else ()


def _in_structures(parts: Parts, rows: set[int]) -> set[int]:
    """Those of the rows that stand in code or in a table with heads inside of a body: these are whole."""
    page = parts.evidence.page
    inside = in_spans(len(page), [(start + 1, end) for start, end in parts.mains if start < end])
    heads = page.nearest(page.tag == _TABLE)[page.rows_of("th")]
    whole = union(page.rows_of("pre"), heads[heads > 0]).tolist()
    held = in_spans(len(page), [(row, int(page.end[row])) for row in whole if inside[row]])
    return {row for row in rows if held[row]}


def quote_rows(parts: Parts, judge: RoleJudge) -> tuple[int, ...]:
    """The elements of the bodies that repeat what somebody else said."""
    elements = quote_elements(parts)
    likely = judge.role("quotes", role_features(parts, elements)).tolist()
    return tuple(entries[0][1] for value, entries in zip(likely, elements, strict=True) if value >= LIKELY)


def _is_something_left(parts: Parts, rows: set[int]) -> bool:
    page = parts.evidence.page
    said = [
        any(page.tag[row] == 0 and page.chars[row] and row not in rows for row in range(start, end))
        for start, end in parts.mains
        if start < end
    ]
    return sum(said) >= LEFT * len(said)
