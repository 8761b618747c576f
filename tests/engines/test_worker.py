"""What is lost with a worker, and how often a run commits: little, also where a page takes long.

A task arrives as it was sent, whatever the sizes of its pages.
"""

import json
import random
import time
from dataclasses import dataclass
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread

import pytest

from tests.engines.pages import RoughJob, make_pages, spoil
from tests.seeds import every_seed
from weft.engines import LearnJob, LocalEngine, cut, run, sample_pages
from weft.engines.chunks import Chunk, PagesTask, ShardTask
from weft.engines.job import Process
from weft.engines.local import Crew
from weft.engines.shards import Shard
from weft.engines.worker import MIN_BUFFER, START, receive_task, send_task
from weft.errors import SourceError
from weft.io import RawPage
from weft.io.files import Source
from weft.io.line_slices import LineLot
from weft.io.reader import Reader
from weft.io.sinks import open_sink
from weft.io.slices import Slice

ENGINE = LocalEngine(workers=1)


@dataclass(frozen=True, kw_only=True)
class SlowJob(RoughJob):
    """Takes its time, and tells every page that it begins; as little at once as learning takes."""

    log: str
    seconds: float = 0.3

    @property
    def at_once(self) -> int:
        return 1

    def start(self) -> Process:
        process = super().start()

        def slow(raw: RawPage) -> bytes:
            with open(self.log, "a", encoding="utf-8") as file:
                file.write(f"{raw.id}\n")
            time.sleep(self.seconds)
            return process(raw)

        return slow


def test_a_lost_worker_has_told_what_it_had_done(tmp_path: Path) -> None:
    pages = make_pages(4)
    pages[3] = spoil(pages[3], "crash")
    job = SlowJob(method="whole_page", format="text", log=f"{tmp_path}/log")
    [chunk] = ENGINE.map(job, cut(pages))
    assert [b'"ok"' in line for line in chunk.whole] == [True, True, True, False]
    begun = (tmp_path / "log").read_text().split()
    assert begun.count("p3") == 3  # workers were lost at it
    assert [begun.count(name) for name in ("p0", "p1")] == [1, 1]


def test_a_run_of_slow_pages_commits_often(tmp_path: Path) -> None:
    marks: list[int] = []
    job = SlowJob(method="whole_page", format="text", log=f"{tmp_path}/log", seconds=0.0)
    run(make_pages(40), job, open_sink(f"{tmp_path}/out.jsonl"), engine=ENGINE, progress=marks.append)
    assert marks == list(range(1, 41))  # what is given one at a time is committed one at a time
    assert (LearnJob().at_once, LearnJob().tries) == (1, 10)


def test_samples_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SourceError, match="cannot be written"):
        sample_pages(make_pages(3), tmp_path / "file")


@dataclass(frozen=True, kw_only=True)
class HangingJob(RoughJob):
    """Hangs before its first page, where no page's clock runs; the second worker that starts does not."""

    mark: str

    def start(self) -> Process:
        if not Path(self.mark).exists():
            Path(self.mark).touch()
            time.sleep(600)
        return super().start()


def test_a_worker_that_hangs_where_no_page_is_to_blame_is_replaced(tmp_path: Path) -> None:
    crew = Crew(ENGINE, HangingJob(method="whole_page", mark=f"{tmp_path}/mark"))
    worker = crew.workers[0]
    try:
        [chunk] = cut(make_pages(2))
        worker.give(chunk)
        crew._look_at(worker)
        assert crew.workers == [worker], "it may still be starting"
        while not (tmp_path / "mark").exists():
            time.sleep(0.01)
        worker.heard -= START + 1  # as if it had been silent for longer than a start may take
        crew._look_at(worker)
        assert not worker.process.is_alive()
        assert crew.again == [chunk], "its pages are to be done again"
    finally:
        crew.dismiss()


class Unsendable:
    def __reduce__(self) -> str:
        raise ValueError("never")


def test_an_error_in_the_thread_that_sends_is_a_lost_worker() -> None:
    crew = Crew(ENGINE, RoughJob(method="whole_page"))
    worker = crew.workers[0]
    try:
        worker._to_send.put(PagesTask([(0, Unsendable())], may_pack=False))  # type: ignore[list-item]  # as none gives
        worker.process.join(30)
        assert not worker.process.is_alive()
        assert worker.take() is None
    finally:
        crew.dismiss()


def test_pages_with_something_that_cannot_be_sent_hold_up_nobody() -> None:
    """The last of a chunk, a chunk of nothing else, and those between."""
    pages = make_pages(6)
    deep: object = 1
    for _ in range(900):
        deep = [deep]
    for place in (1, 3, 4, 5):
        pages[place] = RawPage(id=pages[place].id, data=pages[place].data, extra={"deep": deep})
    job = RoughJob(method="whole_page", format="text")
    lines = [json.loads(line) for chunk in ENGINE.map(job, cut(pages, most=2)) for line in chunk.whole]
    assert [line["id"] for line in lines] == [page.id for page in pages]
    assert [line["status"] for line in lines] == ["ok", "failed", "ok", "failed", "failed", "failed"]


SIZES = (0, 1, MIN_BUFFER - 1, MIN_BUFFER, MIN_BUFFER + 1, 70_000, 300_000)


def sent(task: PagesTask | ShardTask) -> PagesTask | ShardTask:
    near, far = Pipe()
    sender = Thread(target=send_task, args=(near, task))
    sender.start()
    found = receive_task(far)
    sender.join()
    near.close()
    far.close()
    return found


@every_seed(20)
def test_tasks_arrive_as_they_were(seed: int) -> None:
    draw = random.Random(seed)
    pages = [
        RawPage(id=f"p{number}", data=draw.randbytes(draw.choice(SIZES)), url=draw.choice([None, "http://a.example/"]))
        for number in range(draw.randrange(1, 9))
    ]
    task = Chunk(number=0, pages=pages).task()
    assert task is not None
    found = sent(task)
    assert found == task
    assert isinstance(found, PagesTask)
    assert all(type(parcel[1]) is bytes for _, parcel in found.parcels)
    lines = tuple((number, draw.choice([None, draw.randbytes(draw.choice(SIZES))])) for number in range(9))
    shard = Shard(number=0, sources=(Source(id="a.jsonl"),), reader=Reader(max_bytes=9))
    for one in (LineLot(name="a.jsonl", lines=lines), None):
        told = ShardTask(Shard(**{**vars(shard), "lot": one, "slice": Slice(start=1, end=2)}), frozenset({1}), {})
        assert sent(told) == told
