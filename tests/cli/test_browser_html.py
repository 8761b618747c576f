"""`weft render` as a user runs it."""

import io
import json
import sys
from pathlib import Path

import pytest

from weft.cli import main

PAGE = "<title>Loom</title><p id=a>The warp is fixed.</p><script>a.textContent = 'The weft runs through it.'</script>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "sub").mkdir(parents=True)
    (folder / "one.html").write_text(PAGE)
    (folder / "sub" / "two.html").write_text(PAGE.replace("warp", "loom"))
    return folder


def test_one_page_is_printed(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["browser-html", str(pages / "one.html")]) == 0
    out = capsys.readouterr().out
    assert out.startswith('<html><head><title>Loom</title></head><body><p id="a">The warp is fixed.</p>')


def test_scripts_and_a_picture(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "one.png"
    command = ["browser-html", str(pages / "one.html"), "--scripts", "--json", "--screenshot", str(picture)]
    assert main([*command, "--url", "https://weft.example/one"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert '<p id="a">The weft runs through it.</p>' in line["html"]
    assert line["url"] == "https://weft.example/one"
    assert (line["width"], line["height"]) == (1280, 1024)
    assert line["seconds"] > line["snapshot_seconds"] > 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_several_pages_and_a_failure(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "empty.html").write_bytes(b"")
    (pages / "endless.html").write_text("<script>while (true);</script>")
    assert main(["browser-html", str(pages), "--scripts", "--max-seconds", "4", "--workers", "2"]) == 1
    captured = capsys.readouterr()
    lines = {Path(line["id"]).name: line for line in map(json.loads, captured.out.splitlines())}
    assert list(lines) == ["empty.html", "endless.html", "one.html", "two.html"]
    assert lines["empty.html"]["reason"] == {"code": "source", "detail": ""}
    assert lines["endless.html"]["reason"] == {"code": "browser", "detail": "seconds"}
    assert "The weft runs" in lines["one.html"]["html"]
    assert "over the limit of 4 seconds" in captured.err
    assert "2 of 4 pages failed" in captured.err


def test_a_folder_of_pages(pages: Path, tmp_path: Path) -> None:
    assert main(["browser-html", str(pages), "-o", str(tmp_path / "out")]) == 0
    assert "warp" in (tmp_path / "out" / "one.html").read_text()
    assert "loom" in (tmp_path / "out" / "sub" / "two.html").read_text()


def test_an_address(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["browser-html", f"{server}/page", "--allow-private"]) == 0
    assert "der Schuß läuft" in capsys.readouterr().out
    assert main(["browser-html", f"{server}/page"]) == 1
    assert "allow it with --allow-private" in capsys.readouterr().err


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("<p>经线".encode("gb18030"))))
    assert main(["browser-html", "-", "--encoding", "gb18030"]) == 0
    assert "<p>经线</p>" in capsys.readouterr().out


def test_options_that_make_no_sense(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["browser-html", str(pages), "--screenshot", "a.png"]) == 2
    assert "--screenshot is for a single page" in capsys.readouterr().err
    assert main(["browser-html", str(pages), "--workers", "0"]) == 2


def test_without_a_browser(pages: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEFT_CHROMIUM", "/no/such/chromium")
    assert main(["browser-html", str(pages)]) == 1
    assert capsys.readouterr().err.count("WEFT_CHROMIUM=/no/such/chromium: no such program") == 1
