"""The only way out: a proxy of ours that connects to checked addresses, and counts what comes back.

Chromium looks up no names and has no other route, so redirects, frames, scripts and sockets all end here.
"""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit

from weft.errors import SourceError
from weft.io import find_address

CHUNK = 1 << 16
HEAD_SECONDS = 30.0
REFUSED = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
UNREACHABLE = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
CONNECTED = b"HTTP/1.1 200 Connection established\r\n\r\n"


class Proxy:
    """A forward proxy on loopback for one visit; names that lead to private addresses are refused unless allowed."""

    def __init__(self, *, allow_private: bool, count: Callable[[int], None]) -> None:
        self._allow_private = allow_private
        self._count = count  # is told how many bytes have come
        self._tasks: set[asyncio.Task[None]] = set()  # one for each connection of the browser
        self._is_over = False
        self.refusals: list[SourceError] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=CHUNK)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over = True
        # A connection that asyncio has taken from the system and not handed on yet would be lost, open, if the server
        # were closed now: take no more, and let those pass.
        for listener in self._server.sockets:
            asyncio.get_running_loop().remove_reader(listener)
        await asyncio.sleep(0)
        self._server.close()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    @property
    def address(self) -> str:
        """Where Chromium finds it."""
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Attend to a connection from its first moment: what is cancelled before it has begun must be closed too."""
        if self._is_over:  # the system had let it in before the server was closed
            writer.transport.abort()
            return
        task = asyncio.create_task(self._attend(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: writer.close())

    async def _attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HEAD_SECONDS)
            await self._serve(head, reader, writer)
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            pass  # the browser sees a connection that ends

    async def _serve(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        method, target, _ = head.partition(b"\r\n")[0].decode("latin-1").split(" ", 2)
        parts = urlsplit(f"//{target}" if method == "CONNECT" else target)
        host, port = parts.hostname or "", parts.port or (443 if method == "CONNECT" else 80)
        try:
            loop = asyncio.get_running_loop()
            address = await loop.run_in_executor(None, self._find, host, port)
            there, back = await asyncio.open_connection(address, port)
        except SourceError as error:
            self.refusals.append(error)
            writer.write(REFUSED)
            return
        except OSError as error:
            self.refusals.append(SourceError(f"cannot be reached: {error}", page=host))
            writer.write(UNREACHABLE)
            return
        try:
            if method == "CONNECT":
                writer.write(CONNECTED)
            else:
                back.write(_own_head(head, method, target))
            await self._join((reader, back), (there, writer))
        finally:
            back.close()

    def _find(self, host: str, port: int) -> str:
        return find_address(host, port, allow_private=self._allow_private)

    async def _join(
        self,
        there: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        back: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        """Carry bytes both ways until the server has said all."""
        sending = asyncio.create_task(_pump(*there, lambda _: None))
        try:
            await _pump(*back, self._count)
        finally:
            sending.cancel()
            await asyncio.wait({sending})


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, count: Callable[[int], None]) -> None:
    try:
        while data := await reader.read(CHUNK):
            count(len(data))
            writer.write(data)
            await writer.drain()
    except OSError:
        pass  # either side has gone


def _own_head(head: bytes, method: str, target: str) -> bytes:
    """The request as a server wants it: a path, and one request a connection, so that each is checked."""
    parts = urlsplit(target)
    path = urlunsplit(("", "", parts.path or "/", parts.query, ""))
    lines = head.split(b"\r\n")[1:-2]
    kept = [line for line in lines if not line.lower().startswith((b"connection:", b"proxy-", b"keep-alive:"))]
    first = f"{method} {path} HTTP/1.1".encode("latin-1")
    return b"\r\n".join([first, *kept, b"Connection: close", b"", b""])
