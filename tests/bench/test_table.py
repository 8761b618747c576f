"""A run as data and as tables, from answers made by hand."""

from pathlib import Path

import pytest

from bench import metrics, run, table
from bench.datasets import Case
from bench.places import Missing
from bench.systems import Answer

CASES = [
    Case(id="a", path=Path("a"), page_type="article", text="one two"),
    Case(id="b", path=Path("b"), page_type="forum", text="three"),
]


def result(name: str, *answers: Answer) -> run.Result:
    made = run.Result(name=name, version="1", answers=list(answers), peak=2**20)
    if name != "lexbor":
        made.scores = [metrics.measure(answer.text, case.text) for answer, case in zip(answers, CASES, strict=True)]
    return made


@pytest.fixture
def report() -> dict[str, object]:
    ours = result("whole_page", Answer(text="one two", cpu_s=0.004), Answer(error="Timeout: over 60 s"))
    base = result("lexbor", Answer(cpu_s=0.002), Answer(cpu_s=0.001))
    return run.summary(CASES, [ours, base], dataset="made-up", measure="word_f1", rounds=1)


def test_summary_counts_a_failed_page_as_empty_and_leaves_it_out_of_times(report) -> None:
    ours, base = report["systems"]
    assert ours["quality"]["word_f1"]["mean"] == 0.5
    assert ours["by_type"]["article"]["word_f1"]["mean"] == 1.0
    assert ours["cpu_ms_mean"] == pytest.approx(4.0)
    assert ours["ratio"] == pytest.approx(2.0)
    assert ours["errors"] == [{"id": "b", "error": "Timeout: over 60 s"}]
    assert (base["quality"], base["ratio"]) == ({}, 1.0)


def test_markdown_shows_every_system_and_failure(report) -> None:
    text = table.markdown(report)
    assert "| whole_page | 1 | 0.5000 | 0.000–1.000 | 4.00 | 4.00 | 2.00 |  | 1 | 1 |" in text
    assert "| system | article (1) | forum (1) |" in text
    assert "- whole_page: Timeout: over 60 s (1: b)" in text


def test_answers_made_elsewhere_must_be_complete(tmp_path: Path) -> None:
    file = tmp_path / "folds.jsonl"
    file.write_text('{"id": "a", "text": "one"}\n', encoding="utf-8")
    with pytest.raises(Missing, match="no answer for 1 of 2"):
        run._from_file(f"answers:folds={file}", CASES)
    assert [answer.text for answer in run._from_file(f"answers:folds={file}", CASES[:1]).answers] == ["one"]
