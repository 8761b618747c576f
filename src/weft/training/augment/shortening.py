"""Pages with fewer records: threads of one to three posts, boards of three or four rows."""

from __future__ import annotations

from random import Random

from weft.training.augment.cases import Draft, Truth
from weft.training.augment.trees import TEXT, Branch


def shorten(draft: Draft, count: int, chance: Random | None = None) -> bool:
    """Keep `count` records that follow each other and take the others out; the first ones unless `chance` chooses."""
    truths = draft.truths
    if len(truths) <= count:
        return False
    first = chance.randrange(len(truths) - count + 1) if chance else 0
    kept = truths[first : first + count]
    gone = truths[:first] + truths[first + count :]
    around = [_around(draft, truths, truth) for truth in gone]
    removed = {branch for part in around for branch in part}
    for truth in kept:
        if any(branch in removed for branch in (*truth.anchor.above(), *truth.last.above())):
            return False
    for branch in removed:
        branch.remove()
    draft.truths = kept
    return True


def _around(draft: Draft, truths: list[Truth], truth: Truth) -> list[Branch]:
    """The siblings of a record with its head or foot: what stands between it and the next record is a part of one."""
    span = draft.span(truth)
    parent = truth.first.parent
    if parent is None:
        return span
    borders = [(one.first.index, one.last.index) for one in truths if one.first.parent is one.last.parent is parent]
    if len(borders) < 2:
        return span
    heads = _signature(parent.children[borders[0][1] + 1 : borders[1][0]])
    before = _heads(parent.children, borders[0][0], len(heads))
    start, end = parent.children.index(span[0]), parent.children.index(span[-1]) + 1
    if heads and _signature(before) == heads:  # the first record has what stands between two: it is a head
        return [*_heads(parent.children, start, len(heads)), *span]
    feet = [child for child in parent.children[end:] if child.tag != TEXT][: len(heads)]
    return [*span, *feet] if heads and _signature(feet) == heads else span


def _heads(children: list[Branch], start: int, count: int) -> list[Branch]:
    return [child for child in children[:start] if child.tag != TEXT][-count:] if count else []


def _signature(branches: list[Branch]) -> list[tuple[str, str]]:
    """Tags and first classes of elements."""
    return [(one.tag, one.attributes.get("class", "").split(" ")[0]) for one in branches if one.tag != TEXT]
