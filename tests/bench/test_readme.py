"""The README's table."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench.places import Missing
from bench.readme import END, START, update
from bench.readme_unseen import unseen

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


def test_what_was_left_out_stands_first(tmp_path: Path) -> None:
    parts = {"article": {"f1": 0.9461}, "listing": {"f1": 0.392}}
    groups = {"wcxb-dev": {"pages": 1358, "f1": 0.8145, "parts": parts}, "magic": {"pages": 126, "f1": 0.819}}
    figures = {"threads": {"figure": 0.99}, "boards": {"figure": 0.97}}
    names = ("real sites of 6 pages or more", "news", "themes")
    recall = {kind: {"share": 0.9} for kind in ("headings", "code", "cells", "items")}
    files: dict[str, dict[str, Any]] = {
        "left_out": {"groups": groups},
        "records_left_out": {"figures": {"programs": figures, "realworld": figures}},
        "against": {"groups": [{"group": name, "sites": 3, "single": 0.7, "site": 0.95} for name in names]},
        "magic": {"pages": 126, "systems": [{"name": "trafilatura", "quality": {"token_f1": {"mean": 0.7791}}}]},
    }
    for name, content in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    text = unseen(tmp_path)
    assert "| `magic` | 126 | 0.819 |  | 0.779 |  |  |" in text
    assert "articles have 0.946" in text
    assert "threads 0.990, boards 0.970" in text
    assert "3 real sites 0.700 and 0.950" in text
    assert "Structures" not in text
    part = {**files["magic"], "pages": 60}
    (tmp_path / "magic.json").write_text(json.dumps(part))
    assert "| 0.779 \\* |" in unseen(tmp_path)
    assert "\\* on 60 evenly spread pages" in unseen(tmp_path)
    systems = [{"name": name, "recall": recall} for name in ("weft (cross-validated)", "trafilatura")]
    (tmp_path / "structures.json").write_text(json.dumps({"pages": 450, "systems": systems}))
    assert "headings 0.900 (0.900), code" in unseen(tmp_path)
    (tmp_path / "against.json").unlink()
    assert unseen(tmp_path) == ""


def test_what_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="no record"):
        update(tmp_path / "README.md", tmp_path / "none.json")
    (tmp_path / "record.json").write_text("{}")
    (tmp_path / "README.md").write_text("no marks")
    with pytest.raises(Missing, match="marks"):
        update(tmp_path / "README.md", tmp_path / "record.json")
