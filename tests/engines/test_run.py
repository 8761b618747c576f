import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from tests.engines.pages import make_pages
from weft.engines import ExtractJob, LocalEngine, run
from weft.errors import ConfigError, SourceError
from weft.io.sinks import Sink, open_sink
from weft.io.warc import load_fastwarc
from weft.renderers import RENDERERS

JOB = ExtractJob(method="whole_page", format="markdown")
ENGINE = LocalEngine(workers=1)
NAMES = ["out.jsonl", "out.jsonl.gz", "out.jsonl.zst", "out.csv", "out.parquet", "out.sqlite", "out/"]


class Killed(Exception):
    pass


def open_output(output: str) -> Sink:
    return open_sink(output, format=RENDERERS[JOB.format])


def pages_then_death(count: int, death: int):
    yield from islice(make_pages(count), death)
    if death < count:
        raise Killed


def contents(output: str):
    path = Path(output)
    if path.is_dir():
        return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}
    if path.suffix == ".sqlite":
        with sqlite3.connect(path) as database:
            return database.execute("SELECT * FROM pages ORDER BY number").fetchall()
    return path.read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_an_interrupted_run_ends_like_one_that_was_not(name: str, tmp_path: Path) -> None:
    whole, again = f"{tmp_path}/whole/{name}", f"{tmp_path}/again/{name}"
    report = run(make_pages(1300), JOB, open_output(whole), engine=ENGINE)
    assert (report.pages, report.failed, report.resumed) == (1300, 0, 0)
    for death in (700, 1100):
        with pytest.raises(Killed):
            run(pages_then_death(1300, death), JOB, open_output(again), engine=ENGINE)
    report = run(make_pages(1300), JOB, open_output(again), engine=ENGINE)
    assert (report.pages, report.resumed) == (1300, 1024)
    assert contents(again) == contents(whole)
    assert not [file for file in Path(again).parent.iterdir() if file.name != Path(again).name]


def test_conversion_records(tmp_path: Path) -> None:
    """What is written is a WARC to other readers too; the date of an interrupted run stays."""
    output = tmp_path / "out.warc.gz"
    with pytest.raises(Killed):
        run(pages_then_death(700, 600), JOB, open_output(str(output)), engine=ENGINE)
    run([*make_pages(700), SourceError("empty", page="x.html")], JOB, open_output(str(output)), engine=ENGINE)
    with output.open("rb") as file:
        records = [
            (record.headers["WARC-Type"], record.headers.get("WARC-Target-URI"), record.reader.read())
            for record in load_fastwarc().ArchiveIterator(file, parse_http=False)
        ]
    assert [kind for kind, *_ in records] == ["warcinfo", *["conversion"] * 700, "metadata"]
    assert records[8][1] == "http://weft.example/7"
    assert b"Loom number 7" in records[8][2]
    with output.open("rb") as file:
        archive = load_fastwarc().ArchiveIterator(file, parse_http=False)
        assert len({(record.headers["WARC-Date"]) for record in archive}) == 1


def test_every_line_has_its_page(tmp_path: Path) -> None:
    output = f"{tmp_path}/out.jsonl"
    run([*make_pages(3), SourceError("empty", page="x.html")], JOB, open_output(output), engine=ENGINE)
    lines = [json.loads(line) for line in Path(output).read_text().splitlines()]
    assert [line["status"] for line in lines] == ["ok", "ok", "ok", "failed"]
    assert [line["id"] for line in lines] == ["p0", "p1", "p2", "x.html"]
    assert "Loom number 1" in lines[1]["markdown"]


def test_another_job_does_not_go_on(tmp_path: Path) -> None:
    output = f"{tmp_path}/out.jsonl"
    with pytest.raises(Killed):
        run(pages_then_death(900, 800), JOB, open_output(output), engine=ENGINE)
    with pytest.raises(ConfigError, match="another job"):
        run(make_pages(900), ExtractJob(method="whole_page", format="text"), open_output(output), engine=ENGINE)
    with pytest.raises(ConfigError, match="other input"):
        run(make_pages(900), JOB, open_output(output), engine=ENGINE, source_digest="elsewhere")
    report = run(make_pages(900), JOB, open_output(output), engine=ENGINE, source_digest="elsewhere", fresh=True)
    assert (report.pages, report.resumed) == (900, 0)


def test_two_runs_cannot_write_one_output(tmp_path: Path) -> None:
    output = f"{tmp_path}/out.jsonl"

    def pages():
        with pytest.raises(ConfigError, match="another run"):
            run(make_pages(1), JOB, open_output(output), engine=ENGINE)
        yield from make_pages(1)

    assert run(pages(), JOB, open_output(output), engine=ENGINE).pages == 1


def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SourceError, match="cannot be written"):
        run(make_pages(1), JOB, open_output(f"{tmp_path}/file/out.jsonl"), engine=ENGINE)
    with pytest.raises(ConfigError, match="end the name in one of"):
        open_sink("out.docx")


def test_a_full_disk_can_be_gone_on_from(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    code = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), -1));"
        "from tests.engines.test_run import *;"
        "print(run(make_pages(1300), JOB, open_output(sys.argv[1]), engine=ENGINE).pages)"
    )
    output, whole = f"{tmp_path}/out.jsonl", f"{tmp_path}/whole.jsonl"
    run(make_pages(1300), JOB, open_output(whole), engine=ENGINE)
    first = subprocess.run([sys.executable, "-c", code, output, "120000"], capture_output=True, text=True, check=False)
    assert "cannot be written: File too large" in first.stderr
    assert "goes on where it stopped" in first.stderr
    second = subprocess.run(
        [sys.executable, "-c", code, output, "99000000"], capture_output=True, text=True, check=True
    )
    assert second.stdout == "1300\n"
    assert contents(output) == contents(whole)


def test_killed_at_any_moment_nothing_is_lost_or_twice(tmp_path: Path) -> None:
    code = (
        "import sys; from tests.engines.test_run import *;"
        "run(make_pages(3000), JOB, open_output(sys.argv[1]), engine=LocalEngine(workers=2))"
    )
    output, whole = f"{tmp_path}/out.jsonl.gz", f"{tmp_path}/whole.jsonl.gz"
    run(make_pages(3000), JOB, open_output(whole), engine=ENGINE)
    random.seed(7)
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", code, output])
        time.sleep(random.uniform(0.8, 2.0))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    subprocess.run([sys.executable, "-c", code, output], check=True)
    assert contents(output) == contents(whole)
