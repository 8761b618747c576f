"""`weft studio`: starts, says where, stops; and what it says when it cannot."""

import os
import re
import signal
import socket
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest

from tests.cli.small_site import write_pages
from weft.cli import main
from weft.cli.studio import default_store, find_site, name_of
from weft.errors import ArtifactError

LINK = re.compile(r"weft studio: (http://127\.0\.0\.1:\d+)/\?token=([\w-]+)\n")


@contextmanager
def started(*arguments: str, folder: Path) -> Iterator[tuple["subprocess.Popen[str]", str, str]]:
    """The command, running: its process, its address and its token."""
    command = [sys.executable, "-c", "from weft.cli import main; raise SystemExit(main())", "studio", "--no-browser"]
    environment = {**os.environ, "PATH": "/nowhere", "WEFT_STUDIO_PASSWORD": ""}
    process = subprocess.Popen(
        [*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env=environment
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = LINK.fullmatch(line)
        assert found, line + process.communicate(timeout=120)[1]
        yield process, found[1], found[2]
    finally:
        process.kill()
        process.communicate()


def stop(process: "subprocess.Popen[str]", number: signal.Signals) -> str:
    """What it says last, when it was asked to stop."""
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert out == ""  # one line was all
    assert process.returncode == 0, err
    return err


def test_it_serves_prints_one_link_and_keeps_marks_when_it_is_killed(tmp_path: Path):
    write_pages(tmp_path / "saved")
    with started("saved", "--port", "0", "--author", "Ann", folder=tmp_path) as (process, url, token):
        with httpx.Client(base_url=url, headers={"x-weft-studio": "1"}) as client:
            assert client.get("/api/overview").status_code == 401
            assert client.get(f"/?token={token}").status_code == 303
            values = {"version": 0, "row": 3, "name": "body"}
            assert client.post("/api/pages/1/mark", json=values).status_code == 200
        process.kill()  # whatever was answered is on disk
    assert (tmp_path / "saved.weft-studio.sqlite").exists()
    with started("--store", "saved.weft-studio.sqlite", "--port", "0", folder=tmp_path) as (process, url, token):
        with httpx.Client(base_url=url) as client:
            client.get(f"/?token={token}")
            assert client.get("/api/pages/1").json()["marks"] == [{"name": "body", "rows": [3]}]
        said = stop(process, signal.SIGINT)
    assert "13 pages in 2 clusters; marks are kept in saved.weft-studio.sqlite" in said
    assert "stopped" in said


def test_a_site_names_its_own_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write_pages(tmp_path / "saved")
    monkeypatch.chdir(tmp_path)
    assert main(["learn", "saved", "-o", "site.json"]) == 0
    options = Namespace(input=["site.json"], site=None, store="")
    site, given = find_site(options)
    assert site is not None
    assert len(given) == 13
    assert find_site(Namespace(input=["saved"], site=Path("site.json"), store=""))[1] == ["saved"]
    (tmp_path / "saved").rename(tmp_path / "moved")
    with pytest.raises(ArtifactError, match="none of the pages"):
        find_site(options)


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["studio", "--no-browser", *arguments]) in (1, 2)
    return capsys.readouterr().err


def test_what_cannot_be_is_said_clearly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("WEFT_STUDIO_PASSWORD", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    write_pages(tmp_path / "saved")
    (tmp_path / "no.json").write_text("{}")
    assert "no pages in this folder" in fails(capsys, "empty", "--port", "0")
    assert "no such file" in fails(capsys, "nowhere", "--port", "0")
    assert "which pages?" in fails(capsys, "--port", "0")
    assert "no site of weft" in fails(capsys, "no.json", "--port", "0")
    assert "password" in fails(capsys, "saved", "--host", "0.0.0.0", "--port", "0")
    assert "at least 8" in fails(capsys, "saved", "--password", "short", "--port", "0")
    assert "no page to work with" in fails(capsys, "--store", "new.sqlite", "--port", "0")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert "choose another --port" in fails(capsys, "saved", "--port", str(taken.getsockname()[1]))
    assert not (tmp_path / "saved.weft-studio.sqlite").exists()  # nothing was begun
    assert "cannot be served" in fails(capsys, "saved", "--host", "no host", "--password", "long enough", "--port", "0")


def test_a_missing_extra_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delitem(sys.modules, "weft.studio.serving", raising=False)  # no more: others hold the modules
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert "pip install 'weft[studio]'" in fails(capsys, str(tmp_path))


def test_weft_alone_does_not_import_what_studio_needs():
    code = "import sys, weft.cli; print({'starlette', 'uvicorn', 'jinja2', 'psycopg'} & sys.modules.keys())"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"


def test_the_store_is_beside_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "saved"
    folder.mkdir()
    lines = tmp_path / "pages.jsonl"
    lines.touch()
    assert default_store([str(folder)]) == f"{folder}.weft-studio.sqlite"
    assert default_store([f"{folder}/"]) == f"{folder}.weft-studio.sqlite"
    assert default_store([str(lines)]) == f"{lines}.weft-studio.sqlite"
    monkeypatch.chdir(folder)
    assert default_store(["."]) == f"{folder}.weft-studio.sqlite"
    assert default_store(["a.html", "b.html"]) == "weft-studio.sqlite"
    assert default_store(["http://weft.example/"]) == "weft-studio.sqlite"
    assert name_of(["."], "x") == "saved"
    assert name_of([], "a/saved.weft-studio.sqlite") == "saved"
    assert name_of([], "postgresql://me@host/weft?a=b") == "weft"


def test_the_store_of_a_site_is_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Another site in the same folder must not find the pages of this one."""
    write_pages(tmp_path / "saved")
    monkeypatch.chdir(tmp_path)
    assert main(["learn", "saved", "-o", "site.json"]) == 0
    monkeypatch.setattr("weft.cli.studio._serve", lambda *_: 0)
    assert main(["studio", "site.json", "--port", "0"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["saved", "site.json", "site.json.weft-studio.sqlite"]


def test_the_demo_needs_no_pages_and_keeps_nothing(tmp_path: Path):
    with started("--demo", "--port", "0", folder=tmp_path) as (process, url, token):
        with httpx.Client(base_url=url, headers={"x-weft-studio": "1"}, follow_redirects=True) as client:
            assert 'id="tour"' in client.get(f"/?token={token}").text
            assert client.get("/api/overview").json()["total"] == 12
        assert stop(process, signal.SIGINT).endswith("stopped\n")
    assert list(tmp_path.iterdir()) == []


def test_the_demo_takes_no_other_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["studio", "--demo", str(tmp_path)]) == 2
    assert "--demo has pages of its own" in capsys.readouterr().err
