"""Leave-one-corpus-out: each data set, and each language of the news, scored by a model that has seen nothing of it.

The figure that counts is made without the corpus that it scores. Pages of other data sets that share a domain with the
one that is left out are left out too.
"""

import json
import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.metrics import interval
from bench.run import summary
from weft.extractors.block_classifier import Model
from weft.training.boosting import Recipe, fit, fit_regions, with_regions
from weft.training.corpora import few_of_host, read_corpora
from weft.training.train import decide, judge_unseen, make_pages
from weft.training.training_pages import SCORED, TrainingPage, TruthPage, read_training_page

SETS = (
    "wcxb-dev", "news", "snippets", "magic", "readability-pages", "sites", "forums", "forums2", "fundus", "markdown",
)  # fmt: skip
TITLE = "| left out | pages | F1 without it | 95 % |\n|---|--:|--:|--:|"
FILE = "left_out.json"
FOLDS = 2  # of the first trees that teach the second ones: so all groups take an hour on two cores
MIN_PART = 8  # pages of a part that has a row


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """How the pages of a group fared without it, or the pages of a part of the group."""

    name: str
    f1: Sequence[float]
    parts: Sequence["LeftOut"] = ()

    def lines(self) -> list[str]:
        """The rows of the table: the group, then its parts."""
        low, high = interval(self.f1)
        own = f"| {self.name} | {len(self.f1):,} | {fmean(self.f1):.3f} | {low:.3f}–{high:.3f} |"
        return [own, *(f"| … {line[2:]}" for part in self.parts for line in part.lines())]

    def to_dict(self) -> dict[str, Any]:
        """The same as data."""
        low, high = interval(self.f1)
        own = {"pages": len(self.f1), "f1": round(fmean(self.f1), 4), "low": round(low, 4), "high": round(high, 4)}
        parts = {part.name: part.to_dict() for part in self.parts}
        return {**own, "parts": parts} if parts else own


def make(data: Path, out: Path, *, names: Sequence[str] = (), recipe: Recipe = Recipe(), processes: int = 1) -> int:
    """Score every group, or those named; the table goes to the terminal, `left_out.md` and `left_out.json`.

    Each process reads the pages by itself, because XGBoost's threads do not live on in a copy of a process.
    """
    results = _leave_out_all(data, names or group_names(list(few_of_host(read_corpora(data)))), recipe, processes)
    table = "\n".join([TITLE, *(line for result in results for line in result.lines())])
    print(table)
    (out / "left_out.md").write_text(table + "\n", encoding="utf-8")
    where = summary([], [])
    about = {"made": where["made"], "commit": where["commit"], "machine": where["machine"]}
    record = {**about, "groups": {result.name: result.to_dict() for result in results}}
    (out / FILE).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


def _leave_out_all(data: Path, names: Sequence[str], recipe: Recipe, processes: int) -> list[LeftOut]:
    """All groups in their order, so many at a time."""
    jobs = [(data, name, recipe) for name in names]
    if processes == 1:
        return [_leave_out(job) for job in jobs]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        left_out = pool.map(_leave_out, jobs, chunksize=1)
        pool.close()  # and let them end: one that is killed may hold the lock that another waits for
        pool.join()
    return left_out


def _leave_out(job: tuple[Path, str, Recipe]) -> LeftOut:
    data, name, recipe = job
    print(f"bench: without {name} …", flush=True)
    return leave_out(_read_examples(data), name, recipe)


@cache
def _read_examples(data: Path) -> list[TrainingPage]:
    return [read_training_page(page) for page in few_of_host(read_corpora(data))]


def group_names(pages: Sequence[TruthPage]) -> list[str]:
    """The data sets that there are, then the languages of the news."""
    there = {page.corpus.split("/")[0] for page in pages}
    languages = sorted({page.language for page in pages if page.corpus == "news"})
    return [name for name in SETS if name in there] + [f"news/{language}" for language in languages]


def leave_out(examples: Sequence[TrainingPage], name: str, recipe: Recipe) -> LeftOut:
    """The F1 of the pages of a group, by a model of all others."""
    scored = [example for example in examples if _is_in(example, name)]
    domains = {example.page.domain for example in scored}
    learned = [example for example in examples if example.page.domain not in domains and not _is_in(example, name)]
    learned += make_pages(learned, recipe)
    asked, _ = judge_unseen(learned, recipe=replace(recipe, folds=FOLDS))
    model = Model.of(with_regions(fit(learned, recipe)[0], fit_regions(learned, asked, recipe)))
    f1 = [decide(example, model).f1 for example in scored]
    return LeftOut(name=name, f1=f1, parts=_parts(scored, f1))


def _parts(scored: Sequence[TrainingPage], f1: Sequence[float]) -> list[LeftOut]:
    """The pages of each type of the scored set, else of each folder of a data set; none where all are of one.

    Parts of a few pages are left out.
    """
    by_part: dict[str, list[float]] = {}
    for example, value in zip(scored, f1, strict=True):
        page = example.page
        by_part.setdefault(page.page_type if page.corpus == SCORED else page.corpus, []).append(value)
    names = [name for name in sorted(by_part) if len(by_part[name]) >= MIN_PART]
    return [LeftOut(name=name, f1=by_part[name]) for name in names] if len(by_part) > 1 else []


def _is_in(example: TrainingPage, name: str) -> bool:
    page = example.page
    corpus, _, language = name.partition("/")
    if language:
        return page.language == language and page.corpus == corpus
    return page.corpus.split("/")[0] == corpus
