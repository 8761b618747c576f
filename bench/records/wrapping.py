"""SoftMealy on paper B's protocol: one template a cluster, learned on its centre page, takes the other pages out."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.records.clustering import OURS, by_structure
from bench.records.judge import judge_texts, names_match, times_match
from bench.records.truth import Case
from weft.content import Record
from weft.papers.c import found_example, learn_softmealy
from weft.records.find import find_records

NAMES = {"thread": ("author", "time_text", "body"), "list": ("title", "author", "time_text")}
MIN_PAGES = 3  # of a cluster that gets a template
MIN_RECORDS = 3  # of its centre: what varies from record to record shows on several


def wrap(cases: Sequence[Case], descriptions: Sequence[NDArray[np.uint64]], *, labelled: int = 1) -> dict[str, Any]:
    """Pages extracted whole by templates whose labels are the default's own records on the centre page: no person.

    With `labelled` pages the template is learned on that many around the centre.
    """
    rows: list[dict[str, Any]] = []
    for group in by_structure(descriptions, OURS).groups:
        if len(group) < MIN_PAGES:
            continue
        nearest = _from_the_centre(cases, descriptions, group)
        taught, rest = nearest[:labelled], nearest[labelled:] or nearest[-1:]
        outcomes = _extract([cases[place] for place in taught], [cases[place] for place in rest])
        corpora = sorted({f"{cases[place].corpus} {cases[place].page_type}" for place in group})
        centre = cases[nearest[0]]
        row = {"centre": centre.id, "taught": len(centre.records), "pages": len(rest), "corpora": corpora}
        rows.append({**row, **outcomes})
    several = [row for row in rows if row["taught"] >= MIN_RECORDS]
    return {"clusters": rows, **_totals(rows), "of several records": _totals(several)}


def _totals(rows: Sequence[dict[str, Any]]) -> dict[str, int]:
    return {name: sum(int(row.get(name, 0)) for row in rows) for name in ("pages", "whole")}


def _from_the_centre(
    cases: Sequence[Case], descriptions: Sequence[NDArray[np.uint64]], group: Sequence[int]
) -> list[int]:
    """The pages by the sum of their similarities, those with several records first."""
    matrix = OURS.matrix([descriptions[place] for place in group])
    nearness = np.round(matrix.sum(axis=1), 9).tolist()
    order = sorted(range(len(group)), key=lambda at: (len(cases[group[at]].records) < MIN_RECORDS, -nearness[at], at))
    return [group[at] for at in order]


def _extract(taught: Sequence[Case], rest: Sequence[Case]) -> Counter[str]:
    """How many pages were extracted whole, and what was wrong first on the others."""
    examples = []
    for case in taught:
        regions = find_records(case.page)
        examples.append(found_example(case.page, regions[0].records if regions else (), NAMES[case.page_type]))
    if not any(example.records for example in examples):
        return Counter({"no labels": len(rest)})
    wrapper = learn_softmealy(examples)
    outcomes = Counter[str]()
    for case in rest:
        regions = wrapper.find(case.page)
        outcomes[outcome(case, regions[0].records if regions else ())] += 1
    return outcomes


def outcome(case: Case, records: Sequence[Record]) -> str:
    """`whole` where all records are right, with the authors and times that the page shows; else what is not."""
    verdict, pairs = judge_texts(case, records)
    if not verdict.found == verdict.right == verdict.true:
        return "records"
    for true, record in pairs:
        said = record.fields["author"].value if "author" in record.fields else ""
        if true.author and not names_match(true.author, said):
            return "author"
        if true.time and not times_match(true.time, record):
            return "time"
    return "whole"
