"""How answers about pages are judged, and the tables made of them."""

import json
from pathlib import Path

import pytest

from bench.datasets import Case
from bench.metadata.judge import is_right, tally, truth_of
from bench.metadata.report import make


@pytest.mark.parametrize(
    ("field", "answer", "truth", "expected"),
    [
        ("title", "Rain in May!", "rain in may", True),
        ("title", "Rain", "Rain in May", False),
        ("author", "Bo Chu; Ann Lee", "Von Ann Lee und Bo Chu", True),
        ("author", "Ann Lee", "Ann Lee, Bo Chu", False),
        ("date", "2022-09-04T10:00:00Z", "2022-09-04", True),
        ("date", "2022-09", "2022-09-04", False),
        ("tags", ["Rain", "May"], ["rain", "may", "sun"], True),
        ("tags", ["Rain"], ["rain", "may", "sun"], False),
    ],
)
def test_is_right(field: str, answer: object, truth: object, expected: bool) -> None:
    assert is_right(field, answer, truth) is expected


def test_a_field_that_the_truth_lacks_is_not_counted() -> None:
    cases = [
        Case(id="1", path=Path("1"), truth={"title": "Rain", "author": "", "date": "2022-09-04"}),
        Case(id="2", path=Path("2"), truth={"title": "Sun"}),
    ]
    counted = tally("snippets", cases, [{"title": "Rain", "author": "X", "date": "2022-09-05"}, {}])
    assert set(counted) == {"title", "date"}
    assert (counted["title"].pages, counted["title"].share, counted["title"].precision) == (2, 0.5, 1.0)
    assert (counted["date"].share, counted["date"].precision) == (0.0, 0.0)


def test_wcxb_calls_the_date_otherwise() -> None:
    case = Case(id="1", path=Path("1"), truth={"publish_date": "2022-09-04", "author": ["Ann Lee", "Bo Chu"]})
    assert truth_of(case, "wcxb-dev") == {"date": "2022-09-04", "author": "Ann Lee; Bo Chu"}


def test_the_whole_command(tmp_path: Path) -> None:
    folder = tmp_path / "dates" / "html"
    folder.mkdir(parents=True)
    (folder / "1.html").write_text("<title>Rain</title><h1>Rain</h1><p>4 September 2022</p><p>It rained.")
    line = {"file": "html/1.html", "url": "https://a.example/1", "date": "2022-09-04"}
    (tmp_path / "dates" / "truth.jsonl").write_text(json.dumps(line) + "\n")
    out = tmp_path / "out"
    out.mkdir()
    assert make(tmp_path, out, systems=("weft",)) == 0
    record = json.loads((out / "metadata.json").read_text())
    measured = record["systems"][0]["datasets"]["dates"]
    assert measured["fields"]["date"] == {"pages": 1, "precision": 1.0, "right": 1.0}
    assert measured["by_source"] == {"date byline": {"answers": 1, "precision": 1.0}}
    assert "1.000 / 1.000 (1)" in (out / "metadata.md").read_text()
