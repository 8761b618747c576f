"""Clients that misbehave, for the load on the service: slow ones, broken ones, and those that take all they can get."""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count

HOLD = 90.0  # seconds that a slow client stays; the service hangs up before
HALF_HEADS, SLOW_BODIES, SLOW_READERS, BROKEN = 700, 100, 10, 8  # clients at once
ROUGH = (
    f"{HALF_HEADS} with half-sent headers, {SLOW_BODIES} with slow bodies, {SLOW_READERS} slow readers, {BROKEN} broken"
)
ASK = b"POST /v1/extract HTTP/1.1\r\nHost: weft\r\nContent-Type: text/html\r\n"
ASK_JSON = ASK.replace(b"text/html", b"application/json")
LARGE = b"<p>A loom holds the warp while the weft is woven in, and so on for a long page.</p>" * 12_000

Client = Callable[[int, random.Random], Awaitable[None]]


async def run_rough_clients(port: int) -> None:
    """All of them, each again and again, until the task is cancelled."""
    kinds = ((half_head, HALF_HEADS), (slow_body, SLOW_BODIES), (slow_reader, SLOW_READERS), (broken, BROKEN))
    await asyncio.gather(*(_repeat(port, client, n) for client, number in kinds for n in range(number)))


async def _repeat(port: int, client: Client, number: int) -> None:
    for turn in count():
        rng = random.Random(f"{client.__name__}/{number}/{turn}")
        await asyncio.sleep(rng.uniform(1, 4))
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            await client(port, rng)


async def _open(port: int, rng: random.Random) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from one of a few addresses, none of which is that of the good clients."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.0.{rng.randint(2, 5)}", 0))


async def half_head(port: int, rng: random.Random) -> None:
    """Sends a header byte by byte."""
    reader, writer = await _open(port, rng)
    writer.write(b"GET /health HTTP/1.1\r\nX: ")
    await _trickle(reader, writer, 2.0)


async def slow_body(port: int, rng: random.Random) -> None:
    """Sends a body byte by byte."""
    reader, writer = await _open(port, rng)
    writer.write(ASK + b"Content-Length: 100000\r\n\r\n" + b"<p>" * rng.randint(1, 20_000))
    await _trickle(reader, writer, 1.0)


async def _trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pause: float) -> None:
    try:
        async with asyncio.timeout(HOLD):
            while not reader.at_eof():
                writer.write(b"a")
                with suppress(TimeoutError):
                    await asyncio.wait_for(reader.read(1 << 16), pause)
    finally:
        writer.close()


async def slow_reader(port: int, rng: random.Random) -> None:
    """Asks for much and reads nothing of it."""
    with socket.socket() as plain:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.setblocking(False)
        loop = asyncio.get_running_loop()
        plain.bind((f"127.0.0.{rng.randint(2, 5)}", 0))
        await loop.sock_connect(plain, ("127.0.0.1", port))
        await loop.sock_sendall(plain, ASK + b"Content-Length: %d\r\n\r\n" % len(LARGE) + LARGE)
        await asyncio.sleep(rng.uniform(HOLD / 3, HOLD))


async def broken(port: int, rng: random.Random) -> None:
    """Sends what makes no sense, and may break off in the middle."""
    reader, writer = await _open(port, rng)
    writer.write(rng.choice(BROKEN_REQUESTS))
    if rng.random() < 0.5:
        plain = writer.get_extra_info("socket")
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # hangs up by a reset
    else:
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1 << 16), rng.uniform(0, 2))
    writer.close()


def _json(body: bytes) -> bytes:
    return ASK_JSON + b"Content-Length: %d\r\n\r\n" % len(body) + body


BROKEN_REQUESTS = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    random.Random(1).randbytes(5000) + b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET /nothing HTTP/1.1\r\nHost: weft\r\n\r\n" * 20,
    b"GET / HTTP/1.1\r\nHost: weft\r\n" + b"X: " + b"a" * 1_000_000,
    b"GET / HTTP/1.1\r\nHost: weft\r\n" + b"X: a\r\n" * 50_000,
    ASK + b"Content-Length: -1\r\n\r\n",
    ASK + b"Content-Length: 99999999999\r\n\r\n" + b"<p>" * 1000,
    ASK + b"Content-Length: 1000\r\n\r\n<p>cut",
    ASK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    ASK + b"Transfer-Encoding: chunked\r\n\r\n" + b"1;x\r\na\r\n" * 10_000,
    ASK + b"Content-Length: 25\r\n\r\n<p>A loom holds the warp.",
    ASK.replace(b"text/html", b"text/html; charset*=utf-8''%ff; charset*0*=x") + b"Content-Length: 3\r\n\r\n<p>",
    _json(b'{"html": "<p>cut'),
    _json(b"[" * 100_000),
    _json(b'{"html": "<p>", "x": ' + b"[" * 900 + b"]" * 900 + b"}"),
    _json(b'{"html": "<p>", "site": ' + b"[" * 900 + b"]" * 900 + b"}"),
    _json(b'{"html": "\\ud800", "url": "\\udfff"}'),
    _json(b'{"html": "<div>' + b"<div>" * 50_000 + b'"}'),
    _json(b'{"html": 3}'),
)
