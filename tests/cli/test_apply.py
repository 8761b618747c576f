"""`weft apply` as a user runs it."""

import io
import json
import sys
from pathlib import Path

import pytest

from tests.cli.small_site import BODY, TOPICS, article
from weft.cli import main

NEW = BODY.format("bobbins") + "\n\nMore on bobbins will follow in spring.\n"


@pytest.fixture
def new(tmp_path: Path) -> Path:
    page = tmp_path / "new" / "bobbins.html"
    page.parent.mkdir()
    page.write_text(article("bobbins", 9))
    return page


def test_one_page_is_printed(site_file: Path, new: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apply", str(site_file), str(new), "-f", "text"]) == 0
    captured = capsys.readouterr()
    assert captured.out == NEW
    assert captured.err == ""


def test_pages_as_lines_with_their_fields(site_file: Path, saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["apply", str(site_file), str(saved / "news"), "-o", str(out)]) == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(lines) == len(TOPICS) + 1
    assert {line["chosen_by"] for line in lines} == {"template"}
    shuttles = next(line for line in lines if line["id"] == str(saved / "news" / "shuttles.html"))
    assert shuttles["text"].startswith(BODY.format("shuttles"))
    assert "Share this page" not in shuttles["text"]
    assert shuttles["title"] == "All about shuttles"
    assert shuttles["fields"]["date"] == "2021-03-02"


def test_a_folder_of_files(site_file: Path, tmp_path: Path) -> None:
    pages = tmp_path / "pages.jsonl"
    rows = [{"id": name, "html": article("bobbins", 9)} for name in ("a/b", "../up", "a/b")]
    pages.write_text("\n".join(map(json.dumps, rows)))
    out = tmp_path / "texts"
    assert main(["apply", str(site_file), str(pages), "-o", str(out), "-f", "text"]) == 0
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob("*"))
    assert files == ["_up.txt", "a_b-2.txt", "a_b.txt"]  # no id leads out of the folder
    assert (out / "a_b.txt").read_text() == NEW


def test_piped_page(site_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(article("bobbins", 9).encode())))
    assert main(["apply", str(site_file), "-", "--url", "https://weft.example/news/bobbins.html"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["text"] + "\n" == NEW
    assert found["url"] == "https://weft.example/news/bobbins.html"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert main(["apply", str(site_file), "-"]) == 1
    assert "empty" in capsys.readouterr().err


def test_a_strange_page_says_that_no_template_fits(
    site_file: Path, new: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    strange = new.parent / "strange.html"
    strange.write_text("<table><tr><td>" + "<p>Something else altogether, said at some length.</p>" * 5 + "</table>")
    (new.parent / "empty.html").touch()
    assert main(["apply", str(site_file), str(new.parent)]) == 1
    captured = capsys.readouterr()
    lines = {Path(line["id"]).name: line for line in map(json.loads, captured.out.splitlines())}
    assert lines["strange.html"]["chosen_by"] != "template"
    reason = lines["strange.html"]["reason"]
    assert reason["code"] == "no_template"
    assert reason["detail"].startswith("no template fits")
    assert lines["empty.html"]["status"] == "failed"
    assert lines["empty.html"]["reason"] == {"code": "source", "detail": ""}
    assert "3 pages: 1 by template, 0 by single page, 1 by fallback, 1 failed" in captured.err
    assert "1 × no template fits" in captured.err
    assert "1 × source\n" in captured.err


def test_a_bad_line_does_not_stop_the_rest(site_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = tmp_path / "pages.jsonl"
    pages.write_text("{broken\n" + json.dumps({"id": "good", "html": article("bobbins", 9)}) + "\n")
    assert main(["apply", str(site_file), str(pages), "-f", "text"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["id"], line["status"]) for line in lines] == [(f"{pages}:1", "failed"), ("good", "ok")]


def test_piped_lines_are_printed_as_lines(
    site_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [json.dumps({"id": name, "html": article("bobbins", 9)}) for name in ("a", "b")]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(rows).encode())))
    assert main(["apply", str(site_file), "-", "-f", "text"]) == 0
    captured = capsys.readouterr()
    lines = [json.loads(line) for line in captured.out.splitlines()]
    assert [(line["id"], line["text"] + "\n") for line in lines] == [("a", NEW), ("b", NEW)]
    assert "2 pages: " in captured.err
