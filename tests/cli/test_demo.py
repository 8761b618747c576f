"""`weft demo`."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from weft.cli import main
from weft.cli.demo import read_demo, read_pages


def test_prints_every_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in read_demo())


def test_says_how_to_go_on_as_weft_was_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/weft", "demo"])
    monkeypatch.setenv("PATH", str(tmp_path))
    main(["demo"])
    assert "Now your own page:  .venv/bin/weft extract" in capsys.readouterr().out
    (tmp_path / "weft").write_text("#!/bin/sh\n")
    (tmp_path / "weft").chmod(0o755)
    main(["demo"])
    assert "Now your own page:  weft extract" in capsys.readouterr().out


def test_metadata_of_the_bundled_site_is_right() -> None:
    truth = json.loads((files("weft") / "demo" / "truth.json").read_text(encoding="utf-8"))
    documents = read_demo()
    for page in truth:
        document = documents[page["file"]]
        if page["page_type"] == "article" and page["file"] != "old-shuttle.html":
            assert (document.title, document.author, document.date[:10]) == (
                page["title"], page["author"], page["date"][:10],
            )  # fmt: skip


def test_writes_the_pages_and_writes_them_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["demo", "--write", str(tmp_path / "new" / "demo")]) == 0
    written = {path.name: path.read_bytes() for path in (tmp_path / "new" / "demo").iterdir()}
    assert written == {name: data for name, _, data in read_pages()}
    assert capsys.readouterr().out.startswith("12 pages in ")


def test_writes_over_no_other_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "yarn-sum.html").write_text("mine")
    assert main(["demo", "--write", str(tmp_path)]) == 2
    assert "yarn-sum.html is there already" in capsys.readouterr().err
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_a_folder_that_cannot_be_is_a_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path / "file" / "demo", tmp_path / ("long" * 100)):
        assert main(["demo", "--write", str(folder)]) == 1
        assert "cannot write the demo's pages" in capsys.readouterr().err
