"""What every answer carries and what is told of it: the id of its request, and a line of JSON for the log.

A line has no address, no header and no text of the page: a log is read by people who may not see what was asked.
"""

from __future__ import annotations

import json
import re
import sys
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ID = "X-Request-ID"
PATHS = frozenset({"/v1/extract", "/v1/records", "/v1/learn", "/health", "/ready", "/metrics", "/openapi.json"})
_SAFE_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")  # of a client: it comes back in a header and in the log

Write = Callable[[str], Any]


def read_id(headers: Headers) -> str:
    """The id that the client gave, or a new one where there is none that is safe to write.

    >>> read_id(Headers({"x-request-id": "a-1"})), len(read_id(Headers({"x-request-id": "a b"})))
    ('a-1', 32)
    """
    given = headers.get(ID, "")
    return given if _SAFE_ID.fullmatch(given) else uuid.uuid4().hex


class Telling:
    """An application around another: gives each request an id, and tells each answer where a log is kept."""

    def __init__(self, app: ASGIApp, *, write: Write | None = None) -> None:
        self.app = app
        self.write = write

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and tell it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        number = read_id(Headers(scope=scope))
        start = time.monotonic()
        told = {"status": 0, "bytes": 0}

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[ID] = number
                told["status"] = message["status"]
            elif message["type"] == "http.response.body":
                told["bytes"] += len(message.get("body", b""))
            await send(message)

        try:
            await self.app(scope, receive, send_with_id)
        finally:
            if self.write:
                self.write(log_line(scope, number, told, time.monotonic() - start))


def log_line(scope: Scope, number: str, told: dict[str, int], seconds: float) -> str:
    """One answer as a line of JSON; a path that is none of ours is not written down."""
    return json.dumps(
        {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "id": number,
            "method": scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other",
            "path": scope["path"] if scope["path"] in PATHS else "other",
            "status": told["status"],
            "bytes": told["bytes"],
            "seconds": round(seconds, 6),
        }
    )


def write_to_stderr(line: str) -> None:
    """A line to standard error, at once; a log that cannot be written ends no request."""
    try:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
    except OSError:
        return
