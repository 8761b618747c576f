"""Ray, started on this machine."""

import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import ray

from tests.engines.pages import RoughJob, make_pages, spoil
from weft.content import Reason
from weft.engines import (
    CountedSink,
    ExtractJob,
    LearnJob,
    LocalEngine,
    SiteStore,
    cut,
    read_samples,
    run,
    run_shards,
    run_sources,
)
from weft.engines import shards as shards_module
from weft.engines.ray_engine import RayEngine, load_ray
from weft.engines.shards import Shard, split
from weft.errors import ConfigError
from weft.io import Source, find_sources
from weft.io.reader import Reader
from weft.io.sinks import open_sink

JOB = ExtractJob(method="whole_page", format="text")
ENGINE = RayEngine(workers=2)


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield
    ray.shutdown()


def write_shards(folder: Path, *, files: int, pages: int) -> list[Shard]:
    for number in range(files):
        lines = [
            json.dumps(
                {"id": f"{number}-{page.id}", "url": f"http://h{number}.example/{page.id}", "html": page.data.decode()}
            )
            for page in make_pages(pages)
        ]
        (folder / f"{number}.jsonl").write_text("\n".join(lines) + "\nno json\n")
    return split(find_sources([f"{folder}/*.jsonl"]), Reader(max_bytes=1 << 20))


def test_the_output_is_that_of_the_local_engine(tmp_path: Path) -> None:
    shards = write_shards(tmp_path, files=3, pages=40)
    local, far = f"{tmp_path}/local.jsonl", f"{tmp_path}/far.jsonl"
    run((page for shard in shards for page in shard.read()), JOB, open_sink(local), engine=LocalEngine(workers=1))
    report = run_shards(shards, JOB, open_sink(far), engine=ENGINE)
    assert (report.pages, report.failed) == (123, 3)
    assert Path(far).read_bytes() == Path(local).read_bytes()
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"0.jsonl", "1.jsonl", "2.jsonl", "far.jsonl", "local.jsonl"}


def test_one_large_file_is_read_by_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards_module, "SHARD_SLICES", 1)
    rows = [{"id": page.id, "html": page.data.decode() + " warp" * 4000} for page in make_pages(700)]
    rows[600]["id"] = ""  # a line that is called by its number
    path = tmp_path / "pages.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    sources, reader = find_sources([str(path)]), Reader(max_bytes=1 << 20)
    local, far = f"{tmp_path}/local.jsonl", f"{tmp_path}/far.jsonl"
    assert len(split(sources, reader)) > 2
    run(reader.read(sources[0]), JOB, open_sink(local), engine=LocalEngine(workers=1))
    report = run_sources(sources, reader, JOB, open_sink(far), engine=ENGINE)
    assert (report.pages, report.failed) == (700, 0)
    assert Path(far).read_bytes() == Path(local).read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"pages.jsonl", "far.jsonl", "local.jsonl"}


def test_rough_pages_and_lost_actors(tmp_path: Path) -> None:
    pages = make_pages(64)
    pages[5], pages[40] = spoil(pages[5], "hang"), spoil(pages[40], "crash")
    job = RoughJob(method="whole_page", format="text")
    killed: list[int] = []

    def kill_an_actor() -> None:
        deadline = time.monotonic() + 60
        while not killed and time.monotonic() < deadline:
            time.sleep(0.1)
            for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
                if not killed and _command(pid).startswith(b"ray::Doer.do_chunk"):
                    killed.append(pid)
                    os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_an_actor)
    killer.start()
    engine = RayEngine(workers=2, seconds=4.0)
    lines = [json.loads(line) for chunk in engine.map(job, cut(pages)) for line in chunk.whole]
    killer.join()
    assert killed
    assert [line["id"] for line in lines] == [page.id for page in pages]
    assert {line["id"]: Reason(**line["reason"]) for line in lines if line["status"] != "ok"} == {
        "p5": Reason("limit", "seconds"),
        "p40": Reason("crash"),
    }


@pytest.mark.parametrize("place", ["sites", "sites.sqlite"])
def test_samples_and_sites(place: str, tmp_path: Path) -> None:
    shards = write_shards(tmp_path, files=3, pages=20)
    assert ENGINE.sample(shards, tmp_path / "samples") == 63
    sites = f"{tmp_path}/{place}"
    store = SiteStore(sites)
    report = run(read_samples(tmp_path / "samples", store.wants), LearnJob(), store, engine=ENGINE, fresh=True)
    assert report.counts == {"ok": 3}
    store = SiteStore(sites)
    assert list(read_samples(tmp_path / "samples", store.wants)) == []
    sink = CountedSink(open_sink(f"{tmp_path}/out.jsonl"), store)
    run_shards(shards, ExtractJob(sites=sites, format="text"), sink, engine=ENGINE)
    entries = list(SiteStore(sites).entries())
    assert [entry.host for entry in entries] == ["h0.example", "h1.example", "h2.example"]
    assert sum(entry.runs[0].pages for entry in entries) == sink.totals.total() - sink.totals["failed"] > 0


def test_nothing_is_left_beside_the_sites(tmp_path: Path) -> None:
    shards = write_shards(tmp_path, files=2, pages=20)
    ENGINE.sample(shards, tmp_path / "samples")
    sites = tmp_path / "learned" / "sites.sqlite"
    sites.parent.mkdir()
    run(read_samples(tmp_path / "samples"), LearnJob(), SiteStore(str(sites)), engine=ENGINE)
    run_shards(shards, ExtractJob(sites=str(sites)), open_sink(f"{tmp_path}/out.jsonl"), engine=ENGINE)
    assert list(sites.parent.iterdir()) == [sites]


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    shards = write_shards(tmp_path, files=4, pages=10)
    out = f"{tmp_path}/out.jsonl"

    class Dying(RayEngine):
        def map_shards(self, job, shards, folder):
            for number, part in enumerate(super().map_shards(job, shards, folder)):
                if number == 2:
                    raise KeyboardInterrupt
                yield part

    with pytest.raises(KeyboardInterrupt):
        run_shards(shards, JOB, open_sink(out), engine=Dying(workers=2))
    report = run_shards(shards, JOB, open_sink(out), engine=ENGINE)
    assert (report.pages, report.resumed) == (44, 22)
    ids = [json.loads(line)["id"] for line in Path(out).read_text().splitlines()]
    assert len(ids) == len(set(ids)) == 44


def test_what_cannot_be_cut() -> None:
    with pytest.raises(ConfigError, match="save what is piped"):
        split([Source(id="-")], Reader(max_bytes=1))


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ConfigError, match=r"pip install 'weft\[ray\]', or take the local engine"):
        load_ray()


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
