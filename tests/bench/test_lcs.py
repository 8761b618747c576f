"""The fast subsequence against its plain twin."""

import random

import pytest

from bench.lcs import common_length


def plain_length(one: str, other: str) -> int:
    """The textbook table."""
    above = [0] * (len(other) + 1)
    for mine in one:
        row = [0]
        for column, theirs in enumerate(other):
            row.append(above[column] + 1 if mine == theirs else max(above[column + 1], row[column]))
        above = row
    return above[-1]


@pytest.mark.parametrize(
    ("one", "other", "length"),
    [
        ("", "", 0),
        ("a", "", 0),
        ("abc", "abc", 3),
        ("abcbdab", "bdcaba", 4),
        ("正文抽取", "抽正取", 2),
        ("aaab", "ab", 2),
    ],
)
def test_known_lengths(one, other, length) -> None:
    assert common_length(one, other) == length
    assert common_length(other, one) == length


@pytest.mark.parametrize("alphabet", ["ab", "abcdefgh", "正文网页抽取模板xyz"])
def test_equals_the_plain_twin(alphabet) -> None:
    random_of = random.Random(7)
    for _ in range(150):
        one, other = ("".join(random_of.choices(alphabet, k=random_of.randrange(90))) for _ in range(2))
        assert common_length(one, other) == plain_length(one, other)


def test_long_texts_are_bounded_from_below() -> None:
    one, other = "x" + "ab" * 50 + "y", "z" + "ab" * 50 + "w"
    assert common_length(one, other) == 100
    assert 0 < common_length(one, other, longest=20) < 100


def test_equal_beginnings_and_ends_are_never_cut() -> None:
    assert common_length("q" * 5000 + "a" + "r" * 5000, "q" * 5000 + "b" + "r" * 5000, longest=10) == 10_000
