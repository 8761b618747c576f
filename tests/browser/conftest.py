"""A real Chromium, started once; and listeners on loopback that must not hear of a page."""

import select
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from weft.browser import Browser, BrowserLimits, DrawOptions
from weft.browser.browser import _raw_page
from weft.browser.loading import Visit
from weft.browser.snapshot import Snapshot, snapshot_of

PATIENCE = 60.0  # seconds: a busy machine is slow, and what fails waits only once
SCRIPTS = DrawOptions(scripts=True, settle=0.1, limits=BrowserLimits(seconds=PATIENCE, memory=500, nodes=20_000))
SHORT = replace(SCRIPTS, limits=replace(SCRIPTS.limits, seconds=1.0))
ENDS = replace(SCRIPTS, settle=PATIENCE)  # for a page that something else ends


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with Browser() as opened:
        yield opened


@dataclass
class Canary:
    """Ports that remember who came: one for connections, one for datagrams."""

    tcp: int
    udp: int
    heard: list[str] = field(default_factory=list)


@pytest.fixture
def canary() -> Iterator[Canary]:
    with socket.socket() as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
        tcp.bind(("127.0.0.1", 0))
        tcp.listen()
        udp.bind(("127.0.0.1", 0))
        found = Canary(tcp=tcp.getsockname()[1], udp=udp.getsockname()[1])
        is_over = threading.Event()

        def listen() -> None:
            while not is_over.is_set():
                ready, _, _ = select.select([tcp, udp], [], [], 0.1)
                if udp in ready:
                    found.heard.append(f"udp: {udp.recv(200)!r}")
                if tcp in ready:
                    connection, _ = tcp.accept()
                    found.heard.append("tcp")
                    connection.close()

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield found
        is_over.set()
        thread.join()


def take_snapshot(browser: Browser, html: str) -> Snapshot:
    """What Chromium says of a page, before anything is made of it."""
    raw = _raw_page(html, None)
    assert raw is not None
    return snapshot_of(
        browser._visit(Visit(name="page", url="https://weft.invalid/", data=raw.data, options=browser.options)).answer
    )
