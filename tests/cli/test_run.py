"""`weft run` and `weft stats` as a user runs them."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.small_site import TOPICS
from weft.cli import main
from weft.io.run_output import read_output


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz", "out.jsonl.zst", "out.parquet", "out.sqlite"])
def test_a_line_for_every_page(name: str, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / name
    bad = tmp_path / "empty.html"
    bad.write_bytes(b"")
    assert main(["run", str(saved), str(bad), "-o", str(out), "--workers", "1", "--json"]) == 1
    summary = json.loads(capsys.readouterr().out)
    lines = list(read_output(out))
    assert summary["pages"] == len(lines) > len(TOPICS)
    assert summary["counts"] == {"ok": len(lines) - 1, "source": 1}
    assert (lines[-1]["id"], lines[-1]["status"]) == (str(bad), "failed")
    assert lines[-1]["reason"] == {"code": "source", "detail": ""}
    assert any("shuttles" in line["text"] for line in lines[:-1])
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(name)] == [name]


def test_by_a_learned_site_into_a_folder(saved: Path, site_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "texts"
    arguments = ["run", str(saved / "news"), "-o", f"{out}/", "-f", "text", "--site", str(site_file), "--workers", "1"]
    assert main(arguments) == 0
    files = sorted(out.rglob("*.txt"))
    assert len(files) == len(TOPICS) + 1
    assert not (out / "failures.jsonl").exists()
    assert "Share this page" not in "".join(file.read_text() for file in files)


def test_the_same_command_goes_on_after_a_kill(tmp_path: Path) -> None:
    pages = tmp_path / "pages.jsonl"
    lines = [json.dumps({"id": str(n), "html": f"<p>Loom {n} holds its warp.", "seen": n}) for n in range(4000)]
    pages.write_text("\n".join(lines))
    command = [sys.executable, "-m", "weft", "run", str(pages), "-o", str(tmp_path / "out.jsonl"), "-m", "whole_page"]
    first = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    journal = tmp_path / "out.jsonl.run"
    deadline = time.monotonic() + 60
    while not (journal.exists() and journal.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.01)
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    second = subprocess.run([*command, "--resume"], check=True, capture_output=True, text=True)
    assert "of them by an earlier run" in second.stderr
    found = list(read_output(tmp_path / "out.jsonl"))
    assert [line["id"] for line in found] == [str(n) for n in range(4000)]
    assert found[7]["input"] == {"seen": 7}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "out.doc"], "end the name in one of"),
        (["-o", "out.jsonl", "--fresh", "--resume"], "give one of them"),
        (["-o", "out.jsonl", "--workers", "-1"], "--workers 0 or more"),
        (["-o", "out.jsonl", "-m", "nothing"], "unknown method"),
        (["-o", "out.jsonl", "-m", "vips"], "none is drawn here; weft extract draws them"),
        (["-o", "out.jsonl", "-m", "density", "--site", "s.json"], "leave the method out"),
    ],
)
def test_what_makes_no_sense(
    arguments: list[str], message: str, saved: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(saved)
    assert main(["run", str(saved), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_stats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    ok = {"status": "ok", "url": "http://a.example/1", "page_type": "article", "language": "zh", "confidence": 0.95}
    failed = {
        "id": "x",
        "url": "http://b.example/2",
        "status": "failed",
        "reason": {"code": "limit", "detail": "seconds"},
    }
    out.write_text("\n".join(map(json.dumps, (ok, ok, failed))))
    assert main(["stats", str(out), "--json", "--html", str(tmp_path / "s.html")]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert (counts["pages"], counts["ok"], counts["failed"]) == (3, 2, {"limit: seconds": 1})
    assert (counts["languages"], counts["hosts"], counts["confidence"][-1]) == ({"zh": 2}, 2, 2)
    assert "<h2>Failures</h2>" in (tmp_path / "s.html").read_text()
    assert main(["stats", str(out)]) == 0
    assert "3 pages of 2 hosts, 1 failed" in capsys.readouterr().out


def test_stats_of_pages_whose_address_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = (
        {"id": "a", "url": "http://[x", "status": "ok", "text": "One"},
        {"id": "b", "url": "", "status": "failed", "reason": {"code": "source", "detail": ""}},
        {"id": "c", "url": "http://c.example/", "status": "ok"},
    )
    (tmp_path / "out.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert main(["stats", str(tmp_path / "out.jsonl"), "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert (counts["hosts"], counts["largest_hosts"]) == (1, {"(no URL)": 2, "c.example": 1})


def test_stats_of_what_is_no_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, data in (("a.jsonl", b"no json"), ("b.parquet", b"no"), ("c.sqlite", b"no"), ("d.jsonl.gz", b"no")):
        (tmp_path / name).write_bytes(data)
        assert main(["stats", str(tmp_path / name)]) == 1
        assert "cannot be read as an output" in capsys.readouterr().err
    (tmp_path / "e.jsonl").write_bytes(b"")
    assert main(["stats", str(tmp_path / "e.jsonl")]) == 1


def test_on_a_cluster_of_this_machine(saved: Path, tmp_path: Path) -> None:
    outputs = [tmp_path / "far.jsonl", tmp_path / "near.jsonl"]
    assert main(["run", str(saved), "-o", str(outputs[0]), "--engine", "ray", "--workers", "1"]) == 0
    assert main(["run", str(saved), "-o", str(outputs[1]), "--workers", "1"]) == 0
    assert outputs[0].read_bytes() == outputs[1].read_bytes()
