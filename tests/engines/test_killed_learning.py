"""Learning that is killed goes on: what was learned is not learned again, and the store is as if nothing happened.

Each attempt is a process of its own: one that is forked from a process with threads may wait for ever.
"""

import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.small_site import pages
from tests.engines.test_killed import HereEngine, killed_at
from weft.engines import CountedSink, ExtractJob, LearnJob, SiteStore, read_samples, run, sample_pages
from weft.engines.job import Process
from weft.io import RawPage
from weft.io.sinks import open_sink

HOSTS = 3
CRAWL = [
    RawPage(id=f"h{host}/{name}", url=f"https://h{host}.example/{name}", data=html.encode())
    for host in range(HOSTS)
    for name, html in pages().items()
]


@dataclass(frozen=True, kw_only=True)
class LoggedJob(LearnJob):
    """Writes down which hosts it learned."""

    log: str = ""

    def start(self) -> Process:
        learn = super().start()

        def learn_and_log(raw: RawPage) -> bytes:
            line = learn(raw)
            with open(self.log, "a", encoding="utf-8") as file:
                file.write(f"{raw.id}\n")
            return line

        return learn_and_log


@dataclass(frozen=True, kw_only=True)
class SmallJob(ExtractJob):
    """Commits at every page."""

    @property
    def at_once(self) -> int:
        return 1


def learn_all(folder: Path) -> None:
    store = SiteStore(str(folder / "watched" / "sites"))
    job = LoggedJob(log=str(folder / "log"))
    run(read_samples(folder / "samples", store.wants), job, store, engine=HereEngine(), fresh=True)


def extract_all(folder: Path) -> None:
    sites = str(folder / "watched" / "sites")
    sink = CountedSink(open_sink(str(folder / "out" / "out.jsonl")), SiteStore(sites))
    run(CRAWL, SmallJob(sites=sites, method="auto", format="text"), sink, engine=HereEngine())


def attempt(what: str, folder: Path, watched: Path, number: int) -> int:
    """How a process ends that is killed before its file operation of that number in a folder; 0: of none."""
    given = [what, str(folder), str(watched), str(number)]
    return subprocess.run([sys.executable, "-m", "tests.engines.test_killed_learning", *given], check=False).returncode


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sample_pages(CRAWL, tmp_path / "samples")
    return tmp_path


def test_a_host_is_learned_once(folder: Path) -> None:
    sites, log = folder / "watched" / "sites", folder / "log"
    for number in (11, 10):  # between the first host's site and its facts; before the next one's site has its name
        assert attempt("learn", folder, folder / "watched", number) == -signal.SIGKILL
    before = {path.name: path.read_bytes() for path in sites.glob("*.json")}
    assert 0 < len(before) < HOSTS
    assert attempt("learn", folder, folder / "watched", 0) == 0
    hosts = [f"h{host}.example" for host in range(HOSTS)]
    entries = list(SiteStore(str(sites)).entries())
    assert [(entry.host, entry.clusters) for entry in entries] == [(host, 2) for host in hosts]
    after = {path.name: path.read_bytes() for path in sites.glob("*.json")}
    assert {name: after[name] for name in before} == before
    learned = Counter(log.read_text().splitlines())
    assert learned.keys() == set(hosts)
    assert all(learned[name.removesuffix(".json")] == 1 for name in before)
    assert sum(learned.values()) <= HOSTS + 2  # what was under way when it was killed
    assert attempt("learn", folder, folder / "watched", 0) == 0
    assert Counter(log.read_text().splitlines()) == learned


def test_the_counts_of_a_killed_run_are_those_of_one_that_was_not(folder: Path) -> None:
    assert attempt("learn", folder, folder / "watched", 0) == 0
    for number in (7, 40):
        assert attempt("extract", folder, folder / "out", number) == -signal.SIGKILL
    assert attempt("extract", folder, folder / "out", 0) == 0
    assert [path.name for path in (folder / "out").iterdir()] == ["out.jsonl"]
    for entry in SiteStore(str(folder / "watched" / "sites")).entries():
        assert [run.pages for run in entry.runs] == [len(pages())]


if __name__ == "__main__":
    what, given, watched, number = sys.argv[1:]
    if int(number):
        sys.addaudithook(killed_at(int(number), Path(watched)))
    {"learn": learn_all, "extract": extract_all}[what](Path(given))
