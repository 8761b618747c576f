"""The server itself: sockets, raw requests, stopping; and thumbnails."""

import socket
import time
from collections.abc import Callable

import httpx2 as httpx
import pytest

from tests.studio.running import OWN, Studio
from weft.cli.options import words_of
from weft.document import Document
from weft.errors import BrowserError, ConfigError
from weft.io.sockets import bind
from weft.studio.access import Access
from weft.studio.project import Project
from weft.studio.serving import serve_in_thread
from weft.studio.thumbnails import Thumbnails, block_picture


def raw(studio: Studio, request: str) -> str:
    """The answer to a request that no client would send."""
    with socket.create_connection(("127.0.0.1", studio.access.port), timeout=5) as connection:
        connection.sendall(request.encode())
        return connection.recv(1 << 16).decode(errors="replace")


def test_no_raw_path_reaches_the_files_or_answers(studio: Studio):
    session = studio.access.use_token(studio.access.new_token())
    cookie = f"Cookie: {studio.access.cookie}={session}"
    host = f"Host: 127.0.0.1:{studio.access.port}"
    for path in (
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/../../etc/passwd",
        "//etc/passwd",
        "/static//../__init__.py",
    ):
        assert " 401 " in raw(studio, f"GET {path} HTTP/1.1\r\n{host}\r\n\r\n")
        assert " 404 " in raw(studio, f"GET {path} HTTP/1.1\r\n{host}\r\n{cookie}\r\n\r\n")
    assert " 200 " in raw(studio, f"GET / HTTP/1.1\r\n{host}\r\n{cookie}\r\n\r\n")
    assert " 403 " in raw(studio, f"GET / HTTP/1.0\r\n{cookie}\r\n\r\n")
    twice = raw(studio, f"GET / HTTP/1.1\r\n{host}\r\nHost: evil.example\r\n{cookie}\r\n\r\n")
    assert " 400 " in twice or " 403 " in twice
    assert " 4" in raw(studio, f"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n{cookie}\r\n\r\n")
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA=="
    assert " 101 " not in raw(studio, f"GET / HTTP/1.1\r\n{host}\r\n{upgrade}\r\n{cookie}\r\n\r\n")


def test_answers_do_not_wait_for_acknowledgements(studio: Studio):
    with httpx.Client(base_url=studio.url, headers=OWN, follow_redirects=True) as client:
        client.get(studio.login_url())

        def seconds() -> float:
            start = time.perf_counter()
            assert client.get("/static/studio.css").status_code == 200
            return time.perf_counter() - start

        assert any(seconds() < 0.03 for _ in range(500))  # 0.04 s and more where every answer waits, on any machine


def test_a_port_in_use_is_a_clear_error():
    with bind("127.0.0.1", 0) as taken, pytest.raises(ConfigError, match="choose another port") as raised:
        bind("127.0.0.1", taken.getsockname()[1])
    assert words_of(raised.value).endswith("; choose another --port")
    with pytest.raises(ConfigError, match="cannot be served: a port is a number from 0 to 65535; choose another port"):
        bind("127.0.0.1", 70_000)
    with pytest.raises(ConfigError, match="cannot be served") as raised:
        bind("192.0.2.7", 0)  # of no machine
    assert words_of(raised.value).endswith("; choose another --host")


def test_a_server_stops_when_the_block_ends(project: Project):
    access = Access()
    with serve_in_thread(project, access) as running:
        assert httpx.get(running.url).status_code == 401
        assert running.is_alive
    assert not running.is_alive
    with pytest.raises(httpx.ConnectError):
        httpx.get(running.url)


def test_a_map_of_blocks_is_shown_until_there_is_a_picture(project: Project):
    drawn: list[Document] = []

    def draw(document: Document) -> bytes:
        drawn.append(document)
        return b"picture"

    document = project.document(1)
    thumbnails = Thumbnails(draw)
    picture, kind = thumbnails.find("a", document)
    assert (picture, kind) == block_picture(document)
    assert kind == "image/svg+xml"
    assert b"#2a9d6f" in picture
    thumbnails._worker.shutdown()
    assert thumbnails.find("a", document) == (b"picture", "image/png")
    assert drawn == [document]


def test_without_a_browser_the_map_stays(project: Project):
    tries: list[int] = []

    def draw(document: Document) -> bytes:
        tries.append(1)
        raise BrowserError("missing")

    thumbnails = Thumbnails(draw)
    document = project.document(1)
    thumbnails.find("a", document)
    thumbnails._worker.shutdown()
    assert thumbnails.find("a", document) == block_picture(document)
    assert tries == [1]


def test_the_fixture_serves_sites_of_ones_own(make_studio: Callable[..., Studio]):
    from weft.io import RawPage

    studio = make_studio([RawPage(id="a", data=b"<p>one two three")], password="a long password")
    assert httpx.get(f"{studio.url}/login").status_code == 200
