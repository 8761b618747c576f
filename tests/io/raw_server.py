"""A server that sends the very bytes that a test wants, as slowly as it wants."""

import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

FOREVER = 60.0  # seconds that an endless answer goes on; no test waits for its end


@contextmanager
def answering(pieces: Iterable[bytes], *, pause: float = 0.0) -> Iterator[str]:
    """A server that reads a request's head and sends these pieces to whoever asks; its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def answer(client: socket.socket) -> None:
        with client, suppress(OSError):
            client.settimeout(5)
            while b"\r\n\r\n" not in client.recv(1 << 16, socket.MSG_PEEK):
                if stop.wait(0.01):
                    return
            client.recv(1 << 16)
            for piece in pieces:
                client.sendall(piece)
                if stop.wait(pause):
                    return

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        stop.set()
        listener.close()


def endless(piece: bytes, *, start: bytes = b"") -> Iterator[bytes]:
    """A start, and then the same piece for as long as no test waits."""
    yield start
    end = time.monotonic() + FOREVER
    while time.monotonic() < end:
        yield piece
