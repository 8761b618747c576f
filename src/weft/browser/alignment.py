"""Which row of a page each node of a snapshot is.

Both are trees in document order, made from the same bytes by two parsers. Almost always they are equal once what only
one of them has (comments, pseudo elements, contents of `template`) is left out, and one comparison of columns says so.
Where they are not, children are aligned under each pair of parents that is already aligned: by what they are, then by
their tags, as a longest common subsequence.

A `template` with `shadowrootmode` is no template: a browser shows its contents in place of the children of its parent,
the host, and those children where the contents have a `slot` for them (DOM standard, "Finding slots and slottables").
The page table has both as they were written, a snapshot as they are shown: the composed tree.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weft.browser.snapshot import ELEMENT, TEXT, Snapshot
from weft.page import Page

CELLS = 40_000  # of the table for one pair of parents: 200 children on both sides, some milliseconds
ALL_CELLS = 2_000_000  # for a whole page, so that a hostile one costs a second at most
FOREIGN = ("svg:", "math:")  # how the page table spells elements that the DOM has by their local name
KEY_CHARS = 40
MODES = ("open", "closed")  # of a shadow root

Rows = NDArray[np.int32]


@dataclass(frozen=True, eq=False, kw_only=True)
class _Tree:
    """Elements and texts in document order: where each comes from, what it is, and its parent here."""

    origin: Rows
    code: Rows
    parent: Rows

    def ends(self) -> list[int]:
        """The first number after each subtree."""
        parents = self.parent.tolist()
        ends = list(range(1, len(parents) + 1))
        for node in range(len(parents) - 1, 0, -1):
            parent = parents[node]
            if parent >= 0:
                ends[parent] = max(ends[parent], ends[node])
        return ends

    def children(self) -> list[list[int]]:
        """The children of each."""
        children: list[list[int]] = [[] for _ in range(len(self.parent))]
        for node, parent in enumerate(self.parent.tolist()):
            if parent >= 0:
                children[parent].append(node)
        return children


def align_snapshot(snapshot: Snapshot, page: Page) -> Rows:
    """The row of every node of the snapshot, -1 where it has none; texts that the page joins share a row."""
    codes: dict[str, int] = {}
    seen, first = _seen_tree(snapshot, codes)
    parsed = _parsed_tree(page, codes)
    is_equal = np.array_equal(seen.code, parsed.code) and np.array_equal(seen.parent, parsed.parent)
    pairs = parsed.origin if is_equal else _align_trees(seen, parsed, snapshot, page)
    rows = np.full(len(snapshot), -1, np.int32)
    kept = np.flatnonzero(first >= 0)
    rows[kept] = pairs[first[kept]]
    return rows


def _seen_tree(snapshot: Snapshot, codes: dict[str, int]) -> tuple[_Tree, Rows]:
    """The snapshot's tree with neighbouring texts joined; and for every node its number in it, -1: none."""
    is_text = snapshot.kind == TEXT
    nodes = np.flatnonzero(is_text | ((snapshot.kind == ELEMENT) & ~snapshot.is_pseudo))
    parent = snapshot.parent[nodes]
    joins = np.zeros(len(nodes), np.bool_)  # to the text before it: only a comment was between them
    joins[1:] = is_text[nodes[1:]] & is_text[nodes[:-1]] & (parent[1:] == parent[:-1])
    number = np.full(len(snapshot) + 1, -1, np.int32)  # the last entry: the parent of the root
    number[nodes] = np.cumsum(~joins) - 1
    origin = nodes[~joins].astype(np.int32)
    names, name_of = np.unique(snapshot.name[origin], return_inverse=True)
    code = np.array([_code(snapshot.strings[name], codes) for name in names.tolist()], np.int32)[name_of]
    return _Tree(origin=origin, code=code, parent=number[snapshot.parent[origin]]), number[:-1]


def _parsed_tree(page: Page, codes: dict[str, int]) -> _Tree:
    """The page's tree without what templates hold, and as it is shown where it has shadow roots."""
    if roots := shadow_roots(page):
        order, parents = composed_rows(page, roots)
        rows, parent = np.array(order, np.int32), np.array(parents, np.int32)
    else:
        rows = _rows_outside(page, page.rows_of("template"))
        number = np.full(len(page) + 1, -1, np.int32)  # the last entry: the parent of the root
        number[rows] = np.arange(len(rows))
        parent = number[page.parent[rows]]
    tags, tag_of = np.unique(page.tag[rows], return_inverse=True)
    first = {tag: int(rows[np.argmax(tag_of == position)]) for position, tag in enumerate(tags.tolist())}
    code = np.array([_code(page.tag_name(first[tag]), codes) for tag in tags.tolist()], np.int32)[tag_of]
    return _Tree(origin=rows, code=code, parent=parent)


def _rows_outside(page: Page, roots: NDArray[np.int64]) -> Rows:
    """All rows but those below the given ones."""
    edges = np.zeros(len(page) + 1, np.int32)
    np.add.at(edges, roots + 1, 1)
    np.add.at(edges, page.end[roots], -1)
    return np.flatnonzero(np.cumsum(edges[:-1]) == 0).astype(np.int32)


def _code(name: str, codes: dict[str, int]) -> int:
    name = name.lower()
    for prefix in FOREIGN:
        name = name.removeprefix(prefix)
    return codes.setdefault(name, len(codes))


def _align_trees(seen: _Tree, parsed: _Tree, snapshot: Snapshot, page: Page) -> Rows:
    """The page's row for each number of the seen tree, -1: none. Equal subtrees at once, others child by child."""
    rows = np.full(len(seen.origin), -1, np.int32)
    if not len(seen.origin) or not len(parsed.origin):
        return rows
    seen_ends, parsed_ends = seen.ends(), parsed.ends()
    seen_children, parsed_children = seen.children(), parsed.children()
    budget = ALL_CELLS
    waiting = [(0, 0)]
    while waiting:
        left, right = waiting.pop()
        left_end, right_end = seen_ends[left], parsed_ends[right]
        if _is_equal(seen, parsed, (left, left_end), (right, right_end)):
            rows[left:left_end] = parsed.origin[right:right_end]
            continue
        rows[left] = parsed.origin[right]
        ours, theirs = seen_children[left], parsed_children[right]
        our_codes, their_codes = seen.code[ours].tolist(), parsed.code[theirs].tolist()
        if our_codes == their_codes:
            waiting.extend(zip(ours, theirs, strict=True))
            continue
        our_keys = [_seen_key(snapshot, int(seen.origin[node])) for node in ours]
        their_keys = [_parsed_key(page, int(parsed.origin[node])) for node in theirs]
        budget -= len(ours) * len(theirs)
        cells = CELLS if budget > 0 else 0
        pairs = _pair_children((our_keys, our_codes), (their_keys, their_codes), cells)
        waiting.extend((ours[one], theirs[other]) for one, other in pairs)
    return rows


def _is_equal(seen: _Tree, parsed: _Tree, left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Whether two subtrees have the same shape and tags."""
    if left[1] - left[0] != right[1] - right[0]:
        return False
    ours, theirs = slice(*left), slice(*right)
    if not np.array_equal(seen.code[ours], parsed.code[theirs]):
        return False
    inside, inside_too = slice(left[0] + 1, left[1]), slice(right[0] + 1, right[1])
    return np.array_equal(seen.parent[inside] - left[0], parsed.parent[inside_too] - right[0])


def _seen_key(snapshot: Snapshot, node: int) -> Hashable:
    """What a node is, beyond its tag: the start of a text, the id and class of an element."""
    if snapshot.kind[node] == TEXT:
        return snapshot.string(snapshot.value[node])[:KEY_CHARS]
    flat = snapshot.attributes[node]
    values = {snapshot.strings[name]: snapshot.string(value) for name, value in zip(flat[::2], flat[1::2], strict=True)}
    name = snapshot.strings[int(snapshot.name[node])].lower()
    return name, values.get("id", ""), tuple(values.get("class", "").split())


def _parsed_key(page: Page, row: int) -> Hashable:
    if page.tag[row] == 0:
        return page.text(row)[:KEY_CHARS]
    name = page.tag_name(row).lower()
    for prefix in FOREIGN:
        name = name.removeprefix(prefix)
    return name, page.attribute(row, "id") or "", tuple((page.attribute(row, "class") or "").split())


Marks = tuple[Sequence[Hashable], Sequence[Hashable]]  # by what each child is, and by its tag only


def _pair_children(ours: Marks, theirs: Marks, cells: int) -> list[tuple[int, int]]:
    """Pairs of equal children in order; between two pairs, those of equal tags."""
    sure = longest_common(ours[0], theirs[0], cells=cells)
    pairs = list(sure)
    start = (0, 0)
    for stop in [*sure, (len(ours[0]), len(theirs[0]))]:
        gap = longest_common(ours[1][start[0] : stop[0]], theirs[1][start[1] : stop[1]], cells=cells)
        pairs.extend((start[0] + one, start[1] + other) for one, other in gap)
        start = (stop[0] + 1, stop[1] + 1)
    return pairs


def longest_common(ours: Sequence[Hashable], theirs: Sequence[Hashable], *, cells: int) -> list[tuple[int, int]]:
    """The pairs of a longest common subsequence; over so many cells, of a long one, found greedily.

    >>> longest_common("abcd", "xbyd", cells=100)
    [(1, 1), (3, 3)]
    """
    start, ends = 0, (len(ours), len(theirs))
    while start < min(ends) and ours[start] == theirs[start]:
        start += 1
    while min(ends) > start and ours[ends[0] - 1] == theirs[ends[1] - 1]:
        ends = (ends[0] - 1, ends[1] - 1)
    tail = [(ends[0] + step, ends[1] + step) for step in range(len(ours) - ends[0])]
    left, right = ours[start : ends[0]], theirs[start : ends[1]]
    middle = _by_table(left, right) if len(left) * len(right) <= cells else _greedily(left, right)
    head = [(step, step) for step in range(start)]
    return head + [(start + one, start + other) for one, other in middle] + tail


def _by_table(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for one in range(len(left) - 1, -1, -1):
        below, line = table[one + 1], table[one]
        for other in range(len(right) - 1, -1, -1):
            is_same = left[one] == right[other]
            line[other] = below[other + 1] + 1 if is_same else max(below[other], line[other + 1])
    pairs, one, other = [], 0, 0
    while one < len(left) and other < len(right):
        if left[one] == right[other]:
            pairs.append((one, other))
            one, other = one + 1, other + 1
        elif table[one + 1][other] >= table[one][other + 1]:
            one += 1
        else:
            other += 1
    return pairs


def _greedily(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Each of the left with the next of its kind on the right, while that is near: linear."""
    places: dict[Hashable, list[int]] = {}
    for other in range(len(right) - 1, -1, -1):
        places.setdefault(right[other], []).append(other)
    pairs, free = [], 0
    for one, key in enumerate(left):
        waiting = places.get(key, [])
        while waiting and waiting[-1] < free:
            waiting.pop()
        if waiting and waiting[-1] - free <= 50:  # a far one would leave all between them without a partner
            free = waiting.pop()
            pairs.append((one, free))
            free += 1
    return pairs


def shadow_roots(page: Page) -> list[int]:
    """The rows of the templates that are shadow roots, of several of one host the first, in document order."""
    root_of: dict[int, int] = {}
    for row in page.rows_with("shadowrootmode").tolist():
        is_root = page.tag_name(row) == "template" and (page.attribute(row, "shadowrootmode") or "").lower() in MODES
        if is_root:
            root_of.setdefault(int(page.parent[row]), row)
    return sorted(root_of.values())


def composed_rows(page: Page, roots: list[int]) -> tuple[list[int], list[int]]:
    """The rows in the order of the composed tree, and for each the position of its parent in it, -1 for the first."""
    changed = _changed_children(page, roots)
    hidden = set(page.rows_of("template").tolist())  # of a plain template nothing is shown but itself
    rows: list[int] = []
    parents: list[int] = []
    waiting = [(0, -1)]
    while waiting:
        row, parent = waiting.pop()
        position = len(rows)
        rows.append(row)
        parents.append(parent)
        if row not in hidden:
            children = changed.get(row)
            shown = page.children(row) if children is None else children
            waiting.extend((child, position) for child in reversed(shown))
    return rows, parents


def _changed_children(page: Page, roots: list[int]) -> dict[int, list[int]]:
    """The children of hosts and of slots that something was put into."""
    changed: dict[int, list[int]] = {}
    slots_of = _slots(page, roots)
    for root in roots:
        host = int(page.parent[root])
        changed[host] = page.children(root)
        slots = slots_of[root]
        for child in page.children(host):
            name = (page.attribute(child, "slot") or "") if page.tag[child] else ""
            if child != root and name in slots:
                changed.setdefault(slots[name], []).append(child)
    return changed


def _slots(page: Page, roots: list[int]) -> dict[int, dict[str, int]]:
    """The slots of every shadow root by name, of several with one name the first."""
    slots: dict[int, dict[str, int]] = {root: {} for root in roots}
    around: list[int] = []  # the roots that a slot lies in, the innermost last
    ahead = roots[::-1]
    for slot in page.rows_of("slot").tolist():
        while ahead and ahead[-1] < slot:
            around.append(ahead.pop())
            while len(around) > 1 and page.end[around[-2]] <= around[-1]:
                del around[-2]
        while around and page.end[around[-1]] <= slot:
            around.pop()
        if around:
            slots[around[-1]].setdefault(page.attribute(slot, "name") or "", slot)
    return slots
