"""The parts of an open page for people: the tree of its regions and structures, and the locator of any element."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.auto import DEFAULT
from weft.document import Document
from weft.extractors import EXTRACTORS
from weft.page import Page
from weft.reports.decision import Part, find_decision
from weft.sites import Cluster
from weft.sites.templates import Locator, Outline, Step
from weft.sites.templates.outline import step_of

MAX_PARTS = 400  # that are listed: a page with more is a long table of contents itself
MAX_STEPS = 3  # of a locator on a page that no template knows


def list_parts(page: Page, document: Document) -> list[dict[str, Any]]:
    """The core, its regions and the structures as a tree in document order; each says how much of it is kept."""
    scorer = EXTRACTORS[DEFAULT]
    decision = find_decision(replace(scorer.extract(page), chosen_by=DEFAULT), scorer)
    if decision is None:
        return []
    kept = np.zeros(len(page.blocks), np.bool_)
    if document.page is page:
        kept[document.keep] = True
    found = {
        **decision.regions,
        **decision.structures,
        decision.core.row: decision.core,
    }  # a list says more than a region
    order = sorted(found.values(), key=lambda part: (part.row, -int(page.end[part.row])))
    listed: list[dict[str, Any]] = []
    above: list[int] = []
    for part in order[:MAX_PARTS]:
        while above and int(page.end[above[-1]]) <= part.row:
            above.pop()
        listed.append({**_part_json(page, part, kept), "depth": len(above)})
        above.append(part.row)
    return listed


def _part_json(page: Page, part: Part, kept: NDArray[np.bool_]) -> dict[str, Any]:
    blocks = page.blocks.words[part.start : part.stop]
    words = int(blocks.sum())
    return {
        "kind": part.kind,
        "row": int(page.parent[part.row]) if page.tag[part.row] == 0 else part.row,
        "element": part.element,
        "words": words,
        "kept": round(float(blocks[kept[part.start : part.stop]].sum()) / max(words, 1), 4),
    }


def find_locator(page: Page, row: int, cluster: Cluster | None) -> str:
    """The shortest locator of an element: as its template writes it, else by its own ids and classes on this page."""
    row = int(page.parent[row]) if page.tag[row] == 0 else row
    outline = cluster.template.outline if cluster else Outline((), (), ())
    if len(outline):
        slot = int(outline.walk(page)[row])
        if slot >= 0:
            return outline.shorten(outline.paths[slot])
    return _own_locator(page, row)


def _own_locator(page: Page, row: int) -> str:
    """The last steps of the path, from the nearest element on that has an id."""
    tokens = frozenset(page.tokens)
    steps: list[Step] = []
    for one in (row, *page.ancestors(row)):
        steps.insert(0, step_of(page, one, tokens))
        if steps[0].id or len(steps) == MAX_STEPS:
            break
    chain = [replace(step, is_child=place > 0) for place, step in enumerate(steps)]
    return str(Locator(steps=tuple(chain)))
