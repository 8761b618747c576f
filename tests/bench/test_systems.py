"""A worker process that hangs, dies or raises costs one page, never the run."""

import sys
from pathlib import Path

import pytest

from bench import systems
from bench.datasets import Case
from bench.peer_loaders import LOADERS
from bench.places import NEEDS_NEWER_PYTHON, REQUIREMENTS, Missing

MADE_UP = """
import json, os, sys, time
print(json.dumps({"version": "7", "loaded": 5, "error": sys.argv[1] if sys.argv[1] == "broken" else ""}), flush=True)
for line in sys.stdin:
    id = json.loads(line)["id"]
    if id == "hangs":
        time.sleep(60)
    if id == "dies":
        os.abort()
    print(json.dumps({"id": id, "text": id * 2, "cpu_s": 0.5, "error": "", "peak": 9}), flush=True)
"""


@pytest.fixture(autouse=True)
def _made_up_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "worker.py"
    script.write_text(MADE_UP, encoding="utf-8")
    monkeypatch.setattr(systems, "WORKER", script)


def ask(worker: systems.Worker, name: str) -> systems.Answer:
    return worker.ask(Case(id=name, path=Path("page.html")))


def test_a_page_that_hangs_or_kills_is_failed_and_the_next_is_answered() -> None:
    worker = systems.Worker("made-up", timeout=0.5)
    try:
        assert ask(worker, "hangs") == systems.Answer(error="Timeout: over 0.5 s")
        assert ask(worker, "dies") == systems.Answer(error="Crash: the process ended with -6")
        assert ask(worker, "a") == systems.Answer(text="aa", cpu_s=0.5)
        assert (worker.version, worker.loaded, worker.peak) == ("7", 5, 9)
    finally:
        worker.close()


def test_an_answer_larger_than_a_pipe_arrives_whole() -> None:
    worker = systems.Worker("made-up")
    try:
        assert ask(worker, "long" * 100_000).text == "long" * 200_000
    finally:
        worker.close()


def test_a_system_that_does_not_load_is_named() -> None:
    with pytest.raises(Missing, match="broken does not load"):
        systems.Worker("broken")


def test_without_peers_the_message_says_how_to_get_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEFT_PEERS", str(tmp_path))
    with pytest.raises(Missing, match="python -m bench peers"):
        systems.Worker("trafilatura")


def test_every_peer_is_pinned_and_runs_apart_from_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        line for file in (REQUIREMENTS, NEEDS_NEWER_PYTHON) for line in file.read_text(encoding="utf-8").splitlines()
    ]
    pinned = {line.partition("==")[0].lower() for line in lines}
    assert {package.lower() for package, _ in LOADERS.values()} <= pinned
    monkeypatch.setenv("WEFT_PEERS", str(tmp_path))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").touch()
    assert all(systems.python_of(name) != Path(sys.executable) for name in LOADERS)
