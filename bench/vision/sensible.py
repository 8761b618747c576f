"""Which pages render sensibly offline: those that bring enough of their style with them to be laid out.

A saved page has the style sheets that stand in it, and none of those that it links to. Without any, browsers write a
page as one column from edge to edge, and looks say nothing that the markup does not. The measure: the share of the
drawn characters whose block element has the edges that a browser gives by itself.
"""

import random
from collections.abc import Mapping, Sequence

import numpy as np

from weft.extractors.features.visual import DrawnBlocks
from weft.page import Page

MARGIN = 8.0  # pixels around a page that has no style
INDENT = 40.0  # pixels by which lists and quotations are moved in
NEAR = 1.0
MAX_BARE = 0.5  # a page with more of its text in the bare column was not laid out by its author
MIN_SEEN = 0.5  # a page that hides more until its scripts run is not what a reader sees
MIN_CHARS = 200  # shown: less is a message, not a page


def bare_share(page: Page) -> float:
    """The share of the drawn characters where a browser puts them by itself; 1 where nothing is drawn."""
    drawn = DrawnBlocks(page)
    if not len(drawn.block):
        return 1.0
    geometry = page.geometry
    left = geometry.left[drawn.element] - MARGIN
    right = geometry.view_width - MARGIN - geometry.right[drawn.element]
    is_bare = _is_indent(left) & _is_indent(right)
    return float(drawn.chars[is_bare].sum() / drawn.chars.sum())


def _is_indent(length: np.ndarray[tuple[int], np.dtype[np.float32]]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    steps = np.rint(length / INDENT)
    return (steps >= 0) & (np.abs(length - steps * INDENT) <= NEAR)


def is_sensible(page: Page) -> bool:
    """Whether the page was laid out, and shows most of its text."""
    drawn = DrawnBlocks(page)
    if not len(drawn.block):
        return False
    seen = float((drawn.chars * drawn.seen).sum())
    return bare_share(page) < MAX_BARE and seen >= max(MIN_CHARS, MIN_SEEN * drawn.chars.sum())


def sample(page_types: Mapping[str, str], count: int, *, seed: int = 6) -> list[str]:
    """So many ids, the same share of every page type as among all (at least one), drawn by chance.

    >>> sample({"a": "article", "b": "article", "c": "article", "d": "forum"}, 2)
    ['c', 'd']
    """
    chance = random.Random(seed)
    kinds: dict[str, list[str]] = {}
    for page_id, kind in sorted(page_types.items()):
        kinds.setdefault(kind, []).append(page_id)
    chosen: list[str] = []
    for kind, wanted in _quotas({kind: len(ids) for kind, ids in kinds.items()}, count).items():
        chosen += chance.sample(kinds[kind], wanted)
    return sorted(chosen)


def _quotas(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """How many of each kind: by largest remainders, one at least."""
    total = sum(sizes.values())
    exact = {kind: size * count / total for kind, size in sizes.items()}
    quotas = {kind: max(1, int(share)) for kind, share in exact.items()}
    by_rest: Sequence[str] = sorted(exact, key=lambda kind: (int(exact[kind]) - exact[kind], kind))
    for kind in by_rest:
        if sum(quotas.values()) < min(count, total) and quotas[kind] < sizes[kind]:
            quotas[kind] += 1
    return quotas
