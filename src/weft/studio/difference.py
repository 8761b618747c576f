"""What a change does to a text, line by line: the longest common subsequence of the lines of both.

The plain version: the table of the lengths of the longest common subsequences of all pairs of endings; walked from its
beginning, it says of each line whether it is the same, gone or come. Texts are compared whole and shortened afterwards:
a line that is not shown must not look as if it were gone.
"""

from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Kind = Literal["same", "gone", "come"]
Line = tuple[Kind, str]

MAX_LINES = 2_000  # of each text, without the lines that both begin and end with: the table is their product, 8 MB
MAX_SHOWN = 200  # lines of a difference
MAX_LINE_LENGTH = 400  # characters that are shown of a line
CUT = "…"


def find_difference(before: str, after: str) -> list[Line]:
    """The lines that are gone and come, each with its neighbours that stay; `…` for what is left out.

    >>> find_difference("one\\ntwo\\nthree", "one\\nthree\\nfour")
    [('same', 'one'), ('gone', 'two'), ('same', 'three'), ('come', 'four')]
    """
    return _shorten(_compare(_lines(before), _lines(after)))


def compare_lines(before: str, after: str) -> list[Line]:
    """All lines of both texts with what became of them, for who reads both sides.

    >>> compare_lines("one\\ntwo", "two\\nthree")
    [('gone', 'one'), ('same', 'two'), ('come', 'three')]
    """
    return _compare(_lines(before), _lines(after))


def _lines(text: str) -> list[str]:
    return [line for line in map(str.strip, text.split("\n")) if line]


def _compare(old: list[str], new: list[str]) -> list[Line]:
    """All lines of both texts with what became of them."""
    start = _same_start(old, new)
    end = _same_start(old[start:][::-1], new[start:][::-1])
    one, other = old[start : len(old) - end], new[start : len(new) - end]
    middle = list(_walk(one[:MAX_LINES], other[:MAX_LINES]))
    if max(len(one), len(other)) > MAX_LINES:  # a line that seems gone may stand behind what was compared
        stays = set(one) & set(other)
        middle = [(kind, line) for kind, line in middle if kind == "same" or line not in stays] + [("same", CUT)]
    return [*_same(old[:start]), *middle, *_same(old[len(old) - end :])]


def _same_start(old: list[str], new: list[str]) -> int:
    """How many lines both begin with."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(old), len(new)))


def _same(lines: list[str]) -> list[Line]:
    return [("same", line) for line in lines]


def _walk(old: list[str], new: list[str]) -> Iterator[Line]:
    longest = _table(old, new)
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            yield "same", old[i]
            i, j = i + 1, j + 1
        elif j == len(new) or (i < len(old) and longest[i + 1, j] >= longest[i, j + 1]):
            yield "gone", old[i]
            i += 1
        else:
            yield "come", new[j]
            j += 1


def _table(old: list[str], new: list[str]) -> NDArray[np.uint16]:
    """For each pair of positions the length of the longest common subsequence of what follows, a row at a time."""
    numbers = {line: number for number, line in enumerate(dict.fromkeys([*old, *new]))}
    lines = np.array([numbers[line] for line in new], np.int64)
    longest = np.zeros((len(old) + 1, len(new) + 1), np.uint16)
    for i in range(len(old) - 1, -1, -1):
        below = longest[i + 1]
        best = np.maximum(below[:-1], np.where(lines == numbers[old[i]], below[1:] + 1, 0))
        longest[i, :-1] = np.maximum.accumulate(best[::-1])[::-1]  # a later place in `new` never has more
    return longest


def _shorten(lines: list[Line]) -> list[Line]:
    """The changes with one line that stays before and after each."""
    differs = [kind != "same" for kind, _ in lines]
    shown: list[Line] = []
    for index, (kind, line) in enumerate(lines):
        if any(differs[max(index - 1, 0) : index + 2]):
            shown.append((kind, line if len(line) <= MAX_LINE_LENGTH else line[:MAX_LINE_LENGTH] + CUT))
        elif not shown or shown[-1][1] != CUT:
            shown.append(("same", CUT))
    return shown if len(shown) <= MAX_SHOWN else [*shown[:MAX_SHOWN], ("same", CUT)]
