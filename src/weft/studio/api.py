"""The JSON side of studio: pages, marks, undo, teaching. A handler checks its request, asks the project, answers.

Making things from marks, over HTTP: what can be made, start, progress, cancel, download.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from weft.errors import NoMatch, with_noun
from weft.sites.templates import Template
from weft.studio.changes import PAGE, TEMPLATE, Change, Conflict
from weft.studio.http import (
    Refusal,
    Values,
    answer,
    author_of,
    page_number,
    project_of,
    query_number,
    takes_object,
    truth,
    whole_number,
    word,
)
from weft.studio.jobs import Jobs, TooMany
from weft.studio.mark_quality import ask_held_out
from weft.studio.marking import Marks, check_mark_name, check_rows, click, move, read_marks, tidy
from weft.studio.page_json import blocks_json, overview_json, page_json
from weft.studio.parts import find_locator, list_parts
from weft.studio.project import Project
from weft.studio.same_kind import find_same_kind, mark_same_kind
from weft.studio.search import search_page
from weft.studio.teaching import (
    asked_fields,
    check_others,
    find_effect,
    learn_again,
    marked_pages,
    read_template,
    save_template,
)

MAX_LISTED = 5_000  # pages in one answer
LISTED = 200


def overview(request: Request) -> Response:
    """The pages, the most doubtful first, and the clusters."""
    offset = query_number(request, "offset", default=0)
    limit = query_number(request, "limit", default=LISTED, largest=MAX_LISTED)
    cluster = request.query_params.get("cluster", "")
    return answer(overview_json(project_of(request), offset=offset, limit=limit, cluster=cluster))


def page(request: Request) -> Response:
    """One page: its marks, and what it gives with them."""
    return answer(page_json(project_of(request), page_number(request)))


def put_marks(request: Request, values: Values) -> dict[str, Any]:
    """Replace the marks of a page, or say that it is done, waits, or what is to be noted of it."""
    version = whole_number(values, "version")
    project, number = project_of(request), page_number(request)
    old = project.marks_of(number)
    said: dict[str, Any] = {key: values[key] for key in ("marks", "done", "aside", "note") if key in values}
    if said.get("done") is True:
        said.setdefault("aside", "")
    new = read_marks({**old.to_json(), **({"done": False} if said.get("aside") else {}), **said})
    if new.names != old.names:
        check_rows(project.page(number), new.names)
        new = tidy(new, project.page(number))
    what = describe_change(old, new)
    return _write(project, number, new, version=version, author=author_of(request), what=f"{what}: page {number}")


def describe_change(old: Marks, new: Marks) -> str:
    """What became of a page, in a word for the history."""
    if new.names != old.names:
        return "mark"
    if new.note != old.note:
        return "note"
    if new.aside != old.aside and not new.done:
        return new.aside or f"no longer {old.aside}"
    return "done" if new.done else "not done"


def post_mark(request: Request, values: Values) -> dict[str, Any]:
    """One click: a row gets a name, or the mark of another row moves there."""
    version, row = whole_number(values, "version"), whole_number(values, "row")
    start = whole_number(values, "from") if "from" in values else -1
    if name := word(values, "name"):
        check_mark_name(name)
    project, number = project_of(request), page_number(request)
    own, old = project.page(number), project.marks_of(number)
    check_rows(own, [row, *([start] if start >= 0 else [])])
    new = move(old, own, start=start, to=row) if start >= 0 else click(old, own, [row], name)
    if name and start >= 0 and new.names.get(row) != name:
        new = click(new, own, [row], name)
    if new.names == old.names:
        return {**page_json(project, number), "changed": False}
    what = f"mark {name or new.names.get(row) or 'nothing'}: page {number}"
    written = _write(project, number, new, version=version, author=author_of(request), what=what)
    return {**written, "changed": True}


def _write(project: Project, number: int, marks: Marks, *, version: int, author: str, what: str) -> dict[str, Any]:
    """Write the marks of a page, and give the page anew; a conflict shows how it is now."""
    try:
        project.write({number: marks}, {number: version}, author=author, what=what)
    except Conflict as conflict:
        project.refresh()
        raise conflict_refusal(conflict, current=page_json(project, number)) from None
    return page_json(project, number)


def get_same_kind(request: Request) -> Response:
    """The rows of the same kind as one."""
    row = query_number(request, "row", default=0)
    return answer(find_same_kind(project_of(request), page_number(request), row).to_json())


def post_same_kind(request: Request, values: Values) -> dict[str, Any]:
    """Mark all rows of the same kind as one, on this page or on all pages of its cluster."""
    version, row = whole_number(values, "version"), whole_number(values, "row")
    if name := word(values, "name"):
        check_mark_name(name)
    if (scope := word(values, "scope", default="page")) not in ("page", "cluster"):
        raise Refusal(422, "scope is page or cluster", "send one of them")
    project, number, author = project_of(request), page_number(request), author_of(request)
    kind = find_same_kind(project, number, row)
    try:
        done = mark_same_kind(project, kind, name, whole=scope == "cluster", version=version, author=author)
    except Conflict as conflict:
        project.refresh()
        raise conflict_refusal(conflict, current=page_json(project, number)) from None
    return {**page_json(project, number), **done}


def search(request: Request) -> Response:
    """The rows that say some words, or all values of a kind: `all prices`."""
    query = request.query_params.get("text", "")
    found = search_page(project_of(request).page(page_number(request)), query)
    return answer({"text": query, "kind": found.kind, "rows": found.rows})


def post_rows(request: Request, values: Values) -> dict[str, Any]:
    """Give one name to many rows of a page, such as those that a search found; an empty name clears them."""
    version, rows, name = whole_number(values, "version"), values.get("rows"), word(values, "name")
    if not isinstance(rows, list) or not rows or not all(type(row) is int for row in rows):
        raise Refusal(422, "rows are a list of whole numbers", "send those that a search found")
    if name:
        check_mark_name(name)
    project, number = project_of(request), page_number(request)
    own, old = project.page(number), project.marks_of(number)
    check_rows(own, rows)
    new = click(old, own, sorted({*rows}), name)
    what = f"mark {name or 'nothing'}: {with_noun(len(rows), 'found place')} on page {number}"
    return _write(project, number, new, version=version, author=author_of(request), what=what)


def blocks(request: Request) -> Response:
    """All blocks that are kept of a page; the page itself comes with the first ones."""
    page, document = project_of(request).read_document(page_number(request))
    return answer({"blocks": blocks_json(document, page)})


def parts(request: Request) -> Response:
    """The regions and structures of a page, as a tree."""
    project, number = project_of(request), page_number(request)
    page, document = project.read_document(number)
    return answer({"parts": list_parts(page, document)})


def locator(request: Request) -> Response:
    """How the template of a page would write where a row is."""
    project, number = project_of(request), page_number(request)
    row, own = query_number(request, "row", default=0), project.page(number)
    check_rows(own, [row])
    name = project.state(number).cluster
    return answer({"row": row, "locator": find_locator(own, row, project.cluster(name) if name else None)})


def undo(request: Request, values: Values) -> dict[str, Any]:
    """Take back the person's last change."""
    return _turn(request, "undo")


def redo(request: Request, values: Values) -> dict[str, Any]:
    """Make the change again that was taken back last."""
    return _turn(request, "redo")


def _turn(request: Request, what: str) -> dict[str, Any]:
    project = project_of(request)
    turn: Callable[..., Change] = getattr(project.store, what)
    try:
        change = turn(author=author_of(request))
    except NoMatch:
        raise Refusal(404, f"nothing to {what}", f"there is no change of yours to {what}") from None
    except Conflict as conflict:
        raise conflict_refusal(conflict) from None
    project.refresh()
    ids = [target.removeprefix(PAGE) for target in change.targets if target.startswith(PAGE)]
    numbers = [project.numbers[page_id] for page_id in ids if page_id in project.numbers]
    page = numbers[0] if numbers else None
    return {"what": change.what, "targets": list(change.targets), "page": page, "pages": numbers}


def teach(request: Request, values: Values) -> dict[str, Any]:
    """The template that the marks teach: its effect, or saved."""
    project, name = project_of(request), request.path_params["name"]
    template = learn_again(project, project.cluster(name))
    return _use(request, values, template, what=f"taught {name}", important=asked_fields(project, name))


def template(request: Request, values: Values) -> dict[str, Any]:
    """A template that somebody edited: its effect, or saved."""
    name = request.path_params["name"]
    old = project_of(request).cluster(name).template
    return _use(request, values, read_template(values.get("json"), old), what=f"edited {name}")


def _use(
    request: Request, values: Values, template: Template, *, what: str, important: frozenset[str] | None = None
) -> dict[str, Any]:
    """Compute the effect of a template, and save it where the request asks for that."""
    save = truth(values, "save")
    version = whole_number(values, "version", default=-1 if save else 0)
    project, name = project_of(request), request.path_params["name"]
    effect = find_effect(project, project.cluster(name), template, important=important).to_json()
    now = project.version_of(TEMPLATE + name).version
    if save:
        try:
            now = save_template(project, template, version=version, author=author_of(request), what=what)
        except Conflict as conflict:
            raise conflict_refusal(conflict) from None
    return {**effect, "marked": len(marked_pages(project, name)), "version": now, "saved": save}


def held_out(request: Request, values: Values) -> dict[str, Any]:
    """What the marks teach, asked on pages whose marks were left out."""
    project = project_of(request)
    return ask_held_out(project, project.cluster(request.path_params["name"]))


def check(request: Request) -> Response:
    """The template that the marks of a page teach, tried on five other pages."""
    return answer(check_others(project_of(request), page_number(request)))


def conflict_refusal(conflict: Conflict, *, current: dict[str, Any] | None = None) -> Refusal:
    """The refusal of a change that came second: who was faster, when, and the value now."""
    more: dict[str, Any] = {"by": conflict.by, "at": conflict.at, "version": conflict.theirs}
    if current is not None:
        more["current"] = current
    error = f"{conflict.by or 'somebody'} changed this meanwhile"
    return Refusal(409, error, "look at it again, then repeat your change", more)


ROUTES = [
    Route("/api/overview", overview),
    Route("/api/pages/{number:int}", page),
    Route("/api/pages/{number:int}/marks", takes_object(put_marks), methods=["PUT"]),
    Route("/api/pages/{number:int}/mark", takes_object(post_mark), methods=["POST"]),
    Route("/api/pages/{number:int}/same-kind", get_same_kind, methods=["GET"]),
    Route("/api/pages/{number:int}/same-kind", takes_object(post_same_kind), methods=["POST"]),
    Route("/api/pages/{number:int}/search", search),
    Route("/api/pages/{number:int}/rows", takes_object(post_rows), methods=["POST"]),
    Route("/api/pages/{number:int}/blocks", blocks),
    Route("/api/pages/{number:int}/parts", parts),
    Route("/api/pages/{number:int}/locator", locator),
    Route("/api/undo", takes_object(undo), methods=["POST"]),
    Route("/api/redo", takes_object(redo), methods=["POST"]),
    Route("/api/clusters/{name}/teach", takes_object(teach), methods=["POST"]),
    Route("/api/clusters/{name}/template", takes_object(template), methods=["POST"]),
    Route("/api/clusters/{name}/test", takes_object(held_out), methods=["POST"]),
    Route("/api/guide/{number:int}/check", check),
]


KINDS = {"json": "application/json", "zip": "application/zip", "toml": "application/toml"}


def jobs(request: Request) -> Response:
    """All jobs, the newest first."""
    return answer({"jobs": jobs_of(request).list()})


def start(request: Request, values: Values) -> dict[str, Any]:
    """Begin to make something."""
    project = project_of(request)
    product, cluster = word(values, "product"), word(values, "cluster")
    try:
        return jobs_of(request).start(project, product, cluster=cluster, author=author_of(request)).to_json()
    except TooMany as error:
        raise Refusal(429, error.what, error.advice) from None


def cancel(request: Request, values: Values) -> dict[str, Any]:
    """End a job."""
    return jobs_of(request).cancel(page_number(request)).to_json()


def download(request: Request) -> Response:
    """What was made."""
    name, data = jobs_of(request).read_file(page_number(request))
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=KINDS[name.rpartition(".")[2]], headers=headers)


def jobs_of(request: Request) -> Jobs:
    """The jobs of the server."""
    found: Jobs = request.app.state.jobs
    return found


JOB_ROUTES = [
    Route("/api/jobs", jobs, methods=["GET"]),
    Route("/api/jobs", takes_object(start), methods=["POST"]),
    Route("/api/jobs/{number:int}/cancel", takes_object(cancel), methods=["POST"]),
    Route("/made/{number:int}", download),
]
