"""Serving studio: a socket that is ours before anybody hears of it, and a server that stops when it is told to."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from time import monotonic, sleep

import uvicorn

from weft.io.listening import bind
from weft.studio.access import Access
from weft.studio.app import make_app
from weft.studio.project import Project
from weft.studio.thumbnails import Thumbnails

STOPS_IN = 3  # seconds that requests under way have when the server stops
STARTS_IN = 10.0


def make_server(project: Project, access: Access, *, thumbnails: Thumbnails | None = None) -> uvicorn.Server:
    """A server for one project; `access` knows its port."""
    config = uvicorn.Config(
        make_app(project, access=access, thumbnails=thumbnails),
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
    project: Project, access: Access, *, listening: socket.socket | None = None, thumbnails: Thumbnails | None = None
) -> Iterator[Running]:
    """Serve beside the caller, on a socket or on any free port, until the block ends."""
    listening = listening or bind(access.host, access.port)
    access.port = listening.getsockname()[1]
    server = make_server(project, access, thumbnails=thumbnails)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    limit = monotonic() + STARTS_IN
    while not server.started and thread.is_alive() and monotonic() < limit:
        sleep(0.01)
    try:
        yield Running(server, thread, access.url)
    finally:
        server.should_exit = True
        thread.join(STOPS_IN + STARTS_IN)
        listening.close()
