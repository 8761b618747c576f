"""What a finder of records did on one page, as marks from 0 to 1: of threads, boards, and pages without either."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench.metrics import score
from bench.records.judge import Verdict, judge_places, judge_texts, names_match, times_match
from bench.records.role_judge import ROLES, count_roles
from weft.content import Record, Region
from weft.training.augment.cases import TrainingCase

STRATA = {"1 post": 1, "2–3 posts": 3, "4–9 posts": 9, "10+ posts": 1 << 30}
MEASURES = (
    "threads", *STRATA, "threads A + D", "one post right or none", "authors", "times", "boards", "boards A + D",
    "boards' authors", "boards' times", "other pages clean", *ROLES,
)  # fmt: skip
"""What pages are marked by, in the order of the table: F1 of what records say, unless it is named otherwise."""


def page_marks(case: TrainingCase, regions: Sequence[Region]) -> dict[str, float]:
    """The marks of the main records of one page; of authors, times and roles those that matching records show."""
    records = regions[0].records if regions else ()
    if case.page_type == "other":
        return {"other pages clean": float(not any("body" in record.fields for record in records))}
    said, pairs = judge_texts(case, records)
    is_right = float(judge_places(case, records).letter in "AD")
    known = [(true, record) for true, record in pairs if true.author]
    authors = [names_match(true.author, _said(record, "author")) for true, record in known]
    times = [times_match(true.time, record) for true, record in pairs if true.time]
    kind, of = ("threads", "") if case.page_type == "thread" else ("boards", "boards' ")
    marks = {kind: f1_of(said), f"{kind} A + D": is_right}
    marks |= {f"{of}{name}": sum(one) / len(one) for name, one in (("authors", authors), ("times", times)) if one}
    if kind == "threads":
        marks[stratum(len(case.records))] = marks[kind]
    if kind == "threads" and len(case.records) == 1:
        marks["one post right or none"] = is_right
    counts = count_roles(case, records)
    return marks | {role: counts[f"{role} right"] / counts[role] for role in ROLES if counts[role]}


def f1_of(verdict: Verdict) -> float:
    """The F1 of the records of one page."""
    return score(verdict.right, verdict.found, verdict.true).f1


def stratum(posts: int) -> str:
    """Which threads a thread is told with.

    >>> stratum(1), stratum(4), stratum(20)
    ('1 post', '4–9 posts', '10+ posts')
    """
    return next(name for name, most in STRATA.items() if posts <= most)


def _said(record: Record, name: str) -> str:
    return record.fields[name].value if name in record.fields else ""


def mean(values: Sequence[float]) -> float:
    """The mean of values, of which there is at least one."""
    return sum(values) / len(values)


def mean_of_layouts(layouts: Mapping[str, Sequence[float]]) -> float:
    """The mean over pages, then over layouts: a layout counts however many of its pages there are."""
    return mean([mean(pages) for pages in layouts.values() if pages])
