"""A worker process that hangs, dies or raises costs one page, never the run."""

import json
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bench import systems
from bench.datasets import Case
from bench.peer_loaders import LOADERS, MARKUP, NODE_PEERS, PEERS
from bench.places import NEEDS_NEWER_PYTHON, NODE_LISTS, REQUIREMENTS, WITHOUT_DEPENDENCIES, Missing

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
    worker = systems.Worker("made-up", timeout=3.0)
    try:
        assert ask(worker, "hangs") == systems.Answer(error="Timeout: over 3 s")
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
    files = (REQUIREMENTS, NEEDS_NEWER_PYTHON, WITHOUT_DEPENDENCIES)
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    pinned = {line.partition("==")[0].lower() for line in lines}
    assert {package.lower() for package, _ in LOADERS.values()} <= pinned
    monkeypatch.setenv("WEFT_PEERS", str(tmp_path))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").touch()
    assert all(systems.python_of(name) != Path(sys.executable) for name in LOADERS)


def test_every_peer_of_node_is_pinned_to_bytes_and_names_no_host() -> None:
    wanted, locked = (json.loads(file.read_text(encoding="utf-8")) for file in NODE_LISTS)
    assert set(NODE_PEERS.values()) <= set(wanted["dependencies"])
    assert all(version[:1].isdigit() for version in wanted["dependencies"].values())
    packages = {path: entry for path, entry in locked["packages"].items() if path}
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
    hosts = {urlsplit(entry["resolved"]).netloc for entry in packages.values() if "resolved" in entry}
    assert hosts <= {"registry.npmjs.org"}


def test_a_peer_of_node_is_asked_for_a_form_and_its_absence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEFT_PEERS", str(tmp_path))
    monkeypatch.setattr(systems, "node_program", lambda: "node")
    with pytest.raises(Missing, match="python -m bench peers"):
        systems.command_of("defuddle", "markup")
    (tmp_path / "node" / "node_modules").mkdir(parents=True)
    assert systems.command_of("defuddle", "markup")[-3:] == [str(tmp_path / "node"), "defuddle", "markup"]


def test_what_a_system_writes() -> None:
    assert set(MARKUP) <= set(LOADERS)
    assert {name for name in PEERS if systems.format_of(name) == "html"} == {"readability-lxml", "magic-html"}
    assert [systems.format_of(name) for name in ("weft", "defuddle", "resiliparse")] == ["markdown", "markdown", "text"]
