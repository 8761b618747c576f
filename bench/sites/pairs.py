"""Clustering by pairs (paper B): of the pairs put together how many belong together, and the other way round."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from bench.metrics import Score


@dataclass(frozen=True)
class Pairs:
    """Pairs of pages: together in both, in the answer, in the truth."""

    both: int = 0
    answered: int = 0
    true: int = 0

    def __add__(self, other: "Pairs") -> "Pairs":
        return Pairs(self.both + other.both, self.answered + other.answered, self.true + other.true)

    @property
    def score(self) -> Score:
        """Nothing put together is never wrong (precision 1); nothing that belongs together is all found (recall 1)."""
        return Score(self.both / self.answered if self.answered else 1.0, self.both / self.true if self.true else 1.0)


def count_pairs(clusters: Mapping[str, str | int], templates: Mapping[str, str]) -> Pairs:
    """The pairs of the pages in `templates`; a page in no cluster is a cluster of its own.

    >>> count_pairs({"a": 1, "b": 1, "c": 1}, {"a": "post", "b": "post", "c": "list"})
    Pairs(both=1, answered=3, true=1)
    """
    joint = Counter((clusters[page], template) for page, template in templates.items() if page in clusters)
    answered = Counter(clusters[page] for page in templates if page in clusters)
    true = Counter(templates.values())
    return Pairs(_pairs(joint.values()), _pairs(answered.values()), _pairs(true.values()))


def _pairs(sizes: Iterable[int]) -> int:
    return sum(size * (size - 1) // 2 for size in sizes)


def summarise(sites: Sequence[Pairs]) -> dict[str, float]:
    """Precision, recall and F1 as the mean over sites, and over the pairs of all sites together."""
    if not sites:
        return {}
    scores = [pairs.score for pairs in sites]
    pooled = sum(sites, Pairs()).score
    return {
        "sites": len(sites),
        "precision": fmean(score.precision for score in scores),
        "recall": fmean(score.recall for score in scores),
        "f1": fmean(score.f1 for score in scores),
        "pooled_precision": pooled.precision,
        "pooled_recall": pooled.recall,
        "pooled_f1": pooled.f1,
    }
