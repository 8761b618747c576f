"""The truth of a made page, by rows: from the signs in its text and the marks on its elements, which the page loses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from weft.page import Page, parse
from weft.training.augment.cases import TrainingCase, TrainingRecord
from weft.training.layouts.program import END, FIRST_RECORD, FIRST_ROLE, MARK, ROLES

_ATTRIBUTE = re.compile(rf" {MARK}=\d+")
_SIGN = re.compile(f"([{chr(FIRST_ROLE)}-{chr(FIRST_ROLE + len(ROLES))}])(.)")
_SIGNS = re.compile(f"[{chr(FIRST_ROLE)}-{chr(FIRST_ROLE + len(ROLES))}].|{END}")
SAID = ("body", "quote")


def read_truth(name: str, program: str, html: str, page_type: str, facts: Sequence[Mapping[str, Any]]) -> TrainingCase:
    """The page without its signs, with the records that the facts tell of, one for each number that is marked."""
    marked, page = parse(html), parse(_SIGNS.sub("", _ATTRIBUTE.sub("", html)))
    if len(marked) != len(page):
        raise ValueError(f"{name}: signs change the tree")
    roles: dict[int, dict[int, tuple[str, ...]]] = {number: {} for number in range(len(facts))}
    for row in range(len(marked)):
        if marked.tag[row] == 0 and (signs := _SIGN.findall(marked.text(row))):
            roles[ord(signs[0][1]) - FIRST_RECORD][row] = tuple(ROLES[ord(role) - FIRST_ROLE] for role, _ in signs)
    boxes: dict[int, list[int]] = {}
    for row in marked.rows_with(MARK).tolist():
        boxes.setdefault(int(marked.attribute(row, MARK) or 0), []).append(row)
    own = "title" if page_type == "list" else "body"
    records = [_record(page, roles[number], boxes.get(number, []), own, fact) for number, fact in enumerate(facts)]
    return TrainingCase(
        id=name, page=page, page_type=page_type, records=tuple(records), corpus=program, engine=program,
        roles={row: names for known in roles.values() for row, names in known.items()},
    )  # fmt: skip


def _record(
    page: Page, roles: Mapping[int, tuple[str, ...]], boxes: Sequence[int], own: str, facts: Mapping[str, Any]
) -> TrainingRecord:
    said = [row for row, names in roles.items() if any(name in (SAID if own == "body" else (own,)) for name in names)]
    start, end = _span(page, boxes, sorted(roles))
    return TrainingRecord(start=start, end=end, anchor=said[0], body=_element(page, said, (start, end)), **facts)


def _span(page: Page, boxes: Sequence[int], texts: Sequence[int]) -> tuple[int, int]:
    """The rows of a record's elements; where none is around its texts, from sibling to sibling."""
    if any(row <= texts[0] < page.end[row] for row in boxes):
        return boxes[0], max(int(page.end[row]) for row in boxes)
    first, last = min(*boxes, texts[0]) if boxes else texts[0], max(*boxes, *texts)
    while page.end[parent := int(page.parent[first])] <= last:
        first = parent
    while page.parent[last] != page.parent[first]:
        last = int(page.parent[last])
    return first, int(page.end[last])


def _element(page: Page, said: Sequence[int], span: tuple[int, int]) -> int:
    """The largest element of a record that holds all of what is said and no other text; -1 where there is none."""
    found, row = -1, int(page.parent[said[0]])
    while span[0] < row or (span[0] == row and page.end[row] <= span[1]):
        texts = [one for one in range(row, int(page.end[row])) if page.tag[one] == 0 and page.chars[one]]
        if texts[-1] > said[-1] or texts[0] < said[0] or (found < 0 and len(texts) > len(said)):
            break
        if texts[-1] == said[-1]:
            found = row
        row = int(page.parent[row])
    return found
