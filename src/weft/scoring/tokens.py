"""Token F1: texts compared as bags of words, each CJK character a word of its own."""

from collections import Counter
from dataclasses import dataclass

from weft.late_patterns import late_pattern

# Han, its extensions and compatibility forms, kana, and Hangul are written without spaces or glued to particles.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
_TOKEN = late_pattern(rf"[{_CJK}]|[^\W{_CJK}]+")


@dataclass(frozen=True)
class Score:
    """Precision, recall and their harmonic mean."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean, 0 where both are 0."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def score_counts(common: int, answered: int, true: int) -> Score:
    """The score of an answer of that size; nothing where nothing is true is a perfect answer.

    >>> score_counts(1, 2, 4)
    Score(precision=0.5, recall=0.25)
    """
    if not answered and not true:
        return Score(1.0, 1.0)
    return Score(common / answered if answered else 0.0, common / true if true else 0.0)


def words(text: str) -> list[str]:
    """The lower-cased words in their order, each CJK character one.

    >>> words("Weft 网页")
    ['weft', '网', '页']
    """
    return _TOKEN.findall(text.lower())


def tokens(text: str) -> Counter[str]:
    """The bag of lower-cased words.

    >>> sorted(tokens("Weft 网页 x"))
    ['weft', 'x', '网', '页']
    """
    return Counter(words(text))


def token_score(answer: str, truth: str) -> Score:
    """Word by word: fair to text without spaces."""
    given, true = tokens(answer), tokens(truth)
    return score_counts((given & true).total(), given.total(), true.total())
