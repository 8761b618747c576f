"""One page before and after: what it gives by the saved template, and by the one that is in the editor."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from weft.document import Document
from weft.errors import ConfigError
from weft.studio.difference import compare_lines
from weft.studio.http import Values, project_of, takes_object, whole_number
from weft.studio.page_json import MAX_VALUE
from weft.studio.teaching import field_values, read_template, with_template

MAX_LINES = 4_000  # of both sides
MAX_TEXT = 400_000  # characters that are compared


def compare_page(request: Request, values: Values) -> dict[str, Any]:
    """Both sides of a page: lines that are the same, gone or new, the fields and how many records."""
    number = whole_number(values, "number")
    project, name = project_of(request), request.path_params["name"]
    cluster, state = project.cluster(name), project.state(number)
    if state.failure:
        raise ConfigError(f"this page cannot be opened: {state.failure}")
    template = read_template(values.get("json"), cluster.template)
    before = project.document(number)
    after = project.document_by(with_template(project.site, template), number)
    lines = compare_lines(before.text[:MAX_TEXT], after.text[:MAX_TEXT])[:MAX_LINES]
    return {
        "number": number,
        "title": state.title,
        "lines": lines,
        "before": _side(before),
        "after": _side(after),
        "is_same": all(kind == "same" for kind, _ in lines) and field_values(before) == field_values(after),
    }


def _side(document: Document) -> dict[str, Any]:
    fields = {name: value[:MAX_VALUE] for name, value in field_values(document).items()}
    return {"fields": fields, "records": len(document.records), "words": len(document.text.split())}


ROUTES = [Route("/api/clusters/{name}/compare", takes_object(compare_page), methods=["POST"])]
