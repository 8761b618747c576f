"""Paper B's flow and clusters on programs that the finder below them has not seen: `python -m bench.papers.left_out_b`.

The finder is trained for it by the recipe of the one that ships (pages as served and changed, made programs, pages
without records), with half as many changed pages, for time. Programs are left out several at a time: a finder has then
seen less, never more. Everything is done with that finder, on the pages of all programs; the pages of the programs that
it has not seen are counted.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from bench.papers.flow_b import Flow, cluster_marks, count_clusters, try_flow
from bench.places import data_folder
from bench.readme import RECORD
from bench.records.listing_sources import listing_sources
from bench.records.trained import CHANGED, sources, text_sources
from bench.records.truth import REAL, Case, read
from bench.run import summary
from weft.records import find
from weft.records.model import RecordModel
from weft.training.record_model import RecordTrainer

FILE = "paper_b_left_out.json"
CHANGED_PAGES = 1  # of each page; the recipe has two
PARTS = (("discuzx",), ("bbpress", "mybb"), ("fluxbb", "phpbb", "punbb"), ("mylittleforum", "phpwind"))

Train = Callable[[frozenset[str]], RecordModel]


def make(data: Path, out: Path = RECORD) -> int:
    """Train a finder without each part of the programs, try the flow and the clusters, and keep what they gave."""
    every = list(read(data))
    cases = [case for case in every if case.corpus != REAL and case.page_type != "other"]
    where = summary([], [])
    record = {"made": where["made"], "machine": where["machine"], **measure(cases, trainer(every, data))}
    (out / FILE).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


def trainer(cases: Sequence[Case], data: Path) -> Train:
    """Trains the model of records without some programs; changed pages are made once for all parts."""
    pages = [*sources(cases, CHANGED_PAGES), *text_sources(data), *listing_sources(data)]
    own = RecordTrainer([replace(page, read=cache(page.read)) if page.kind == CHANGED else page for page in pages])
    return lambda programs: RecordModel.of(own.train(without=programs))


def measure(cases: Sequence[Case], train: Train, parts: Sequence[Sequence[str]] = PARTS) -> dict[str, Any]:
    """The flow and the clusters, each program by a finder that has not seen it."""
    known = {case.engine for case in cases}
    flows: dict[str, Flow] = {}
    clusters: dict[str, dict[str, Any]] = {}
    for part in parts:
        programs = frozenset(part) & known
        with finding_by(train(frozenset(part))):
            flows[", ".join(part)] = try_flow(cases, programs)
            clusters |= count_clusters(cases, programs)
    kinds = sum((Counter(flow.counts) for flow in flows.values()), Counter[tuple[str, str]]())
    return {
        "flow": {
            "programs": {name: flow.figures() for name, flow in flows.items()},
            **Flow(counts=kinds).figures(),
        },
        "clusters": cluster_marks(clusters),
    }


@contextmanager
def finding_by(model: RecordModel) -> Iterator[None]:
    """Records are found by this model and not by the one that ships."""
    with patch.object(find, "default_model", lambda: model):
        yield


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.papers.left_out_b", description=make.__doc__)
    parser.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    parser.add_argument("-o", "--out", type=Path, default=RECORD, help="the folder of the record")
    options = parser.parse_args()
    raise SystemExit(make(data_folder(options.data), options.out))
