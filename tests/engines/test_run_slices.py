"""Runs whose workers read slices: they seek where they go on, and a page that ends workers ends nothing else."""

import gzip
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.engines.pages import RoughJob
from tests.io.test_warc import record
from weft.content import Reason
from weft.engines import ExtractJob, LocalEngine, run_sources
from weft.engines.job import Process
from weft.errors import SourceError
from weft.io import RawPage, find_sources
from weft.io.reader import Reader
from weft.io.sinks import open_sink
from weft.io.slices import WHOLE_BYTES
from weft.io.tables import load_parquet
from weft.renderers import RENDERERS

JOB = ExtractJob(method="whole_page", format="text")
ENGINE = LocalEngine(workers=2)
READER = Reader(max_bytes=1 << 20)
PAGES = 1300


class Killed(Exception):
    pass


def html_of(number: int) -> str:
    return f"<p>Loom {number} " + random.Random(number).randbytes(4000).hex()


def write_source(path: Path, count: int = PAGES) -> Path:
    """A file of over four megabytes, so that it is cut."""
    rows = [{"id": f"p{number}", "html": html_of(number)} for number in range(count)]
    if path.suffix == ".parquet":
        arrow, parquet = load_parquet()
        parquet.write_table(arrow.Table.from_pylist(rows), path, row_group_size=400)
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        made = (record(row["html"].encode(), url=f"http://weft.example/{row['id']}") for row in rows)
        path.write_bytes(b"".join(map(gzip.compress, made)))
    return path


def do_run(source: Path, output: Path, job: ExtractJob = JOB, **options: Any) -> Any:
    sink = open_sink(str(output), format=RENDERERS[job.format])
    return run_sources(find_sources([str(source)]), READER, job, sink, engine=ENGINE, **options)


def die_at(count: int) -> Any:
    def die(done: int) -> None:
        if done >= count:
            raise Killed

    return die


def contents(output: Path) -> Any:
    if output.suffix == ".sqlite":
        with sqlite3.connect(output) as database:
            return database.execute("SELECT * FROM pages ORDER BY number").fetchall()
    return output.read_bytes()


@pytest.mark.parametrize(
    ("name", "output"),
    [("a.warc.gz", "out.jsonl.gz"), ("a.jsonl", "out.parquet"), ("a.parquet", "out.sqlite"), ("a.warc.gz", "out.csv")],
)
def test_a_run_that_goes_on_seeks_to_where_it_was(name: str, output: str, tmp_path: Path) -> None:
    source = write_source(tmp_path / name)
    whole, again = tmp_path / "whole" / output, tmp_path / "again" / output
    assert do_run(source, whole).pages == PAGES
    with pytest.raises(Killed):
        do_run(source, again, progress=die_at(513))
    with source.open("r+b") as file:  # its head tells what kind of file it is
        file.seek(100_000)
        file.write(b"\0" * 100_000)
    report = do_run(source, again)
    assert report.pages == PAGES
    assert report.failed == 0, "what lies before was not read again"
    assert 513 <= report.resumed < PAGES
    assert contents(again) == contents(whole)
    assert [path.name for path in again.parent.iterdir()] == [output]


def test_a_page_that_two_slices_have_is_called_by_its_place_in_each_run(tmp_path: Path) -> None:
    """The ids of the pages before the place are kept in the journal."""
    source = write_source(tmp_path / "a.warc.gz")
    first = next(iter(READER.read(find_sources([str(source)])[0])))
    assert isinstance(first, RawPage)
    again = record(html_of(-1).encode()).replace(b"\r\n", b"\r\nWARC-Record-ID: <%s>\r\n" % first.id.encode(), 1)
    start, _, rest = again.partition(b"\r\nWARC-Record-ID: <%s>\r\n" % first.id.encode())
    lines = [line for line in rest.split(b"\r\n") if not line.startswith(b"WARC-Record-ID")]
    repeated = b"\r\n".join([start, b"WARC-Record-ID: <%s>" % first.id.encode(), *lines])
    with source.open("ab") as file:
        file.write(gzip.compress(repeated))
    whole, again_out = tmp_path / "whole.jsonl", tmp_path / "again.jsonl"
    do_run(source, whole)
    ids = [json.loads(line)["id"] for line in whole.read_text().splitlines()]
    assert len(set(ids)) == PAGES + 1
    assert ids[-1].startswith(f"{first.id}#")
    with pytest.raises(Killed):
        do_run(source, again_out, progress=die_at(513))
    do_run(source, again_out)
    assert again_out.read_bytes() == whole.read_bytes()


def test_killed_at_any_moment_nothing_is_lost_or_twice(tmp_path: Path) -> None:
    """Slices of the first file are repeated in part of the second, so that some are read by the parent."""
    first = write_source(tmp_path / "a.warc.gz", 600)
    members = first.read_bytes()
    second = tmp_path / "b.warc.gz"
    second.write_bytes(members + members[: members.index(b"\x1f\x8b\x08", 1_500_000)])
    code = (
        "import sys; from tests.engines.test_run_slices import *;"
        "run_sources(find_sources(sys.argv[2:]), READER, JOB, open_sink(sys.argv[1]), engine=ENGINE)"
    )
    names = [str(first), str(second)]
    output, whole = tmp_path / "out.jsonl.gz", tmp_path / "whole.jsonl.gz"
    journal = tmp_path / "out.jsonl.gz.run"
    started = time.monotonic()
    subprocess.run([sys.executable, "-c", code, str(whole), *names], check=True)
    seconds = time.monotonic() - started
    ids = [json.loads(line)["id"] for line in gzip.decompress(whole.read_bytes()).splitlines()]
    assert len(ids) > 1200
    assert len(set(ids[600:])) == len(ids) - 600
    draw = random.Random(7)
    kills = 0
    for _ in range(12):
        process = subprocess.Popen([sys.executable, "-c", code, str(output), *names])
        while not kills and process.poll() is None and not journal.exists():  # the first of them has begun
            time.sleep(0.01)
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds * draw.uniform(0.3, 0.8) if kills else 0)
        if process.poll() is not None:
            break
        kills += 1
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    else:
        subprocess.run([sys.executable, "-c", code, str(output), *names], check=True)
    assert kills
    assert output.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_rough_pages_of_lines_are_given_up_and_all_others_done(name: str, tmp_path: Path) -> None:
    """Of a slice that a worker reads, and of lines that the parent unpacks."""
    rows = [{"id": f"p{number}", "url": f"http://weft.example/{number}", "seen": 1} for number in range(700)]
    for number, row in enumerate(rows):
        row["html"] = {5: "<p>crash", 300: "<p>hang"}.get(number, html_of(number))
    source = tmp_path / name
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    source.write_bytes(gzip.compress(data, 0) if name.endswith(".gz") else data)
    assert source.stat().st_size > WHOLE_BYTES
    sink = open_sink(f"{tmp_path}/out.jsonl", format=RENDERERS["text"])
    job = RoughJob(method="whole_page", format="text")
    engine = LocalEngine(workers=2, seconds=4.0)
    report = run_sources(find_sources([str(source)]), READER, job, sink, engine=engine)
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines] == [row["id"] for row in rows]
    failed = {line["id"]: Reason(**line["reason"]) for line in lines if line["status"] != "ok"}
    assert failed == {"p5": Reason("crash"), "p300": Reason("limit", "seconds")}
    assert report.counts == {"ok": 698, "crash": 1, "limit: seconds": 1}
    assert lines[5]["url"] == "http://weft.example/5"
    assert lines[5]["input"] == {"seen": 1}


def test_files_are_read_by_workers(tmp_path: Path) -> None:
    """Small files of many and single pages, and those that are none."""
    for number in range(40):
        (tmp_path / f"{number:02}.html").write_text(f"<p>Page {number}")
    (tmp_path / "07.html").write_bytes(b"%PDF-1.7")
    (tmp_path / "08.html").unlink()
    (tmp_path / "08.html").symlink_to("nowhere")
    (tmp_path / "many.jsonl").write_text('{"html": "<p>One"}\nno json\n')
    names = [f"{tmp_path}/{number:02}.html" for number in range(40) if number != 8] + [f"{tmp_path}/many.jsonl"]
    sources = find_sources(names)
    (tmp_path / "09.html").unlink()
    run_sources(sources, READER, JOB, open_sink(f"{tmp_path}/out.jsonl"), engine=ENGINE)
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines] == [*names[:39], f"{names[39]}:1", f"{names[39]}:2"]
    messages = [line["message"] for line in lines if line["status"] == "failed"]
    assert len(messages) == 3
    assert "not a web page but a PDF" in messages[0]
    assert "cannot be read: No such file" in messages[1]
    assert "no JSON" in messages[2]


@dataclass(frozen=True, kw_only=True)
class OddJob(ExtractJob):
    """Its lines lack what the sink needs."""

    def start(self) -> Process:
        return lambda raw: b'{"id": "x", "status": "ok"}\n'


def test_lines_that_cannot_be_packed_are_an_error_of_the_run(tmp_path: Path) -> None:
    source = write_source(tmp_path / "a.jsonl", 700)
    with pytest.raises(Exception, match="its line has no 'text'"):
        do_run(source, tmp_path / "out.csv", OddJob(method="whole_page", format="text"))


def test_an_output_that_cannot_take_more_is_an_error_of_the_run(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be written"):
        do_run(write_source(tmp_path / "a.jsonl", 700), Path("/dev/full/out.jsonl"))
