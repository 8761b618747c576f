"""Rows of a board that show less: no times, and on some programs no names, as on views for phones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from weft.text import find_dates
from weft.training.augment.cases import Draft, Truth
from weft.training.augment.trees import TEXT, Branch

MAX_TIME = 60  # characters of a text that is a time with its label
TIME_ATTRIBUTES = ("datetime", "title")


def bare_rows(draft: Draft) -> bool:
    """Take the times out of the rows of a board, on half of the programs the names as well."""
    if draft.is_thread or not draft.truths:
        return False
    loses_names = draft.random("bare").random() < 0.5
    spoken = draft.spoken()
    for truth in draft.truths:
        record = truth.record
        names = {record.author, record.last_author} - {""} if loses_names else set()
        shown = {record.time, record.last_time} - {""}
        _take_out(draft, truth, spoken, partial(_is_gone, names, shown))
        truth.record = replace(record, time="", last_time="")
        if loses_names:
            truth.record = replace(truth.record, author="", last_author="")
    return True


def _is_gone(names: set[str], shown: set[str], text: str) -> bool:
    """Whether a text is one of the names, or a time, be it one that the record is known to show."""
    if text in names:
        return True
    return len(text) <= MAX_TIME and (any(time in text for time in shown) or bool(find_dates(text)))


def _take_out(draft: Draft, truth: Truth, spoken: set[Branch], is_gone: Callable[[str], bool]) -> None:
    for part in draft.span(truth):
        for branch in list(part):
            for name in TIME_ATTRIBUTES:
                if is_gone(branch.attributes.get(name, "").strip() or " "):
                    del branch.attributes[name]
            if branch.tag == TEXT and branch not in spoken and branch.text.strip() and is_gone(branch.text.strip()):
                _remove(branch, part)


def _remove(branch: Branch, part: Branch) -> None:
    """Take a text out, and the elements that hold nothing else; a cell stays, for a row keeps its columns."""
    parent = branch.parent
    branch.remove()
    while parent is not None and parent is not part and parent.tag not in ("td", "th") and not parent.said().strip():
        if any(child.tag == "img" for child in parent):
            return
        above = parent.parent
        parent.remove()
        parent = above
