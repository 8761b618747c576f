"""The load on the service: its questions have the library's answers, and a wrong answer is seen."""

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import weft
from bench.datasets import Case
from bench.scale.http_client import Post, Reply, get, send
from bench.scale.requests import broken_post, huge_post, make_questions, slow_post
from bench.scale.service import Load, Tally, latencies
from weft.serve import make_app

PAGE = "<title>Looms</title><h1>Looms</h1>" + "<p>A loom holds the warp while the weft is woven in, row by row.</p>" * 9


@pytest.fixture
def cases(tmp_path: Path) -> list[Case]:
    found = []
    for number in range(4):
        path = tmp_path / f"{number}.html"
        path.write_text(f"{PAGE}<p>Number {number}</p>")
        found.append(Case(id=str(number), path=path, url=f"http://loom.example/{number}?a=b&c"))
    return found


def test_questions_have_the_answers_of_the_library(cases: list[Case]) -> None:
    questions = make_questions(cases)
    assert {question.kind for question in questions} == {"extract", "records", "learn"}
    first = questions[0]
    assert first.answer["text"] == weft.extract(cases[0].data, url=cases[0].url).text
    with TestClient(make_app(workers=1)) as client:
        for question in questions:
            post = question.post
            reply = client.post(post.path, content=post.body, headers={"content-type": post.type})
            assert (reply.status_code, reply.json()) == (200, question.answer)


Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def _served(handler: Handler, use: Callable[[int], Awaitable[Reply]]) -> Reply:
    server = await asyncio.start_server(handler, "127.0.0.1", 0)
    async with server:
        return await use(server.sockets[0].getsockname()[1])


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answers with the body that it was sent."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0]) if b"Content-Length" in head else 0
    body = await reader.readexactly(length) if length else b"".join([piece async for piece in reader])
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nRetry-After: 1\r\n\r\n%b" % (len(body), body))
    await writer.drain()
    writer.close()


async def _hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


def test_a_client_sends_and_reads() -> None:
    post = Post(path="/v1/extract", body=b'{"a": 1}', piece=3, pause=0.01)
    reply = asyncio.run(_served(_echo, lambda port: send(port, post)))
    assert (reply.status, reply.values, reply.headers["retry-after"]) == (200, {"a": 1}, "1")


def test_a_service_that_hangs_up_is_no_answer() -> None:
    reply = asyncio.run(_served(_hang_up, lambda port: send(port, Post(path="/", body=b"x"))))
    assert (reply.status, reply.values) == (0, None)
    assert asyncio.run(_served(_hang_up, lambda port: get(port, "/health"))).status == 0


def test_a_wrong_answer_is_seen(cases: list[Case]) -> None:
    questions = make_questions(cases[:1])
    tally = Tally()
    load = Load(port=0, questions=questions, until=time.monotonic(), tally=tally)
    right = Reply(status=200, body=json.dumps(questions[0].answer).encode())
    load.check_answer(questions[0], right)
    assert not tally.wrong
    load.check_answer(questions[0], Reply(status=200, body=b'{"status": "ok"}'))
    load.check_answer(questions[0], Reply(status=500, body=right.body))
    assert len(tally.wrong) == 2


def test_the_load_asks_and_counts(cases: list[Case]) -> None:
    """The echo is no service, so every answer of it is wrong, and all are counted."""
    tally = Tally()

    async def use(port: int) -> Reply:
        load = Load(port=port, questions=make_questions(cases[:1]), until=time.monotonic() + 1.0, tally=tally)
        await load.hurried(0)
        return Reply()

    asyncio.run(_served(_echo, use))
    asked = sum(sum(counts.values()) for counts in tally.statuses.values())
    assert asked == len(tally.wrong) == len(tally.seconds) > 0


def test_bodies_that_misbehave(cases: list[Case]) -> None:
    rng = random.Random(3)
    right = {status for _ in range(60) for status in broken_post(rng)[1]}
    assert right == {0, 200, 400, 422}
    assert len(huge_post(is_chunked=True).body) == 50_000_000
    question = make_questions(cases[:1])[0]
    slow = slow_post(question, seconds=4.0)
    assert (slow.body, slow.pause) == (question.post.body, 1.0)
    assert 4 * slow.piece >= len(slow.body) > 3 * slow.piece


def test_latencies() -> None:
    found = latencies([number / 1000 for number in range(1001)])
    assert found["p50"] == pytest.approx(500, abs=2)
    assert found["p99"] == pytest.approx(990, abs=2)
    assert latencies([1.0]) == {}
