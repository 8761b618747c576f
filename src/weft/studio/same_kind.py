"""Rows of the same kind as one: those with its path of tags and classes, on its page and on the pages of its cluster.

Digits in classes are ignored (`post-17` and `post-18` are of one kind), and so are classes that do not recur over the
pages of the cluster (`sticky`) or only alternate between rows (`odd`, `even`); ids name one element, not its kind.
All such rows can be marked as one change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.document import Failure
from weft.errors import with_noun
from weft.page import Page
from weft.page.folds import hash_text, sum_paths
from weft.sites.sample import spread
from weft.sites.similarity.traits import mask
from weft.studio.marking import check_rows, click
from weft.studio.project import Project

RECURRING = 0.5  # share of the pages that have a class which tells kinds apart
MAX_ROWS = 20_000  # of a page, as many as can be marked
MAX_PAGES = 2_000  # of a cluster that one click marks
COMPARED = 30  # pages of a cluster that show which classes recur
ALTERNATING = frozenset("odd even alt first last active current selected open new row1 row2".split())


def recurring_classes(pages: Iterable[Page]) -> frozenset[str]:
    """The classes, digits masked, that enough of the pages have."""
    counts: dict[str, int] = {}
    total = 0
    for page in pages:
        total += 1
        for word in {mask(token) for token in page.tokens}:
            counts[word] = counts.get(word, 0) + 1
    return frozenset(word for word, count in counts.items() if count >= RECURRING * total) - ALTERNATING


def kind_paths(page: Page, classes: frozenset[str]) -> NDArray[np.uint64]:
    """The hash of each row's path from the root, a step being the tag and those of its classes that recur."""
    table = page.table
    names = np.array([hash_text(name) for name in page.tag_names] + [hash_text("#overflow")], np.uint64)
    words = [mask(token) for token in page.tokens]
    marks = np.array([hash_text(f".{word}") if word in classes else 0 for word in words] + [0], np.uint64)
    total = np.concatenate((np.zeros(1, np.uint64), np.cumsum(marks[table.class_token], dtype=np.uint64)))
    steps = names[np.minimum(table.tag, len(names) - 1)]
    return sum_paths(page, steps + total[table.class_start[1:]] - total[table.class_start[:-1]])


def rows_of_kind(page: Page, path: np.uint64, classes: frozenset[str]) -> list[int]:
    """The rows of a page that have a path and some text, in document order."""
    paths = kind_paths(page, classes)
    has_text = page.subtree_sum(page.chars) > 0
    return np.flatnonzero((paths == path) & has_text)[:MAX_ROWS].tolist()


def path_of(page: Page, row: int, classes: frozenset[str]) -> np.uint64:
    """The path of one row."""
    path: np.uint64 = kind_paths(page, classes)[row]
    return path


@dataclass(frozen=True, eq=False, kw_only=True)
class SameKind:
    """The rows of the same kind as one, by page number; its own page is among them."""

    number: int
    row: int
    cluster: str
    rows: Mapping[int, list[int]]

    def to_json(self) -> dict[str, Any]:
        """For the page view."""
        total = sum(map(len, self.rows.values()))
        return {
            "row": self.row,
            "page": self.rows[self.number],
            "cluster": {"name": self.cluster, "pages": len(self.rows), "rows": total},
        }


def find_same_kind(project: Project, number: int, row: int) -> SameKind:
    """The rows on the page and its cluster that have the path of a row."""
    own = project.page(number)
    check_rows(own, [row])
    cluster = project.state(number).cluster
    members = project.members(cluster)[:MAX_PAGES] if cluster else [number]
    classes = classes_of(project, cluster, members)
    path = path_of(own, row, classes)
    rows_by_page: dict[int, list[int]] = {}
    for other in members:
        page_id = project.stored[other].id
        rows = project.pages.attempt(page_id, lambda page: rows_of_kind(page, path, classes), kept=True)
        if rows and not isinstance(rows, Failure):
            rows_by_page[other] = rows
    rows_by_page[number] = sorted({row, *rows_by_page.get(number, ())})
    return SameKind(number=number, row=row, cluster=cluster, rows=rows_by_page)


def classes_of(project: Project, cluster: str, members: list[int]) -> frozenset[str]:
    """The classes that recur over the pages of a cluster; computed once."""
    if cluster not in project.classes:
        chosen = [members[index] for index in spread(len(members), COMPARED)]
        ids = [project.stored[number].id for number in chosen if not project.state(number).failure]
        pages = [project.pages.attempt(page_id, lambda page: page, kept=True) for page_id in ids]
        project.classes[cluster] = recurring_classes(page for page in pages if not isinstance(page, Failure))
    return project.classes[cluster]


def mark_same_kind(
    project: Project, kind: SameKind, name: str, *, whole: bool, version: int, author: str
) -> dict[str, Any]:
    """Give the rows a name, on the page alone or on the whole cluster; an empty name takes their marks away.

    On the page alone the same name again takes the marks away, too. Other pages that somebody is done with stay as they
    are.
    """
    numbers = [number for number in kind.rows if whole or number == kind.number]
    skipped = [number for number in numbers if number != kind.number and project.marks_of(number).done]
    changed = {}
    with project.lock:
        for number in numbers:
            old, rows = project.marks_of(number), kind.rows[number]
            has_name = bool(name) and all(old.names.get(row) == name for row in rows)
            if number in skipped or (whole and has_name):
                continue
            new = click(old, project.page(number), rows, name)
            if new.names != old.names:
                changed[number] = new
        if changed:
            versions = {number: project.version_of(project.page_target(number)).version for number in changed}
            if kind.number in versions:
                versions[kind.number] = version
            count, pages = sum(len(kind.rows[number]) for number in changed), with_noun(len(changed), "page")
            what = f"mark {name or 'nothing'}: {count} of a kind on {pages}"
            project.write(changed, versions, author=author, what=what)
    return {
        "changed_pages": len(changed),
        "changed_numbers": sorted(changed),
        "rows": sum(len(kind.rows[number]) for number in numbers),
        "skipped_done": len(skipped),
    }
