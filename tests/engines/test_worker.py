"""What is lost with a worker, and how often a run commits: little, also where a page takes long."""

import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.engines.pages import RoughJob, make_pages, spoil
from weft.engines import LearnJob, LocalEngine, cut, run, sample_pages
from weft.engines.job import Process
from weft.errors import SourceError
from weft.io import RawPage
from weft.io.sinks import open_sink

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
    assert marks == [16, 32, 40]
    assert (LearnJob().at_once, LearnJob().tries) == (1, 10)


def test_samples_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SourceError, match="cannot be written"):
        sample_pages(make_pages(3), tmp_path / "file")
