"""The server under the service: uvicorn, and what it lacks.

A client that sends its request slowly, reads its answer slowly or opens too many connections must not keep others from
being answered. Every connection is looked at twice a second: at one stage of a request it may stay for so long and no
longer. Where there are too many connections, the one goes that has waited longest without a whole request.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, defaultdict
from contextlib import suppress
from http import HTTPStatus
from ipaddress import IPv6Network
from typing import Any, ClassVar, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from weft.content import Reason
from weft.document import Failure
from weft.pipeline import encode, failed
from weft.serve.openapi import ServeLimits

LOOK = 0.5  # seconds between two looks at a connection
SLACK = 2.0  # seconds that the application has to refuse a slow body by itself
GRACE = 30  # seconds that requests have to end when the service is stopped
MIN_WAIT = 0.25  # seconds that a client has to send its head before it may be ended for another
ALL = ""  # clients, where one address is meant otherwise
MAX_UNSENT = 128 << 20  # bytes of answers that wait for slow readers


def make_server(app: ASGIApp, limits: ServeLimits) -> uvicorn.Server:
    """A server of the application that keeps to the limits."""
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", type("Guarded", (GuardedProtocol,), {"crowd": Crowd(limits)})),
        ws="none",
        log_level="error",  # what clients do wrong is told to them: a log of it would be theirs to fill
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nobody may say where a request comes from
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=int(max(limits.idle_seconds, 1)),
        h11_max_incomplete_event_size=limits.head_bytes,
    )
    return uvicorn.Server(config)


class Crowd:
    """All connections of a server. What is asked at every new one takes the same time, however many there are."""

    def __init__(self, limits: ServeLimits) -> None:
        self.limits: ServeLimits = limits
        self.all: set[GuardedProtocol] = set()
        self._counts: Counter[str] = Counter()  # connections of a client address
        # Those that wait for a head, by client address and of all; who has waited for longest comes first.
        self._waiting: defaultdict[str, OrderedDict[GuardedProtocol, None]] = defaultdict(OrderedDict)

    def enter(self, connection: GuardedProtocol, now: float) -> bool:
        """Whether there is room for a connection; another that waits is ended for it where there are too many."""
        has_room = True
        if self._counts[connection.host] >= self.limits.client_connections:
            has_room = self._end_one(connection.host, now)
        elif len(self.all) >= self.limits.connections:
            has_room = self._end_one(ALL, now)
        self.all.add(connection)
        self._counts[connection.host] += 1
        self.wait(connection)
        return has_room

    def leave(self, connection: GuardedProtocol) -> None:
        """A connection has ended, or is about to."""
        if connection in self.all:
            self.all.discard(connection)
            self._counts[connection.host] -= 1
            self.work(connection)
            if not self._counts[connection.host]:
                del self._counts[connection.host]
                self._waiting.pop(connection.host, None)

    def wait(self, connection: GuardedProtocol) -> None:
        """A connection waits from now on; it did not, or it is at something else again."""
        self.work(connection)
        self._waiting[connection.host][connection] = self._waiting[ALL][connection] = None

    def work(self, connection: GuardedProtocol) -> None:
        """A connection does not wait any more."""
        for host in (connection.host, ALL):
            if host in self._waiting:
                self._waiting[host].pop(connection, None)

    def _end_one(self, host: str, now: float) -> bool:
        oldest = next(iter(self._waiting[host]), None)
        if oldest is None or now - oldest.since < MIN_WAIT:
            return False
        self.leave(oldest)
        oldest.transport.abort()
        return True


def _client_of(address: str) -> str:
    """Whom an address belongs to: of IPv6 one client has the whole network of its link.

    >>> _client_of("192.0.2.1"), _client_of("2001:db8::1:2:3:4")
    ('192.0.2.1', '2001:db8::/64')
    """
    return str(IPv6Network((address.partition("%")[0], 64), strict=False)) if ":" in address else address


class GuardedProtocol(H11Protocol):
    """One connection of a client."""

    crowd: ClassVar[Crowd]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Let the client in, or refuse it where all connections are at work."""
        super().connection_made(transport)
        self.limits: ServeLimits = self.crowd.limits
        self.host: str = _client_of(self.client[0]) if self.client else "local"
        self.since: float = self.loop.time()  # the present stage
        self._at: tuple[str, Any] = ("head", None)  # the stage, and the request before it
        self._has_begun = True  # a head: a new connection that says nothing is as good as one
        self._timer = self.loop.call_later(LOOK, self._look)
        if not self.crowd.enter(self, self.since):
            self._refuse(503, Reason("busy"), "too many connections are open")

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._timer.cancel()
        self.crowd.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """More of a request."""
        was_idle = self.stage == "idle"
        # In two pieces, for h11 measures only what is not whole: a long head that came at once would pass.
        first = self.limits.head_bytes + 1
        for piece in (data[:first], data[first:]):
            if piece and not self.transport.is_closing():
                super().data_received(piece)
        self._has_begun = self.conn.their_state is h11.IDLE
        if was_idle:
            self.since = self.loop.time()
        if not self._has_begun:
            self.crowd.work(self)

    def on_response_complete(self) -> None:
        """The client has its answer, and may ask again."""
        super().on_response_complete()
        if self in self.crowd.all and self.conn.their_state is h11.IDLE:
            self.since = self.loop.time()
            self.crowd.wait(self)

    @property
    def stage(self) -> str:
        """What the connection is at: `idle`, `head`, `body` (they come), `answer` (is made) or `sending`."""
        is_asked = self.cycle is not None and not self.cycle.response_complete
        if is_asked:
            return "body" if self.cycle.more_body else "answer"
        if self.transport.get_write_buffer_size():
            return "sending"
        if self.conn.their_state is h11.SEND_BODY:
            return "body"  # it was answered before it was whole, and goes on
        return "head" if self._has_begun else "idle"

    @property
    def seconds(self) -> float:
        """How long the connection may be at its stage."""
        limits = self.limits
        return {
            "idle": limits.idle_seconds,
            "head": limits.head_seconds,
            "body": limits.body_seconds + SLACK,
            "answer": float("inf"),  # the pool sees to it
            "sending": limits.send_seconds,
        }[self.stage]

    def _look(self) -> None:
        """End the connection where it stays too long at one stage, or holds too much."""
        now = self.loop.time()
        stage = (self.stage, self.cycle)
        if stage != self._at:
            # Bytes that came since the last look have set the beginning of a head already.
            self._at, self.since = stage, max(self.since, now - LOOK)
        if now - self.since > self.seconds or (stage[0] == "sending" and self._is_one_too_many()):
            self._end(stage[0])
        else:
            self._timer = self.loop.call_later(LOOK, self._look)

    def _end(self, stage: str) -> None:
        if stage == "head" and self.conn.our_state is h11.IDLE:
            limit = self.limits.head_seconds
            self._refuse(408, Reason("slow"), f"the headers took more than {limit:g} s to come")
            self._timer = self.loop.call_later(LOOK, self.transport.abort)  # what is not read by then never is
        else:
            self.transport.abort()

    def _is_one_too_many(self) -> bool:
        """Whether too much waits to be read, and by this client for longest."""
        sending = [other for other in self.crowd.all if other is not self and other.stage == "sending"]
        unsent = sum(other.transport.get_write_buffer_size() for other in [*sending, self])
        return unsent > MAX_UNSENT and all(self.since <= other.since for other in sending)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; a request that is being answered has lost its client."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
        elif len(self.conn.trailing_data[0]) > self.limits.head_bytes:
            self._refuse(431, Reason("limit", "bytes"), f"the headers have more than {self.limits.head_bytes} bytes")
        else:
            self._refuse(400, Reason("request"), "this is no HTTP request")

    def _refuse(self, status: int, reason: Reason, what: str) -> None:
        """Say why, and hang up."""
        body = encode(failed(Failure(reason=reason, what=what)))
        head = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n"
        )
        head += "Retry-After: 1\r\n" if status == 503 else ""
        with suppress(OSError):
            self.transport.write(head.encode() + b"\r\n" + body)
        self.transport.close()
