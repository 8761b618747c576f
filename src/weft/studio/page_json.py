"""A project as JSON for the browser: an open page with marks and document, lists of pages and clusters, the map.

The map of a project: each cluster is one group of dots, and no two groups touch.

Clusters are laid out by how far their pages are apart in structure, then pushed from each other until each has its own
place; inside of a group pages of similar structure lie close together. Structure alone drew several groups where the
clustering, which weighs more than structure, says one, and projected small clusters onto each other.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from weft.content import Field, Record
from weft.document import Document
from weft.errors import ConfigError
from weft.page import Page
from weft.reports.site import EDGE, HEIGHT, WIDTH, Distances, Positions, colour_of, scale, sketch_distances
from weft.sites import Cluster
from weft.sites.sample import spread
from weft.sites.templates.fields import squeeze
from weft.studio.changes import TEMPLATE
from weft.studio.frame import shares_no_element
from weft.studio.project import Project
from weft.studio.suggestions import offers_json

DOT = 6.5  # pixels of radius that a dot needs in its group
GAP = 16.0  # pixels between two groups
FULL = 0.35  # share of the canvas that groups may fill
ROUNDS = 300  # of pushing; a dozen clusters need some twenty
GOLDEN = np.pi * (3 - np.sqrt(5))  # dots that turn by it never meet


def lay_out_clusters(sketches: Sequence[NDArray[np.uint64]], names: Sequence[str]) -> Positions:
    """Where each page is on the canvas, in pixels; pages of one name are one group."""
    if not sketches:
        return np.zeros((0, 2))
    distances = sketch_distances(sketches)
    groups = [np.flatnonzero(np.array(names) == name) for name in dict.fromkeys(names)]
    radius = np.array([DOT * np.sqrt(len(group)) for group in groups])
    radius *= min(1.0, np.sqrt(FULL * WIDTH * HEIGHT / (np.pi * radius**2).sum()))
    centres = _push_apart(_centres(distances, groups), radius)
    positions = np.zeros((len(names), 2))
    for centre, own, size in zip(centres, groups, radius, strict=True):
        positions[own] = centre + _inside(distances[np.ix_(own, own)], size)
    return positions


def _centres(distances: Distances, groups: Sequence[NDArray[np.int64]]) -> Positions:
    """Where groups lie by the mean distance of their pages, from 0 to 1 on both axes."""
    between = np.array([[distances[np.ix_(one, other)].mean() for other in groups] for one in groups])
    np.fill_diagonal(between, 0)
    places = scale(between)
    low, high = places.min(axis=0), places.max(axis=0)
    shares: Positions = np.where(high - low > 1e-9, (places - low) / np.maximum(high - low, 1e-9), 0.5)
    return shares


def _push_apart(shares: Positions, radius: NDArray[np.float64]) -> Positions:
    """The centres on the canvas, moved until no group touches another; those on one spot part in a fixed direction."""
    low = radius[:, None] + EDGE / 2
    high = np.array([WIDTH, HEIGHT]) - low
    centres: Positions = low + shares * np.maximum(high - low, 0)
    turn = np.arange(len(centres)) * GOLDEN
    centres = centres + 0.01 * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    wanted = radius[:, None] + radius[None, :] + GAP
    for _ in range(ROUNDS):
        apart = centres[:, None] - centres[None, :]
        length = np.linalg.norm(apart, axis=2)
        overlap = np.maximum(wanted - length, 0)
        np.fill_diagonal(overlap, 0)
        if not overlap.any():
            break
        push = apart / np.maximum(length, 1e-9)[:, :, None] * overlap[:, :, None] / 2
        most = max((overlap > 0).sum(axis=1).max(), 1)
        centres = np.clip(centres + push.sum(axis=1) / most, low, np.maximum(high, low))
    return centres


def _inside(distances: Distances, radius: float) -> Positions:
    """The dots of a group in its circle: a spiral, from left to right in the order of structure's first axis."""
    order = np.argsort(scale(distances)[:, 0], kind="stable")
    rank = np.arange(len(order))
    reach = radius * np.sqrt((rank + 0.5) / max(len(order), 1)) * (len(order) > 1)
    spiral = np.stack([reach * np.cos(rank * GOLDEN), reach * np.sin(rank * GOLDEN)], axis=1)
    along = np.argsort(spiral[:, 0], kind="stable")  # left to right as structure has them
    placed = np.zeros_like(spiral)
    placed[order] = spiral[along]
    return placed


DOUBTFUL = 0.2  # doubt from which a page is counted as doubtful: one word in five may be wrong
MAX_RECORDS = 200  # that are shown of a page
MAX_VALUE = 2_000  # characters of a value that are shown
MAX_TEXT = 20_000  # characters of the text as one piece
MAX_BLOCKS = 300  # that come with a page: more are rarely read, and 2 MB of text take their time
MAX_POINTS = 600  # of the map: all pairs are compared, and more dots say no more


# An open page


def page_json(project: Project, number: int) -> dict[str, Any]:
    """Everything that is shown of an open page."""
    state = project.state(number)
    if state.failure:
        raise ConfigError(state.failure)
    with project.lock:  # the marks and their version belong together: a browser sends both back
        entry, marks, order = list_entry(project, number), project.marks_of(number), project.order
    position = order.index(number)
    page, document = project.read_document(number)
    return {
        **entry,
        "marks": marks.to_json()["marks"],
        **document_json(document, page),
        **offers_json(page, document, is_saved=bool(project.version_of(TEMPLATE + state.cluster).value)),
        "names": project.names(state.cluster),
        "previous": order[position - 1] if position else None,
        "next": next_number(project, number),
        "position": position + 1,
        "total": len(order),
    }


def document_json(document: Document, page: Page) -> dict[str, Any]:
    """A document beside the page that a person sees; blocks that are nowhere on that page have negative rows."""
    blocks, keep = document.page.blocks, document.keep
    kept = rows_on(document, page)
    return {
        "text": document.text[:MAX_TEXT],
        "blocks": blocks_json(document, page, most=MAX_BLOCKS),
        "blocks_total": sum(map(bool, kept)),
        "characters": int(blocks.chars[keep].sum()),
        "kept": [row for rows in kept for row in rows if row >= 0],
        "fields": [_field_json(page, name, field) for name, field in document.fields.items()],
        "records": [_record_json(page, record) for record in document.records[:MAX_RECORDS]],
        "records_total": len(document.records),
        "why": document.reason.detail,
    }


def rows_on(document: Document, page: Page) -> list[list[int]]:
    """For each kept block the rows that show it; negative ones for blocks that are nowhere on the page."""
    return kept_rows(document) if document.page is page else [[-1 - block] for block in document.keep.tolist()]


def blocks_json(document: Document, page: Page, *, most: int | None = None) -> list[dict[str, Any]]:
    """The kept blocks, or the first ones: a row that shows each, and its text."""
    shown = [
        (rows[0], block) for rows, block in zip(rows_on(document, page), document.keep.tolist(), strict=True) if rows
    ]
    text = document.page.blocks.text
    return [{"row": row, "text": squeeze(text(block))} for row, block in shown[:most]]


def _field_json(page: Page, name: str, field: Field) -> dict[str, Any]:
    value = field.value[:MAX_VALUE]
    return {"name": name, "value": value, "row": shown_row(page, field.row), "source": field.source}


def _record_json(page: Page, record: Record) -> dict[str, Any]:
    fields = [_field_json(page, name, field) for name, field in record.fields.items()]
    return {"start": record.start, "end": record.end, "fields": fields}


def shown_row(page: Page, row: int) -> int:
    """The row of the element in which a text is shown; -1 for a value that is nowhere."""
    return int(page.parent[row]) if 0 <= row < len(page) and page.tag[row] == 0 else row


def kept_rows(document: Document) -> list[list[int]]:
    """For each kept block the rows that show it: its element, or, where that holds other blocks, the run's own rows."""
    page, blocks = document.page, document.page.blocks
    alone = shares_no_element(page)
    shown = []
    for block in document.keep.tolist():
        row = int(blocks.row[block])
        shown.append([row] if alone[block] else run_rows(page, row, int(blocks.first[block]), int(blocks.last[block])))
    return shown


def run_rows(page: Page, element: int, first: int, last: int) -> list[int]:
    """The children of an element that a run of inline text is made of."""
    rows: list[int] = []
    row = first
    while row < last:
        top = row
        while (above := int(page.parent[top])) > element:
            top = above
        rows.append(top)
        row = max(int(page.end[top]), row + 1)
    return rows


# Lists


def list_entry(project: Project, number: int) -> dict[str, Any]:
    """A page in a list."""
    marks = project.marks_of(number)
    version = project.version_of(project.page_target(number)).version
    said = {"done": marks.done, "aside": marks.aside, "note": marks.note, "marked": bool(marks), "version": version}
    return {**project.state(number).to_json(), **said}


def next_number(project: Project, number: int) -> int | None:
    """The next page in the order of doubt that is open, else the next that waits; after the last comes the first."""
    position = project.order.index(number)
    after = [*project.order[position + 1 :], *project.order[:position]]
    waiting = [other for other in after if not project.marks_of(other).done]
    return next((other for other in waiting if not project.marks_of(other).aside), next(iter(waiting), None))


def clusters_json(project: Project) -> list[dict[str, Any]]:
    """The clusters that have pages, those with most pages first."""
    members: dict[str, list[int]] = {}
    for number, state in sorted(project.states.items()):
        members.setdefault(state.cluster, []).append(number)
    order = sorted(project.site.clusters, key=lambda cluster: -len(members.get(cluster.name, ())))
    return [
        {**_cluster_json(project, cluster, members[cluster.name]), "number": number, "colour": colour_of(number)}
        for number, cluster in enumerate(order)
        if members.get(cluster.name)
    ]


def _cluster_json(project: Project, cluster: Cluster, members: list[int]) -> dict[str, Any]:
    template, version = cluster.template, project.version_of(TEMPLATE + cluster.name)
    return {
        "name": cluster.name,
        "host": cluster.host,
        "pages": len(members),
        "done": sum(project.marks_of(number).done for number in members),
        "marked": sum(bool(project.marks_of(number)) for number in members),
        "page_type": template.page_type,
        "confidence": template.confidence,
        "doubt": round(sum(project.states[number].doubt for number in members) / len(members), 4),
        "is_learned": template.is_learned,
        "is_taught": bool(version.value),
        "medoid": project.numbers.get(cluster.medoid, members[0]),
        "fields": list(dict.fromkeys(rule.name for rule in template.fields.rules)),
        "has_records": bool(template.records),
        "thumbnail": f"/thumbnail/{quote(cluster.name, safe='')}.png",
        "version": version.version,
        "by": version.author if version.value else "",
        "at": version.at if version.value else "",
    }


def counts_json(project: Project) -> dict[str, int]:
    """The project in numbers."""
    done = sum(project.marks_of(number).done for number in project.states)
    doubtful = sum(
        state.doubt >= DOUBTFUL and not project.marks_of(number).done for number, state in project.states.items()
    )
    marked = sum(bool(project.marks_of(number)) for number in project.states)
    clusters = len({state.cluster for state in project.states.values()} - {""})
    return {"pages": len(project.states), "done": done, "marked": marked, "doubtful": doubtful, "clusters": clusters}


def overview_json(project: Project, *, offset: int, limit: int, cluster: str = "") -> dict[str, Any]:
    """A part of the list of pages, the most doubtful first."""
    order = [number for number in project.order if not cluster or project.states[number].cluster == cluster]
    pages = [list_entry(project, number) for number in order[offset : offset + limit]]
    return {
        "total": len(order),
        "offset": offset,
        "counts": counts_json(project),
        "pages": pages,
        "clusters": clusters_json(project),
    }


# The map


def map_points(project: Project) -> list[dict[str, Any]]:
    """The pages as dots, pages of similar structure close together; computed once, for no template changes a page."""
    with project.lock:
        if not project.points:
            project.points = _points(project)
        return project.points


def _points(project: Project) -> list[dict[str, Any]]:
    names = {entry["name"]: entry["number"] for entry in clusters_json(project)}
    numbers = sorted(project.states)
    states = [project.states[numbers[index]] for index in spread(len(numbers), MAX_POINTS)]
    states = [state for state in states if not state.failure]
    if not states:
        return []
    positions = lay_out_clusters([state.sketch for state in states], [state.cluster for state in states])
    return [
        {
            "number": state.number,
            "cluster": names.get(state.cluster, -1),
            "x": round(x, 1),
            "y": round(y, 1),
            "title": state.title or state.url or state.id,
        }
        for state, (x, y) in zip(states, positions.tolist(), strict=True)
    ]
