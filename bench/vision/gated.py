"""The figures of vision that the gate keeps: every fourth page of the benchmark, drawn twice, half a minute in all."""

from collections.abc import Callable, Collection
from pathlib import Path

from bench.vision.cases import benchmark_cases
from bench.vision.methods import measure_methods

EVERY = 4
ASKED = ("vips",)


def measure_vision(data: Path, wanted: Collection[str]) -> dict[str, float]:
    """The measures by name: `vips_f1`; `tree_share` of pages whose second drawing gives the same block tree;
    `snapshot_ratio`: the time to have the geometry over the whole time of a drawing.
    """
    record = measure_methods(benchmark_cases(data)[::EVERY], {}, methods=ASKED)
    found = {
        "vips_f1": record["methods"]["vips"]["f1"],
        "tree_share": record["tree"]["equal"] / max(record["pages"], 1),
        "snapshot_ratio": record["drawing"]["snapshot_share"],
    }
    return {name: found[name] for name in wanted}


VISION: dict[str, Callable[[Path, Collection[str]], dict[str, float]]] = {"vision": measure_vision}
"""By the name that a floor gives as its data set."""
