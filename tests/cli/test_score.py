"""`weft score` as a user runs it."""

import json
from pathlib import Path

import pytest

from tests.cli.small_site import TOPICS
from weft import parse
from weft.cli import main


@pytest.fixture
def marks(saved: Path, tmp_path: Path) -> Path:
    lines = []
    for topic in TOPICS:
        path = saved / "news" / f"{topic}.html"
        page = parse(path.read_bytes())
        for kind, name in (("content", "body"), ("author", "author"), ("date", "date")):
            row = next(row for row in range(len(page)) if kind in page.classes(row))
            lines.append({"page_id": str(path), "rows": [row], "name": name})
    found = tmp_path / "marks.jsonl"
    found.write_text("\n".join(map(json.dumps, lines)))
    return found


def test_a_site(marks: Path, saved: Path, site_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(marks), str(saved), "--site", str(site_file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["pages"] == len(found["by_page"]) == len(TOPICS)
    assert found["f1"] == found["right"] == 1.0
    assert found["fields"]["author"] == {"right": 8, "found": 8, "marked": 8, "f1": 1.0}
    assert {page["chosen_by"] for page in found["by_page"]} == {"template"}


def test_a_method(marks: Path, saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(marks), str(saved), "-m", "whole_page"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + len(TOPICS) + 1 + 2
    assert lines[-3].startswith("mean of 8")
    assert "1.0000" in lines[-3]  # the recall of everything
    assert lines[-3].endswith("0% of pages at 0.99 or better")


def test_marked_pages_that_are_missing_or_changed(
    marks: Path, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = tmp_path / "short.html"
    short.write_text("<p>One")
    with marks.open("a") as file:
        for page in (short, tmp_path / "gone.html"):
            file.write("\n" + json.dumps({"page_id": str(page), "rows": [999], "name": "body"}))
    assert main(["score", str(marks), str(saved), str(short), "--json"]) == 1
    captured = capsys.readouterr()
    assert "row 999 was marked" in captured.err
    assert "gone.html: marked, but not among the pages" in captured.err
    assert set(json.loads(captured.out)["failures"]) == {str(short), str(tmp_path / "gone.html")}
