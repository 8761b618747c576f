"""The short ways that most passages take give what the long way gives."""

import random

import pytest

from weft.renderers import markdown_escapes, markdown_inline
from weft.renderers.passages import BREAK, IMAGE, TEXT, Mark, Piece

_WORDS = "warp weft 1. - # ^a “so” (b) 注意 ： x! a_b <i> [c] * é  \t \n".split(" ")
_MARKS = [
    Mark("strong"),
    Mark("emphasis"),
    Mark("strike"),
    Mark("sup"),
    Mark("code"),
    Mark("abbr", "A"),
    Mark("link", "https://weft.example/(a)"),
]


def random_pieces(draw: random.Random) -> list[Piece]:
    pieces = []
    for _ in range(draw.choice((1, 1, 2, 3, 6))):
        marks = tuple(draw.sample(_MARKS, draw.choice((0, 0, 1, 1, 2, 3))))
        kind = draw.choices((TEXT, BREAK, IMAGE), (8, 1, 1))[0]
        text = " ".join(draw.choices(_WORDS[: draw.choice((8, len(_WORDS)))], k=draw.randint(1, 3)))
        pieces.append(
            Piece(kind, "" if kind == BREAK else text.strip() or "a", marks, "b.png" if kind == IMAGE else "")
        )
    return pieces


@pytest.mark.parametrize("setting", [{}, {"in_cell": True}, {"in_heading": True}])
def test_a_passage_is_the_same_by_the_long_way(setting: dict[str, bool], monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(18)
    passages = [random_pieces(draw) for _ in range(1_500)]
    short = [markdown_inline.inline_lines(pieces, markdown_inline.Setting(**setting)) for pieces in passages]
    monkeypatch.setattr(markdown_inline, "_only_line", lambda piece, setting: "")
    monkeypatch.setattr(markdown_inline, "is_plain", lambda text: False)
    long = [markdown_inline.inline_lines(pieces, markdown_inline.Setting(**setting)) for pieces in passages]
    assert short == long


def test_every_sign_that_is_ever_escaped_takes_the_long_way() -> None:
    signs = [sign for sign in map(chr, range(0x250)) if markdown_escapes._SPECIAL.search(sign)]
    assert signs
    assert not any(markdown_escapes.is_plain(f"a{sign}b") for sign in signs)
