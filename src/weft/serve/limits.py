"""What a client of the service may cost."""

from __future__ import annotations

from dataclasses import dataclass

MAX_PAGES = 1000  # of a request to learn


@dataclass(frozen=True, kw_only=True)
class ServeLimits:
    """What a request and a connection may cost; over a limit it is refused, and the others go on."""

    bytes: int = 16 << 20  # of a body
    head_bytes: int = 1 << 16  # of a request line and its headers
    head_seconds: float = 10.0  # in which the head must have come, from its first byte or the connection on
    body_seconds: float = 30.0  # in which the body must have come: a slow client holds memory
    seconds: float = 30.0  # to answer, once a worker has it
    send_seconds: float = 60.0  # in which the client must have read its answer
    idle_seconds: float = 30.0  # between two requests on one connection
    memory: int = 1 << 30  # bytes of a worker
    requests: int = 64  # whose bodies are held at once
    connections: int = 512  # at once
    client_connections: int = 256  # of one client address: no client alone can take all
