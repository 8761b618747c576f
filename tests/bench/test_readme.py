"""The README's table."""

import json
from pathlib import Path

import pytest

from bench.places import Missing
from bench.readme import END, START, update

QUALITY = {"word_f1": {"mean": 0.81234, "low": 0.8, "high": 0.82}}


def test_the_table_is_written_between_the_marks(tmp_path: Path) -> None:
    systems = [
        {"name": "trafilatura", "quality": QUALITY, "cpu_ms_mean": 40.0, "ratio": 50.0},
        {"name": "weft", "quality": QUALITY, "cpu_ms_mean": 2.0, "ratio": 2.5},
        {"name": "weft (cross-validated)", "quality": {"word_f1": {"mean": 0.75, "low": 0.7, "high": 0.8}}},
        {"name": "lexbor", "quality": {}, "cpu_ms_mean": 1.0, "ratio": 1.0},
    ]
    (tmp_path / "record.json").write_text(json.dumps({"pages": 1358, "systems": systems}))
    readme = tmp_path / "README.md"
    readme.write_text(f"before\n{START}\nold\n{END}\nafter\n")
    for _ in range(2):
        update(readme, tmp_path / "record.json")
    text = readme.read_text()
    assert "| **weft** | 0.750 | 0.700–0.800 | 2.0 | 2.5 |" in text
    assert "old" not in text
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "lexbor |" not in text


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="no record"):
        update(tmp_path / "README.md", tmp_path / "none.json")
    (tmp_path / "record.json").write_text("{}")
    (tmp_path / "README.md").write_text("no marks")
    with pytest.raises(Missing, match="marks"):
        update(tmp_path / "README.md", tmp_path / "record.json")
