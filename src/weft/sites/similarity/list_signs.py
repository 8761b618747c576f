"""Pages that list others: how probable it is that a page is one, and lists that call themselves by different names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from weft.sites.similarity.traits import Traits
from weft.sites.similarity.weights import Weights

MAX_SHARE = 0.8  # of the pages; a part of the title that more have is the name of the site
COVERED = 0.8  # share of the pages of a group whose titles name their kind, where the group is split by it
MIN_SPLIT = 4  # pages of a group that is split
RELATIVE = [0, 1, 3, 5]  # of the counts those that are also compared with the median of the site
MASK = "0"  # stands for the digits of a title
ONLY = "|"  # stands for a title without a part of its own; no part of a title has this sign

# The counts of a page; the relative ones; whether its title has no part of its own, and one that some pages share.
LIST = Weights(
    (0.278, 1.54, 0.872, -0.371, -0.587, -0.587, -0.566, -0.298, 1.78, 0.116, -0.047, 1.54, 1.42),
    2.05,
)


def list_signs(pages: Sequence[Traits]) -> NDArray[np.float64]:
    """What is weighed, one row a page."""
    counts = np.array([traits.counts for traits in pages])
    kinds = title_kinds(pages)
    named = np.array([[ONLY in kind, bool(kind)] for kind in kinds], np.float64)
    return np.concatenate((counts, (counts - np.median(counts, axis=0))[:, RELATIVE], named), axis=1)


def title_kinds(pages: Sequence[Traits]) -> list[frozenset[str]]:
    """The parts of each title that name a kind of page: those that some pages share, and not most."""
    shared = Counter(part for traits in pages for part in set(traits.title))
    most = MAX_SHARE * len(pages)
    kinds = []
    for traits in pages:
        kind = {part for part in traits.title if 2 <= shared[part] <= most}
        has_own = not traits.title or any(shared[part] < 2 for part in traits.title)
        kinds.append(frozenset(kind if has_own else {*kind, ONLY}))
    return kinds


def split_lists(
    groups: Sequence[NDArray[np.int64]], pages: Sequence[Traits], is_list: NDArray[np.float64]
) -> list[NDArray[np.int64]]:
    """Groups, with those of lists split by the name of their kind where nearly all of their titles have one.

    The lists of tags, of categories and of months of a site often have one structure: their titles tell them apart.
    Articles are not split, though their titles may name a section.
    """
    kinds = title_kinds(pages)
    parts = []
    for group in groups:
        names = _names([kinds[page] for page in group.tolist()], [pages[page].title for page in group.tolist()])
        is_named = np.mean([bool(name) for name in names]) >= COVERED
        if len(group) < MIN_SPLIT or is_list[group].mean() <= 0.5 or not is_named:
            parts.append(group)
            continue
        parts += [group[[name == own for own in names]] for name in sorted(set(names))]
    return sorted(parts, key=lambda group: int(group[0]))


def _names(kinds: Sequence[frozenset[str]], titles: Sequence[tuple[str, ...]]) -> list[str]:
    """The name of the kind of each page of a group: the part that most of its pages have, but not all; else empty.

    Some name must be that of different lists. Else all are names of single lists, each of which has some pages.
    """
    lists = dict(zip(_lists(titles), kinds, strict=True))
    over_lists = Counter(part for kind in lists.values() for part in kind if part != ONLY)
    if not any(1 < count < len(lists) for count in over_lists.values()):
        return [""] * len(kinds)
    shared = Counter(part for kind in kinds for part in kind if part != ONLY)
    named = [[part for part in kind if 1 < shared[part] < len(kinds)] for kind in kinds]
    return [max(parts, key=lambda part: (over_lists[part] > 1, shared[part], part), default="") for parts in named]


def _lists(titles: Sequence[tuple[str, ...]]) -> list[Hashable]:
    """What each page is a page of: equal for pages with one title, or with one that another has with a number less.

    Titles with numbers that no page has without are those of different lists, such as months.
    """
    plain = {title for title in titles if not any(MASK in part for part in title)}
    lists: list[Hashable] = []
    for page, title in enumerate(titles):
        unnumbered = tuple(part for part in title if MASK not in part)
        lists.append(unnumbered if unnumbered in plain else page)
    return lists
