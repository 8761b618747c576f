"""Texts made to be slow."""

import random
import time

import pytest

from weft.text import find_dates, normalise_date
from weft.text.dates import read_iso

PIECES = [
    "1 ", "1-", "2022-", "12:30 ", "4 de ", "sep ", "1 sep, ", "昨天", "十", "三天", "1:", "two years, ", " ", "a ",
    ".",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_linear(piece: str) -> None:
    """Twenty times the text may not take four hundred times the time. The least of three: garbage may be collected."""

    def seconds(text: str) -> float:
        start = time.thread_time()
        find_dates(text)
        return time.thread_time() - start

    short = piece * (2_000 // len(piece))
    least, most = (min(seconds(text) for _ in range(3)) for text in (short, short * 20))
    assert most < 100 * max(least, 1e-4)


def test_halves_of_characters_are_no_dates() -> None:
    """JSON can have them, and then strings of Python do."""
    (found,) = find_dates("\ud800 4 May 2022 \udc00")
    assert (found.start, found.end, found.text, found.iso) == (2, 12, "4 May 2022", "2022-05-04")
    assert normalise_date("\ud8002022-09-04") == "2022-09-04"
    assert (normalise_date("\ud800" * 200), read_iso("\ud800", None)) == ("", "")


def test_random_text_never_fails() -> None:
    rng = random.Random(4)
    words = [
        *PIECES,
        "2022",
        "/",
        "09",
        "04",
        "年",
        "月",
        "日",
        "at",
        "pm",
        "+08:00",
        "ago",
        "yesterday",
        "İ",
        "\n",
        "9999",
    ]
    for _ in range(3_000):
        text = "".join(rng.choices(words, k=rng.randint(1, 12)))
        for found in find_dates(text):
            assert text[found.start : found.end] == found.text
        normalise_date(text)
