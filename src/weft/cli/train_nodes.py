"""`weft train --method node_classifier`: paper E's classifier, taught by one's own pages."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from weft.cli.labelled import LabelledPages
from weft.cli.summary import tell
from weft.errors import SourceError, WeftError
from weft.io import RawPage, find_sources
from weft.io.reader import Reader
from weft.page import Limits
from weft.papers.e.own_pages import MIN_SITES, read_own_nodes, score_held_out
from weft.papers.e.training import NodeRecipe, pack_model, search


def train_nodes(options: argparse.Namespace) -> int:
    """Read the pages, choose the parameters, score what was left out, fit to all and write; 1 if a page failed."""
    labels = LabelledPages.read(options.labels)
    pages = _Pages(options.data, labels)
    nodes = read_own_nodes(pages, labels.labels, limits=pages.limits)
    by = "sites" if len(set(nodes.site.tolist())) >= MIN_SITES else "pages"
    _tell(f"{len(nodes)} nodes, {int(nodes.clean.sum())} of them clean; choosing parameters")
    recipe = NodeRecipe(
        model=options.model, parameters=search(nodes, options.model, by=by, seed=options.seed), seed=options.seed
    )
    _tell("fitting and scoring")
    scores = score_held_out(nodes, recipe, by=by)
    pack_model(nodes, recipe, sets=options.data_attribution or [str(options.data)], scores=scores).write(options.output)
    tell([f"weft: {why}" for why in (*pages.failures, *labels.notes())])
    summary = {"nodes": len(nodes), "pages": int(nodes.page.max()) + 1, "left_out_by": by, **scores}
    print(json.dumps({**summary, "parameters": recipe.parameters}) if options.json else _shown(summary))
    return 1 if pages.failures else 0


class _Pages:
    """The pages below a folder; remembers why others cannot be read."""

    def __init__(self, folder: Path, labels: LabelledPages) -> None:
        self.labels = labels
        self.limits = Limits()
        self.sources = find_sources([str(folder)])
        self.failures: list[str] = []

    def __iter__(self) -> Iterator[RawPage]:
        for raw in Reader(max_bytes=self.limits.bytes).read_all(self.sources):
            if isinstance(raw, WeftError):
                self.failures.append(str(raw))
            else:
                self.labels.of(raw.id)
                yield raw
        if len(self.failures) == len(self.sources):
            raise SourceError("no page could be read, so nothing was learned")


def _tell(step: str) -> None:
    print(f"weft: {step} …", file=sys.stderr, flush=True)


def _shown(summary: dict[str, object]) -> str:
    if "f1" not in summary:
        return f"{summary['nodes']} nodes of {summary['pages']} pages; too few pages to leave some out, so not scored"
    marks = ", ".join(f"{name} {summary[name]}" for name in ("precision", "recall", "f1"))
    return f"{summary['nodes']} nodes of {summary['pages']} pages; left out by {summary['left_out_by']}: {marks}"
