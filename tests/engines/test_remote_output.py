"""Runs whose output is on an object store: the same bytes as here, after a kill at any moment too.

The store is the one that fsspec keeps in memory. `test_s3.py` does the same, once, on a server that speaks S3.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import pytest

from tests.engines.test_killed import JOB, HereEngine, contents, pages
from weft.cli import main
from weft.engines import CountedSink, SiteStore, host_tally, run
from weft.errors import ConfigError, SourceError
from weft.io import RawPage
from weft.io.files import load_fsspec
from weft.io.remote_path import RemotePath
from weft.io.sinks import open_sink, writing
from weft.io.sinks.choice import REMOTE_SINKS
from weft.renderers import RENDERERS

NAMES = [f"out{ending}" for ending in REMOTE_SINKS]
STORE = "memory://bucket/runs"


class Killed(BaseException):
    """What stands for a kill: nothing of weft catches it."""


@pytest.fixture
def store() -> Iterator[Any]:
    system = load_fsspec().filesystem("memory")
    system.store.clear()  # other tests of this process write there too
    yield system
    system.store.clear()
    system.pseudo_dirs[:] = [""]


def do_run(output: str, **options: Any) -> int:
    sink = open_sink(output, format=RENDERERS[JOB.format])
    return run(some_pages(), JOB, sink, engine=HereEngine(), **options).pages


def some_pages() -> list[RawPage]:
    """The last of them fails."""
    return pages()[:8]


def stored(store: Any) -> dict[str, bytes]:
    return {name.removeprefix("/bucket/runs/"): store.cat_file(name) for name in store.find("/bucket")}


def written_here(name: str, folder: Path) -> Any:
    do_run(f"{folder}/{name}")
    return contents(f"{folder}/{name}")


def fetched(store: Any, name: str, folder: Path) -> Any:
    """What an output on the store holds; nothing else is left there."""
    copy = folder / "fetched"
    for path, data in stored(store).items():
        assert path == name or (name.endswith("/") and path.startswith(name)), f"{path} is left"
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        (copy / path).write_bytes(data)
    return contents(f"{copy}/{name}")


@contextmanager
def killed_at(number: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Ends the process, as far as a test can, before the operation of that number on the store."""
    asked = RemotePath._told
    count = [0]

    @contextmanager
    def told(self: RemotePath, verb: str) -> Iterator[tuple[Any, str]]:
        count[0] += 1
        if count[0] == number:
            raise Killed
        with asked(self, verb) as found:
            yield found

    with monkeypatch.context() as patch:
        patch.setattr(RemotePath, "_told", told)
        yield count


@pytest.mark.parametrize("name", NAMES)
def test_a_run_writes_the_bytes_that_it_writes_here(name: str, store: Any, tmp_path: Path) -> None:
    assert do_run(f"{STORE}/{name}") == len(some_pages())
    assert fetched(store, name, tmp_path) == written_here(name, tmp_path)


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.csv", "out.parquet"])
def test_an_output_is_counted_where_it_lies(name: str, store: Any, capsys: pytest.CaptureFixture[str]) -> None:
    do_run(f"{STORE}/{name}")
    assert main(["stats", f"{STORE}/{name}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pages"] == len(some_pages())


@pytest.mark.parametrize("name", ["out.jsonl.gz", "out.parquet", "out.warc", "out/"])
def test_a_run_that_was_killed_at_any_operation_goes_on(
    name: str, store: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = written_here(name, tmp_path)
    with killed_at(0, monkeypatch) as operations:
        do_run(f"{STORE}/{name}")
    for number in range(1, operations[0] + 1):
        store.rm("/bucket", recursive=True)
        with killed_at(number, monkeypatch), pytest.raises(Killed):
            do_run(f"{STORE}/{name}")
        assert do_run(f"{STORE}/{name}") == len(some_pages())
        assert fetched(store, name, tmp_path) == whole, f"killed before operation {number} of {operations[0]}"


class LaterEachTime(datetime):
    """A clock that is an hour further whenever it is read, so that no two runs have one name."""

    reads = 0

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        cls.reads += 1
        return datetime(2026, 1, 1, tzinfo=tz) + timedelta(hours=cls.reads)


def count_hosts(folder: Path) -> Counter[str]:
    """A run that counts what chose; what its store of sites then says of the run."""
    sites = SiteStore(str(folder))
    run(some_pages(), JOB, CountedSink(open_sink(f"{STORE}/out.jsonl"), sites), engine=HereEngine())
    facts = {(fact.host, fact.run): fact.values for fact in sites.shelf.facts()}
    return sum(map(Counter, facts.values()), Counter())


def test_a_run_that_counts_hosts_goes_on(store: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_tally, "datetime", LaterEachTime)
    with killed_at(0, monkeypatch) as operations:
        whole = count_hosts(tmp_path / "whole")
    assert whole == {"fallback": len(some_pages()) - 1, "failed": 1}
    for number in (20, *range(operations[0] - 8, operations[0] + 1)):
        store.rm("/bucket", recursive=True)
        with killed_at(number, monkeypatch), pytest.raises(Killed):
            count_hosts(tmp_path / str(number))
        assert count_hosts(tmp_path / str(number)) == whole, f"killed before operation {number} of {operations[0]}"
        assert stored(store).keys() == {"out.jsonl"}


def test_of_two_runs_into_one_output_one_stops(store: Any) -> None:
    output = f"{STORE}/out.jsonl"

    def meanwhile() -> Iterator[RawPage]:
        for number, page in enumerate(some_pages()):
            if number == 4:
                assert do_run(output) == len(some_pages())
            yield page

    with pytest.raises(ConfigError, match="another run is writing it"):
        run(meanwhile(), JOB, open_sink(output, format=RENDERERS[JOB.format]), engine=HereEngine())
    lines = [json.loads(line) for line in store.cat_file("/bucket/runs/out.jsonl").splitlines()]
    assert [line["id"] for line in lines] == [page.id for page in some_pages()]


def test_another_job_does_not_go_on_and_fresh_does(store: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with killed_at(15, monkeypatch), pytest.raises(Killed):
        do_run(f"{STORE}/out.jsonl")
    with pytest.raises(ConfigError, match="was begun with other input"):
        do_run(f"{STORE}/out.jsonl", source_digest="other")
    assert do_run(f"{STORE}/out.jsonl", source_digest="other", fresh=True) == len(some_pages())
    assert fetched(store, "out.jsonl", tmp_path) == written_here("out.jsonl", tmp_path)


def test_parts_that_are_gone_are_told(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with killed_at(15, monkeypatch), pytest.raises(Killed):
        do_run(f"{STORE}/out.jsonl")
    store.rm("/bucket/runs/out.jsonl.parts", recursive=True)
    with pytest.raises(SourceError, match="or gone; start afresh"):
        do_run(f"{STORE}/out.jsonl")


def test_a_journal_of_another_version_is_told(store: Any) -> None:
    store.pipe_file("/bucket/runs/out.jsonl.run", b"run\n{}\n")
    with pytest.raises(ConfigError, match="of another version of weft"):
        do_run(f"{STORE}/out.jsonl")


def test_what_is_large_is_put_there_before_the_commit(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weft.io.sinks.lines.MAX_WAITING", 10)
    monkeypatch.setattr("weft.io.sinks.remote.MAX_WAITING", 10)
    line = b'{"id": "a", "url": "", "status": "ok", "text": "The weft runs through the warp."}\n'
    for output in (f"{STORE}/out.jsonl", f"{STORE}/out/"):
        sink = open_sink(output)
        sink.open({})
        sink.write([line])
        assert len(stored(store)) == 1
        store.rm("/bucket", recursive=True)


def test_an_output_that_fails_leaves_nothing(store: Any) -> None:
    def fail() -> None:
        with writing(open_sink(f"{STORE}/out.jsonl")) as sink:
            sink.write([b'{"id": "a", "url": "", "status": "ok", "text": "One"}\n'])
            sink.commit()
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    assert stored(store) == {}


@pytest.mark.parametrize("name", ["out.sqlite", "out.db", "out"])
def test_what_a_store_cannot_hold_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match=r"cannot tell what to write; end the name in one of .jsonl, .*parquet"):
        open_sink(f"{STORE}/{name}")


def test_a_store_that_refuses_is_told(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **options: Any) -> None:
        raise PermissionError("Access Denied")

    monkeypatch.setattr(type(store), "pipe_file", refuse)
    with pytest.raises(SourceError, match="cannot be written: Access Denied; check the address and your rights"):
        do_run(f"{STORE}/out.jsonl")
