import json
import os
import signal

import pytest

from tests.engines.pages import RoughJob, make_pages, spoil
from weft.content import Reason
from weft.engines import ExtractJob, LocalEngine, cut
from weft.errors import SourceError, WeftError

JOB = ExtractJob(method="whole_page", format="text")


def lines_of(engine, job, pages):
    return [line for chunk in engine.map(job, cut(pages)) for line in chunk.whole]


def test_lines_are_those_of_one_process_in_order() -> None:
    pages = make_pages(100)
    process = JOB.start()
    assert lines_of(LocalEngine(workers=2), JOB, pages) == [process(page) for page in pages]


def test_no_pages() -> None:
    assert lines_of(LocalEngine(workers=1), JOB, []) == []


def test_a_page_that_could_not_be_read_is_a_line() -> None:
    pages = [*make_pages(2), SourceError("no JSON", page="pages.jsonl:3")]
    last = json.loads(lines_of(LocalEngine(workers=1), JOB, pages)[-1])
    assert last == {
        "id": "pages.jsonl:3",
        "url": "",
        "status": "failed",
        "reason": {"code": "source", "detail": ""},
        "message": "pages.jsonl:3: no JSON",
    }


def test_rough_pages_are_given_up_and_all_others_done() -> None:
    pages = make_pages(70)
    for place, what in ((3, "hang"), (20, "crash"), (40, "eat"), (60, "large")):
        pages[place] = spoil(pages[place], what)
    engine = LocalEngine(workers=2, seconds=4.0, memory=400 << 20)
    found = [json.loads(line) for line in lines_of(engine, RoughJob(method="whole_page", format="text"), pages)]
    assert [line["id"] for line in found] == [page.id for page in pages]
    failed = {line["id"]: Reason(**line["reason"]) for line in found if line["status"] != "ok"}
    lost = dict.fromkeys(("p20", "p60"), Reason("crash"))  # one killed, one without memory
    assert failed == {"p3": Reason("limit", "seconds"), "p40": Reason("limit", "memory")} | lost


def test_workers_that_are_killed_lose_nothing() -> None:
    pages = make_pages(6_000)
    expected = [JOB.start()(page) for page in pages[:1]]
    found: list[bytes] = []
    killed: list[int] = []
    for chunk in LocalEngine(workers=2).map(JOB, cut(pages)):
        found += chunk.whole
        children = _children()  # none in the moment in which a killed one is replaced
        if children and len(found) > 1_000 * (len(killed) + 1):
            killed.append(children[0])
            os.kill(killed[-1], signal.SIGKILL)
    assert len(killed) >= 4
    assert found[0] == expected[0]
    assert [json.loads(line)["id"] for line in found] == [page.id for page in pages]
    assert all(json.loads(line)["status"] == "ok" for line in found)


def test_workers_that_cannot_start_are_an_error() -> None:
    job = ExtractJob(site="there-is-no-such-site.json")
    with pytest.raises(WeftError, match="ended before their first page") as raised:
        lines_of(LocalEngine(workers=1), job, make_pages(1))
    assert 'call run under if __name__ == "__main__":' in str(raised.value)


def test_no_worker_outlives_the_engine() -> None:
    before = set(_children())
    chunks = LocalEngine(workers=2).map(JOB, cut(make_pages(500)))
    next(chunks)
    chunks.close()
    assert set(_children()) <= before


def _children() -> list[int]:
    with open(f"/proc/{os.getpid()}/task/{os.getpid()}/children", encoding="ascii") as file:
        return [pid for pid in map(int, file.read().split()) if b"spawn_main" in _command(pid)]


def _command(pid: int) -> bytes:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""
