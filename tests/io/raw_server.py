"""A server that sends the very bytes that a test wants, as slowly as it wants."""

import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

FOREVER = 60.0  # seconds that an endless answer goes on; no test waits for its end


@contextmanager
def listening(answer: Callable[[socket.socket, threading.Event], None]) -> Iterator[str]:
    """A server that answers each client in a thread of its own, until the event says that the test is over."""
    listener = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def serve(client: socket.socket) -> None:
        with client, suppress(OSError):
            client.settimeout(10)
            answer(client, stop)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        stop.set()
        listener.close()


@contextmanager
def answering(pieces: Iterable[bytes], *, pause: float = 0.0) -> Iterator[str]:
    """A server that reads a request's head and sends these pieces to whoever asks; its address."""

    def answer(client: socket.socket, stop: threading.Event) -> None:
        while b"\r\n\r\n" not in client.recv(1 << 16, socket.MSG_PEEK):
            if stop.wait(0.01):
                return
        client.recv(1 << 16)
        for piece in pieces:
            client.sendall(piece)
            if stop.wait(pause):
                return

    with listening(answer) as address:
        yield address


def endless(piece: bytes, *, start: bytes = b"") -> Iterator[bytes]:
    """A start, and then the same piece for as long as no test waits."""
    yield start
    end = time.monotonic() + FOREVER
    while time.monotonic() < end:
        yield piece
