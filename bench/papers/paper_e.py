"""Paper E's tables as a record: `python -m bench.papers.paper_e` writes bench/record/paper_e.json (some minutes)."""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.papers.tables_e import PaperE, reproduce
from bench.places import data_folder
from bench.readme import RECORD
from bench.run import summary
from weft.papers.e.training import MAX_ROWS, SEARCH_ROWS, NodeScore

FILE = "paper_e.json"
SEED = 0


def make(data: Path, out: Path = RECORD) -> int:
    """Repeat section 4 of the paper on ten sites of ours and keep what came out."""
    found = to_record(reproduce(data, seed=SEED))
    where = summary([], [])
    record = {"made": where["made"], "machine": where["machine"], "seed": SEED, **found}
    (out / FILE).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


def to_record(found: PaperE) -> dict[str, Any]:
    """The experiment as plain data: tables 1 and 2 by site, table 3 by split and model, times."""
    return {
        "search_rows": dict(SEARCH_ROWS),
        "svm_rows": MAX_ROWS["svm"],
        "sites": {
            row.site: {
                "pages": row.pages,
                "nodes": row.nodes,
                "clean": row.clean,
                **{f"by_{split}": _marks(score) for split, score in row.scores.items()},
            }
            for row in found.sites
        },
        "models": {
            split: {name: _marks(score) for name, score in scores.items()} for split, scores in found.models.items()
        },
        "parameters": found.parameters,
        "ms_a_page": {
            "features": round(float(np.mean(found.features_ms)), 3),
            "classification": round(float(np.mean(found.classification_ms)), 3),
            "together": round(float(np.mean(found.features_ms) + np.mean(found.classification_ms)), 3),
        },
        "ms_of_pages": _spread(np.add(found.features_ms, found.classification_ms)),
    }


def _spread(times: NDArray[np.float64]) -> dict[str, float]:
    """Figure 5 in numbers: how the times of single pages are spread."""
    shares = {"fastest": 0, "median": 50, "nine of ten": 90, "99 of 100": 99, "slowest": 100}
    return {name: round(float(np.percentile(times, share)), 3) for name, share in shares.items()}


def _marks(score: NodeScore) -> dict[str, float]:
    return {name: round(getattr(score, name), 4) for name in ("precision", "recall", "f1")}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.papers.paper_e", description=make.__doc__)
    parser.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    parser.add_argument("-o", "--out", type=Path, default=RECORD, help="the folder of the record")
    options = parser.parse_args()
    raise SystemExit(make(data_folder(options.data), options.out))
