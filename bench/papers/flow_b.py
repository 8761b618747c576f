"""Paper B's flow (figure 3) on pages that it did not learn from, and its clusters with every setting chosen elsewhere.

*Flow*: every second page of each forum, all software mixed, is given to `learn_forums`; the others go through
`Forums.match`. A record is whole when its text, its author and its time are those that the page shows. No hand marks
anything. *Clusters*: the steps of a path and the threshold are chosen on pages of the other programs; then all
pages are grouped with them, and the pairs that a page of the left-out program is in are counted.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.metrics import score
from bench.records.clustering import Clusters, by_structure, pair_scores, record_rows, template
from bench.records.judge import judge_texts, names_match, times_match
from bench.records.truth import Case
from weft.content import Record
from weft.papers.b.forum_templates import learn_forums, read_forum_page, sample_pages
from weft.papers.b.record_paths import RecordPaths

PAIRS = ("found", "true", "right")
CHOOSING = 2  # every second page of the other programs chooses the settings: all pairs are compared for each of them
STEPS = (0, 2, 3, 4)  # 0: the whole path
THRESHOLDS = (0.2, 0.25, 0.3, 1 / 3, 0.4, 0.45)


@dataclass(frozen=True, kw_only=True)
class Flow:
    """What came of the pages that were asked, by kind of page and what is counted, and how many templates there are."""

    counts: Counter[tuple[str, str]]
    templates: int = 0

    def figures(self) -> dict[str, Any]:
        """The counts of threads, of boards and of all."""
        found: dict[str, Counter[str]] = {kind: Counter() for kind in ("thread", "list", "all")}
        for (kind, name), count in self.counts.items():
            found[kind][name] += count
            found["all"][name] += count
        return {**({"templates": self.templates} if self.templates else {}), **{k: dict(v) for k, v in found.items()}}


def try_flow(cases: Sequence[Case], programs: Collection[str]) -> Flow:
    """Learn from every second page of all programs, and take the records out of the other pages of some programs."""
    given, asked = _halves(cases)
    pages = (read_forum_page(case.id, case.page) for case in given)
    forums = learn_forums(sample_pages([page for page in pages if page]))
    counts = Counter[tuple[str, str]]()
    for case in asked:
        if case.engine in programs:
            match = forums.match(case.page)
            counts.update({(case.page_type, name): count for name, count in count_whole(case, match.records).items()})
            counts[case.page_type, "by template"] += match.template is not None
    return Flow(counts=counts, templates=len(forums.templates))


def _halves(cases: Sequence[Case]) -> tuple[list[Case], list[Case]]:
    """Every second page of each kind of each forum, and the others."""
    seen = Counter[tuple[str, str]]()
    halves: tuple[list[Case], list[Case]] = ([], [])
    for case in cases:
        kind = case.corpus, case.page_type
        halves[seen[kind] % 2].append(case)
        seen[kind] += 1
    return halves


def count_whole(case: Case, records: Sequence[Record]) -> Counter[str]:
    """How many records a page has, how many were taken out, and how many of these are whole."""
    verdict, pairs = judge_texts(case, records)
    whole = sum(
        (
            not true.author
            or names_match(true.author, record.fields["author"].value if "author" in record.fields else "")
        )
        and (not true.time or times_match(true.time, record))
        for true, record in pairs
    )
    is_whole = verdict.found == verdict.true == whole
    return Counter({"pages": 1, "true": verdict.true, "found": verdict.found, "whole": whole, "pages whole": is_whole})


def count_clusters(cases: Sequence[Case], programs: Collection[str]) -> dict[str, dict[str, Any]]:
    """By program the settings that the other programs chose, and the pairs with them."""
    rows = record_rows(cases)
    described = {
        steps: [
            RecordPaths(last_steps=steps).describe_records(case.page, np.array(own, np.int64))
            for case, own in zip(cases, rows, strict=True)
        ]
        for steps in STEPS
    }
    truth = [template(case) for case in cases]
    found: dict[str, dict[str, Any]] = {}
    for program in sorted(programs):
        others = [place for place, case in enumerate(cases) if case.engine != program][::CHOOSING]
        steps, threshold = _choose(described, truth, others)
        clusters = by_structure(described[steps], RecordPaths(repair="root", same_above=threshold))
        own = np.array([case.engine == program for case in cases])
        found[program] = {"last_steps": steps, "threshold": threshold, **pairs_with(clusters, truth, own)}
    return found


def cluster_marks(found: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Pair precision, recall and F1 by program, and over all."""
    total = Counter[str]()
    for counts in found.values():
        total.update({name: counts[name] for name in PAIRS})
    programs = {
        program: {"last_steps": own["last_steps"], "threshold": own["threshold"], **_marks(own)}
        for program, own in found.items()
    }
    return {"programs": programs, "all": _marks(total)}


def _choose(
    described: dict[int, list[NDArray[np.uint64]]], truth: Sequence[Any], places: Sequence[int]
) -> tuple[int, float]:
    """The settings with the best pair F1 on these pages; of equals the first."""
    tried: dict[tuple[int, float], float] = {}
    for steps, descriptions in described.items():
        for threshold in THRESHOLDS:
            similarity = RecordPaths(repair="root", same_above=threshold)
            clusters = by_structure([descriptions[place] for place in places], similarity)
            tried[steps, threshold] = pair_scores(clusters, [truth[place] for place in places])["f1"]
    return max(tried, key=lambda setting: tried[setting])


def pairs_with(clusters: Clusters, truth: Sequence[Any], own: NDArray[np.bool_]) -> Counter[str]:
    """Of the pairs with a page of `own`: those in one cluster, those of one template, and those that are both.

    A pair of two such pages counts once.
    """
    alone = len(clusters.numbers)
    numbers = np.array([number if number >= 0 else alone + at for at, number in enumerate(clusters.numbers)])
    names = {name: at for at, name in enumerate(dict.fromkeys(truth))}
    templates = np.array([names[name] for name in truth])
    counted = np.triu(own[:, None] | own[None, :], 1)
    together, same = numbers[:, None] == numbers, templates[:, None] == templates
    return Counter(
        found=int((together & counted).sum()),
        true=int((same & counted).sum()),
        right=int((together & same & counted).sum()),
    )


def _marks(counts: Mapping[str, Any]) -> dict[str, float]:
    marks = score(counts["right"], counts["found"], counts["true"])
    return {"precision": marks.precision, "recall": marks.recall, "f1": marks.f1}
