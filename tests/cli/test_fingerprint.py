"""`weft fingerprint` as a user runs it."""

import json
from pathlib import Path

import pytest

from tests.cli.small_forum import page
from tests.records.forum_pages import POSTS
from weft.cli import main


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    folder = tmp_path / "saved"
    folder.mkdir()
    for name, generator in (("a", "Discuz! X3.4"), ("b", "Discuz! X3.5"), ("c", "Discuz! X3.4"), ("d", "Loom <9>")):
        (folder / f"{name}.html").write_text(page(POSTS, generator=generator))
    return folder


def test_counts_as_a_table(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fingerprint", str(saved)]) == 0
    captured = capsys.readouterr()
    rows = [line.split() for line in captured.out.splitlines()]
    assert rows == [
        ["software", "version", "pages", "kind"],
        ["Discuz!", "all", "3", "forum"],
        ["X3.4", "2"],
        ["X3.5", "1"],
        ["unknown", "1"],
    ]
    assert captured.err == ""


def test_counts_as_json(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (saved / "empty.html").touch()
    assert main(["fingerprint", str(saved), "--json"]) == 1
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert found["pages"] == 4
    assert found["software"][0] == {"name": "Discuz!", "kind": "forum", "pages": 3, "versions": {"X3.4": 2, "X3.5": 1}}
    assert list(found["failures"]) == [str(saved / "empty.html")]
    assert "1 of 5 pages failed" in captured.err


def test_a_line_a_page_with_the_clues(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (saved / "empty.html").touch()
    assert main(["fingerprint", str(saved), "--lines"]) == 1
    found = {Path(line["id"]).stem: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (found["b"]["name"], found["b"]["version"]) == ("Discuz!", "X3.5")
    assert found["b"]["evidence"] == ["generator: discuz! x3.5"]
    assert found["d"]["name"] == ""
    assert found["empty"]["status"] == "failed"


def test_a_table_of_your_own_and_a_plot(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, plot = tmp_path / "own.toml", tmp_path / "plots" / "software.html"
    table.write_text('format = 1\n[[software]]\nname = "Loom <i>"\nkind = "forum"\ngenerator = ["Loom <{version}>"]\n')
    assert main(["fingerprint", str(saved), "--table", str(table), "--html", str(plot), "--json"]) == 0
    names = [count["name"] for count in json.loads(capsys.readouterr().out)["software"]]
    assert names == ["Discuz!", "Loom <i>"]
    html = plot.read_text()
    assert html.count('<div class="stack"') == 2
    assert "X3.4" in html
    assert "Loom &lt;i&gt;" in html
    assert "Loom <i>" not in html


def test_bad_input_says_what_to_do(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("software = 1")
    assert main(["fingerprint", str(saved), "--table", str(bad)]) == 1
    assert "format = 1" in capsys.readouterr().err


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["fingerprint", "--help"])
    assert stop.value.code == 0
    assert "  weft fingerprint saved/" in capsys.readouterr().out
