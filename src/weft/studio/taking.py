"""Taking over what weft found, in one change: the records of a page as marks, and the template of a cluster."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from weft.errors import ConfigError
from weft.studio.api import conflict_refusal
from weft.studio.changes import TEMPLATE, Conflict
from weft.studio.http import Refusal, Values, author_of, page_number, project_of, takes_object, whole_number
from weft.studio.marking import Marks, check_rows, tidy
from weft.studio.page_json import page_json
from weft.studio.project import Project
from weft.studio.suggestions import found_records
from weft.studio.teaching import asked_fields, find_effect, learn_again, marked_pages, save_template


def take_records(request: Request, values: Values) -> dict[str, Any]:
    """Mark the records that weft found on a page, with their fields."""
    version = whole_number(values, "version")
    project, number = project_of(request), page_number(request)
    page, document = project.read_document(number)
    names = found_records(page, document)
    if not names:
        raise Refusal(422, "weft found no records here that can be taken", "mark one by hand")
    check_rows(page, names)
    old = project.marks_of(number)
    new = tidy(Marks({**old.names, **names}, old.done, old.aside, old.note), page)
    try:
        project.write({number: new}, {number: version}, author=author_of(request), what=f"took records: page {number}")
    except Conflict as conflict:
        project.refresh()
        raise conflict_refusal(conflict, current=page_json(project, number)) from None
    return page_json(project, number)


def keep_template(request: Request, values: Values) -> dict[str, Any]:
    """Save the first template of a cluster: what its marks teach, else what was learned.

    One that somebody saved before is not replaced: whoever does that should see the effect first.
    """
    project, name = project_of(request), request.path_params["name"]
    if project.version_of(TEMPLATE + name).value:
        raise Refusal(409, "a template is saved already", "see what would change first")
    return _keep(project, name, author=author_of(request))


def _keep(project: Project, name: str, *, author: str) -> dict[str, Any]:
    cluster, marked = project.cluster(name), len(marked_pages(project, name))
    if not cluster.template.is_learned and not marked:
        raise ConfigError("this cluster has no rules yet", advice="mark one of its pages first")
    template = learn_again(project, cluster) if marked else cluster.template
    effect = find_effect(project, cluster, template, important=asked_fields(project, name))
    version = project.version_of(TEMPLATE + name).version
    try:
        save_template(project, template, version=version, author=author, what=f"kept {name}")
    except Conflict as conflict:
        raise conflict_refusal(conflict) from None
    found = effect.to_json()
    return {"changed": found["changed_count"] - found["minor_count"], "pages": found["pages"], "marked": marked}


ROUTES = [
    Route("/api/pages/{number:int}/take-records", takes_object(take_records), methods=["POST"]),
    Route("/api/clusters/{name}/keep", takes_object(keep_template), methods=["POST"]),
]
