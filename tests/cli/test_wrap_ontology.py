"""`weft wrap ontology` as a user runs it."""

import json
import re
from pathlib import Path

import pytest

from weft import parse
from weft.cli import main

PAGE = "<h1>Staff</h1>" + "<p>some words" * 5 + "<p>Ann Lee<br>Tel: 555-210-2030<br>ann@weft.example<p>&lt;script&gt; x"
OWN = """format = 1
name = "lamp"
least = 1
relations = ["lamp [1] has price"]
[object.price]
patterns = ['[$][0-9]+']
"""
WRONG = OWN.replace("[0-9]+", "[0-9+")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return path


def test_find(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wrap", "ontology", "find", "contact", str(page)]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["fields"] == {"name": "Ann Lee", "email": "ann@weft.example", "phone": "555-210-2030"}


def test_find_by_a_file_of_ones_own(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text(OWN)
    page.write_text("<p>for $5<p>for $7")
    assert main(["wrap", "ontology", "find", str(own), str(page), "-f", "table"]) == 0
    assert capsys.readouterr().out.split() == ["record", "price", "1", "$5", "2", "$7"]


def test_relative_times_are_resolved(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page.write_text("<p>Ann<p>Posted 3 hours ago<p>Yes.")
    assert main(["wrap", "ontology", "find", "post", str(page), "--reference-time", "2026-11-15T08:30"]) == 0
    assert json.loads(capsys.readouterr().out)["fields"]["time"] == "2026-11-15T05:30:00"


def test_list_and_show(tmp_path: Path, page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wrap", "ontology", "list"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == ["contact", "event", "job", "post", "product"]
    for name in names:
        assert main(["wrap", "ontology", "show", name]) == 0
        own = tmp_path / f"{name}.toml"
        own.write_text(capsys.readouterr().out)
        assert main(["wrap", "ontology", "find", str(own), str(page)]) == 0
        capsys.readouterr()


def test_test_shows_matches_in_the_text(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["wrap", "ontology", "test", "contact", str(page)]) == 0
    plain = capsys.readouterr().out
    assert "1 record; 1 email, 1 name, 1 phone" in plain
    assert "Tel: [phone 555-210-2030]" in plain
    assert "⋯ 5 lines" in plain
    assert "\x1b" not in plain
    assert main(["wrap", "ontology", "test", "contact", str(page), "--all"]) == 0
    assert capsys.readouterr().out.count("some words") == 5


def test_test_in_colours(page: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    page.write_text(PAGE.replace("some", "so\x1b[31mme"))
    assert main(["wrap", "ontology", "test", "contact", str(page), "--color", "always", "--all"]) == 0
    coloured = capsys.readouterr().out
    assert re.search(r"Tel: \x1b\[1;7;\d+m555-210-2030\x1b\[0m", coloured)
    assert "so\N{REPLACEMENT CHARACTER}[31mme" in coloured  # the page's own colours never reach the terminal
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(["wrap", "ontology", "test", "contact", str(page)]) == 0
    assert "\x1b[1;7;" in capsys.readouterr().out
    for arguments, no_color in (["--color", "never"], ""), ([], "1"):
        monkeypatch.setenv("NO_COLOR", no_color)
        assert main(["wrap", "ontology", "test", "contact", str(page), *arguments]) == 0
        assert "\x1b" not in capsys.readouterr().out


def test_a_match_in_no_record_is_marked_otherwise(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page.write_text("<p>ann@weft.example")
    assert main(["wrap", "ontology", "test", "contact", str(page)]) == 0
    assert "(email ann@weft.example)" in capsys.readouterr().out


def test_test_as_html_needs_nothing_else(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "seen.html"
    assert main(["wrap", "ontology", "test", "contact", str(page), "--html", str(out), "--all"]) == 0
    assert capsys.readouterr().out == ""
    text = out.read_text()
    shown = parse(text)
    marks = [shown.text(row) for row in shown.rows_of("mark").tolist()]
    assert marks[5:] == ["Ann Leename", "555-210-2030phone", "ann@weft.exampleemail"]  # behind the legend
    assert len(shown.rows_of("script", "link", "img")) == 0
    assert "<script>" in shown.text(0)  # what the page says stays text
    assert not re.search(r"(?:src|href)=|url\(|@import", text)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["find", "boat", "{page}"], 2, "there is no ontology boat; there are contact, event"),
        (["find", "{wrong}", "{page}"], 1, "wrong.toml:5: object.price.patterns[0]: unclosed character class"),
        (["show", "{wrong}"], 1, "unclosed character class"),
        (["test", "{missing}", "{page}"], 1, "cannot be read as an ontology"),
        (["test", "contact", "{missing}"], 1, "missing.toml"),
    ],
)
def test_bad_input_says_what_to_do(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    names = {"page": page, "wrong": tmp_path / "wrong.toml", "missing": tmp_path / "missing.toml"}
    names["wrong"].write_text(WRONG)
    assert main(["wrap", "ontology", *(argument.format(**names) for argument in arguments)]) == code
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("action", [[], ["find"], ["test"], ["list"], ["show"]])
def test_help_has_an_example(action: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["wrap", "ontology", *action, "--help"])
    assert stop.value.code == 0
    assert "  weft wrap ontology " in capsys.readouterr().out
