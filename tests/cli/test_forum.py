"""`weft forum` as a user runs it."""

import json
from pathlib import Path

import pytest

from tests.papers.b.test_forums import pages
from tests.records.forum_pages import POSTS, thread
from weft.cli import main


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "saved"
    folder.mkdir()
    for name, html in pages().items():
        (folder / f"{name.replace(' ', '-')}.html").write_text(html)
    return folder


@pytest.fixture
def forums(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "forums.json"
    assert main(["forum", "learn", str(saved), "-o", str(path)]) == 0
    told = capsys.readouterr().err
    assert "3 templates and" in told
    assert "from 18 of 19 pages; 1 page without records" in told
    return path


def test_learned_templates_take_records_out(forums: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = tmp_path / "new"
    new.mkdir()
    (new / "a.html").write_text(thread("li", POSTS))
    (new / "b.html").write_text(thread("dl", POSTS))
    assert main(["forum", "apply", str(forums), str(new)]) == 0
    shown = capsys.readouterr()
    lines = [json.loads(line) for line in shown.out.splitlines()]
    assert [line["fields"]["author"] for line in lines] == [post.author for post in POSTS] * 2
    assert "1 page by no template" in shown.err


def test_templates_are_shown_in_words(forums: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forum", "show", str(forums)]) == 0
    words = capsys.readouterr().out
    assert "a record begins at" in words
    assert "such as author: Ann" in words
    assert main(["forum", "show", str(forums), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["templates"]) == 3


def test_a_run_goes_by_the_templates(forums: Path, saved: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["run", str(saved), "-m", str(forums), "-o", str(out), "-f", "text", "--workers", "1"]) == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert sum(line["chosen_by"] == "forums" for line in lines) == 18


def test_a_page_that_cannot_be_read_is_told(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (saved / "broken.html").write_bytes(b"%PDF-1.7 no page")
    path = tmp_path / "forums.json"
    assert main(["forum", "learn", str(saved), "-o", str(path), "--json"]) == 1
    shown = capsys.readouterr()
    assert "broken.html" in shown.err
    assert json.loads(shown.out)["failures"]
    assert path.exists()


def test_why_nothing_was_learned_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.html").write_bytes(b"")
    assert main(["forum", "learn", str(tmp_path), "-o", str(tmp_path / "forums.json")]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].endswith("empty.html: empty, there is no page in it")
    assert told[1].startswith("weft: no records on any page, so nothing was learned")


@pytest.mark.parametrize("command", [["forum", "show"], ["wrap", "softmealy", "apply"], ["apply"]])
def test_a_file_of_another_kind_is_told_in_a_line(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, page = tmp_path / "other.json", [str(tmp_path / "page.html")] * ("show" not in command)
    for data in (bytes(range(256)) * 100, b'{"a": 1}', None):
        path.unlink(missing_ok=True)
        if data is not None:
            path.write_bytes(data)
        assert main([*command, str(path), *page]) == 1
        (told,) = capsys.readouterr().err.splitlines()
        assert len(told) < len(str(path)) + 200
        assert "Error" not in told
        assert "learn" in told


def test_pages_without_a_template_are_told_with_the_reason(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (saved / "other.html").write_text(thread("dl", POSTS[:2]))
    path = tmp_path / "forums.json"
    assert main(["forum", "learn", str(saved), "-o", str(path), "--json"]) == 0
    shown = capsys.readouterr()
    assert "no template: 1 page of unknown software: it is one page with few records" in shown.err
    assert "1 page without a template, which weft records reads" in shown.err
    assert [left["reason"]["code"] for left in json.loads(shown.out)["left"]] == ["alone"]
    assert main(["forum", "show", str(path)]) == 0
    assert "no template: 1 page" in capsys.readouterr().out
