"""`weft wrap softmealy` as a user runs it, and its short form."""

import csv
import json
from pathlib import Path

import pytest

from tests.cli.small_forum import LATER, OTHER, page
from tests.records.forum_pages import POSTS
from weft import Label, parse
from weft.cli import main


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "saved"
    folder.mkdir()
    for name, posts in (("a", POSTS), ("b", LATER), ("c", OTHER)):
        (folder / f"{name}.html").write_text(page(posts))
    (folder / "about.html").write_text("<title>About</title><p>We weave, and say so here at length.")
    return folder


@pytest.fixture
def wrapper(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "wrapper.json"
    assert main(["wrap", "softmealy", "learn", str(saved), "-o", str(path)]) == 0
    capsys.readouterr()
    return path


def marks(path: Path) -> str:
    """A person's labels of every post of a page: the record, its author and its body."""
    shown = parse(path.read_bytes())
    labels: list[Label] = []
    for row in shown.rows_of("li").tolist():
        inside = range(row, int(shown.end[row]))
        labels.append(Label(page_id=str(path), rows=(row,), name="record"))
        for tag, name in (("a", "author"), ("p", "body")):
            found = tuple(child for child in inside if shown.tag_name(child) == tag)
            labels.append(Label(page_id=str(path), rows=found, name=name))
    return "\n".join(
        json.dumps({"page_id": label.page_id, "rows": list(label.rows), "name": label.name}) for label in labels
    )


def test_without_labels_the_centre_page_teaches(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrapper.json"
    assert main(["wrap", "softmealy", "learn", str(saved), "-o", str(path), "--json"]) == 0
    captured = capsys.readouterr()
    summary = json.loads(captured.out)
    assert summary["learned_on"] == [str(saved / "a.html")]  # the one with several records
    assert sorted(summary["fields"]) == ["author", "body", "time_text"]
    assert (summary["records"], summary["checked"], summary["agree"]) == (4, 2, 2)
    assert "on 2 of 2 more pages" in captured.err
    assert json.loads(path.read_text())["format"] == 1


def test_a_wrapper_takes_the_records_out(wrapper: Path, saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wrap", "softmealy", "apply", str(wrapper), str(saved / "c.html")]) == 0
    captured = capsys.readouterr()
    found = [json.loads(line)["fields"] for line in captured.out.splitlines()]
    assert [(fields["author"], fields["body"]) for fields in found] == [(post.author, post.body) for post in OTHER]
    assert found[0]["time"] == "2022-10-01T09:00"
    assert captured.err == ""


def test_apply_writes_csv_and_counts(
    wrapper: Path, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (saved / "empty.html").touch()
    out = tmp_path / "records.csv"
    assert main(["wrap", "apply", str(wrapper), str(saved), "-f", "csv", "-o", str(out)]) == 1
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["body"] for row in rows] == [post.body for post in (*POSTS, *LATER, *OTHER)]
    assert "5 pages: 8 records on 3, none on 1, 1 failed" in capsys.readouterr().err


def test_chosen_fields(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrapper.json"
    assert main(["wrap", "learn", str(saved), "-o", str(path), "--fields", "author,price"]) == 0
    assert "not learned: price" in capsys.readouterr().err
    assert main(["wrap", "apply", str(path), str(saved / "b.html")]) == 0
    found = [json.loads(line)["fields"] for line in capsys.readouterr().out.splitlines()]
    assert found == [{"author": post.author} for post in LATER]


def test_a_persons_labels_teach(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels, path = tmp_path / "marks.jsonl", tmp_path / "wrapper.json"
    labels.write_text(marks(saved / "b.html"))
    assert main(["wrap", "learn", str(saved), "--labels", str(labels), "-o", str(path), "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["learned_on"] == [str(saved / "b.html")]
    assert summary["records"] == len(LATER)
    assert main(["wrap", "apply", str(path), str(saved / "a.html")]) == 0
    found = [json.loads(line)["fields"] for line in capsys.readouterr().out.splitlines()]
    assert found == [{"author": post.author, "body": post.body} for post in POSTS]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["wrap", "learn", "{about}", "-o", "{out}"], 1, "mark some"),
        (["wrap", "learn", "{page}", "-o", "{out}", "--labels", "{strange}"], 1, "not among the pages"),
        (["wrap", "learn", "{page}", "-o", "{out}", "--labels", "{fields}"], 2, "no record is marked"),
        (["wrap", "learn", "{page}", "-o", "{out}", "--labels", "{fields}", "--fields", "a"], 2, "leave it out"),
        (["wrap", "apply", "{page}", "{page}"], 1, "no SoftMealy wrapper"),
    ],
)
def test_bad_input_says_what_to_do(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    names = {"page": saved / "a.html", "about": saved / "about.html", "out": tmp_path / "out.json"}
    names |= {"strange": tmp_path / "strange.jsonl", "fields": tmp_path / "fields.jsonl"}
    names["strange"].write_text('{"page_id": "z.html", "rows": [3], "name": "record"}')
    names["fields"].write_text(json.dumps({"page_id": str(names["page"]), "rows": [3], "name": "author"}))
    assert main([argument.format(**names) for argument in arguments]) == code
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""
    assert not names["out"].exists()


def test_the_short_form_is_the_same(wrapper: Path, saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for name in ([], ["softmealy"]):
        assert main(["wrap", *name, "apply", str(wrapper), str(saved), "-f", "csv"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] != ""


def test_one_mark_may_hold_all_records(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels, path = tmp_path / "marks.jsonl", tmp_path / "wrapper.json"
    shown = parse((saved / "b.html").read_bytes())
    rows = {name: shown.rows_of(tag).tolist() for name, tag in (("record", "li"), ("body", "p"))}
    lines = [{"page_id": str(saved / "b.html"), "rows": own, "name": name} for name, own in rows.items()]
    labels.write_text("\n".join(map(json.dumps, lines)))
    assert main(["wrap", "softmealy", "learn", str(saved), "--labels", str(labels), "-o", str(path)]) == 0
    assert main(["wrap", "softmealy", "apply", str(path), str(saved / "a.html")]) == 0
    found = [json.loads(line)["fields"] for line in capsys.readouterr().out.splitlines()]
    assert found == [{"body": post.body} for post in POSTS]


@pytest.mark.parametrize(
    "action", [[], ["learn"], ["apply"], ["softmealy"], ["softmealy", "learn"], ["softmealy", "apply"], ["tsimmis"]]
)
def test_help_has_an_example(action: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["wrap", *action, "--help"])
    assert stop.value.code == 0
    assert "  weft wrap " in capsys.readouterr().out
