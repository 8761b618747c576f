"""Serving studio: the app with its routes, static files and answers to errors; and the server that runs it."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from threading import Thread
from time import monotonic, sleep

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from weft.errors import NoMatch, WeftError
from weft.io.sockets import bind
from weft.reports.writing import read_house_file
from weft.studio import api, downloads, events, picture_frame, taking, teaching, views
from weft.studio.access import Access
from weft.studio.changes import Conflict
from weft.studio.http import Refusal, refuse
from weft.studio.jobs import Jobs
from weft.studio.pictures import Pictures
from weft.studio.project import Project
from weft.studio.security import HEADERS, Guard
from weft.studio.thumbnails import Thumbnails

HOUSE = "house.css"  # the style sheet that reports have, too
STOPS_IN = 3  # seconds that requests under way have when the server stops
STARTS_IN = 10.0
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".woff2": "font/woff2",
}

WORDS = {
    404: ("there is no such page", "go back to the overview"),
    405: ("this address takes no such request", "use another method"),
}


def make_app(
    project: Project, *, access: Access, thumbnails: Thumbnails | None = None, pictures: Pictures | None = None
) -> Starlette:
    """The studio of a project, for those whom `access` lets in."""
    access.check()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        app.state.thumbnails.close()
        app.state.jobs.close()
        app.state.pictures.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Guard, access=access)],
        exception_handlers={Refusal: on_refusal, HTTPException: on_http, WeftError: on_weft, Exception: on_any},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.project, app.state.access = project, access
    app.state.thumbnails = thumbnails or Thumbnails()
    app.state.listeners = events.Listeners()
    app.state.jobs = Jobs()
    app.state.pictures = pictures or Pictures()
    app.state.static = read_static()
    return app


def read_static() -> Mapping[str, tuple[bytes, str]]:
    """The static files by name, read at the start: no path of a request ever reaches the file system."""
    static_files = {HOUSE: (read_house_file(HOUSE).encode(), TYPES[".css"])}
    for entry in files("weft.studio").joinpath("static").iterdir():
        suffix = entry.name[entry.name.rfind(".") :]
        if entry.is_file() and suffix in TYPES:
            static_files[entry.name] = (entry.read_bytes(), TYPES[suffix])
    return static_files


async def static(request: Request) -> Response:
    """One static file."""
    if request.path_params["name"] not in request.app.state.static:
        raise HTTPException(404)
    data, media_type = request.app.state.static[request.path_params["name"]]
    return Response(data, media_type=media_type)


# The routes of all views.
ROUTES = [
    *views.ROUTES,
    *api.ROUTES,
    *downloads.ROUTES,
    *events.ROUTES,
    *api.JOB_ROUTES,
    *taking.ROUTES,
    *teaching.ROUTES,
    *picture_frame.ROUTES,
    Route("/static/{name}", static),
]


async def on_refusal(request: Request, error: Exception) -> Response:
    """A refusal of a handler."""
    assert isinstance(error, Refusal)
    return refuse(request.scope, error.status, error.error, error.what_to_do, error.more)


async def on_http(request: Request, error: Exception) -> Response:
    """A path or a method that no route has."""
    assert isinstance(error, HTTPException)
    words, what_to_do = WORDS.get(error.status_code, (error.detail, "go back to the overview"))
    return refuse(request.scope, error.status_code, words, what_to_do)


async def on_weft(request: Request, error: Exception) -> Response:
    """An error of weft: what happened on which page, and what to do."""
    assert isinstance(error, WeftError)
    status = 404 if isinstance(error, NoMatch) else 409 if isinstance(error, Conflict) else 422
    where = f"{error.page}: " if error.page else ""
    otherwise = "go back to the overview" if status == 404 else "change it and try again"
    return refuse(request.scope, status, where + error.what, error.advice or otherwise)


async def on_any(request: Request, error: Exception) -> Response:
    """A bug of studio: the answer shows nothing of it, the server's log has it."""
    what_to_do = "look at what weft studio printed, then try again"
    response = refuse(request.scope, 500, "something went wrong in studio", what_to_do)
    response.headers.update(HEADERS)  # this answer is made outside of the guard
    return response


def make_server(app: Starlette) -> uvicorn.Server:
    """A server for one project's app."""
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nobody may say where a request comes from
        ws="none",
        timeout_graceful_shutdown=STOPS_IN,
        h11_max_incomplete_event_size=1 << 16,
    )
    return uvicorn.Server(config)


@dataclass(frozen=True)
class Running:
    """A server that runs beside the caller."""

    server: uvicorn.Server
    thread: Thread
    url: str

    @property
    def is_alive(self) -> bool:
        """Whether it still serves."""
        return self.thread.is_alive()


@contextmanager
def serve_in_thread(
    project: Project,
    access: Access,
    *,
    listening: socket.socket | None = None,
    thumbnails: Thumbnails | None = None,
    pictures: Pictures | None = None,
) -> Iterator[Running]:
    """Serve beside the caller, on a socket or on any free port, until the block ends."""
    listening = listening or bind(access.host, access.port)
    access.port = listening.getsockname()[1]
    app = make_app(project, access=access, thumbnails=thumbnails, pictures=pictures)
    server = make_server(app)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    limit = monotonic() + STARTS_IN
    while not server.started and thread.is_alive() and monotonic() < limit:
        sleep(0.01)
    try:
        yield Running(server, thread, access.url)
    finally:
        app.state.listeners.stopping.set()  # answers that go on end, and nobody waits for them
        server.should_exit = True
        thread.join(STOPS_IN + STARTS_IN)
        listening.close()
