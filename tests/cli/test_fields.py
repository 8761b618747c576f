"""`weft fields` as a user runs it."""

import json
from pathlib import Path

import pytest

from weft.cli import main
from weft.sites import Site


@pytest.fixture
def copied(site_file: Path, tmp_path: Path) -> Path:
    path = tmp_path / "site.json"
    path.write_bytes(site_file.read_bytes())
    return path


def names(path: Path) -> list[str]:
    return [rule.name for cluster in Site.load(path).clusters for rule in cluster.template.fields.rules]


def test_the_table(site_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fields", str(site_file)]) == 0
    head, first, *_ = capsys.readouterr().out.splitlines()
    assert head.split() == ["cluster", "field", "type", "pages", "examples"]
    assert first.split()[1:4] == ["title", "text", "100%"]
    assert " · " in first


def test_a_json_object_a_field(site_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fields", str(site_file), "--json"]) == 0
    fields = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    date = next(own for own in fields if own["name"] == "date")
    assert (date["type"], date["presence"]) == ("date", 1.0)
    assert len(date["examples"]) == 3


def test_fields_are_renamed_and_dropped(copied: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fields", str(copied), "--rename", "author=writer", "--drop", "date"]) == 0
    assert "writer" in capsys.readouterr().out
    assert "writer" in names(copied)
    assert not {"author", "date"} & set(names(copied))
    assert main(["fields", str(copied), "--rename", "writer=author"]) == 0
    assert "author" in names(copied)


def test_another_file_takes_what_changed(copied: Path, tmp_path: Path) -> None:
    before = copied.read_bytes()
    assert main(["fields", str(copied), "--drop", "date", "-o", str(tmp_path / "mine.json")]) == 0
    assert copied.read_bytes() == before
    assert "date" not in names(tmp_path / "mine.json")


def test_the_choice_holds_when_pages_come(copied: Path, saved: Path) -> None:
    assert main(["fields", str(copied), "--rename", "author=writer", "--drop", "date"]) == 0
    assert main(["learn", "--update", str(copied), str(saved), "--base-url", "https://weft.example/"]) == 0
    assert not {"author", "date"} & set(names(copied))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rename", "author"], "--rename: 'author' is no change of a name; write OLD=NEW"),
        (["--rename", "zmp=price"], "there is no field 'zmp'; choose one of title, "),
        (["--rename", "author=the author"], "'the author' is no name of a field; use letters, digits and _"),
        (["--rename", "author=title"], "has a field 'title' already; drop it first, or take another name"),
        (["--drop", "date", "--cluster", "nowhere"], "there is no cluster 'nowhere'; choose one of "),
        (["-o", "x.json"], "-o: nothing is renamed or dropped; leave it out"),
    ],
)
def test_wrong_uses(copied: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = copied.read_bytes()
    assert main(["fields", str(copied), *arguments]) == 2
    assert message in capsys.readouterr().err
    assert copied.read_bytes() == before
