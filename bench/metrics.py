"""The measures: how much of the truth is in an answer, and how much of an answer is true."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.lcs import common_length
from weft.scoring.marks import Score as Score
from weft.scoring.marks import score_counts
from weft.scoring.marks import token_score as token_score
from weft.scoring.marks import tokens as tokens

WORD = re.compile(r"\w+")
RESAMPLES = 2000

SNIPPETS_RIGHT = "snippets_right"
SNIPPET_COUNTS = (SNIPPETS_RIGHT, "snippets_missing", "snippets_wrong")

score = score_counts


def words(text: str) -> Counter[str]:
    r"""The bag of words: `\w+`, lower-cased."""
    return Counter(WORD.findall(text.lower()))


def bag_score(answer: Counter[str], truth: Counter[str]) -> Score:
    """The score of a bag: what both have, as often as both have it."""
    return score((answer & truth).total(), answer.total(), truth.total())


def word_score(answer: str, truth: str) -> Score:
    """Word by word, the measure of WCXB."""
    return bag_score(words(answer), words(truth))


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


def snippet_counts(answer: str, wanted: Iterable[str], unwanted: Iterable[str]) -> tuple[int, int, int]:
    """How many wanted snippets a text holds, how many it lacks, and how many unwanted ones it holds.

    White space counts as one space.

    >>> snippet_counts("The warp\\n is fixed. Home", ["warp is", "weft"], ["Home", "Login"])
    (1, 1, 1)
    """
    text, wanted = _plain(answer), list(wanted)
    right = sum(_plain(snippet) in text for snippet in wanted)
    return right, len(wanted) - right, sum(_plain(snippet) in text for snippet in unwanted)


def snippet_measure(answer: str, wanted: Iterable[str], unwanted: Iterable[str]) -> dict[str, float]:
    """The measures of one page's snippets, and the counts that those of all pages are made from."""
    counts = snippet_counts(answer, wanted, unwanted)
    return _snippet_scores(np.array(counts)) | dict(zip(SNIPPET_COUNTS, counts, strict=True))


def snippet_quality(pages: Sequence[Mapping[str, float]], *, seed: int = 0) -> dict[str, dict[str, float]]:
    """The measures of snippets that are counted over all pages, as trafilatura's evaluation does; 95 % over pages."""
    table = np.array([[page[name] for name in SNIPPET_COUNTS] for page in pages], dtype=np.int_)
    draw = np.random.default_rng(seed).integers(0, len(table), (RESAMPLES, len(table)))
    drawn = [_snippet_scores(sums) for sums in table[draw].sum(axis=1)]
    quality = {}
    for name, value in _snippet_scores(table.sum(axis=0)).items():
        low, high = np.percentile([scores[name] for scores in drawn], [2.5, 97.5])
        quality[name] = {"mean": value, "low": float(low), "high": float(high)}
    return quality


def _snippet_scores(counts: NDArray[np.int_]) -> dict[str, float]:
    right, missing, wrong = counts.tolist()
    total = score(right, right + wrong, right + missing)
    return {"snippet_f1": total.f1, "snippet_precision": total.precision, "snippet_recall": total.recall}


def _plain(text: str) -> str:
    return " ".join(text.split())


def interval(values: Sequence[float], *, seed: int = 0) -> tuple[float, float]:
    """The 95 % interval of a mean over pages, by bootstrap with a fixed seed."""
    if not values:
        return 0.0, 0.0
    draw = np.random.default_rng(seed).integers(0, len(values), (RESAMPLES, len(values)))
    low, high = np.percentile(np.asarray(values)[draw].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)
