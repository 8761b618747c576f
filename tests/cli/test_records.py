"""`weft records` as a user runs it."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.small_forum import LATER, OTHER, page, pages, write_files, write_lines
from tests.records.forum_pages import POSTS, Post
from weft.cli import main


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "pages.jsonl")


def read(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_a_line_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "thread.html"
    path.write_text(page(POSTS))
    assert main(["records", str(path), "--url", "https://weft.example/7"]) == 0
    captured = capsys.readouterr()
    found = read(captured.out)
    assert [line["fields"]["body"] for line in found] == [post.body for post in POSTS]
    assert found[1] == {
        "id": str(path),
        "url": "https://weft.example/7",
        "status": "ok",
        "kind": "posts",
        "record": 2,
        "fields": {
            "author": "Bob the weaver",
            "time": "2022-09-05T17:02",
            "time_text": "2022-09-05 17:02",
            "body": "A table loom.",
        },
    }
    assert captured.err == ""


def test_sources_say_where_values_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "thread.html"
    path.write_text(page(POSTS))
    assert main(["records", str(path), "--provenance"]) == 0
    line = json.loads(capsys.readouterr().out.splitlines()[0])
    start, end = line["rows"]
    author = line["fields"]["author"]
    assert (author["value"], author["source"]) == ("Ann", "records")
    assert start < author["row"] < end


def test_pages_of_a_thread_are_joined_in_order_and_nothing_is_twice(
    lines: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["records", str(lines), "--join"]) == 0
    captured = capsys.readouterr()
    found = [line for line in map(json.loads, captured.out.splitlines()) if line["thread"] != "board"]
    assert [line["fields"]["body"] for line in found] == [post.body for post in (*POSTS, *LATER, *OTHER)]
    assert [line["id"] for line in found] == ["first"] * 4 + ["second"] * 2 + ["other"] * 2
    assert [line["thread"] for line in found] == ["first"] * 6 + ["other"] * 2
    assert [line["record"] for line in found] == [1, 2, 3, 4, 5, 6, 1, 2]
    assert "1 thread of several pages joined, 1 repeated record left out" in captured.err
    assert "5 pages: 20 records on 4, none on 1, 0 failed" in captured.err


def test_files_without_addresses_are_joined_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_files(tmp_path)
    for name, numbers in (("first", (2,)), ("second", (1,))):
        path = tmp_path / f"{name}.html"
        pager = "".join(f"<a href='showthread.php?tid=7&amp;page={number}'>{number}</a>" for number in numbers)
        path.write_text(path.read_text() + pager)
    assert main(["records", str(tmp_path), "--join"]) == 0
    found = read(capsys.readouterr().out)
    threads = {str(line["thread"]) for line in found if str(line["id"]).endswith(("first.html", "second.html"))}
    assert threads == {str(tmp_path / "first.html")}


def test_csv_has_all_columns_of_all_records(lines: Path, tmp_path: Path) -> None:
    out = tmp_path / "records.csv"
    assert main(["records", str(lines), "-f", "csv", "-o", str(out)]) == 0
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0])[:3] == ["page_id", "page_url", "record"]
    assert {"author", "time", "body", "replies", "views"} <= set(rows[0])
    assert len(rows) == 3 + 2 + 4 + 12
    first = next(row for row in rows if row["page_id"] == "first")
    assert (first["page_url"], first["record"], first["body"]) == (pages()["first"][0], "1", POSTS[0].body)
    assert first["views"] == ""


def test_a_table_for_people(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")  # a table is as wide as the terminal, whatever runs the tests
    path = tmp_path / "thread.html"
    path.write_text(page((*POSTS, Post("\x1b[31mEve", "2022-09-08 10:00", "Red text."))))
    assert main(["records", str(path), "-f", "table"]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["record", "author", "time", "body"]
    assert rows[1].split()[:2] == ["2", "Bob"]
    assert "\x1b" not in "".join(rows)
    assert main(["records", str(lines), "-f", "table"]) == 0
    assert capsys.readouterr().out.split()[0] == "page_id"


def test_the_reference_time_resolves_relative_times(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "thread.html"
    path.write_text(page((Post("Ann", "3 hours ago", "Which loom should I buy?"), Post("Bob", "1 hour ago", "None."))))
    assert main(["records", str(path), "--reference-time", "2026-11-15T08:30"]) == 0
    assert read(capsys.readouterr().out)[0]["fields"]["time"].startswith("2026-11-15T05")


@pytest.mark.parametrize("method", ["repeated_subtrees", "mdr"])
def test_other_methods_by_name(method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "thread.html"
    path.write_text(page(POSTS).replace("<ol>", "<div>").replace("<li", "<div").replace("</li>", "</div>"))
    assert main(["records", str(path), "-m", method]) == 0
    found = read(capsys.readouterr().out)
    assert [line["fields"]["author"] for line in found] == [post.author for post in POSTS]


def test_pages_that_cannot_be_read_are_counted_and_told(
    lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, deep, library = tmp_path / "empty.html", tmp_path / "deep.html", tmp_path / "library.json"
    empty.write_text("")
    deep.write_text("<i>" * 500)
    assert main(["learn", "--records", str(lines), str(empty), str(deep), "-o", str(library), "--max-depth", "99"]) == 1
    told = capsys.readouterr().err
    assert "4 of 5 pages, 2 could not be read" in told
    assert "empty, there is no page in it" in told
    assert "--max-depth" in told
    assert library.exists()


def test_a_learned_library_finds_a_single_post(lines: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    library = tmp_path / "library.json"
    assert main(["learn", "--records", str(lines), "-o", str(library), "--json"]) == 0
    captured = capsys.readouterr()
    summary = json.loads(captured.out)
    assert (summary["pages"], summary["used"]) == (5, 4)
    assert "1 place from the records of 4 of 5 pages" in captured.err
    alone = tmp_path / "alone.html"
    alone.write_text("<title>x</title><ol><li class=post><a class=author href=/user/1>Zoe</a><p>Hm</p></li></ol>")
    assert main(["records", str(alone)]) == 0
    assert capsys.readouterr() == ("", "weft: no records on this page\n")
    assert main(["records", str(alone), "--library", str(library)]) == 0
    assert len(read(capsys.readouterr().out)) == 1


def test_the_library_that_comes_with_weft(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "thread.html"
    path.write_text(page(POSTS))
    assert main(["records", str(path), "--builtin-library"]) == 0  # nothing there: the method finds them
    assert len(read(capsys.readouterr().out)) == len(POSTS)


def test_a_library_from_a_persons_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, marks = tmp_path / "a.html", tmp_path / "marks.jsonl"
    path.write_text("<main><div id=note_1>One</div><div id=note_2>Two</div></main>")
    rows = {"record": [[4], [6]]}["record"]
    marks.write_text("\n".join(json.dumps({"page_id": str(path), "rows": row, "name": "record"}) for row in rows))
    library = tmp_path / "library.json"
    assert main(["learn", "--records", str(path), "-o", str(library), "--labels", str(marks)]) == 0
    assert "div#note_" in library.read_text()


def test_a_bad_page_is_a_line_and_does_not_stop_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text("{broken\n" + json.dumps({"id": "good", "html": page(POSTS)}) + "\n")
    assert main(["records", str(path)]) == 1
    captured = capsys.readouterr()
    found = read(captured.out)
    assert found[0]["reason"] == {"code": "source", "detail": ""}
    assert [line["status"] for line in found] == ["failed"] + ["ok"] * len(POSTS)
    assert "2 pages: 4 records on 1, none on 0, 1 failed" in captured.err


def test_piped_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(page(POSTS).encode())))
    assert main(["records", "-"]) == 0
    assert len(read(capsys.readouterr().out)) == len(POSTS)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["records", "{page}", "-f", "csv", "--provenance"], 2, "use -f json"),
        (["records", "{page}", "--reference-time", "yesterday"], 2, "write it as 2026-11-15T08:00"),
        (["records", "{page}", "--library", "x.json", "--builtin-library"], 2, "give one of them"),
        (["records", "{page}", "--library", "no-such.json"], 1, "no library of locations"),
        (["records", "no-such.html"], 1, "no such file"),
        (["learn", "--records", "{page}"], 2, "-o library.json"),
        (["learn", "--records", "{page}", "-o", "x", "--learner", "slots"], 2, "--learner"),
        (["learn", "--records", "{about}", "-o", "{out}"], 1, "nothing was learned"),
    ],
)
def test_bad_input_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    write_files(tmp_path)
    names = {"page": tmp_path / "first.html", "about": tmp_path / "about.html", "out": tmp_path / "out.json"}
    assert main([argument.format(**names) for argument in arguments]) == code
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""
    assert not (tmp_path / "out.json").exists()


def test_parquet_without_pyarrow_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_files(tmp_path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["records", str(tmp_path), "-f", "parquet", "-o", str(tmp_path / "x.parquet")]) == 2
    assert "pip install 'weft[parquet]'" in capsys.readouterr().err
    assert not (tmp_path / "x.parquet").exists()


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["records", "--help"])
    assert stop.value.code == 0
    assert "  weft records thread.html" in capsys.readouterr().out
