"""Token scores."""

import pytest

from weft.scoring import Score, token_score, tokens


def test_tokens_of_two_scripts() -> None:
    assert tokens("The weft, the 纬线") == {"the": 2, "weft": 1, "纬": 1, "线": 1}


@pytest.mark.parametrize(
    ("answer", "truth", "expected"),
    [
        ("", "", Score(1.0, 1.0)),
        ("a", "", Score(0.0, 0.0)),
        ("", "a", Score(0.0, 0.0)),
        ("a b", "B c c c", Score(0.5, 0.25)),
        ("a a a", "a", Score(1 / 3, 1.0)),
    ],
)
def test_scores(answer: str, truth: str, expected: Score) -> None:
    assert token_score(answer, truth) == expected


def test_f1() -> None:
    assert Score(0.5, 0.25).f1 == pytest.approx(1 / 3)
    assert Score(0.0, 0.0).f1 == 0.0
