"""The pages of studio, rendered on the server: overview, page, cluster, guide, export, log-in.

Handlers that wait for no body are plain functions: Starlette runs them in threads, so that none stops the others.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from weft.errors import ConfigError
from weft.studio import frame
from weft.studio.access import Access
from weft.studio.changes import TEMPLATE
from weft.studio.health import health_json, read_health
from weft.studio.http import Refusal, author_of, page_number, project_of, read_body, show, words_for
from weft.studio.languages import COOKIE, LANGUAGES
from weft.studio.page_json import clusters_json, counts_json, list_entry, map_points, overview_json
from weft.studio.project import Project
from weft.studio.search import KINDS
from weft.studio.security import session_cookie
from weft.studio.teaching import marked_pages, to_text

FIRST = 200  # pages that come with the overview
MAX_ASKED = 200  # pages of a cluster whose effect is computed before anybody asks: two seconds
MAX_FAILURES = 50  # that are named
KEPT_FOR = 365 * 86_400  # seconds that a browser keeps its language


def home(request: Request) -> Response:
    """The overview; a token in the address is exchanged for a session first."""
    if "token" in request.query_params:
        return _use_token(request)
    project = project_of(request)
    return show_view(
        request,
        "overview",
        counts=counts_json(project),
        clusters=clusters_json(project),
        points=map_points(project),
        pages=overview_json(project, offset=0, limit=FIRST)["pages"],
        total=len(project.order),
        notes=list(project.site.notes),
        failures=[{"id": name, "why": why} for name, why in project.failures()[:MAX_FAILURES]],
    )


def _use_token(request: Request) -> Response:
    """Exchange a token for a session, and take it out of the address."""
    access: Access = request.app.state.access
    session = access.use_token(request.query_params["token"])
    if not session:
        if author_of(request):
            return RedirectResponse("/", 303)  # a reload of somebody who is in
        raise Refusal(401, "this link was used already, or is none", "start weft studio again for a new one")
    return _with_cookie(access, session)


def _with_cookie(access: Access, session: str) -> Response:
    response = RedirectResponse("/", 303)
    response.set_cookie(access.cookie, session, httponly=True, samesite="strict", path="/")
    return response


async def log_in_form(request: Request) -> Response:
    """The form for the password."""
    access: Access = request.app.state.access
    if not access.password:
        raise Refusal(404, "there is no log-in", "open the link that weft studio printed")
    return show(request.scope, "login.html", {"message": "", "name": "", "view": "login", "project": "", "author": ""})


async def log_in(request: Request) -> Response:
    """A name and the password for a session."""
    access: Access = request.app.state.access
    if not access.password:
        raise Refusal(404, "there is no log-in", "open the link that weft studio printed")
    body = await read_body(request)
    try:
        form = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=10)
    except ValueError:
        form = {}
    name, password = (form.get(key, [""])[0] for key in ("name", "password"))
    address = request.client.host if request.client else ""
    if access.must_wait(address):
        raise Refusal(429, "too many wrong passwords", "wait a minute, then try again")
    try:
        session = access.log_in(name=name, password=password, address=address)
        message = "the password is wrong"
    except ConfigError as error:
        session, message = "", str(error)
    if session:
        return _with_cookie(access, session)
    context = {"message": message, "name": name[:60], "view": "login", "project": "", "author": ""}
    return show(request.scope, "login.html", context, status=401)


async def log_out(request: Request) -> Response:
    """End the session."""
    access: Access = request.app.state.access
    access.log_out(session_cookie(request.headers, access))
    response = RedirectResponse("/login" if access.password else "/", 303)
    response.delete_cookie(access.cookie, path="/")
    return response


async def choose_language(request: Request) -> Response:
    """Keep the language that the switch names, and go back to where it was pressed."""
    wanted = parse_qs((await read_body(request)).decode(errors="replace"), max_num_fields=10).get("language", [""])[0]
    if wanted not in LANGUAGES:
        raise Refusal(422, "studio does not speak this language", f"send one of {', '.join(LANGUAGES)}")
    came_from = urlsplit(request.headers.get("referer", ""))
    is_ours = came_from.netloc == request.headers.get("host") and not came_from.path.startswith("//")
    back = f"{came_from.path}?{came_from.query}".rstrip("?") if is_ours else "/"
    response = RedirectResponse(back or "/", 303)
    response.set_cookie(COOKIE, wanted, max_age=KEPT_FOR, httponly=True, samesite="strict", path="/")
    return response


def texts(request: Request) -> Response:
    """The sentences of the person's language for the scripts."""
    table = json.dumps(dict(words_for(request.scope).table), ensure_ascii=False, indent=0)
    return Response(f"export default {table};\n", media_type="text/javascript")


def page(request: Request) -> Response:
    """A page to mark."""
    return _show_page(request, "page")


def guide(request: Request) -> Response:
    """The steps from a page to a wrapper."""
    return _show_page(request, "guide")


def _show_page(request: Request, view: str) -> Response:
    project, number = project_of(request), page_number(request)
    state = project.state(number)
    if state.failure:
        raise Refusal(422, f"this page cannot be opened: {state.failure}", "start weft studio with a higher limit")
    entry = list_entry(project, number)
    return show_view(request, view, page=entry, total=len(project.order), search_kinds=KINDS)


def show_frame(request: Request) -> Response:
    """The page itself, harmless."""
    project = project_of(request)
    number = page_number(request)
    resources = project.store.resources(project.state(number).id)
    text = frame.write_frame(project.page(number), resources=resources)
    headers = {"content-security-policy": frame.POLICY, "x-frame-options": "SAMEORIGIN"}
    return Response(text.encode(errors="replace"), media_type=frame.MEDIA_TYPE, headers=headers)


def cluster(request: Request) -> Response:
    """A template: its rules, as JSON, and its pages."""
    project, name = project_of(request), request.path_params["name"]
    template = project.cluster(name).template
    entry = next((one for one in clusters_json(project) if one["name"] == name), None)
    if entry is None:
        raise Refusal(404, "this cluster has no pages", "go back to the overview")
    version = project.version_of(TEMPLATE + name)
    return show_view(
        request,
        "cluster",
        cluster=entry,
        rules=template.describe(),
        json=to_text(template),
        version=version.version,
        by=entry["by"],
        at=entry["at"],
        marked=len(marked_pages(project, name)),
        is_fresh=has_fresh_marks(project, name),
        health=health_json(read_health(project.store, name)),
        pages=overview_json(project, offset=0, limit=FIRST, cluster=name)["pages"],
    )


def has_fresh_marks(project: Project, name: str) -> bool:
    """Whether pages of a cluster were marked after its template was saved, and are few enough to be asked at once."""
    marked, saved = marked_pages(project, name), project.version_of(TEMPLATE + name).at
    is_newer = any(project.version_of(project.page_target(number)).at > saved for number in marked)
    return is_newer and len(project.members(name)) <= MAX_ASKED


def thumbnail(request: Request) -> Response:
    """The medoid of a cluster as a picture."""
    project = project_of(request)
    shown = project.cluster(request.path_params["name"])
    members = project.members(shown.name)
    number = project.numbers.get(shown.medoid, members[0] if members else 0)
    page_id, document = project.state(number).id, project.document(number)
    picture, media_type = request.app.state.thumbnails.find(page_id, document)
    return Response(picture, media_type=media_type)


def show_view(request: Request, view: str, **context: Any) -> Response:
    """A view with what all views show."""
    project: Project = request.app.state.project
    common = {
        "project": project.name,
        "author": author_of(request),
        "view": view,
        "guide_number": guide_number(project),
        "has_password": bool(request.app.state.access.password),
        "tour": tour_of(project),
    }
    return show(request.scope, f"{view}.html", {**common, **context})


def tour_of(project: Project) -> dict[str, Any]:
    """Where the tour of the demo leads, empty where there is none."""
    if project.tour not in project.states:
        return {}
    return {"page": project.tour, "cluster": project.states[project.tour].cluster}


def guide_number(project: Project) -> int:
    """A good page for the guide: of a cluster with records if there is one, not done, and the least doubtful."""
    with_records = {cluster.name for cluster in project.site.clusters if cluster.template.records}
    numbers = [number for number in project.order if not project.states[number].failure]

    def worth(index: int) -> tuple[bool, bool, int]:
        number = numbers[index]
        return project.states[number].cluster in with_records, not project.marks_of(number).done, index

    return numbers[max(range(len(numbers)), key=worth)] if numbers else 0


ROUTES = [
    Route("/", home),
    Route("/login", log_in_form, methods=["GET"]),
    Route("/login", log_in, methods=["POST"]),
    Route("/logout", log_out, methods=["POST"]),
    Route("/language", choose_language, methods=["POST"]),
    Route("/texts.js", texts),
    Route("/page/{number:int}", page),
    Route("/frame/{number:int}", show_frame),
    Route("/cluster/{name}", cluster),
    Route("/guide/{number:int}", guide),
    Route("/thumbnail/{name}.png", thumbnail),
]
