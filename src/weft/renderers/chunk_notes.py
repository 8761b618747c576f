"""Footnotes in chunks: a note stands in the chunk that refers to it first."""

from collections.abc import Iterable

from weft.deadline import in_time
from weft.renderers.passages import NOTE, Passage


def take_notes(passages: list[Passage]) -> tuple[list[Passage], dict[str, list[Passage]]]:
    """The passages without the notes that they lead to, and those notes by label.

    A note that nothing leads to stays where it is.
    """
    notes: dict[str, list[Passage]] = {}
    for passage in in_time(passages):
        if label := _label(passage):
            notes.setdefault(label, []).append(passage)
    if not notes:
        return passages, {}
    used: set[str] = set()
    waiting = references(passage for passage in passages if not _label(passage))
    while waiting:
        label = waiting.pop()
        if label in notes and label not in used:
            used.add(label)
            waiting += references(notes[label])
    body = [passage for passage in passages if _label(passage) not in used]
    return body, {label: own for label, own in notes.items() if label in used}


def references(passages: Iterable[Passage]) -> list[str]:
    """The labels of the notes that passages refer to, in order."""
    return [piece.text for passage in in_time(passages) for piece in passage.pieces if piece.kind == NOTE]


def _label(passage: Passage) -> str:
    return passage.path[0].label if passage.path and passage.path[0].role == "note" else ""
