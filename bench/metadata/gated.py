"""The figures of metadata that the gate keeps: ranked fields on hosts left out, tags on every page that tells them."""

import json
from collections.abc import Callable, Collection
from pathlib import Path

from bench.metadata.judge import tally
from bench.metadata.report import told_cases
from bench.worker import weft_metadata
from weft.metadata.ranker import RANKED
from weft.training.field_truths import read_pages
from weft.training.fields import FieldRecipe, cross_validate, read_examples


def measure_metadata(data: Path, wanted: Collection[str]) -> dict[str, float]:
    """The measures by name: `snippets title` is the share of right titles, `dates date precision` that of answers.

    A ranked field is judged by models that had not seen the host of the page.
    """
    found = dict[str, float]()
    asked = {name.split()[1] for name in wanted}
    examples = read_examples(read_pages(data)) if asked & {*RANKED} else {}
    for field in sorted(asked & {*RANKED}):
        _, scores = cross_validate(field, examples[field], FieldRecipe())
        for dataset, score in scores.items():
            found |= {f"{dataset} {field}": score.right, f"{dataset} {field} precision": score.precision}
    for dataset in sorted({name.split()[0] for name in wanted if name not in found}):
        found |= _told(dataset, data)
    return {name: found[name] for name in wanted}


def _told(dataset: str, data: Path) -> dict[str, float]:
    """The fields that are not ranked."""
    cases, answer = told_cases(dataset, data), weft_metadata()
    answers = [json.loads(answer(case.data, case.url)) for case in cases]
    shares = {field: one.share for field, one in tally(dataset, cases, answers).items() if field not in RANKED}
    return {f"{dataset} {field}": share for field, share in shares.items()}


METADATA: dict[str, Callable[[Path, Collection[str]], dict[str, float]]] = {"metadata": measure_metadata}
"""By the name that a floor gives as its data set."""
