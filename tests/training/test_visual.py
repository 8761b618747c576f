from pathlib import Path

import pytest

from tests.boxes import scatter
from tests.training.test_train import SMALL, write_page
from weft.cli import main
from weft.errors import SourceError
from weft.extractors.block_classifier import Model
from weft.extractors.features import ALL_FEATURES
from weft.model_file import read_model
from weft.page import parse
from weft.training.training_pages import read_pages
from weft.training.visual import drawn_path, read_drawn_pages, train_visual, write_geometry


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Eight pages, and how they look."""
    folder = tmp_path / "wcxb-dev"
    for name in ("html", "ground-truth"):
        (folder / name).mkdir(parents=True)
    for number in range(8):
        write_page(folder, number, page_type="article")
    for page in read_pages(folder):
        looks = scatter(parse(page.path.read_bytes()), int(page.page_id)).geometry
        write_geometry(drawn_path(tmp_path / "drawn", page), looks)
    return tmp_path


def test_training_uses_looks_and_repeats_itself(data: Path) -> None:
    trained = train_visual(data, folder=data / "drawn", recipe=SMALL)
    model = Model.of(trained.model)
    assert model.is_visual
    assert model.header["features"] == list(ALL_FEATURES)
    assert model.header["data"]["pages"] == 8
    assert len(model.header["data"]["drawn_sha256"]) == 64
    assert trained.scores["all"].mean > 0.9
    assert train_visual(data, folder=data / "drawn", recipe=SMALL).model.to_bytes() == trained.model.to_bytes()


def test_other_looks_have_another_digest(data: Path) -> None:
    [page, *_] = read_pages(data / "wcxb-dev")
    first = train_visual(data, folder=data / "drawn", recipe=SMALL).model.header["data"]
    write_geometry(drawn_path(data / "drawn", page), scatter(parse(page.path.read_bytes()), 99).geometry)
    second = train_visual(data, folder=data / "drawn", recipe=SMALL).model.header["data"]
    assert first["sha256"] == second["sha256"]
    assert first["drawn_sha256"] != second["drawn_sha256"]


def test_pages_that_cannot_be_drawn_are_named(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEFT_CHROMIUM", str(data / "none"))
    pages = read_pages(data / "wcxb-dev")
    drawn_path(data / "drawn", pages[3]).unlink()
    steps: list[str] = []
    assert len(read_drawn_pages(data, data / "drawn", progress=steps.append)) == 7
    assert steps[0] == "drawing 1 page"
    assert steps[1].startswith("page 0003 is left out: WEFT_CHROMIUM")
    with pytest.raises(SourceError, match="no page"):
        read_drawn_pages(data, data / "nothing", progress=steps.append)


def test_the_command_line_trains_it(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--features", "999", "--trees", "3", "--type-trees", "1", "--folds", "2", "--threads", "1"]
    files = ["-o", str(data / "visual.zip"), "--report", str(data / "report.html")]
    assert main(["train", str(data), "--visual", str(data / "drawn"), *files, *small]) == 0
    assert read_model(data / "visual.zip").header["features"] == list(ALL_FEATURES)
    assert "The visual classifier" in (data / "report.html").read_text(encoding="utf-8")
    assert "reading 8 drawn pages" in capsys.readouterr().err
