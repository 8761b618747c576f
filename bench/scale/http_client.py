"""A client that can misbehave: HTTP/1.1 over a socket of its own, a request a connection."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

PATIENCE = 120.0  # seconds for an answer: the service has to be quicker
PIECE = 1 << 16


@dataclass(frozen=True, kw_only=True)
class Post:
    """A request; `told` is the length that its head claims, where that is not the true one."""

    path: str
    body: bytes
    type: str = "text/html"
    told: int | None = None
    is_chunked: bool = False
    pause: float = 0.0  # seconds between two pieces: a slow client
    piece: int = PIECE
    is_cut: bool = False  # the client hangs up when it has sent its body


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer; status 0 where the connection ended without one."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def values(self) -> Any:
        """The body as JSON; None where it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


async def send(port: int, post: Post) -> Reply:
    """The answer to a request; a service that ends the connection early is no error, what it said before counts."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            sending = asyncio.create_task(_write(writer, post))
            try:
                return Reply() if post.is_cut and await sending else await _read(reader)
            finally:
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
                writer.close()
    except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
        return Reply()


async def _write(writer: asyncio.StreamWriter, post: Post) -> bool:
    length = len(post.body) if post.told is None else post.told
    size = "Transfer-Encoding: chunked" if post.is_chunked else f"Content-Length: {length}"
    head = (
        f"POST {post.path} HTTP/1.1\r\nHost: weft\r\nConnection: close\r\nContent-Type: {post.type}\r\n{size}\r\n\r\n"
    )
    writer.write(head.encode())
    async for piece in _pieces(post):
        writer.write(b"%x\r\n%b\r\n" % (len(piece), piece) if post.is_chunked else piece)
        await writer.drain()
    if post.is_chunked:
        writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


async def _pieces(post: Post) -> AsyncIterator[bytes]:
    for start in range(0, len(post.body), post.piece):
        yield post.body[start : start + post.piece]
        if post.pause:
            await asyncio.sleep(post.pause)


async def _read(reader: asyncio.StreamReader) -> Reply:
    """Head, then as much as it says; a body in chunks is read to its end."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = int(headers.get("content-length", 0))
    return Reply(status=int(first.split()[1]), headers=headers, body=await reader.readexactly(length))


async def get(port: int, path: str) -> Reply:
    """The answer to a question."""
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: weft\r\nConnection: close\r\n\r\n".encode())
            reply = await _read(reader)
            writer.close()
            return reply
    except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
        return Reply()
