"""What may lie about when a run goes on: torn journals, parts of other jobs, an input that says `status` itself."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tests.engines.pages import HereShards, make_pages
from weft.engines import ExtractJob, LocalEngine, Shard, run
from weft.engines.job import Job
from weft.engines.journal import Entry, RunJournal
from weft.engines.run import parts_folder, run_shards
from weft.engines.shards import write_part
from weft.errors import ConfigError
from weft.io import find_sources
from weft.io.reader import Reader
from weft.io.remote_path import OutputPath
from weft.io.sinks import open_sink

JOB = ExtractJob(method="whole_page", format="text", limits=replace(ExtractJob().limits, nodes=100))


def make_shards(folder: Path, counts: Sequence[int]) -> list[Shard]:
    """A shard for each number of pages, which it reads from a folder of its own."""
    shards = []
    for number, count in enumerate(counts):
        own = folder / f"in{number}"
        own.mkdir()
        for page in make_pages(count):
            (own / f"{page.id}.html").write_bytes(page.data)
        sources = find_sources([str(own)]) if count else ()
        shards.append(Shard(number=number, sources=tuple(sources), reader=Reader(max_bytes=999)))
    return shards


class FirstShard(HereShards):
    """Is killed after its first shard."""

    def map_shards(self, job: Job, shards: Sequence[Shard], folder: OutputPath) -> Iterator[OutputPath]:
        yield from islice(super().map_shards(job, shards, folder), 1)
        raise KeyboardInterrupt


def test_what_the_input_says_of_status_is_not_believed(tmp_path: Path) -> None:
    good, bad = make_pages(2)
    good = replace(good, extra={"status": "failed"})
    bad = replace(bad, data=b"<i>" * 200, extra={"status": "ok"})
    report = run([good, bad], JOB, open_sink(f"{tmp_path}/out.jsonl"), engine=LocalEngine(workers=1))
    assert report.counts == {"ok": 1, "limit: nodes": 1}


def test_parts_of_another_job_are_made_again(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    sink = open_sink(f"{out}/out.jsonl")
    stale = parts_folder(sink) / "00000000.jsonl.gz"
    stale.parent.mkdir()
    write_part(stale, [[b'{"id": "old", "status": "ok"}\n']])
    (parts_folder(sink) / "00000001.jsonl.gz.part").write_bytes(b"half")
    report = run_shards(make_shards(tmp_path, [2]), JOB, sink, engine=HereShards())
    assert report.pages == 2
    assert b'"old"' not in (out / "out.jsonl").read_bytes()
    assert [file.name for file in out.iterdir()] == ["out.jsonl"]


def test_a_shard_without_pages_is_a_commit_too(tmp_path: Path) -> None:
    """Other input must not go on after it, although nothing was written."""
    output = f"{tmp_path}/out.jsonl"
    shards = make_shards(tmp_path, [0, 3])
    with pytest.raises(KeyboardInterrupt):
        run_shards(shards, JOB, open_sink(output), engine=FirstShard(), source_digest="one")
    with pytest.raises(ConfigError, match="other input"):
        run_shards(shards, JOB, open_sink(output), engine=HereShards(), source_digest="two")


def test_the_line_after_a_torn_one_counts(tmp_path: Path) -> None:
    journal = RunJournal(tmp_path / "out")
    journal.add(Entry(job="j", pages=1))
    journal.close()
    with journal.path.open("ab") as file:
        file.write(b'{"job": "j", "pa')
    journal = RunJournal(tmp_path / "out")
    assert journal.last().pages == 1
    journal.add(Entry(job="j", pages=2))
    assert journal.last().pages == 2
    journal.close()


def test_a_journal_of_another_version_is_not_gone_on_from(tmp_path: Path) -> None:
    journal = RunJournal(tmp_path / "out")
    journal.add(Entry(pages=3))
    with journal.path.open("ab") as file:
        file.write(b"no line of ours\n" + json.dumps({"version": 99}).encode() + b"\n")
    with pytest.raises(ConfigError, match="is of another version of weft; remove it to start afresh"):
        journal.last()
    with journal.path.open("r+b") as file:
        file.truncate(file.read().index(b'{"version"'))
    assert journal.last().pages == 3, "what is no line of a journal is passed over"
    journal.close()


def test_the_folders_of_an_output_are_made(tmp_path: Path) -> None:
    output = tmp_path / "one" / "two" / "out.jsonl"
    assert run(make_pages(1), JOB, open_sink(str(output)), engine=LocalEngine(workers=1)).pages == 1
    assert [file.name for file in output.parent.iterdir()] == ["out.jsonl"]
