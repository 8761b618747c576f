"""`weft wrap tsimmis` as a user runs it."""

import csv
import json
from pathlib import Path

import pytest

from weft.cli import main

PROGRAM = """# lamps
[_rows, elements(root, "<tr")[1:], "#"]
[[name, price], _rows, "*<td>#</td><td>#</td>*"]
[time_text, _rows, "*<i>#</i>*"]
"""
PAGE = "<table><tr><th>Lamp<th>Price<tr><td><b>One</b><td>5<tr><td>Two<td>7 <i>3 May 2022</i></table>"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.txt"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.html").write_text(PAGE)
    (folder / "b.html").write_text("<p>Nothing here")
    return folder


def test_records_are_written(program: Path, pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wrap", "tsimmis", str(program), str(pages / "a.html"), "--provenance"]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["fields"]["name"] == {"value": "One", "row": 13, "source": "tsimmis"}
    assert second["rows"] == [16, 23]
    assert second["fields"]["time"]["value"] == "2022-05-03"


def test_csv_of_a_folder(program: Path, pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "lamps.csv"
    assert main(["wrap", "tsimmis", str(program), str(pages), "-f", "csv", "-o", str(out)]) == 0
    with out.open(newline="") as file:
        assert [(row["name"], row["price"]) for row in csv.DictReader(file)] == [("One", "5"), ("Two", "7 3 May 2022")]
    assert "2 pages: 2 records on 1, none on 1, 0 failed" in capsys.readouterr().err


def test_the_trace_shows_what_variables_hold(program: Path, pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wrap", "tsimmis", str(program), str(pages / "a.html"), "--trace"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index("name: 2") + 1 :][:2] == ["  <b>One</b>", "  Two"]
    assert main(["wrap", "tsimmis", str(program), str(pages / "a.html"), "--trace", "root"]) == 0
    said = capsys.readouterr().out
    assert "<td><b>One</b></td>\n<td>5</td>" in said
    copied = pages / "copied.html"
    copied.write_text(said)
    assert main(["wrap", "tsimmis", str(program), str(copied), "--trace", "root"]) == 0
    assert capsys.readouterr().out == said
    assert main(["wrap", "tsimmis", str(program), str(pages / "a.html"), "--trace", "nome"]) == 2
    assert "there are root, _rows, name" in capsys.readouterr().err


def test_a_trace_of_several_pages_names_them(program: Path, pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pages / "empty.html").touch()
    assert main(["wrap", "tsimmis", str(program), str(pages), "--trace", "name"]) == 1
    captured = capsys.readouterr()
    assert captured.out.count("== ") == 2
    assert "empty.html" in captured.err


def test_an_error_shows_the_line(pages: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.txt"
    path.write_text('[a, root, "*<b>#</b>*"]\n[b, a, "*#"]\n')
    assert main(["wrap", "tsimmis", str(path), str(pages)]) == 1
    captured = capsys.readouterr()
    assert (
        captured.err
        == f'weft: {path}:2:10: `*` and `#` side by side: what ends the first?\n  [b, a, "*#"]\n           ^\n'
    )
    assert captured.out == ""


def test_a_page_that_costs_too_much_fails_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program, folder = tmp_path / "p.txt", tmp_path / "pages"
    folder.mkdir()
    program.write_text('[letter, split(root, "a"), "#"]')
    (folder / "a.html").write_text("<p>" + "ba" * 60_000)
    (folder / "b.html").write_text("<p>xay")
    assert main(["wrap", "tsimmis", str(program), str(folder)]) == 1
    captured = capsys.readouterr()
    assert "p.txt:1: gave up on this page: more than 50000 items" in captured.err
    assert '"status": "ok"' in captured.out


def test_a_program_names_its_pages(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.txt"
    path.write_text(f'[root, get("{server}/page"), "#"]\n[said, root, "*<p>#</p>*"]')
    assert main(["wrap", "tsimmis", str(path)]) == 2
    assert "let it with --allow 127.0.0.1, or name saved pages" in capsys.readouterr().err
    assert main(["wrap", "tsimmis", str(path), "--allow", "127.0.0.1", "--allow-private"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert f"{server}/page" in line
    (tmp_path / "saved.html").write_text("<p>Saved</p>")
    assert main(["wrap", "tsimmis", str(path), str(tmp_path / "saved.html")]) == 0
    assert json.loads(capsys.readouterr().out)["fields"]["said"] == "Saved"
