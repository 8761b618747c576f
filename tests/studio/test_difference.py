"""What a change does to a text, as it is shown."""

import random

import weft.studio.difference
from weft.studio.difference import CUT, MAX_LINE_LENGTH, MAX_SHOWN, find_difference

LONG = [f"{number} " + "word " * 30 for number in range(40)]


def text(*lines: str) -> str:
    return "\n".join(lines)


def plain_common(old: list[str], new: list[str]) -> int:
    """The length of the longest common subsequence, as the books have it."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, one in enumerate(old):
        for j, other in enumerate(new):
            table[i + 1][j + 1] = table[i][j] + 1 if one == other else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def test_a_line_that_is_pushed_down_is_not_gone() -> None:
    lines = [line.strip() for line in LONG]
    found = find_difference(text(*LONG), text("new", *LONG))
    assert found == [("come", "new"), ("same", lines[0]), ("same", CUT)]
    found = find_difference(text(*LONG), text("new", *LONG[:-1], "end"))
    assert [pair for pair in found if pair[0] != "same"] == [("come", "new"), ("gone", lines[-1]), ("come", "end")]


def test_it_agrees_with_the_plain_version() -> None:
    draw = random.Random(7)
    for _ in range(200):
        old, new = (draw.choices("abcd", k=draw.randrange(9)) for _ in range(2))
        found = weft.studio.difference._compare(old, new)
        assert [line for kind, line in found if kind != "come"] == old
        assert [line for kind, line in found if kind != "gone"] == new
        assert sum(kind == "same" for kind, _ in found) == plain_common(old, new)


def test_of_texts_too_long_to_compare_no_line_that_stays_is_shown_as_gone(monkeypatch) -> None:
    monkeypatch.setattr(weft.studio.difference, "MAX_LINES", 3)
    found = find_difference(text("old", "a", "b", "c", "d", "e"), text("new", "1", "2", "3", "a", "b", "c", "f"))
    assert found == [("gone", "old"), ("come", "new"), ("come", "1"), ("come", "2"), ("same", CUT)]


def test_what_is_shown_is_bounded() -> None:
    assert find_difference("a" * 1_000, "") == [("gone", "a" * MAX_LINE_LENGTH + CUT)]
    found = find_difference(text(*map(str, range(5_000))), "")
    assert len(found) == MAX_SHOWN + 1
    assert find_difference("one", "one") == [("same", CUT)]
