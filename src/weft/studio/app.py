"""The app: routes, static files, and one place where errors become answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib.resources import files

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from weft.errors import NoMatch, WeftError
from weft.studio import api, downloads, views
from weft.studio.access import Access
from weft.studio.answers import Refusal, refuse
from weft.studio.changes import Conflict
from weft.studio.project import Project
from weft.studio.security import HEADERS, Guard
from weft.studio.thumbnails import Thumbnails

TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".woff2": "font/woff2",
}

WORDS = {404: ("there is no such page", "go back to the overview"), 405: ("not this way", "use another method")}


def make_app(project: Project, *, access: Access, thumbnails: Thumbnails | None = None) -> Starlette:
    """The studio of a project, for those whom `access` lets in."""
    access.check()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        app.state.thumbnails.close()

    app = Starlette(
        routes=[*views.ROUTES, *api.ROUTES, *downloads.ROUTES, Route("/static/{name}", static)],
        middleware=[Middleware(Guard, access=access)],
        exception_handlers={Refusal: on_refusal, HTTPException: on_http, WeftError: on_weft, Exception: on_any},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.project, app.state.access = project, access
    app.state.thumbnails = thumbnails or Thumbnails()
    app.state.static = read_static()
    return app


def read_static() -> Mapping[str, tuple[bytes, str]]:
    """The static files by name, read at the start: no path of a request ever reaches the file system."""
    found = {}
    for entry in files("weft.studio").joinpath("static").iterdir():
        suffix = entry.name[entry.name.rfind(".") :]
        if entry.is_file() and suffix in TYPES:
            found[entry.name] = (entry.read_bytes(), TYPES[suffix])
    return found


async def static(request: Request) -> Response:
    """One static file."""
    found = request.app.state.static.get(request.path_params["name"])
    if found is None:
        raise HTTPException(404)
    return Response(found[0], media_type=found[1])


async def on_refusal(request: Request, error: Exception) -> Response:
    """What a handler refused."""
    assert isinstance(error, Refusal)
    return refuse(request.scope, error.status, error.error, error.what_to_do, error.more)


async def on_http(request: Request, error: Exception) -> Response:
    """What no route answers."""
    assert isinstance(error, HTTPException)
    words, what_to_do = WORDS.get(error.status_code, (error.detail, "go back to the overview"))
    return refuse(request.scope, error.status_code, words, what_to_do)


async def on_weft(request: Request, error: Exception) -> Response:
    """What weft itself says; messages of ours say what to do after a semicolon."""
    status = 404 if isinstance(error, NoMatch) else 409 if isinstance(error, Conflict) else 422
    words, _, what_to_do = str(error).partition("; ")
    return refuse(request.scope, status, words, what_to_do or "change it and try again")


async def on_any(request: Request, error: Exception) -> Response:
    """A mistake of ours: nothing of it is shown, the server's log has it."""
    what_to_do = "look at what weft studio printed, then try again"
    response = refuse(request.scope, 500, "something went wrong in studio", what_to_do)
    response.headers.update(HEADERS)  # this answer is made outside of the guard
    return response
