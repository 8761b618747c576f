"""Records of runs that never were, for the tests of what is made from them."""

import json
from pathlib import Path
from typing import Any

FIGURES = ("word_f1", "word_precision", "word_recall", "token_f1", "token_precision", "token_recall")


def quality(mean: float) -> dict[str, Any]:
    """Every measure at one figure."""
    return {name: {"mean": mean, "low": mean - 0.01, "high": mean + 0.01} for name in FIGURES}


def system(name: str, mean: float, *, ms: float | None = 2.0, pages: int = 40, **more: Any) -> dict[str, Any]:
    """A system of a run; `mean` 0 is a bare parse."""
    return {
        "name": name,
        "version": "1",
        "pages": pages,
        "timed": pages,
        "quality": quality(mean) if mean else {},
        "by_type": {"article": quality(mean), "forum": {}} if mean else {},
        "nodes": {},
        "cpu_ms_mean": ms,
        "cpu_ms_median": ms,
        "ratio": ms,
        "loaded_mb": 10.0,
        "peak_mb": 20.0,
        "errors": [],
        **more,
    }


def write_run(folder: Path, name: str, systems: list[dict[str, Any]], measure: str = "word_f1") -> None:
    """A record of a data set."""
    run = {
        "dataset": name,
        "measure": measure,
        "rounds": 1,
        "pages": 40,
        "whole": 80,
        "page_types": {"article": 39, "forum": 1},
        "made": "2026-11-15T10:00:00+00:00",
        "commit": "abc1234",
        "machine": "a loom, load 0.1",
        "systems": systems,
    }
    (folder / f"{name.replace('/', '-')}.json").write_text(json.dumps(run), encoding="utf-8")
