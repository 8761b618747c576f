"""The service in process, with real workers."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient

from weft.serve import ServeLimits, make_app
from weft.serve.app import Service

PAGE = "<title>Looms</title><article><h1>Looms</h1><p>A loom holds the warp while the weft is woven in.</article>"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(workers=1, limits=ServeLimits(bytes=200_000, seconds=20))) as client:
        yield client


def test_a_page_as_html(client: TestClient) -> None:
    answer = client.post(
        "/v1/extract?format=text&method=whole_page", content=PAGE, headers={"Content-Type": "text/html"}
    )
    assert answer.status_code == 200
    assert answer.json() == {
        "id": "page",
        "url": "",
        "status": "ok",
        "chosen_by": "whole_page",
        "cluster": "",
        "reason": {"code": "chosen", "detail": "1 block of title taken out"},
        "text": "A loom holds the warp while the weft is woven in.",
    }


def test_a_page_in_its_own_encoding(client: TestClient) -> None:
    page = "<p>经线固定，纬线穿行其间。".encode("gbk")
    headers = {"Content-Type": "text/html; charset=gbk"}
    answer = client.post("/v1/extract?format=text&method=whole_page", content=page, headers=headers)
    assert answer.json()["text"] == "经线固定，纬线穿行其间。"


def test_a_page_in_json(client: TestClient) -> None:
    answer = client.post("/v1/extract", json={"html": PAGE, "url": "https://weft.example/looms"})
    assert answer.status_code == 200
    assert (answer.json()["title"], answer.json()["url"]) == ("Looms", "https://weft.example/looms")


def test_what_is_shown_is_asked_by_name(client: TestClient) -> None:
    titled = "# Looms\n\nA loom holds the warp while the weft is woven in."
    asked = {"format": "markdown", "method": "whole_page", "title": True, "records": False}
    answer = client.post("/v1/extract", json={"html": PAGE, **asked})
    assert answer.json()["markdown"] == titled
    address = "/v1/extract?format=markdown&method=whole_page&title=true&front_matter=on"
    answer = client.post(address, content=PAGE, headers={"Content-Type": "text/html"})
    assert (
        answer.json()["markdown"]
        == f'---\ntitle: "Looms"\nlanguage: "en"\npage_type: "article"\nword_count: 11\n---\n\n{titled}'
    )
    answer = client.post("/v1/extract", json={"html": PAGE, "title": "yes"})
    assert (answer.status_code, answer.json()["message"]) == (422, "page: title must be true or false")


def test_records(client: TestClient) -> None:
    rows = "".join(f"<li><a href=/{n}>Loom number {n}</a> <span>1{n} Euro</span>" for n in range(8))
    answer = client.post("/v1/records", json={"html": f"<ul>{rows}</ul>"})
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"


def test_records_have_their_kind_and_typed_values(client: TestClient) -> None:
    table = "<table><tr><th>Loom<th>Price<tr><td>Ann<td>£5.00<tr><td>Bob<td>£7.00</table>"
    [region] = client.post("/v1/records", json={"html": table}).json()["regions"]
    assert (region["kind"], region["page"], region["next_page"]) == ("table", 0, "")
    assert region["records"][0]["typed"] == {"price": {"amount": 5.0, "currency": "GBP"}}


def test_learn_and_extract_by_what_was_learned(client: TestClient) -> None:
    page = "<title>{0}</title><nav>Home</nav><h1>{0}</h1><p>{0} is what this page of the shop is about, at length."
    pages = [{"url": f"http://weft.example/p/{k}", "html": page.format(f"Loom {k}")} for k in range(8)]
    site = client.post("/v1/learn", json={"pages": pages}).json()["site"]
    asked = {"html": page.format("Shuttle"), "url": "http://weft.example/p/99", "site": site, "format": "text"}
    assert client.post("/v1/extract", json=asked).json()["text"] == (
        "Shuttle is what this page of the shop is about, at length."
    )


@pytest.mark.parametrize(
    ("path", "body", "kind", "status", "message"),
    [
        ("/v1/extract", b"", "text/html", 400, "empty"),
        ("/v1/extract", b"no json", "application/json", 400, "neither HTML"),
        ("/v1/extract", b"[]", "application/json", 400, "JSON object"),
        ("/v1/extract", b"{}", "application/json", 400, "give a JSON object"),
        ("/v1/extract", b'{"html": "<p>", "url": 3}', "application/json", 400, "url must be"),
        ("/v1/extract", b'{"html": "<p>", "id": {}}', "application/json", 400, "id must be"),
        ("/v1/learn", b'{"pages": [{"html": "<p>", "id": true}]}', "application/json", 400, "id must be"),
        ("/v1/extract?links=true", b'{"html": "<p>", "links": true}', "application/json", 400, "and in the body"),
        ("/v1/extract?links=true&links=false", b"<p>", "text/html", 400, "links is asked twice"),
        ("/v1/extract", b"[" * 100_000, "application/json", 400, "neither HTML"),
        ("/v1/extract", b"x" * 300_000, "text/html", 413, "larger than"),
        ("/v1/extract?format=doc", b"<p>x", "text/html", 422, "unknown format"),
        ("/v1/extract?method=doc", b"<p>x", "text/html", 422, "unknown method"),
        ("/v1/extract?method=/models/own.zip", b"<p>x", "text/html", 422, "unknown method"),
        ("/v1/extract?method=vips", b"<p>x", "text/html", 422, "chooses on drawn pages, and none is drawn here"),
        ("/v1/extract", b"<div>" * 10_000, "text/html", 422, "depth"),
        ("/v1/extract", b'{"html": "<p>", "site": {"format": 99}}', "application/json", 422, "format"),
        ("/v1/learn", b'{"pages": []}', "application/json", 400, "1 to 1000"),
        ("/v1/learn", b'{"pages": [3]}', "application/json", 400, "a page is"),
    ],
)
def test_what_is_refused(client: TestClient, path: str, body: bytes, kind: str, status: int, message: str) -> None:
    answer = client.post(path, content=body, headers={"Content-Type": kind})
    assert answer.status_code == status
    assert answer.json()["status"] == "failed"
    assert message in answer.json()["message"]


def test_a_body_that_does_not_say_how_large_it_is(client: TestClient) -> None:
    answer = client.post("/v1/extract", content=(b"<p>" * 10_000 for _ in range(10)))
    assert (answer.status_code, answer.json()["reason"]) == (413, {"code": "limit", "detail": "bytes"})


def test_more_requests_than_allowed() -> None:
    with TestClient(make_app(workers=1, limits=ServeLimits(requests=0))) as client:
        answer = client.post("/v1/extract", content=PAGE)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert "come again in a second" in answer.json()["message"]


def test_a_body_that_comes_too_slowly() -> None:
    """The client says that there is more, and sends nothing."""
    asked = {"type": "http", "method": "POST", "path": "/v1/extract", "query_string": b"", "headers": []}
    sent: list[Any] = []

    async def receive() -> Any:
        await asyncio.sleep(30)

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(make_app(workers=1, limits=ServeLimits(body_seconds=0.05))(asked, receive, send))
    assert sent[0]["status"] == 408
    assert b"took more than 0.05 s" in sent[1]["body"]


def test_health_metrics_and_description(client: TestClient) -> None:
    assert client.get("/health").json()["status"] == "ok"
    client.post("/v1/extract", content=b"<p>x", headers={"Content-Type": "text/html"})
    metrics = client.get("/metrics").text
    assert 'weft_requests_total{path="/v1/extract",status="200"}' in metrics
    assert "weft_workers 1" in metrics
    described = client.get("/openapi.json").json()
    assert set(described["paths"]) == {
        "/v1/extract", "/v1/records", "/v1/learn", "/health", "/ready", "/metrics", "/openapi.json",
    }  # fmt: skip
    answers = described["paths"]["/v1/extract"]["post"]["responses"]
    reason = answers["422"]["content"]["application/json"]["schema"]["properties"]["reason"]
    assert set(reason["properties"]) == {"code", "detail"}


def test_it_is_ready_when_a_worker_has_answered_and_there_is_room() -> None:
    app = make_app(workers=1, limits=ServeLimits(requests=1))
    with TestClient(app) as client:
        seen = {client.get("/ready").status_code}
        end = time.monotonic() + 60
        while (answer := client.get("/ready")).status_code == 503 and time.monotonic() < end:
            seen.add(503)
            time.sleep(0.05)
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert 503 in seen  # a worker takes longer to start than a request to come


@pytest.mark.parametrize(("requests", "why"), [(0, "all workers are busy"), (1, "starting")])
def test_it_is_not_ready(requests: int, why: str) -> None:
    service = Service(limits=ServeLimits(requests=requests))
    if not requests:
        service._tried = Future()
        service._tried.set_result(b'{"status": "ok"}')
    answer = asyncio.run(service.ready(Request({"type": "http", "headers": []})))
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert why in bytes(answer.body).decode()


@pytest.mark.parametrize("given", ["", "a.b-1", "two words", "x" * 65, "id\u00e9"])
def test_every_answer_has_the_id_of_its_request(client: TestClient, given: str) -> None:
    for path in ("/health", "/nothing"):
        answer = client.get(path, headers={b"X-Request-ID": given.encode()} if given else {})
        number = answer.headers["x-request-id"]
        assert (number == given) is (given == "a.b-1")
        assert re.fullmatch(r"[A-Za-z0-9._-]{1,64}", number)


def test_each_answer_is_told_in_a_line_without_what_was_asked() -> None:
    lines: list[str] = []
    with TestClient(make_app(workers=1, log=lines.append)) as client:
        headers = {"Content-Type": "text/html", "X-Request-ID": "ours"}
        answer = client.post("/v1/extract?url=https://ann:secret@weft.example/", content=PAGE, headers=headers)
        client.get("/secret")
    told = [json.loads(line) for line in lines]
    wanted = {"id": "ours", "method": "POST", "path": "/v1/extract", "status": 200, "bytes": len(answer.content)}
    assert {name: told[0][name] for name in wanted} == wanted
    assert 0 < told[0]["seconds"] < 60
    assert (told[1]["path"], told[1]["status"]) == ("other", 404)
    assert "secret" not in "".join(lines)


def test_a_fault_of_the_service_has_an_id_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(self: Service, request: Request) -> Response:
        raise RuntimeError("no")

    monkeypatch.setattr(Service, "health", fail)
    lines: list[str] = []
    with TestClient(make_app(workers=1, log=lines.append), raise_server_exceptions=False) as client:
        answer = client.get("/health", headers={"X-Request-ID": "bad"})
    assert (answer.status_code, answer.headers["x-request-id"]) == (500, "bad")
    assert json.loads(lines[0])["status"] == 500


def test_unknown_paths_and_methods(client: TestClient) -> None:
    assert client.get("/v1/extract").status_code == 405
    assert client.get("/nothing").status_code == 404


def test_a_body_whose_time_is_up_at_the_moment_when_it_must_make_room() -> None:
    """Its timeout can no longer be changed; that is no error of the request that needs the room."""
    service = Service()
    dropped: list[bool] = []

    async def read_slowly() -> None:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(0.05) as timeout:
            service._reading[timeout] = 0.0
            loop.call_at(loop.time() + 0.05, lambda: dropped.append(service._drop_slowest()))
            await asyncio.sleep(60)

    with pytest.raises(TimeoutError):
        asyncio.run(read_slowly())
    assert dropped == [True]
