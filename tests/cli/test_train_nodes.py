"""`weft train --method node_classifier` on one's own pages, by marks and by texts."""

import json
from pathlib import Path

import pytest

from tests.papers.e.test_paper_e import PARAMETERS, make_case
from weft import parse
from weft.cli import main
from weft.papers.e.training import GRIDS


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    for number in range(16):
        html, text = make_case(number)
        folder = tmp_path / "saved" / f"site{number % 4}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.html").write_text(html, encoding="utf-8")
        (folder / f"{number}.txt").write_text(text, encoding="utf-8")
    return tmp_path / "saved"


@pytest.fixture(autouse=True)
def small_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, parameters in PARAMETERS.items():
        monkeypatch.setitem(GRIDS, name, {key: [value] for key, value in parameters.items()})


@pytest.mark.parametrize("model", list(PARAMETERS))
def test_texts_beside_pages_teach(saved: Path, tmp_path: Path, model: str, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.zip"
    arguments = ["train", str(saved), "--method", "node_classifier", "--model", model, "-o", str(own), "--json"]
    assert main(arguments) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["pages"], summary["left_out_by"]) == (16, "sites")
    assert summary["f1"] > 0.9
    html, text = make_case(777)
    (tmp_path / "new.html").write_text(html, encoding="utf-8")
    assert main(["extract", str(tmp_path / "new.html"), "-m", str(own)]) == 0
    assert capsys.readouterr().out.split() == text.split()


def test_marks_teach(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels = tmp_path / "marks.jsonl"
    with labels.open("w") as file:
        for path in sorted(saved.rglob("*.html")):
            page = parse(path.read_bytes())
            (path.with_suffix(".txt")).unlink()
            for row in page.rows_of("p").tolist():
                print(json.dumps({"page_id": str(path), "rows": [row], "name": "body"}), file=file)
    own = tmp_path / "own.zip"
    given = ["train", str(saved), "--method", "node_classifier", "-o", str(own)]
    assert main([*given, "--labels", str(labels)]) == 0
    assert "of 16 pages; left out by sites: precision" in capsys.readouterr().out
    assert main(given) == 1
    assert "the content of none of the 16 pages is known" in capsys.readouterr().err


def test_an_export_of_studio_teaches(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "exported"
    (folder / "html").mkdir(parents=True)
    (folder / "ground-truth").mkdir()
    for path in saved.rglob("*.html"):
        truth = {"url": "", "ground_truth": {"main_content": path.with_suffix(".txt").read_text(encoding="utf-8")}}
        (folder / "html" / path.name).write_bytes(path.read_bytes())
        (folder / "ground-truth" / f"{path.stem}.json").write_text(json.dumps(truth), encoding="utf-8")
    given = ["train", str(folder), "--method", "node_classifier", "-o", str(tmp_path / "own.zip")]
    assert main([*given, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["pages"], summary["left_out_by"]) == (16, "pages")
    assert summary["f1"] > 0.9
    (folder / "ground-truth" / "3.json").write_text("[]")
    assert main(given) == 1
    assert "3.json: not the text of a page" in capsys.readouterr().err


def test_marks_of_pages_that_are_not_there(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    labels = tmp_path / "marks.jsonl"
    paths = [*sorted(saved.rglob("*.html")), saved / "gone.html"]
    lines = [json.dumps({"page_id": str(path), "rows": [5], "name": "body"}) for path in paths]
    labels.write_text("\n".join(lines))
    given = ["train", str(saved), "--method", "node_classifier", "-o", str(tmp_path / "own.zip")]
    assert main([*given, "--labels", str(labels)]) == 0
    assert "labelled, but not among the pages" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--method", "node_classifier", "--report", "r.html"], "are the block classifier's"),
        (["--labels", "marks.jsonl"], "the block classifier learns from texts"),
    ],
)
def test_options_that_do_not_fit(
    saved: Path, tmp_path: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", str(saved), "-o", str(tmp_path / "own.zip"), *arguments]) == 2
    assert message in capsys.readouterr().err
