"""`weft train` on a handful of pages."""

import json
from pathlib import Path

import pytest

from tests.known_pages import write_known_pages
from weft import extract, parse
from weft.cli import main
from weft.model_file import read_model

SMALL = ["--trees", "5", "--type-trees", "2", "--folds", "2", "--threads", "1"]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "known" / "wcxb-dev"
    write_known_pages(folder)
    return folder.parent


def test_model_scores_and_report(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, report = tmp_path / "model.zip", tmp_path / "report.html"
    assert main(["train", str(data), "-o", str(model), "--report", str(report), "--json", *SMALL]) == 0
    scores = json.loads(capsys.readouterr().out)
    assert scores["all"]["pages"] == 12
    assert scores["all"]["mean"] > 0.8
    header = read_model(model).header
    assert header["recipe"]["trees"] == 5
    assert header["data"]["pages"] == 12
    page = parse(report.read_bytes())
    assert "The block classifier" in page.text(0)
    assert len(page.rows_of("svg")) == 2  # weft's mark, and a plot


def test_the_model_is_a_method(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "model.zip"
    assert main(["train", str(data), "-o", str(model), *SMALL]) == 0
    page = data / "wcxb-dev" / "html" / "0003.html"
    capsys.readouterr()
    assert main(["extract", str(page), "-m", str(model)]) == 0
    own = capsys.readouterr().out
    assert own.strip() == extract(page.read_bytes(), method=str(model)).text
    assert extract(page.read_bytes(), method=str(model)).confidence != extract(page.read_bytes()).confidence
    assert main(["extract", str(page), "-m", str(tmp_path / "none.zip")]) == 1
    assert "name what weft train wrote" in capsys.readouterr().err


def test_one_seed_one_result(data: Path, tmp_path: Path) -> None:
    credit = ["--data-attribution", "Looms, by Ann, CC BY 4.0", "--data-attribution", "Shuttles, by Ben"]
    for name in ("a.zip", "b.zip"):
        assert main(["train", str(data), "-o", str(tmp_path / name), *SMALL, *credit]) == 0
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert read_model(tmp_path / "a.zip").header["attribution"] == ["Looms, by Ann, CC BY 4.0", "Shuttles, by Ben"]


@pytest.mark.parametrize("folder", ["none", "."])
def test_a_folder_without_pages(tmp_path: Path, folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", str(tmp_path / folder), "-o", str(tmp_path / "m.zip")]) == 1
    assert "wcxb-dev" in capsys.readouterr().err
    assert not (tmp_path / "m.zip").exists()
