"""The measures: how much of the truth is in an answer, and how much of an answer is true."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bench.lcs import common_length

# Han, its extensions and compatibility forms, kana, and Hangul are written without spaces or glued to particles.
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U000323af"
WORD = re.compile(r"\w+")
TOKEN = re.compile(rf"[{CJK}]|[^\W{CJK}]+")
RESAMPLES = 2000


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


def score(common: int, answered: int, true: int) -> Score:
    """The score of an answer of that size; nothing where nothing is true is a perfect answer.

    >>> score(1, 2, 4)
    Score(precision=0.5, recall=0.25)
    """
    if not answered and not true:
        return Score(1.0, 1.0)
    return Score(common / answered if answered else 0.0, common / true if true else 0.0)


def words(text: str) -> Counter[str]:
    r"""The bag of words: `\w+`, lower-cased."""
    return Counter(WORD.findall(text.lower()))


def tokens(text: str) -> Counter[str]:
    """The bag of words where each CJK character is a word of its own.

    >>> sorted(tokens("Weft 网页 x"))
    ['weft', 'x', '网', '页']
    """
    return Counter(TOKEN.findall(text.lower()))


def bag_score(answer: Counter[str], truth: Counter[str]) -> Score:
    """The score of a bag: what both have, as often as both have it."""
    return score((answer & truth).total(), answer.total(), truth.total())


def word_score(answer: str, truth: str) -> Score:
    """Word by word, the measure of WCXB."""
    return bag_score(words(answer), words(truth))


def token_score(answer: str, truth: str) -> Score:
    """Word by word, a CJK character being a word: fair to text without spaces."""
    return bag_score(tokens(answer), tokens(truth))


def char_score(answer: str, truth: str) -> Score:
    """Character by character as bags, white space apart."""
    return bag_score(Counter("".join(answer.split())), Counter("".join(truth.split())))


def lcs_score(answer: str, truth: str) -> Score:
    """Paper D: the common part is the longest common subsequence of characters, white space apart."""
    answer, truth = "".join(answer.split()), "".join(truth.split())
    return score(common_length(answer, truth), len(answer), len(truth))


def clean_nodes(nodes: Iterable[str], text: str) -> NDArray[np.bool_]:
    """Paper E: a node is clean when its text is in the text, white space apart."""
    text = "".join(text.split())
    return np.array(["".join(node.split()) in text for node in nodes], dtype=np.bool_)


def node_score(answer: Sequence[bool] | NDArray[np.bool_], truth: Sequence[bool] | NDArray[np.bool_]) -> Score:
    """Paper E: of the nodes called clean how many are, and of those that are how many were called so.

    >>> node_score([True, True, False], [True, False, False])
    Score(precision=0.5, recall=1.0)
    """
    called, clean = np.asarray(answer, dtype=bool), np.asarray(truth, dtype=bool)
    return score(int((called & clean).sum()), int(called.sum()), int(clean.sum()))


MEASURES = {"word": word_score, "token": token_score, "char": char_score, "lcs": lcs_score}


def measure(answer: str, truth: str, *, families: Sequence[str] = tuple(MEASURES)) -> dict[str, float]:
    """Every measure of an answer by name: `word_f1`, `word_precision`, `word_recall`, `token_f1` and so on."""
    return {
        f"{name}_{part}": getattr(result, part)
        for name in families
        for result in [MEASURES[name](answer, truth)]
        for part in ("f1", "precision", "recall")
    }


def interval(values: Sequence[float], *, seed: int = 0) -> tuple[float, float]:
    """The 95 % interval of a mean over pages, by bootstrap with a fixed seed."""
    if not values:
        return 0.0, 0.0
    draw = np.random.default_rng(seed).integers(0, len(values), (RESAMPLES, len(values)))
    low, high = np.percentile(np.asarray(values)[draw].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)
