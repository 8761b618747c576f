"""VIPS, content structure (section 4.3): which separators part the pieces of a pool, and in which order they fall.

A separator of the whole pool parts few pages well: a head as wide as the page covers every vertical line. So what lies
between two separators is searched again, until no line is left to draw (our reading). In every group the direction
whose heaviest separator weighs more comes first, as that would be the last one over which blocks are merged.
"""

from dataclasses import dataclass, replace

import numpy as np

from weft.extractors.vips_nodes import Flags, Nodes, Numbers
from weft.extractors.vips_pieces import Pieces
from weft.extractors.vips_separators import Gaps, Looks, find_gaps, find_looks, weigh

SEARCHES = (
    8  # one inside another, rows of columns of rows …: real pages need up to 5; what is left counts as inseparable
)
LEVEL = 16  # more than any weight, so that an outer separator stands above all that it encloses
BAND = LEVEL * (SEARCHES + 1)  # what parts head, middle and foot
POOL = BAND + 1  # what parts pools


@dataclass(frozen=True, eq=False, kw_only=True)
class Structure:
    """The pieces in the order of the searches: columns over places, of which a piece has one.

    `level` says what parts a piece from the one before it. Merging begins at the lowest: -1 is where no line can be
    drawn, `POOL` is never merged.
    """

    piece: Numbers
    level: Numbers
    weight: Numbers  # of the separator before it, 0 where there is none
    across: Flags  # that separator is horizontal


def find_structure(nodes: Nodes, pieces: Pieces) -> Structure:
    """The separators of all pools at once."""
    count = len(pieces)
    looks = find_looks(nodes, pieces)
    piece, weight = np.arange(count), np.zeros(count, dtype=np.int64)
    across = np.zeros(count, dtype=np.bool_)
    level = np.where(np.append(True, np.diff(pieces.pool) != 0)[:count], POOL, -1)
    active = np.ones(count, dtype=np.bool_)
    for search in range(SEARCHES):
        group = np.cumsum(level >= 0) - 1
        active &= np.bincount(group, minlength=1)[group] > 1
        places = np.flatnonzero(active)
        if not len(places):
            break
        renumbered = np.cumsum(np.append(True, np.diff(group[places]) > 0)) - 1
        piece[places], found, is_row = _search(pieces, looks, piece[places], renumbered)
        parted = found >= 0
        at = places[parted]
        level[at] = found[parted] + LEVEL * (SEARCHES - search)
        weight[at], across[at] = found[parted], is_row[parted]
        active[places] = np.bincount(renumbered, parted)[renumbered] > 0
    return Structure(piece=piece, level=level, weight=weight, across=across)


def mark_bands(nodes: Nodes, pieces: Pieces, structure: Structure) -> Structure:
    """The same structure, cut first into head, middle and foot: at the heaviest horizontal separators near the ends.

    Paper C starts so; where the ends are it does not say. Here they are a window high, and at most a quarter of the
    page. The cuts are made in the first round that has more than one piece.
    """
    places = _first_parted(pieces, structure)
    places = places[structure.across[places] & (structure.level[places] >= LEVEL * SEARCHES)]
    height = nodes.page_size[1]
    reach = min(nodes.window[1], height // 4)
    below = pieces.top[structure.piece[places]]  # where the lower side of each begins
    level = structure.level.copy()
    for near, first in ((below <= reach, 1), (below >= height - reach, -1)):
        ends = places[near][::first]
        if len(ends):
            level[ends[np.argmax(structure.weight[ends])]] = BAND
    return replace(structure, level=level)


def _first_parted(pieces: Pieces, structure: Structure) -> Numbers:
    """The places of the first round that has more than one piece, its first place left out."""
    starts = np.append(np.flatnonzero(structure.level == POOL), len(pieces))
    roots = pieces.pool[structure.piece[starts[:-1]]]
    pool = -1
    while len(at := np.flatnonzero(roots == pool)):
        start, stop = starts[at[0]], starts[at[0] + 1]
        if stop - start > 1:
            return np.arange(start + 1, stop)
        pool = int(structure.piece[start])
    return np.arange(0)


def _search(pieces: Pieces, looks: Looks, piece: Numbers, group: Numbers) -> tuple[Numbers, Numbers, Flags]:
    """Every group's pieces sorted along the direction that has the heavier separator.

    Then what the separator before each weighs, -1 where there is none, and whether that direction is horizontal.
    """
    rows = find_gaps(pieces.top[piece], pieces.bottom[piece], group)
    columns = find_gaps(pieces.left[piece], pieces.right[piece], group)
    row_weight = _weights(pieces, looks, piece, rows, across=True)
    column_weight = _weights(pieces, looks, piece, columns, across=False)
    is_row = (_heaviest(row_weight, group) >= _heaviest(column_weight, group))[group]
    order = np.where(is_row, rows.order, columns.order)
    return piece[order], np.where(is_row, row_weight, column_weight), is_row


def _weights(pieces: Pieces, looks: Looks, piece: Numbers, gaps: Gaps, *, across: bool) -> Numbers:
    """The weight of the separator before every place, -1 where there is none."""
    weight = np.full(len(piece), -1)
    at = np.flatnonzero(gaps.opens)
    before, after = piece[gaps.nearest[at]], piece[gaps.order[at]]
    weight[at] = weigh(pieces, looks, before=before, after=after, distance=gaps.distance[at], across=across)
    return weight


def _heaviest(weight: Numbers, group: Numbers) -> Numbers:
    """The largest weight of every group; groups are numbers from 0, in order."""
    return np.maximum.reduceat(weight, np.flatnonzero(np.append(True, np.diff(group) > 0)))
