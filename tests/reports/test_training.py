"""The page of a training run."""

import numpy as np

from weft import parse
from weft.reports import ScoreInterval, TrainingSummary, WorstPage, training_page
from weft.reports.writing import read_house_file

SUMMARY = TrainingSummary(
    name="block <classifier>",
    recipe={"trees": "200", "seed": "1"},
    scores=[ScoreInterval(name="all", mean=0.88, low=0.87, high=0.89, pages=1358)],
    confidence=np.linspace(0.2, 1.0, 50),
    f1=np.linspace(0.1, 1.0, 50),
    importance=[("long_share", 8.5), ("words", 2.0)],
    worst=[WorstPage(page_id="0001", url="https://example.org/?a&b", page_type="product", f1=0.1, confidence=0.4)],
    trials=[("baseline", 0.86), ("dedupe", 0.87)],
)


def test_everything_is_on_the_page_and_escaped() -> None:
    page = parse(training_page(SUMMARY))
    text = page.text(0)
    assert "block <classifier>" in text
    assert "0.8800" in text
    assert "long_share" in text
    assert "https://example.org/?a&b" in text
    assert "mean distance from the diagonal" in text
    assert len(page.rows_of("svg:circle")) == 12
    assert [page.text(row) for row in page.rows_of("script")] == [read_house_file("tables.js")]


def test_empty_runs_have_a_page_too() -> None:
    none = np.zeros(0)
    summary = TrainingSummary(name="none", recipe={}, scores=[], confidence=none, f1=none)
    assert "0 groups" in training_page(summary)
