"""Anchors of records: the id that a link leads to, the record's own address, and the record that it answers.

An id is a record's where most records of the region have one of the same form (`post-17`, `p17`). The address of a post
is what its time or a link to itself leads to; else the page with the id. A record answers another where its element
lies in the other's, or where the page says its depth: in an attribute, a class or an indent.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urldefrag

import numpy as np
from numpy.typing import NDArray

from weft.content import NUMBER, Field
from weft.deadline import check_deadline
from weft.page import Page
from weft.page.blocks import union
from weft.records.evidence import Evidence, link_around
from weft.renderers.page_addresses import Addresses, declared_url

SOURCE = "records"
MIN_SHARE = 0.5  # of the records that have an id of one form
MAX_IDS = 8  # of one record that are looked at: bodies may have their own
MAX_LINKS = 24  # of one record that are looked at for one to itself
MAX_AROUND = 8  # records around another that are looked at for the one that it answers
MAX_DEPTH_ROWS = 4  # rows at the start of a record that may say its depth

_DIGITS = re.compile(r"\d+")
_CONTROLS = frozenset({"button", "input", "form", "textarea", "select", "label"})
_DEPTH_CLASS = re.compile(r"(?:.{0,20}[-_])?(?:depth|level|indent|lvl)[-_]?(\d{1,3})", re.IGNORECASE)
_DEPTH_NAMES = ("data-depth", "data-level", "aria-level", "indent", "data-indent")
_PARENT_NAMES = ("data-parent-id", "data-parent", "data-parentid", "data-reply-to", "data-parent-comment-id")
_INDENT = re.compile(r"(?:margin|padding)-(?:left|inline-start)\s*:\s*(\d{1,4})", re.IGNORECASE)
_ITSELF = re.compile(r"permalink|bookmark|post[-_]?(?:link|number|count)|perma", re.IGNORECASE)

Spans = Sequence[tuple[int, int]]


@dataclass(frozen=True, kw_only=True)
class Anchor:
    """The anchor of one record as fields, empty where there is none."""

    id: Field
    url: Field
    parent: Field


def find_anchors(evidence: Evidence, spans: Spans, times: Sequence[int]) -> dict[int, Anchor]:
    """The anchors of the records of a region by their first rows; `times` are the rows of their times, if any."""
    page, addresses = evidence.page, Addresses(evidence.page)
    ids = find_ids(page, spans)
    parents = find_parents(page, spans, ids)
    links = page.rows_of("a") if times else np.zeros(0, np.int64)
    anchors: dict[int, Anchor] = {}
    for index, (start, end) in check_deadline(enumerate(spans)):
        parent = parents[index]
        anchors[start] = Anchor(
            id=ids[index],
            url=_own_address(
                evidence,
                addresses,
                links[slice(*np.searchsorted(links, [start, end]))][:MAX_LINKS].tolist(),
                times[index],
                ids[index],
            )
            if times
            else Field(),
            parent=Field(value=str(parent), row=start, source=SOURCE, type=NUMBER, typed=parent)
            if parent >= 0
            else Field(),
        )
    return anchors


def find_ids(page: Page, spans: Spans) -> list[Field]:
    """The id of every record, empty where it has none of the form that most have.

    >>> from weft import parse
    >>> page = parse("<div id=p1>a</div><div id=p2>b<i id=note>c</i></div>")
    >>> [field.value for field in find_ids(page, [(3, 5), (5, 9)])]
    ['p1', 'p2']
    """
    own = [_own_id(page, start, end) for start, end in check_deadline(spans)]
    if _are_told(own, len(spans)):
        return own
    rows = union(np.flatnonzero(page.table.id_token >= 0), page.rows_with("name"))
    by_form: list[dict[str, Field]] = [_forms(page, rows, start, end) for start, end in check_deadline(spans)]
    counts = Counter(form for forms in by_form for form in forms)
    order = {form: -position for position, form in enumerate(counts)}
    best = max(counts, key=lambda form: (counts[form], order[form]), default="")
    ids = [forms.get(best, Field()) for forms in by_form]
    return ids if _are_told(ids, len(spans)) else [Field() for _ in spans]


def _are_told(ids: Sequence[Field], count: int) -> bool:
    """Whether so many records have an id, each another, that it is their anchor."""
    values = [field.value for field in ids if field]
    return len(values) >= max(1, MIN_SHARE * count) and len(set(values)) == len(values)


def _forms(page: Page, rows: NDArray[np.int64], start: int, end: int) -> dict[str, Field]:
    """The ids of a record by their form, digits masked: the first of each form. Buttons have their own."""
    forms: dict[str, Field] = {}
    rows = rows[slice(*np.searchsorted(rows, [start, end]))]
    for row in rows[:MAX_IDS].tolist():
        tag = page.tag_name(row)
        name = page.id(row) or (page.attribute(row, "name") or "" if tag == "a" else "")
        if name and tag not in _CONTROLS and _DIGITS.search(name):
            forms.setdefault(_DIGITS.sub("0", name), Field(value=name, row=row, source=SOURCE))
    return forms


def _own_id(page: Page, start: int, end: int) -> Field:
    """The id of a record's own element, or of the one around it alone."""
    around = int(page.parent[start])
    row = around if around > 2 and around + 1 == start and page.end[around] == end and not page.id(start) else start
    name = page.id(row)
    return Field(value=name, row=row, source=SOURCE) if name else Field()


def _own_address(evidence: Evidence, addresses: Addresses, links: list[int], time: int, anchor: Field) -> Field:
    """The address of a record: what its time leads to, or a link to itself, else the page with its id."""
    page = evidence.page
    likely = [link_around(evidence, time, reach=3)] if time >= 0 else []
    likely += [row for row in links if _says_itself(page, row, anchor.value)]
    for link in likely:
        href = page.attribute(link, "href") if link >= 0 else ""
        address = addresses.resolve(href)
        if href and address and not address.startswith("#") and not evidence.leads_to_person(link):
            return Field(value=address, row=link, source=SOURCE)
    # A `base` tells where links lead, not where the page is.
    own = urldefrag(page.url or declared_url(page)).url if anchor else ""
    address = addresses.resolve(f"{own}#{anchor.value}") if own else ""
    return Field(value=address, row=anchor.row, source=SOURCE) if address else Field()


def _says_itself(page: Page, row: int, anchor: str) -> bool:
    """Whether a link leads to the record that it stands in."""
    href = page.attribute(row, "href") or ""
    if anchor and href.endswith(f"#{anchor}") and href != f"#{anchor}":
        return True
    names = " ".join((*page.classes(row), page.attribute(row, "rel") or ""))
    return bool(_ITSELF.search(names))


def find_parents(page: Page, spans: Spans, ids: Sequence[Field]) -> list[int]:
    """The index of the record that each one answers, -1 where it answers none or nothing tells.

    >>> from weft import parse
    >>> page = parse("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>")
    >>> find_parents(page, [(4, 6), (7, 9), (9, 11)], [Field()] * 3)
    [-1, 0, -1]
    """
    named = _named_parents(page, spans, ids)
    if any(parent >= 0 for parent in named):
        return named
    nested = _around(page, spans)
    if any(parent >= 0 for parent in nested):
        return nested
    return _by_depth(page, spans)


def _named_parents(page: Page, spans: Spans, ids: Sequence[Field]) -> list[int]:
    told = [name for name in _PARENT_NAMES if page.values(name)]
    if not told:
        return [-1] * len(spans)
    index_by_name = {name: index for index, field in enumerate(ids) for name in _names_of(field.value)}
    parents = []
    for index, (start, _) in enumerate(spans):
        values = (page.attribute(start, name) for name in told)
        named = next((index_by_name.get(value, -1) for value in values if value), -1)
        parents.append(named if named != index else -1)
    return parents


def _names_of(name: str) -> list[str]:
    """What an attribute may call a record: by its id, or by the number in it."""
    return [name, *_DIGITS.findall(name)[-1:]] if name else []


def _around(page: Page, spans: Spans) -> list[int]:
    """The innermost record before each one whose element, or the element around that alone, holds it."""
    step, depth = page.table.step, page.depth
    parents: list[int] = []
    around: list[tuple[int, int]] = []  # index and last row of the records that hold the next row, the innermost last
    for index, (start, _) in check_deadline(enumerate(spans)):
        while around and around[-1][1] <= start:
            around.pop()
        inner = (one for one, _ in reversed(around[-MAX_AROUND:]))
        alike = (one for one in inner if step[spans[one][0]] == step[start] and depth[spans[one][0]] < depth[start])
        parents.append(next(alike, -1))
        box = int(page.parent[start])
        is_first = box > 2 and box + 1 == start  # answers may stand behind it in its box
        around.append((index, int(page.end[box if is_first else start])))
    return parents


def _depth(page: Page, start: int) -> int:
    """The depth that the beginning of a record says, -1 where it says none."""
    for row in range(start, min(start + MAX_DEPTH_ROWS, int(page.end[start]))):
        for name in _DEPTH_NAMES:
            if (value := page.attribute(row, name)) and value.isdecimal() and len(value) < 4:
                return int(value)
        for token in page.classes(row):
            if match := _DEPTH_CLASS.fullmatch(token):
                return int(match[1])
        if match := _INDENT.search(page.attribute(row, "style") or ""):
            return int(match[1])
    return -1


def _by_depth(page: Page, spans: Spans) -> list[int]:
    """The nearest record before each one that is less deep; none where not every record says its depth."""
    depths: list[int] = []
    for start, _ in check_deadline(spans):
        depths.append(_depth(page, start))
        if depths[-1] < 0:  # most pages say none, and the first record tells
            return [-1] * len(spans)
    if len(set(depths)) < 2:
        return [-1] * len(depths)
    parents: list[int] = []
    above: list[int] = []
    for index, depth in enumerate(depths):
        while above and depths[above[-1]] >= depth:
            above.pop()
        parents.append(above[-1] if above else -1)
        above.append(index)
    return parents
