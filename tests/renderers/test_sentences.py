"""Where sentences end, and that joined again they are the passage."""

import pytest

from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from weft.page import parse
from weft.render_options import RenderOptions
from weft.renderers.kernel_passages import compose
from weft.renderers.passages import BREAK, NOTE, TEXT, Mark, Piece, settle
from weft.renderers.sentences import join_sentences, split_sentences


def sentences(text: str) -> list[str]:
    return ["".join(piece.text for piece in sentence.pieces) for sentence in split_sentences([Piece(TEXT, text)])]


@pytest.mark.parametrize(
    "expected",
    [
        ["It is woven.", "Is it?", "It is!", "Yes…", "No."],
        ['He said "no."', "She said (yes!)", "Both did."],
        ["It costs 3.50 today.", "It is e.g. cheap, or approx. so."],
        ["J. Loom and A. B. Weft came.", "They left."],
        ["Это ткань.", "Она новая."],
        ["यह कपड़ा है।", "वह नया है।"],
        ["هل هو جديد؟", "نعم هو."],
    ],
)
def test_with_spaces(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


@pytest.mark.parametrize("expected", [["布织成了。", "是吗？", "“是的！”", "他说。"], ["織機は動く。", "布ができる。"]])
def test_without_spaces(expected: list[str]) -> None:
    assert sentences("".join(expected)) == expected


def test_an_end_between_marks_and_behind_a_note() -> None:
    bold = (Mark("strong"),)
    pieces = [Piece(TEXT, "One is bold. ", bold), Piece(TEXT, "Two"), Piece(TEXT, ".", bold), Piece(NOTE, "1")]
    found = split_sentences([*pieces, Piece(TEXT, " Three"), Piece(BREAK), Piece(TEXT, "four")])
    assert [[piece.text for piece in sentence.pieces] for sentence in found] == [
        ["One is bold."],
        ["Two", ".", "1"],
        ["Three"],
        ["four"],
    ]
    assert [sentence.joint for sentence in found] == ["", " ", " ", "\n"]


@every_seed(60)
def test_joined_again_they_are_the_passage(seed: int) -> None:
    page = parse(RandomPage(seed).html())
    for passage in compose(page, page.blocks.under(0, len(page)), RenderOptions()):
        again = settle(join_sentences(split_sentences(passage.pieces)))
        assert _spelled(again) == _spelled(settle(passage.pieces))


def _spelled(pieces: list[Piece]) -> list[tuple[str, str, tuple[Mark, ...]]]:
    """Every character under its marks; where one piece ends and the next begins says nothing."""
    return [
        (piece.kind, sign, piece.marks) for piece in pieces for sign in (piece.text if piece.kind == TEXT else ["-"])
    ]
