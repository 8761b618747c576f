"""Marking all rows that are like one, on its page and on the pages of its cluster, as one change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from weft.errors import LimitError
from weft.nouns import with_noun
from weft.site.sample import spread
from weft.studio.likeness import path_of, recurring_classes, rows_like
from weft.studio.marking import check_rows, click
from weft.studio.project import Project

MAX_PAGES = 2_000  # of a cluster that one click marks
COMPARED = 30  # pages of a cluster that say which classes recur


@dataclass(frozen=True, eq=False, kw_only=True)
class Alike:
    """The rows that are like one, by page number; its own page is among them."""

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


def find_alike(project: Project, number: int, row: int) -> Alike:
    """The rows on the page and its cluster that have the path of a row."""
    own = project.page(number)
    check_rows(own, [row])
    cluster = project.state(number).cluster
    members = project.members(cluster)[:MAX_PAGES] if cluster else [number]
    classes = classes_of(project, cluster, members)
    path = path_of(own, row, classes)
    found: dict[int, list[int]] = {}
    for other in members:
        try:
            page = own if other == number else project.pages.read(project.stored[other].id)
        except LimitError:
            continue
        if rows := rows_like(page, path, classes):
            found[other] = rows
    found[number] = sorted({row, *found.get(number, ())})
    return Alike(number=number, row=row, cluster=cluster, rows=found)


def classes_of(project: Project, cluster: str, members: list[int]) -> frozenset[str]:
    """The classes that recur over the pages of a cluster; found once."""
    if cluster not in project.classes:
        chosen = [members[place] for place in spread(len(members), COMPARED)]
        pages = (
            project.pages.read(project.stored[number].id) for number in chosen if not project.state(number).failure
        )
        project.classes[cluster] = recurring_classes(pages)
    return project.classes[cluster]


def mark_alike(project: Project, alike: Alike, name: str, *, whole: bool, version: int, author: str) -> dict[str, Any]:
    """Give the rows a name, on the page alone or on the whole cluster; an empty name takes their marks away.

    On the page alone the same name again takes the marks away, too. What somebody is done with is left alone on other
    pages.
    """
    numbers = [number for number in alike.rows if whole or number == alike.number]
    skipped = [number for number in numbers if number != alike.number and project.marks_of(number).done]
    changed = {}
    with project.lock:
        for number in numbers:
            old, rows = project.marks_of(number), alike.rows[number]
            is_so = bool(name) and all(old.names.get(row) == name for row in rows)
            if number in skipped or (whole and is_so):
                continue
            new = click(old, project.page(number), rows, name)
            if new.names != old.names:
                changed[number] = new
        if changed:
            versions = {number: project.version_of(project.page_target(number)).version for number in changed}
            if alike.number in versions:
                versions[alike.number] = version
            what = f"mark {name or 'nothing'}: {sum(len(alike.rows[number]) for number in changed)} alike"
            project.write(changed, versions, author=author, what=f"{what} on {with_noun(len(changed), 'page')}")
    return {
        "changed_pages": len(changed),
        "changed_numbers": sorted(changed),
        "rows": sum(len(alike.rows[number]) for number in numbers),
        "skipped_done": len(skipped),
    }
