"""Events: everybody who has a view open hears of every change, and of who else is on the same page.

Server-sent events: one answer that goes on, a few lines for each change. It ends when the server stops, when the window
is closed, and after some minutes, so that a session that has ended hears no more; the browser then asks again and says
which change it heard of last, so that none is missed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from threading import Event
from time import monotonic
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from weft.studio.changes import PAGE, TEMPLATE, Change
from weft.studio.http import Refusal, author_of, project_of, query_number
from weft.studio.project import Project

POLL = 0.4  # seconds between two looks at the store: other servers may write to it, too
LASTS = 300.0  # seconds of one answer
QUIET = 15.0  # seconds after which a line is sent that says nothing, so that a lost connection is noticed
MAX_LISTENERS = 200
MAX_HEARD = 50  # changes of one look; more are one reload


@dataclass
class Listeners:
    """Who listens: by a number of their own the person and the page, 0 for none; and whether the server stops."""

    people: dict[int, tuple[str, int]] = field(default_factory=dict)
    stopping: Event = field(default_factory=Event)
    _numbers: Any = field(default_factory=lambda: count(1))

    def enter(self, author: str, page: int) -> int:
        """A person has opened a view."""
        number: int = next(self._numbers)
        self.people[number] = (author, page)
        return number

    def leave(self, number: int) -> None:
        """The view is closed."""
        self.people.pop(number, None)

    def here(self, page: int, without: str) -> list[str]:
        """The others on a page, by name."""
        return sorted(
            {author for author, at in list(self.people.values()) if page and at == page and author != without}
        )


async def events(request: Request) -> Response:
    """The changes from now on, or from the one on that the browser heard of last."""
    listeners: Listeners = request.app.state.listeners
    if len(listeners.people) >= MAX_LISTENERS:
        raise Refusal(503, "too many views are open", "close some")
    page = query_number(request, "page", default=0)
    project = await run_in_threadpool(project_of, request)
    last = request.headers.get("last-event-id", "")
    is_number = last.isascii() and last.isdecimal() and len(last) < 10
    since = int(last) if is_number else await run_in_threadpool(project.store.latest)
    lines = _lines(project, listeners, author=author_of(request), page=page, since=since)
    return StreamingResponse(lines, media_type="text/event-stream")


async def _lines(project: Project, listeners: Listeners, *, author: str, page: int, since: int) -> AsyncIterator[str]:
    number = listeners.enter(author, page)
    ends = monotonic() + LASTS
    heard, others, spoke = since, None, monotonic()
    try:
        yield "retry: 1000\n\n"
        while monotonic() < ends and not listeners.stopping.is_set():
            here = listeners.here(page, author)
            if here != others:
                others, spoke = here, monotonic()
                yield _event("here", here)
            for change in await run_in_threadpool(_changes, project, heard):
                heard, spoke = change["number"], monotonic()
                yield _event("change", change, number=heard)
            if monotonic() - spoke > QUIET:
                spoke = monotonic()
                yield ": still here\n\n"
            await asyncio.sleep(POLL)
    finally:
        listeners.leave(number)


def _changes(project: Project, since: int) -> list[dict[str, Any]]:
    if project.store.latest() <= since:
        return []
    project.refresh()
    changes = list(project.store.changes(since=since))
    return [_change_json(project, change) for change in changes[-MAX_HEARD:]]


def _change_json(project: Project, change: Change) -> dict[str, Any]:
    ids = [target.removeprefix(PAGE) for target in change.targets if target.startswith(PAGE)]
    numbers = [project.numbers[page_id] for page_id in ids if page_id in project.numbers]
    return {
        "number": change.number,
        "by": change.author,
        "what": change.what,
        "pages": {str(one): project.version_of(project.page_target(one)).version for one in numbers},
        "templates": [target.removeprefix(TEMPLATE) for target in change.targets if target.startswith(TEMPLATE)],
    }


def _event(name: str, value: object, *, number: int = 0) -> str:
    """One event; JSON has no line breaks, so that it is one line whatever people wrote."""
    identity = f"id: {number}\n" if number else ""
    return f"{identity}event: {name}\ndata: {json.dumps(value)}\n\n"


ROUTES = [Route("/api/events", events)]
