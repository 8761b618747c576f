"""A project as JSON: a page with its marks and what it gives, the lists of pages and of clusters."""

from typing import Any
from urllib.parse import quote

from weft.errors import ConfigError
from weft.reports.cluster_map import colour_of
from weft.studio.choice import to_json
from weft.studio.project import TEMPLATE, Project

DOUBTFUL = 0.2  # doubt from which a page is counted as doubtful: one word in five may be wrong


def list_entry(project: Project, number: int) -> dict[str, Any]:
    """A page in a list."""
    marks = project.marks_of(number)
    version = project.version_of(project.page_target(number)).version
    return {**project.state(number).to_json(), "done": marks.done, "marked": bool(marks), "version": version}


def page_json(project: Project, number: int) -> dict[str, Any]:
    """Everything about a page that is shown when it is open."""
    state = project.state(number)
    if state.failure:
        raise ConfigError(state.failure)
    with project.lock:  # the marks and their version belong together: who sends them back says which they saw
        entry, marks, order = list_entry(project, number), project.marks_of(number), project.order
    place = order.index(number)
    return {
        **entry,
        **marks.to_json(),
        **to_json(project.document(number)),
        "names": project.names(state.cluster),
        "previous": order[place - 1] if place else None,
        "next": next_number(project, number),
        "place": place + 1,
        "total": len(order),
    }


def next_number(project: Project, number: int) -> int | None:
    """The next page in the order of doubt that is not done; after the last comes the first."""
    place = project.order.index(number)
    after = [*project.order[place + 1 :], *project.order[:place]]
    return next((other for other in after if not project.marks_of(other).done), None)


def clusters_json(project: Project) -> list[dict[str, Any]]:
    """The clusters, those with most pages first."""
    members: dict[str, list[int]] = {}
    for number, state in sorted(project.states.items()):
        members.setdefault(state.cluster, []).append(number)
    order = sorted(project.site.clusters, key=lambda cluster: -len(members.get(cluster.name, ())))
    found = []
    for place, cluster in enumerate(order):
        own = members.get(cluster.name, [])
        template = cluster.template
        version = project.version_of(TEMPLATE + cluster.name)
        found.append(
            {
                "name": cluster.name,
                "number": place,
                "host": cluster.host,
                "pages": len(own),
                "done": sum(project.marks_of(number).done for number in own),
                "marked": sum(bool(project.marks_of(number)) for number in own),
                "page_type": template.page_type,
                "confidence": template.confidence,
                "doubt": round(sum(project.states[number].doubt for number in own) / max(len(own), 1), 4),
                "is_learned": template.is_learned,
                "is_taught": bool(version.value),
                "medoid": project.numbers.get(cluster.medoid, own[0] if own else 0),
                "fields": list(dict.fromkeys(rule.name for rule in template.fields.rules)),
                "has_records": bool(template.records),
                "colour": colour_of(place),
                "thumbnail": f"/thumbnail/{quote(cluster.name, safe='')}.png",
                "version": version.version,
                "by": version.author if version.value else "",
                "at": version.at if version.value else "",
            }
        )
    return [entry for entry in found if entry["pages"]]


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
