"""A site whose answers are as malformed, cut or slow as its paths say."""

import gzip
import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import repeat

from tests.io.raw_server import listening

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
PAGE = b"<html><title>Loom</title><p>A loom holds the warp.</p></html>"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
PACKED = gzip.compress(PAGE * 20)


def moved(location: bytes) -> bytes:
    return b"HTTP/1.1 302 Found\r\nLocation: " + location + b"\r\nContent-Length: 0\r\n\r\n"


ANSWERS: dict[str, Iterable[bytes]] = {
    "/good": [OK + b"Content-Length: %d\r\n\r\n" % len(PAGE) + PAGE],
    "/charset": [OK.replace(b"html", b"html; charset*=utf-8''%ff; charset*0*=x") + b"\r\n" + PAGE + b"<p>charset"],
    "/cut-length": [OK + b"Content-Length: 999999\r\n\r\n" + PAGE],
    "/cut-chunk": [CHUNKED + b"1000\r\n" + PAGE],
    "/cut-gzip": [OK + b"Content-Encoding: gzip\r\n\r\n" + PACKED[:-20]],
    "/bracket": [moved(b"http://[")],
    "/password": [moved(b"http://ann:secret@other.example/")],
    "/status": [b"HTTP/1.1 abc OK\r\n\r\n"],
    "/garbage": [b"\x00\x01garbage\r\n\r\n"],
    "/negative": [OK + b"Content-Length: -5\r\n\r\n" + PAGE],
    "/chunk-size": [CHUNKED + b"zz\r\n" + PAGE],
    "/continue": repeat(b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
    "/slow-head": repeat(b"a"),
    "/long-head": repeat(b"X: " + b"a" * 10_000 + b"\r\n"),
}
FIRST = {"/slow-head": b"HTTP/1.1 200 OK\r\nX: ", "/long-head": b"HTTP/1.1 200 OK\r\n"}


def answer_to(path: str, paths: list[str]) -> Iterator[bytes]:
    if path == "/":
        yield OK + b"Connection: close\r\n\r\n" + "".join(f"<a href='{link}'>{link}</a> " for link in paths).encode()
    elif path not in ANSWERS:
        yield b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
    else:
        yield FIRST.get(path, b"")
        yield from ANSWERS[path]


@contextmanager
def hostile_site(*paths: str) -> Iterator[str]:
    """The site with links to these paths; its address."""

    def answer(client: socket.socket, stop: threading.Event) -> None:
        request = client.recv(1 << 16).decode("latin-1").split()
        path = request[1] if len(request) > 1 else ""
        for piece in answer_to(path, list(paths)):
            client.sendall(piece)
            if stop.wait(0.1 if path == "/slow-head" else 0):
                return

    with listening(answer) as address:
        yield address
