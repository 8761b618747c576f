"""Workers that hang, crash or are too many asked."""

import json
import time
from dataclasses import replace
from queue import Full

import pytest

from tests.engines.pages import RoughJob, make_pages, spoil
from weft.content import Reason
from weft.io import RawPage
from weft.serve.pool import WorkerPool

PATIENCE = 120.0  # seconds that a busy machine may take


def begin(pool: WorkerPool, page: RawPage) -> None:
    """Submit a page, and wait until a worker has it."""
    pool.submit(page)
    end = time.monotonic() + PATIENCE
    while pool.waiting and time.monotonic() < end:
        time.sleep(0.01)


def test_rough_pages_are_answered_and_the_next_too() -> None:
    first, second, third, fourth = make_pages(4)
    pool = WorkerPool(RoughJob(method="whole_page", format="text"), workers=1, seconds=4.0, memory=400 << 20)
    try:
        answers = [
            json.loads(pool.submit(page).result(PATIENCE))
            for page in (
                spoil(first, "hang"),
                spoil(second, "crash"),
                spoil(third, "eat"),
                spoil(fourth, "large"),
                first,
            )
        ]
    finally:
        pool.close()
    assert [(answer["message"][:3], Reason(**answer["reason"])) for answer in answers[:4]] == [
        ("p0:", Reason("limit", "seconds")),
        ("p1:", Reason("crash")),
        ("p2:", Reason("limit", "memory")),
        ("p3:", Reason("crash")),
    ]
    assert answers[4]["status"] == "ok"
    assert pool.replaced == 4


def test_more_than_can_wait_are_refused() -> None:
    page = make_pages(1)[0]
    pool = WorkerPool(RoughJob(method="whole_page", format="text"), workers=1, queue=2, seconds=2.0)
    try:
        begin(pool, spoil(page, "hang"))
        waiting = [pool.submit(page), pool.submit(page)]
        with pytest.raises(Full):
            pool.submit(page)
        assert [json.loads(answer.result(PATIENCE))["status"] for answer in waiting] == ["ok", "ok"]
    finally:
        pool.close()
    with pytest.raises(Full):
        pool.submit(page)


def test_what_waits_when_it_closes_is_refused() -> None:
    page = make_pages(1)[0]
    pool = WorkerPool(RoughJob(method="whole_page", format="text"), workers=1, seconds=1.0)
    begin(pool, spoil(page, "hang"))
    waiting = pool.submit(page)
    pool.close()
    with pytest.raises(Full):
        waiting.result(PATIENCE)


def test_a_request_that_cannot_be_sent_is_answered_and_holds_no_worker() -> None:
    deep: object = 1
    for _ in range(900):
        deep = [deep]
    page = make_pages(1)[0]
    pool = WorkerPool(RoughJob(method="whole_page", format="text"), workers=1, seconds=30.0)
    try:
        answer = json.loads(pool.submit(replace(page, extra={"site": deep})).result(PATIENCE))
        assert (answer["status"], answer["reason"]["code"]) == ("failed", "source")
        assert json.loads(pool.submit(page).result(PATIENCE))["status"] == "ok"
    finally:
        pool.close()
    assert pool.replaced == 0
