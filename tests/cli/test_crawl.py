"""`weft crawl` and `weft site URL` as a user runs them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crawl.site import Site, serve
from weft.cli import main
from weft.io import read_warc

FAST = ["--delay", "0", "--concurrency", "2", "--allow-private", "--page-seconds", "1", "--max-bytes", "100000"]


@pytest.fixture
def site() -> Iterator[tuple[str, Site]]:
    with serve() as served:
        yield served


def test_crawl_and_its_summary(site: tuple[str, Site], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url, served = site
    output = tmp_path / "pages.warc.gz"
    command = [
        "crawl",
        url,
        "-o",
        str(output),
        "--path-prefix",
        "/news/",
        "--user-agent",
        "tester/1.0",
        "--json",
        *FAST,
    ]
    assert main([*command, "--max-pages", "5"]) == 0
    printed, told = capsys.readouterr()
    summary = json.loads(printed)
    assert (summary["pages"], summary["ended"], summary["output"]) == (5, "pages", str(output))
    assert "5 pages of 2 shapes" in told
    assert "enough pages" in told
    assert "left out: " in told
    assert served.agents == {"tester/1.0"}
    assert next(read_warc(output, max_bytes=1 << 20)).url == url  # type: ignore[union-attr]


def test_interrupted(site: tuple[str, Site], tmp_path: Path) -> None:
    url, served = site
    served.slow = 0.1
    output = tmp_path / "pages.warc.gz"
    command = [sys.executable, "-m", "weft", "crawl", url, "-o", str(output), *FAST]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as running:
        while len(served.asked) < 6 and running.poll() is None:
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does
        assert running.stderr is not None
        assert "the same command goes on" in running.stderr.read()
    assert running.returncode == 130
    served.slow = 0
    before = len(list(read_warc(output, max_bytes=1 << 20)))
    assert main([*command[3:], "--max-pages", str(before + 2)]) == 0
    assert len(list(read_warc(output, max_bytes=1 << 20))) == before + 2


def test_site_from_an_address(site: tuple[str, Site], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url, served = site
    out, learned = tmp_path / "pages.jsonl", tmp_path / "site.json"
    command = ["site", url, "-o", str(out), "--save", str(learned), "--max-pages", "12", *FAST]
    assert main(command) == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(lines) == len({line["url"] for line in lines}) == 12
    assert {line["status"] for line in lines} == {"ok"}
    assert learned.exists()
    assert (tmp_path / "pages.warc.gz").exists()
    assert "12 pages: " in capsys.readouterr().err
    asked = len(served.asked)
    kept = str(tmp_path / "pages.warc.gz")
    assert main([*command, "--crawl-file", kept]) == 0  # what was crawled is not crawled again
    assert [path for path in served.asked[asked:] if path != "/robots.txt"] == []


def test_nothing_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "pages.jsonl"
    assert main(["site", "http://127.0.0.1:9/", "-o", str(output)]) == 1
    assert "no pages: http://127.0.0.1:9/: a private address is not fetched; allow it with --allow-private" in (
        capsys.readouterr().err
    )
    assert list(tmp_path.iterdir()) == []


def test_what_makes_no_sense(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["crawl", "ftp://weft.example/", "-o", str(tmp_path / "x.warc")]) == 2
    assert main(["crawl", "http://weft.example/", "-o", str(tmp_path / "x.txt")]) == 2
    assert main(["crawl", "http://weft.example/", "-o", str(tmp_path / "x.warc"), "--max-pages", "0"]) == 2
    assert "weft: --max-pages must be more than 0" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "x.warc").write_bytes(b"precious")
    assert main(["crawl", "http://weft.example/", "-o", str(tmp_path / "x.warc")]) == 2
    assert "; --fresh writes it anew" in capsys.readouterr().err


def test_progress_is_for_terminals(
    site: tuple[str, Site], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("weft.cli.crawl.MIN_INTERVAL", 0.0)
    assert main(["crawl", site[0], "-o", str(tmp_path / "pages.warc"), "--max-pages", "2", *FAST]) == 0
    assert "1 of 2 pages, " in capsys.readouterr().err
