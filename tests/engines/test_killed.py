"""A run that is killed before any of its file operations, or whose disk is full at any moment, can be gone on with.

An audit hook sees every file that a process opens, names or removes, and kills it at one of them. So the moments that a
clock hardly ever hits are all there: between the naming of an output and the removing of its journal, for one.
"""

import gzip
import os
import re
import resource
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.engines.pages import make_pages
from weft.engines import Chunk, ExtractJob, run
from weft.engines.job import Job
from weft.errors import SourceError
from weft.io import RawPage
from weft.io.sinks import open_sink
from weft.io.tables import load_parquet
from weft.renderers import RENDERERS

LINES = ["out.jsonl", "out.jsonl.gz", "out.jsonl.zst", "out.csv", "out.warc", "out.warc.gz"]
NAMES = [*LINES, "out.parquet", "out.sqlite", "out/"]
EVENTS = frozenset({"open", "os.rename", "os.remove", "os.truncate", "os.mkdir", "os.rmdir", "sqlite3.connect"})
PAGES = 20
EACH_END = 6  # operations that are tried at the beginning and at the end of a run that has many
SHARES = (0, 0.2, 0.5, 0.97)  # of the largest file that there is room for
TOLD, NOT_TOLD, BROKEN = 203, 204, 205  # exit statuses: an error in words, another one, a traceback


@dataclass(frozen=True, kw_only=True)
class SmallJob(ExtractJob):
    """Commits often."""

    @property
    def at_once(self) -> int:
        return 1


@dataclass(frozen=True)
class HereEngine:
    """Does pages in this process."""

    def map(self, job: Job, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        process = job.start()
        for chunk in chunks:
            chunk.lines |= {index: process(page) for index, page in chunk.open}
            yield chunk


load_parquet()  # once, and not in every process that is forked
JOB = SmallJob(method="whole_page", format="markdown", limits=replace(ExtractJob().limits, nodes=100))


def pages() -> list[RawPage]:
    """Some of them fail, so that a folder has a list of failures."""
    made = make_pages(PAGES)
    made[7] = replace(made[7], data=b"<i>" * 200)
    return made


def do_run(output: str) -> int:
    sink = open_sink(output, format=RENDERERS[JOB.format])
    return run(pages(), JOB, sink, engine=HereEngine()).pages


def contents(output: str) -> Any:
    """What an output holds; of a WARC without the date of the run and what is made from it."""
    path = Path(output)
    if path.is_dir():
        return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()}
    if path.suffix == ".sqlite":
        with sqlite3.connect(path) as database:
            return database.execute("SELECT * FROM pages ORDER BY number").fetchall()
    if ".warc" not in path.name:
        return path.read_bytes()
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return re.sub(rb"WARC-(Date|Record-ID): .*", b"", data)


def in_child(do: Callable[[], Any]) -> int:
    """How a process ends that does something: its exit status, or the signal that killed it, negative."""
    child = os.fork()
    if not child:
        try:
            do()
            os._exit(0)
        except SourceError as error:
            is_told = "cannot be written" in str(error) and "goes on where it stopped" in str(error)
            os._exit(TOLD if is_told else NOT_TOLD)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(BROKEN)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed_at(number: int, folder: Path) -> Callable[[str, tuple[Any, ...]], None]:
    """A hook that kills its process before the operation of that number on a file below a folder."""
    count = 0

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal count
        if event in EVENTS and str(arguments[0]).startswith(str(folder)):
            count += 1
            if count == number:
                os.kill(os.getpid(), signal.SIGKILL)

    return watch


def count_operations(output: str, folder: Path) -> int:
    """How many there are in an undisturbed run."""
    counted: list[str] = []

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event in EVENTS and str(arguments[0]).startswith(str(folder)):
            counted.append(event)

    def run_and_count() -> None:
        sys.addaudithook(watch)
        do_run(output)
        os._exit(len(counted))

    return in_child(run_and_count)


@pytest.mark.parametrize("name", NAMES)
def test_killed_before_any_file_operation_a_run_ends_like_one_that_was_not(name: str, tmp_path: Path) -> None:
    whole = f"{tmp_path}/whole/{name}"
    count = count_operations(whole, tmp_path)
    numbers = [*range(1, count + 1)]
    if count > 2 * EACH_END:  # a folder has some for every page, which are all alike
        numbers = numbers[:EACH_END] + numbers[-EACH_END:]
    assert count > 5
    for number in numbers:
        folder = tmp_path / f"killed-{number}"
        output = f"{folder}/{name}"

        def run_and_die(output: str = output, folder: Path = folder, number: int = number) -> None:
            sys.addaudithook(killed_at(number, folder))
            do_run(output)

        assert in_child(run_and_die) == -signal.SIGKILL
        assert in_child(partial(do_run, output)) == 0, f"not gone on with after operation {number}"
        assert contents(output) == contents(whole), f"another output after operation {number}"
        left = [file.name for file in folder.iterdir() if file.name != name.rstrip("/")]
        assert not left, f"left after operation {number}: {left}"


@pytest.mark.parametrize("name", NAMES)
def test_a_disk_that_is_full_at_any_moment_costs_nothing(name: str, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: the output, its parts and the journal reach it in turn."""
    whole = f"{tmp_path}/whole/{name}"
    assert do_run(whole) == PAGES
    largest = max(file.stat().st_size for file in (tmp_path / "whole").rglob("*") if file.is_file())
    for number, room in enumerate(int(largest * share) for share in SHARES):
        output = f"{tmp_path}/full-{number}/{name}"

        def run_with_little(output: str = output, room: int = room) -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
            do_run(output)

        assert in_child(run_with_little) == TOLD, f"no word of {room} bytes"
        assert in_child(partial(do_run, output)) == 0, f"not gone on with after {room} bytes"
        assert contents(output) == contents(whole), f"another output after {room} bytes"
