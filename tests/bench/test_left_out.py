import json
from pathlib import Path

import pytest

from bench.__main__ import main
from bench.left_out import group_names, leave_out, make
from tests.training.test_train import SMALL, write_page
from weft.training.corpora import read_corpora
from weft.training.training_pages import TrainingPage, read_training_page


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve pages of `wcxb-dev`, and four of the news in two languages on hosts of their own and on a shared one."""
    root = tmp_path_factory.mktemp("data")
    scored = root / "wcxb-dev"
    for name in ("html", "ground-truth"):
        (scored / name).mkdir(parents=True)
    for number in range(12):
        write_page(scored, number, page_type=("article", "forum")[number // 6])
    (root / "news" / "html").mkdir(parents=True)
    lines = []
    for number, (host, language) in enumerate(
        [("www.a.gr", "Greek"), ("www.b.gr", "Greek"), ("www.c.pl", "Polish"), ("www.site1.co.uk", "Polish")]
    ):
        page = scored / "html" / f"{number:04}.html"
        (root / "news" / "html" / f"{number}.html").write_bytes(page.read_bytes())
        truth = json.loads((scored / "ground-truth" / f"{number:04}.json").read_text())["ground_truth"]["main_content"]
        lines.append({"file": f"html/{number}.html", "host": host, "language": language, "text": truth})
    (root / "news" / "truth.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return root


@pytest.fixture(scope="module")
def examples(data: Path) -> list[TrainingPage]:
    return [read_training_page(page) for page in read_corpora(data)]


def test_every_data_set_and_language_is_a_group(examples: list[TrainingPage]) -> None:
    assert group_names([example.page for example in examples]) == ["wcxb-dev", "news", "news/el", "news/pl"]


def test_a_group_is_scored_by_a_model_of_the_others(examples: list[TrainingPage]) -> None:
    result = leave_out(examples, "news/pl", SMALL)
    assert len(result.f1) == 2
    assert min(result.f1) > 0.9
    assert result.lines()[0].startswith("| news/pl | 2 |")
    assert not result.parts


def test_a_group_of_several_types_shows_each(examples: list[TrainingPage], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.left_out.MIN_PART", 6)
    result = leave_out(examples, "wcxb-dev", SMALL)
    assert [(part.name, len(part.f1)) for part in result.parts] == [("article", 6), ("forum", 6)]
    assert [line.split(" | ")[0] for line in result.lines()] == ["| wcxb-dev", "| … article", "| … forum"]


def test_the_table_is_written(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert make(data, tmp_path, names=["news"], recipe=SMALL) == 0
    assert "| news | 4 |" in (tmp_path / "left_out.md").read_text()
    assert json.loads((tmp_path / "left_out.json").read_text())["groups"]["news"]["pages"] == 4
    assert "without news" in capsys.readouterr().out


def test_processes_give_the_same(data: Path, tmp_path: Path) -> None:
    for processes in (1, 2):
        (tmp_path / str(processes)).mkdir()
        make(data, tmp_path / str(processes), names=["news/el", "news/pl"], recipe=SMALL, processes=processes)
    alone, together = ((tmp_path / name / "left_out.md").read_text() for name in "12")
    assert alone == together


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["left-out", "--help"])
    assert "--groups snippets,news/el" in capsys.readouterr().out
