"""When an answer is right: one rule for each field, the same for every system."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.datasets import Case
from weft.training.field_truths import DAY, fold, names_of

FIELDS = ("title", "author", "date", "tags")
_NAMES = {"wcxb-dev": {"title": "title", "author": "author", "date": "publish_date"}}  # what the data calls them


@dataclass(frozen=True, kw_only=True)
class Tally:
    """Of the pages whose truth has a field: how many answers there are, and how many are right."""

    pages: int = 0
    answered: int = 0
    right: int = 0

    @property
    def share(self) -> float:
        """The right answers over the pages."""
        return self.right / self.pages if self.pages else 0.0

    @property
    def precision(self) -> float:
        """The right answers over the answers."""
        return self.right / self.answered if self.answered else 0.0


def truth_of(case: Case, dataset: str) -> dict[str, Any]:
    """The fields that the data set tells of a page; one that is empty there is nobody's loss."""
    names = _NAMES.get(dataset, {name: name for name in FIELDS})
    told = {name: case.truth[key] for name, key in names.items() if case.truth.get(key)}
    return {
        name: "; ".join(value) if name == "author" and isinstance(value, list) else value
        for name, value in told.items()
    }


def is_right(field: str, answer: Any, truth: Any) -> bool:
    """Whether an answer says what the truth says.

    A title by its letters and digits; authors by the set of their names, whatever stands before and between them;
    a date by its day; tags where half of them or more are the same ones.

    >>> is_right("author", "Bo Chu; Ann Lee", "By Ann Lee and Bo Chu"), is_right("date", "2022-09", "2022-09-04")
    (True, False)
    """
    if field == "date":
        return str(answer)[:DAY] == str(truth)[:DAY]
    if field == "author":
        return names_of(answer) == names_of(truth)
    if field == "tags":
        mine, true = ({fold(tag) for tag in tags} for tags in (answer, truth))
        return 2 * len(mine & true) >= len(mine | true)
    return fold(str(answer)) == fold(str(truth))


def tally(dataset: str, cases: Sequence[Case], answers: Sequence[Mapping[str, Any]]) -> dict[str, Tally]:
    """The tally of every field that the truth of some page has."""
    pairs = [(truth_of(case, dataset), answer) for case, answer in zip(cases, answers, strict=True)]
    tallies = {field: _tally(field, pairs) for field in FIELDS}
    return {field: entry for field, entry in tallies.items() if entry.pages}


def _tally(field: str, pairs: Iterable[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> Tally:
    asked = [(truth[field], answer.get(field)) for truth, answer in pairs if field in truth]
    given = [(truth, answer) for truth, answer in asked if answer]
    right = sum(is_right(field, answer, truth) for truth, answer in given)
    return Tally(pages=len(asked), answered=len(given), right=right)
