"""The server against clients that are slow, many or broken, over real sockets."""

import json
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from weft.io.sockets import bind
from weft.serve import ServeLimits, make_app, make_server

QUICK = ServeLimits(
    head_seconds=1, body_seconds=2, send_seconds=2, idle_seconds=2, connections=30, client_connections=20, bytes=100_000
)
PATIENCE = 120.0  # seconds that a loaded machine may take
GET = b"GET /health HTTP/1.1\r\nHost: weft\r\n\r\n"
ASK = b"POST /v1/extract?format=text&method=whole_page HTTP/1.1\r\nHost: weft\r\nContent-Type: text/html\r\n"
PAGE = b"<p>A loom holds the warp."


@contextmanager
def serving(app: ASGIApp, limits: ServeLimits) -> Iterator[int]:
    """A server beside the test; its port."""
    with bind("127.0.0.1", 0) as listening:
        server = make_server(app, limits)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        port: int = listening.getsockname()[1]
        try:
            while not server.started and thread.is_alive():
                time.sleep(0.01)
            yield port
        finally:
            server.should_exit = True
            thread.join(60)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(make_app(workers=1, limits=QUICK), QUICK) as port:
        yield port


def connect(port: int, *, source: str = "127.0.0.1", sent: bytes = b"") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE, source_address=(source, 0))
    client.sendall(sent)
    return client


def receive(client: socket.socket) -> bytes:
    """All that comes until the server hangs up."""
    received = bytearray()
    try:
        while data := client.recv(1 << 16):
            received += data
    except ConnectionResetError:
        pass
    return bytes(received)


def ask_until_answered(port: int, request: bytes, *, source: str = "127.0.0.1") -> tuple[int, bytes]:
    """The answer; as long as the service is busy, the client comes again."""
    end = time.monotonic() + PATIENCE
    while (answer := ask(port, request, source=source))[0] in (0, 503) and time.monotonic() < end:
        time.sleep(0.2)
    return answer


def ask(port: int, request: bytes, *, source: str = "127.0.0.1") -> tuple[int, bytes]:
    """The status and the body of an answer."""
    with connect(port, source=source) as client:
        client.sendall(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
        head, _, body = receive(client).partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, body


def read_answer(client: socket.socket) -> tuple[bytes, bytes]:
    """The head and the body of an answer, by the length that it tells."""
    with client.makefile("rb") as stream:
        head = b"".join(iter(stream.readline, b"\r\n"))
        length = next(line for line in head.lower().splitlines() if line.startswith(b"content-length:"))
        return head, stream.read(int(length.split(b":")[1]))


def send_slowly(client: socket.socket) -> None:
    """A byte now and then, until the server hangs up."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        client.sendall(b"a")
        time.sleep(0.05)


def test_half_sent_headers_are_given_up_and_told(port: int) -> None:
    with connect(port, sent=b"GET /health HTTP/1.1\r\nX: a") as client:
        head, _, body = receive(client).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert json.loads(body)["message"] == "the headers took more than 1 s to come"


def test_headers_that_come_byte_by_byte_are_given_up(port: int) -> None:
    client = connect(port, sent=b"GET /health HTTP/1.1\r\nX: ")
    with client, pytest.raises((ConnectionResetError, BrokenPipeError)):
        send_slowly(client)


@pytest.mark.parametrize("sent", [b"", b"\r\n", GET, GET + b"GET /he"])
def test_a_silent_connection_is_given_up(port: int, sent: bytes) -> None:
    with connect(port, sent=sent) as client:
        answer = receive(client)
    assert answer.count(b"HTTP/1.1 200 OK") == sent.count(GET)


def test_a_slow_body_is_given_up(port: int) -> None:
    with connect(port, sent=ASK + b"Content-Length: 1000\r\n\r\n<p>") as client:
        head, _, body = receive(client).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert json.loads(body)["reason"]["code"] == "slow"


def test_a_body_that_nobody_reads_is_given_up(port: int) -> None:
    with connect(port, sent=b"POST /nothing HTTP/1.1\r\nHost: weft\r\nContent-Length: 100000\r\n\r\n") as client:
        assert b" 404 " in read_answer(client)[0]
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            send_slowly(client)


def test_many_half_open_connections_keep_nobody_out(port: int) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(connect(port, sent=b"GET /health HTTP/1.1\r\nX")) for _ in range(100)]
        for source in ("127.0.0.1", "127.0.0.2"):
            assert ask_until_answered(port, GET, source=source)[0] == 200
        for client in held:
            receive(client)  # until the server hangs up


def test_connections_at_work_are_not_ended_for_others() -> None:
    """Where all work, who comes is refused, whoever it is; a client beyond its own number only itself."""
    limits = ServeLimits(connections=3, client_connections=2, body_seconds=60)
    with serving(make_app(workers=1, limits=limits), limits) as port, ExitStack() as stack:
        body = ASK + b"Content-Length: %d\r\n\r\n" % len(PAGE)
        working = [stack.enter_context(connect(port, sent=body)) for _ in range(2)]
        while json.loads(ask(port, GET, source="127.0.0.3")[1])["in_flight"] < 2:
            time.sleep(0.05)
        assert ask(port, GET)[0] in (503, 0)
        other = stack.enter_context(connect(port, source="127.0.0.2", sent=body))
        while ask(port, GET, source="127.0.0.3")[0] == 200:
            time.sleep(0.05)
        for client in (*working, other):
            client.sendall(PAGE)
            assert b"A loom holds the warp." in read_answer(client)[1]


def test_slow_bodies_make_room_for_others() -> None:
    limits = ServeLimits(requests=3, body_seconds=20)
    with serving(make_app(workers=1, limits=limits), limits) as port, ExitStack() as stack:
        slow = [stack.enter_context(connect(port, sent=ASK + b"Content-Length: 99\r\n\r\n<p>")) for _ in range(3)]
        time.sleep(1.5)
        assert ask(port, ASK + b"Content-Length: %d\r\n\r\n" % len(PAGE) + PAGE)[0] == 200
        assert b"the body came slowly while others waited" in read_answer(slow[0])[1]
        slow[1].sendall(b"a" * 96)
        assert b'"status": "ok"' in read_answer(slow[1])[1]


def test_a_client_that_does_not_read_its_answer_is_given_up() -> None:
    async def large(request: Request) -> Response:
        return PlainTextResponse(b"x" * (64 << 20))

    with serving(Starlette(routes=[Route("/", large)]), QUICK) as port, connect(port) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: weft\r\n\r\n")
        client.recv(1)
        time.sleep(QUICK.send_seconds + 2)
        assert len(receive(client)) < 64 << 20


def test_a_client_that_has_gone_costs_no_worker(port: int) -> None:
    """Of requests that wait, those are left out whose clients have gone."""
    request = ASK + b"Content-Length: 99000\r\n\r\n" + b"<p>x</p>y" * 11_000
    for _ in range(5):
        connect(port, sent=request).close()
    assert ask_until_answered(port, ASK + b"Content-Length: %d\r\n\r\n" % len(PAGE) + PAGE)[0] == 200


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"\x00\x01\x02\r\n\r\n", 400),
        (b"GET\r\n\r\n", 400),
        (b"GET / HTTP/x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nno header\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: a\r\n" * 20_000 + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 200_000, 431),
        (ASK + b"Content-Length: -1\r\n\r\n", 400),
        (ASK + b"Content-Length: 1_0\r\n\r\n", 400),
        (ASK + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", 400),
        (ASK + b"Content-Length: 99999999999999999\r\n\r\n", 413),
        (ASK + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\n<p>", 400),
        (ASK + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 400),
        (ASK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (ASK + b"Transfer-Encoding: chunked\r\n\r\n-5\r\n", 400),
        (ASK + b"Transfer-Encoding: chunked\r\n\r\n" + b"1;" + b"x" * 100_000, 431),
        (b"CONNECT weft:80 HTTP/1.1\r\nHost: a\r\n\r\n", 404),
        (b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 404),
        (b"GET http://weft.example/ HTTP/1.1\r\nHost: a\r\n\r\n", 404),
        (b"GET /%00%ff/../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", 404),
        (b"BREW /v1/extract HTTP/1.1\r\nHost: a\r\n\r\n", 405),
    ],
)
def test_a_malformed_request_is_refused_with_a_sentence(port: int, request_: bytes, status: int) -> None:
    with connect(port) as client:
        client.sendall(request_)
        head, body = read_answer(client)
    assert int(head.split()[1]) == status
    assert b"content-type: application/json" in head.lower()
    values = json.loads(body)
    assert values["status"] == "failed"
    assert values["message"]


@pytest.mark.parametrize(
    "content_type",
    ["text/html; charset*=utf-8''%ff%fe; charset*0*=x", "text/html; charset=\xff", 'text/html; charset="'],
)
def test_a_hostile_content_type_is_read(port: int, content_type: str) -> None:
    request = f"POST /v1/extract HTTP/1.1\r\nHost: weft\r\nContent-Type: {content_type}\r\nContent-Length: 25\r\n\r\n"
    assert ask_until_answered(port, request.encode("latin-1") + PAGE)[0] == 200


def test_clients_that_break_off_leave_the_service_whole(port: int) -> None:
    for sent in (
        b"G",
        ASK,
        ASK + b"Content-Length: 99\r\n\r\n<p>",
        ASK + b"Content-Length: 25\r\n\r\n" + PAGE,
        GET * 50,
    ):
        with connect(port, sent=sent) as client:  # closed by a reset
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    end = time.monotonic() + PATIENCE
    while json.loads(ask(port, GET)[1])["in_flight"]:
        assert time.monotonic() < end, "a request whose client has gone is held"
        time.sleep(0.05)


def test_credentials_are_not_answered(port: int) -> None:
    target = b"/v1/extract?method=whole_page&url=http%3A%2F%2Fann%3Asecret%40weft.example%2F"
    request = b"POST " + target + b" HTTP/1.1\r\nHost: weft\r\nContent-Type: text/html\r\nContent-Length: 25\r\n\r\n"
    status, body = ask_until_answered(port, request + PAGE)
    assert (status, json.loads(body)["url"]) == (200, "http://weft.example/")
    assert b"secret" not in body
