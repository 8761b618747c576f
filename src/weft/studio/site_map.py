"""The map of the overview: pages that are built alike lie close together."""

from typing import Any

from weft.reports.cluster_map import lay_out, sketch_distances
from weft.site.sample import spread
from weft.studio.page_json import clusters_json
from weft.studio.project import Project

MAX_POINTS = 600  # all pairs are compared, and more dots say no more


def map_points(project: Project) -> list[dict[str, Any]]:
    """The pages as dots; found once, because no template changes how pages are built."""
    with project.lock:
        if not project.points:
            project.points = _points(project)
        return project.points


def _points(project: Project) -> list[dict[str, Any]]:
    names = {entry["name"]: entry["number"] for entry in clusters_json(project)}
    numbers = sorted(project.states)
    states = [project.states[numbers[place]] for place in spread(len(numbers), MAX_POINTS)]
    states = [state for state in states if not state.failure]
    if not states:
        return []
    places = lay_out(sketch_distances([state.sketch for state in states]), [False] * len(states))
    return [
        {
            "number": state.number,
            "cluster": names.get(state.cluster, -1),
            "x": round(x, 1),
            "y": round(y, 1),
            "title": state.title or state.url or state.id,
        }
        for state, (x, y) in zip(states, places.tolist(), strict=True)
    ]
