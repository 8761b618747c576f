"""How a template fared over time: at each load of new or changed pages, how many of them fit it.

A page counts for a cluster when it is in it, or when its address is built as those of the cluster's other pages are: a
new design makes a new cluster, and the old one would look well for ever.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from weft.document import Failure
from weft.page import Page
from weft.page.url_shape import UrlShape
from weft.sites import Cluster
from weft.sites.drift import KEEP, RELEARN, measure_drift
from weft.sites.sample import spread
from weft.studio.project import Project
from weft.studio.store import Store

MAX_MEASURED = 30  # pages of a load that are asked, an even spread: a second
MAX_SHOWN = 40  # loads
USUAL = 0.1  # share of a cluster's pages from which on their shape of address is one of its own
WIDTH, HEIGHT, EDGE = 520, 90, 8  # pixels of the line


@dataclass(frozen=True, kw_only=True)
class Health:
    """What the pages of one load said of a template."""

    at: str
    pages: int  # that came, or had changed
    fit: float  # share of those asked that fit
    without_body: float
    lost: tuple[str, ...] = ()  # fields that nearly all pages had, and many of these lack
    verdict: str = KEEP


def record_health(project: Project, changed: Collection[str]) -> None:
    """Ask the pages that came or changed, cluster by cluster, and keep what they say."""
    if not changed:
        return
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    rows = []
    for cluster in project.site.clusters:
        own = expected_pages(project, cluster, changed) if cluster.template.is_learned else []
        if own:
            drift = measure_drift(cluster.template, _parsed(project, own))
            lost = json.dumps(list(drift.lost_fields))
            rows.append((cluster.name, at, len(own), 1 - drift.unfit, drift.without_body, lost, drift.verdict))
    with project.store.database.transaction():
        insert = "INSERT INTO weft_health (cluster, at, pages, fit, without_body, lost, verdict)"
        project.store.database.run_all(f"{insert} VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def expected_pages(project: Project, cluster: Cluster, changed: Collection[str]) -> list[str]:
    """The changed pages that are the cluster's, or that look so by their addresses."""
    members = set(cluster.page_ids)
    shapes = Counter(_shape(project, page_id) for page_id in members - set(changed) if page_id in project.numbers)
    usual = {shape for shape, count in shapes.items() if count >= USUAL * len(members)}
    ids = sorted(set(changed) & project.numbers.keys(), key=lambda page_id: project.numbers[page_id])
    return [page_id for page_id in ids if page_id in members or _shape(project, page_id) in usual]


def _shape(project: Project, page_id: str) -> object:
    stored = project.stored[project.numbers[page_id]]
    return UrlShape.of(stored.url or f"file:///{stored.id}").key


def _parsed(project: Project, page_ids: Sequence[str]) -> Iterator[Page]:
    for place in spread(len(page_ids), MAX_MEASURED):
        page = project.pages.attempt_to_learn(page_ids[place])
        if not isinstance(page, Failure):
            yield page


def read_health(store: Store, cluster: str) -> list[Health]:
    """The last loads of a cluster, oldest first."""
    names = "at, pages, fit, without_body, lost, verdict"
    query = f"SELECT {names} FROM weft_health WHERE cluster = ? ORDER BY at DESC LIMIT ?"
    rows = store.database.run(query, [cluster, MAX_SHOWN])
    return [
        Health(at=at, pages=pages, fit=fit, without_body=empty, lost=tuple(json.loads(lost)), verdict=verdict)
        for at, pages, fit, empty, lost, verdict in reversed(rows)
    ]


def health_json(history: Sequence[Health]) -> dict[str, Any]:
    """For the view: the line with its points, and the last load in figures; empty where nothing was measured."""
    if not history:
        return {}
    points = [_point(place, len(history), one) for place, one in enumerate(history)]
    return {
        "line": " ".join(f"{point['x']},{point['y']}" for point in points),
        "points": points,
        "last": history[-1],
        "must_learn": history[-1].verdict == RELEARN,
        "width": WIDTH,
        "height": HEIGHT,
    }


def _point(place: int, count: int, one: Health) -> Mapping[str, Any]:
    x = EDGE + (WIDTH - 2 * EDGE) * (place / (count - 1) if count > 1 else 0.5)
    y = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * one.fit
    said = {"at": one.at[:16].replace("T", " "), "fit": one.fit, "pages": one.pages}
    return {"x": round(x, 1), "y": round(y, 1), "is_bad": one.verdict == RELEARN, **said}
