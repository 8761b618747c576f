"""Leave-one-corpus-out: each data set, and each language of the news, scored by a model that has seen nothing of it.

The figure that counts is made without the corpus that it scores. Pages of other data sets that share a domain with the
one that is left out are left out too.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from bench.metrics import interval
from weft.extractors.block_classifier import Model
from weft.training.boosting import Recipe, fit, fit_regions, with_regions
from weft.training.corpora import few_of_host, read_corpora
from weft.training.train import decide, judge_unseen
from weft.training.training_pages import TrainingPage, read_training_page

SETS = ("wcxb-dev", "news", "snippets", "magic", "readability-pages", "sites", "forums")
TITLE = "| left out | pages | F1 without it | 95 % |\n|---|--:|--:|--:|"


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    """How the pages of a group fared without it."""

    name: str
    f1: Sequence[float]

    def line(self) -> str:
        """A row of the table."""
        low, high = interval(self.f1)
        return f"| {self.name} | {len(self.f1):,} | {fmean(self.f1):.3f} | {low:.3f}–{high:.3f} |"


def make(data: Path, out: Path, *, names: Sequence[str] = (), recipe: Recipe = Recipe()) -> int:
    """Score every group, or those named; the table goes to the terminal, `left_out.md` and `left_out.json`."""
    examples = [read_training_page(page) for page in few_of_host(read_corpora(data))]
    results = []
    for name in names or group_names(examples):
        print(f"bench: without {name} …", flush=True)
        results.append(leave_out(examples, name, recipe))
    table = "\n".join([TITLE, *(result.line() for result in results)])
    print(table)
    (out / "left_out.md").write_text(table + "\n", encoding="utf-8")
    means = {result.name: {"pages": len(result.f1), "f1": round(fmean(result.f1), 4)} for result in results}
    (out / "left_out.json").write_text(json.dumps(means, indent=1) + "\n", encoding="utf-8")
    return 0


def group_names(examples: Sequence[TrainingPage]) -> list[str]:
    """The data sets that there are, then the languages of the news."""
    there = {example.page.corpus.split("/")[0] for example in examples}
    languages = sorted({example.page.language for example in examples if example.page.corpus == "news"})
    return [name for name in SETS if name in there] + [f"news/{language}" for language in languages]


def leave_out(examples: Sequence[TrainingPage], name: str, recipe: Recipe) -> LeftOut:
    """The F1 of the pages of a group, by a model of all others."""
    scored = [example for example in examples if _is_in(example, name)]
    domains = {example.page.domain for example in scored}
    learned = [example for example in examples if example.page.domain not in domains and not _is_in(example, name)]
    asked, _ = judge_unseen(learned, recipe=recipe)
    model = Model.of(with_regions(fit(learned, recipe)[0], fit_regions(learned, asked, recipe)))
    return LeftOut(name=name, f1=[decide(example, model).f1 for example in scored])


def _is_in(example: TrainingPage, name: str) -> bool:
    page = example.page
    corpus, _, language = name.partition("/")
    if language:
        return page.language == language and page.corpus == corpus
    return page.corpus.split("/")[0] == corpus
