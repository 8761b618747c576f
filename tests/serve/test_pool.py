"""Workers that hang, crash or are too many asked."""

import json
import time
from dataclasses import replace
from queue import Full

import pytest

from tests.engines.pages import RoughJob, make_pages, spoil
from weft.content import Reason
from weft.serve.pool import WorkerPool


def test_rough_pages_are_answered_and_the_next_too() -> None:
    first, second, third = make_pages(3)
    pool = WorkerPool(RoughJob(method="whole_page", format="text"), workers=1, seconds=4.0, memory=400 << 20)
    try:
        answers = [
            json.loads(pool.submit(page).result(30))
            for page in (spoil(first, "hang"), spoil(second, "crash"), spoil(third, "eat"), first)
        ]
    finally:
        pool.close()
    assert [Reason(**answer["reason"]) for answer in answers[:3]] == [
        Reason("limit", "seconds"),
        Reason("crash"),
        Reason("limit", "memory"),
    ]
    assert [answer["status"] for answer in answers] == ["failed", "failed", "failed", "ok"]
    assert pool.replaced == 3


def test_more_than_can_wait_are_refused() -> None:
    page = make_pages(1)[0]
    pool = WorkerPool(RoughJob(method="whole_page", format="text"), workers=1, queue=2, seconds=2.0)
    try:
        pool.submit(spoil(page, "hang"))
        time.sleep(0.5)
        waiting = [pool.submit(page), pool.submit(page)]
        with pytest.raises(Full):
            pool.submit(page)
        assert [json.loads(answer.result(30))["status"] for answer in waiting] == ["ok", "ok"]
    finally:
        pool.close()
    with pytest.raises(Full):
        pool.submit(page)


def test_what_waits_when_it_closes_is_refused() -> None:
    page = make_pages(1)[0]
    pool = WorkerPool(RoughJob(method="whole_page", format="text"), workers=1, seconds=1.0)
    pool.submit(spoil(page, "hang"))
    time.sleep(0.5)
    waiting = pool.submit(page)
    pool.close()
    with pytest.raises(Full):
        waiting.result(1)


def test_a_request_that_cannot_be_sent_is_answered_and_holds_no_worker() -> None:
    deep: object = 1
    for _ in range(900):
        deep = [deep]
    page = make_pages(1)[0]
    pool = WorkerPool(RoughJob(method="whole_page", format="text"), workers=1, seconds=30.0)
    try:
        answer = json.loads(pool.submit(replace(page, extra={"site": deep})).result(20))
        assert (answer["status"], answer["reason"]["code"]) == ("failed", "source")
        assert json.loads(pool.submit(page).result(30))["status"] == "ok"
    finally:
        pool.close()
    assert pool.replaced == 0
