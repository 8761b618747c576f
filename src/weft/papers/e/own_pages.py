"""Nodes of one's own pages: known by a person's marks, or by a text beside each page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from weft.content import Label
from weft.errors import SourceError
from weft.io import RawPage
from weft.page import Limits, Page, parse
from weft.papers.e.node_classifier import Nodes, find_nodes
from weft.papers.e.training import NodeCollector, NodeRecipe, NodeSet, fit_model, label_nodes, score_nodes

BODY = "body"
"""The name of the marks that are content; others are fields."""

MIN_SITES = 3  # hosts or folders from which on one is never on both sides of a split
DIGITS = 4
TEXT_SUFFIX = ".txt"
TRUTH_FOLDER = "ground-truth"
"""Beside the folder of a page: its texts as studio exports them, `html/ID.html` and `ground-truth/ID.json`."""


def read_own_nodes(pages: Iterable[RawPage], labels: Mapping[str, Sequence[Label]], *, limits: Limits) -> NodeSet:
    """The nodes of the pages whose content is known: those that are marked, else those with a text beside them."""
    collected, count = NodeCollector(), 0
    for raw in pages:
        count += 1
        marks = [label for label in labels.get(raw.id, ()) if label.name == BODY]
        text = None if labels else _text_beside(raw.id)
        if not marks and text is None:
            continue
        page = parse(raw.data, url=raw.url, encoding=raw.charset, limits=limits)
        nodes = find_nodes(page)
        clean = label_nodes(page, nodes, text) if text is not None else mark_nodes(page, nodes, marks)
        collected.add(page, nodes, clean, site=_site(raw), data=raw.data)
    if not collected.sizes:
        raise SourceError(
            f"the content of none of the {count} pages is known, so nothing was learned",
            advice="mark some as body, or put a text beside each: page.html and page.txt",
        )
    return collected.nodes()


def mark_nodes(page: Page, nodes: Nodes, marks: Sequence[Label]) -> NDArray[np.bool_]:
    """Whether each node lies wholly in what a person marked."""
    inside = np.zeros(len(page) + 1, np.int64)
    for row in (row for label in marks for row in label.rows):
        if row >= len(page):
            raise SourceError(f"there is no row {row}; is it the page that was labelled?", page=marks[0].page_id)
        inside[row] += 1
        inside[page.end[row]] -= 1
    is_marked = np.cumsum(inside)[nodes.row] > 0
    return np.bincount(nodes.node, ~is_marked, len(nodes)) == 0


def _text_beside(page_id: str) -> str | None:
    """The content of a page, from `page.txt` or from studio's export; none where there is neither."""
    page = Path(page_id)
    text, truth = page.with_suffix(TEXT_SUFFIX), page.parent.parent / TRUTH_FOLDER / f"{page.stem}.json"
    try:
        if text.is_file():
            return text.read_text(encoding="utf-8")
        if not truth.is_file():
            return None
        return str(json.loads(truth.read_bytes())["ground_truth"]["main_content"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        broken = text if text.is_file() else truth
        raise SourceError(f"not the text of a page: {error}", page=str(broken)) from None


def _site(raw: RawPage) -> str:
    """What a page must not share between two sides of a split: its host, else its folder."""
    return urlsplit(raw.url or "").netloc or str(Path(raw.id).parent)


def score_held_out(nodes: NodeSet, recipe: NodeRecipe, *, by: str) -> dict[str, float]:
    """Precision, recall and F1 on three tenths of the pages or sites, by a model of the others; none of too few."""
    first, rest = nodes.split(by, seed=recipe.seed)
    if not len(first) or not len(rest) or len(set(first.clean.tolist())) < 2:
        return {}
    score = score_nodes(fit_model(first, recipe.model, parameters=recipe.parameters, seed=recipe.seed), rest)
    named = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
    return {name: round(value, DIGITS) for name, value in named.items()}
