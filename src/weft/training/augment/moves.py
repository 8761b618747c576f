"""Parts of a record moved: who wrote it, or when, behind the body or before it."""

from __future__ import annotations

from weft.training.augment.cases import Draft, Truth
from weft.training.augment.trees import Branch


def move_parts(draft: Draft) -> bool:
    """Move the block of the author, or of the time, to the other side of the body, in the same way in all records."""
    if not draft.is_thread:
        return False
    chance = draft.random("moves")
    names = chance.choice((("author",), ("time",), ("author", "time")))
    moved = [_move(draft, truth, name) for truth in draft.truths for name in names]
    return any(moved)


def _move(draft: Draft, truth: Truth, name: str) -> bool:
    said, body = getattr(truth.record, name), truth.body
    if not said or body is None or truth.first is not truth.last or truth.first is body:
        return False
    inside = set(body)
    holder = next((one for one in truth.first if one.text and one not in inside and said in one.text), None)
    if holder is None:
        return False
    above = list(holder.above())
    path = list(body.above())
    common = next((one for one in path if one in above), None)
    if common is None or truth.first not in common.above():
        return False
    block, beside = above[above.index(common) - 1], path[path.index(common) - 1]
    return _swap_sides(common, block, beside)


def _swap_sides(parent: Branch, block: Branch, beside: Branch) -> bool:
    if block is beside or block.tag == "#text":
        return False
    was_before = block.index < beside.index
    block.remove()
    parent.insert(beside.index + 1 if was_before else beside.index, block)
    return True
