"""A page with its true records by rows: what a learner of records is taught with, and what it is judged by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random

from weft.page import Page
from weft.training.augment.trees import Branch, parse_tree, read_tree


@dataclass(frozen=True, kw_only=True)
class TrainingRecord:
    """A true record: its rows, the row where its body or title begins, and what it says as displayed."""

    start: int
    end: int
    anchor: int  # the text row where the body or title begins
    body: int = -1  # the element that holds the body and nothing else; -1: none does
    text: str
    author: str = ""
    time: str = ""
    last_author: str = ""
    last_time: str = ""
    signature: str = ""  # below the body, empty where there is none
    quotes: tuple[str, ...] = ()  # in the body, without white space
    number: int = -1  # in the thread, as shown; -1: not shown or not known, as the next two
    replies: int = -1
    views: int = -1
    title: str = ""  # of a post


@dataclass(frozen=True, eq=False, kw_only=True)
class TrainingCase:
    """A page, as served or changed, with its true records. `engine` is the software: what is left out together."""

    id: str
    page: Page
    page_type: str  # thread, list, other
    records: tuple[TrainingRecord, ...]
    corpus: str = ""
    engine: str = ""
    ambiguous: bool = False
    changes: tuple[str, ...] = ()  # names of what was changed; empty: as served
    roles: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # by text row; of made pages, which know them

    @property
    def anchors(self) -> list[int]:
        """The row of the text where each record's body or title begins."""
        return [record.anchor for record in self.records]


@dataclass(eq=False, kw_only=True)
class Truth:
    """A true record in a tree that is being changed."""

    first: Branch
    last: Branch  # the record ends where this branch ends
    anchor: Branch
    body: Branch | None
    record: TrainingRecord


@dataclass(eq=False, kw_only=True)
class Draft:
    """A page and its truth while they are changed."""

    root: Branch
    truths: list[Truth]
    is_thread: bool
    program: str  # what names and tags are the same for: corpus, software and number of the variant
    branches: list[Branch] = field(default_factory=list)  # by row of the page as served

    def random(self, what: str) -> Random:
        """Chance that is the same on all pages of the program."""
        return Random(f"{self.program}/{what}")

    def in_record(self, branch: Branch, truth: Truth) -> bool:
        """Whether a branch is a part of a record."""
        above = set(branch.above())
        return any(sibling in above for sibling in self.span(truth))

    def span(self, truth: Truth) -> list[Branch]:
        """The siblings that a record is made of; only the first where it does not end among them."""
        parent = truth.first.parent
        if truth.first is truth.last or parent is None or truth.last.parent is not parent:
            return [truth.first]
        return parent.children[truth.first.index : truth.last.index + 1]

    def spoken(self) -> set[Branch]:
        """The branches whose text people wrote: bodies and titles."""
        spoken: set[Branch] = set()
        for truth in self.truths:
            spoken.add(truth.anchor)
            if truth.body is not None:
                spoken.update(truth.body)
                continue
            wanted = squeeze(truth.record.text)
            texts = [one for part in self.span(truth) for one in part if one.text.strip()]
            after = texts[texts.index(truth.anchor) :] if truth.anchor in texts else texts
            spoken.update(one for one in after if squeeze(one.text) in wanted)
        return spoken


Change = Callable[[Draft], bool]
"""Changes a draft in place; False where the page has nothing to change."""


def draft(case: TrainingCase, *, number: int = 0) -> Draft:
    """A draft of a page; `number` tells variants of one program apart."""
    branches = read_tree(case.page)
    truths = [
        Truth(
            first=branches[record.start],
            last=_last(case.page, branches, record, is_last=record is case.records[-1]),
            anchor=branches[record.anchor],
            body=branches[record.body] if record.body >= 0 else None,
            record=record,
        )
        for record in case.records
    ]
    return Draft(
        root=branches[0],
        truths=truths,
        is_thread=case.page_type == "thread",
        program=f"{case.corpus}/{case.engine}/{number}",
        branches=branches,
    )


def _last(page: Page, branches: list[Branch], record: TrainingRecord, *, is_last: bool) -> Branch:
    """The last sibling of a record's first element that is a part of the record."""
    row = record.start
    while (after := int(page.end[row])) < record.end and page.parent[after] == page.parent[record.start]:
        row = after
    if is_last and not record.start <= record.anchor < page.end[record.start]:
        row = _last_said(page, row, squeeze(record.text))
    return branches[row]


def _last_said(page: Page, row: int, text: str) -> int:
    """The last sibling of a row that says a part of a text: where no element holds a post, its lines are siblings."""
    parent, last, begun = int(page.parent[row]), row, text.startswith(squeeze(page.text(row)) or " ")
    while (row := int(page.end[row])) < page.end[parent]:
        said = squeeze(page.text(row))
        if begun and said not in text:
            break
        begun = begun or (bool(said) and text.startswith(said))
        last = row if begun else last
    return last


def finish(changed: Draft, case: TrainingCase, name: str) -> TrainingCase | None:
    """The changed page with its truth by rows; None where a parser would not read the tree that was made."""
    read = parse_tree(changed.root)
    if read is None:
        return None
    page, rows = read
    records = [_placed(truth, page, rows) for truth in changed.truths]
    if any(record is None for record in records):
        return None
    sure = tuple(record for record in records if record is not None)
    if any(before.anchor >= after.anchor for before, after in pairwise(sure)):
        return None
    by_row = ((changed.branches[row], names) for row, names in case.roles.items())
    roles = {rows[branch]: names for branch, names in by_row if branch in rows}
    return replace(case, page=page, records=sure, changes=(*case.changes, name), roles=roles)


def _placed(truth: Truth, page: Page, rows: Mapping[Branch, int]) -> TrainingRecord | None:
    if truth.first not in rows or truth.last not in rows or truth.anchor not in rows:
        return None
    body = rows.get(truth.body, -1) if truth.body is not None else -1
    start, anchor = rows[truth.first], rows[truth.anchor]
    end = max(int(page.end[rows[truth.last]]), int(page.end[anchor]))
    return replace(truth.record, start=start, end=end, anchor=anchor, body=body)


def squeeze(text: str) -> str:
    """The text without white space."""
    return "".join(text.split())
