"""Paper B's flow beside the plain reading: `python -m bench records --flow`.

Every second page of each layout teaches the templates of that forum; the others are read by `weft forum apply` and by
`weft records`, and the means of their pages stand side by side. A template must make no layout worse.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from bench.records.marks import mean, page_marks
from bench.records.truth import Case, read_all, spread
from bench.table import grid
from weft.errors import SourceError
from weft.papers.b.forum_templates import learn_forums, read_forum_page, sample_pages
from weft.papers.b.forums import Forums
from weft.records.find import find_records

MEASURES = ("threads", "threads A + D", "boards", "boards A + D", "other pages clean", "authors", "times")
MIN_PAGES = 6  # of a layout: with fewer there is nothing to learn from
Pair = tuple[float, float]  # of a measure: plain, and by template


def make(data: Path, *, pages: int = 0) -> int:
    """Print the table."""
    found = measure(spread(read_all(data), pages))
    rows = [[name, *(_cell(own.get(one)) for one in MEASURES)] for name, own in found.items()]
    print(grid(["layout", *MEASURES], rows))
    return 0


def measure(cases: Sequence[Case]) -> dict[str, dict[str, Pair]]:
    """By layout and measure the mean over the pages that did not teach, plain and by template; `all`: over layouts."""
    found: dict[str, dict[str, Pair]] = {}
    for layout, own in groupby(sorted(cases, key=lambda case: case.layout), key=lambda case: case.layout):
        known = [case for case in own if not case.ambiguous]
        if len(known) >= MIN_PAGES:
            found[layout] = _compare(known[1::2], _learn(known[::2]))
    names = {name for own in found.values() for name in own}
    return {**found, "all": {name: _means([own[name] for own in found.values() if name in own]) for name in names}}


def _means(pairs: Sequence[Pair]) -> Pair:
    return mean([plain for plain, _ in pairs]), mean([other for _, other in pairs])


def _learn(cases: Sequence[Case]) -> Forums:
    pages = [page for case in cases if (page := read_forum_page(case.id, case.page))]
    try:
        return learn_forums(sample_pages(pages))
    except SourceError:
        return Forums()


def _compare(cases: Sequence[Case], forums: Forums) -> dict[str, Pair]:
    marks: dict[str, list[Pair]] = defaultdict(list)
    for case in cases:
        known = case.training_case()
        plain = page_marks(known, find_records(known.page))
        by_template = page_marks(known, forums.find(known.page))
        for name in MEASURES:
            if name in plain or name in by_template:
                marks[name].append((plain.get(name, 0.0), by_template.get(name, 0.0)))
    return {name: _means(own) for name, own in marks.items()}


def _cell(pair: Pair | None) -> str:
    return f"{pair[0]:.3f} → {pair[1]:.3f}" if pair else ""
