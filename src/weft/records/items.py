"""Items: the records of a page that lists things, told by neither times nor prices.

A list is what repeats: elements of one build, side by side or in several boxes of one build, each with a link of its
own. So are menus, facets, tag clouds and the boxes beside an article. The trained trees that choose between all
readings of a page (`readings.py`) tell which is its matter.
"""

from __future__ import annotations

import numpy as np

from weft import _native
from weft.deadline import in_time
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.records.cards import price_rows
from weft.records.evidence import Evidence
from weft.records.regions import Candidate, Rows, candidates_at, find_branches

MIN_ITEMS = 3
MAX_PRICED = 6  # regions that prices mark


def find_lists(page: Page) -> list[Rows]:
    """The members of every list that holds enough of the page's text, those with the most text first.

    The kernel finds them (`record_lists.rs`).
    """
    with kernel_call() as seconds:
        lists = _native.page_lists(page.table, seconds=seconds)
    return [np.array(members, np.int64) for members in lists]


def list_candidates(evidence: Evidence) -> list[Candidate]:
    """What repeats on a page without a look at times: its lists, and what prices mark.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> item = "<li><a href=/looms/{0}><img src=/{0}.jpg><h3>The loom of {0}</h3></a><p>Made in {0} of ash.</p></li>"
    >>> evidence = gather(parse("<main><ul>" + "".join(map(item.format, ("Lyon", "Prato", "Leeds"))) + "</ul></main>"))
    >>> [len(candidate.ranges) for candidate in list_candidates(evidence)]
    [3]
    """
    page = evidence.page
    candidates = [
        Candidate(
            row=int(page.parent[members[0]]),
            members=tuple(members.tolist()),
            ranges=tuple(zip(members.tolist(), page.end[members].tolist(), strict=True)),
            spanning=False,
        )
        for members in in_time(find_lists(page))
    ]
    return [*candidates, *_priced(evidence)]


def _priced(evidence: Evidence) -> list[Candidate]:
    """What prices mark: cards that are built differently, or that are several siblings each."""
    prices = price_rows(evidence)
    branches = find_branches(evidence.page, prices) if len(prices) >= MIN_ITEMS else []
    candidates = (one for row in branches[:MAX_PRICED] for one in candidates_at(evidence.page, row, prices))
    return [one for one in in_time(candidates) if len(one.ranges) >= MIN_ITEMS][:MAX_PRICED]
