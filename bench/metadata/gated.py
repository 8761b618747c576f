"""The figures of metadata that the gate keeps: weft's answers on every page that a data set tells a field of."""

import json
from collections.abc import Callable, Collection
from pathlib import Path

from bench.metadata.judge import tally
from bench.metadata.report import told_cases
from bench.worker import weft_metadata


def measure_metadata(data: Path, wanted: Collection[str]) -> dict[str, float]:
    """The measures by name: `snippets title` is the share of right titles, `dates date precision` that of answers."""
    answer, found = weft_metadata(), dict[str, float]()
    for dataset in sorted({name.split()[0] for name in wanted}):
        cases = told_cases(dataset, data)
        answers = [json.loads(answer(case.data, case.url)) for case in cases]
        for field, one in tally(dataset, cases, answers).items():
            found |= {f"{dataset} {field}": one.share, f"{dataset} {field} precision": one.precision}
    return {name: found[name] for name in wanted}


METADATA: dict[str, Callable[[Path, Collection[str]], dict[str, float]]] = {"metadata": measure_metadata}
"""By the name that a floor gives as its data set."""
