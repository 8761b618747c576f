"""The figures of whole sites that the gate keeps: every third site, so that it is a matter of a minute or two."""

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path

from bench.sites import bodies, cost, fields
from bench.sites.clustering import measure_clustering, weft_methods
from bench.sites.corpora import APART, SITE_CORPORA, read_sites
from bench.sites.learning import Recipe
from bench.sites.methods import DEFAULT, learned
from bench.sites.shelf import Shelf

EVERY = 3  # sites of a corpus: one of so many
CLUSTERED = ("themes", "realsites", "big9")
TIMED = 5  # themes: times say the same after a few


def measure_sites(data: Path, wanted: Collection[str]) -> dict[str, float]:
    """The measures by name, learning with the default.

    `pair_f1`, `body_f1`, `body_exact`, `short_f1`; `ratio`: bytes to text against the bare parse; `template_ratio`: the
    same of pages that a template answers.
    """
    shelf = Shelf()
    found: dict[str, float] = {}
    if "pair_f1" in wanted:
        found |= _clustering(data, shelf)
    if {"body_f1", "body_exact", "short_f1"} & set(wanted):
        found |= _bodies(data, shelf)
    if {"ratio", "template_ratio"} & set(wanted):
        times = cost.measure_applying(read_sites(data, ("themes",), sites=TIMED))
        found |= {"ratio": times["template_to_parse"], "template_ratio": times["by_template_to_parse"]}
    return found


def _clustering(data: Path, shelf: Shelf) -> dict[str, float]:
    default = [method for method in weft_methods(shelf) if method.name == DEFAULT]
    record = measure_clustering(read_sites(data, CLUSTERED, every=EVERY), default)
    return {"pair_f1": record["methods"][DEFAULT]["all_pages"]["all"]["f1"]}


def _bodies(data: Path, shelf: Shelf) -> dict[str, float]:
    corpora = [corpus for corpus in SITE_CORPORA if corpus != APART]
    default = replace(learned(shelf, DEFAULT, Recipe()), holds_out=False)
    record = bodies.measure_bodies(read_sites(data, corpora, every=EVERY), [default])
    whole = record["methods"][DEFAULT]["whole"]["corpora"]["all"]
    return {"body_f1": whole["f1"], "body_exact": whole["exact"], "short_f1": whole["short_f1"]}


def measure_swde(data: Path, wanted: Collection[str]) -> dict[str, float]:
    """The measures by name: without labels `field_share`, `field_named`, `field_worth` (1 less junk); `labelled_f1`."""
    record = fields.measure_fields(read_sites(data, ("swde",), every=EVERY))
    free = record["unlabelled"]["mean"]
    found = {
        "field_share": free["bare_share"],
        "field_named": free["named"],
        "field_worth": 1 - free["junk"],
        "labelled_f1": record["labelled"]["mean"]["f1"],
    }
    return {name: found[name] for name in wanted}


MEASURED: dict[str, Callable[[Path, Collection[str]], dict[str, float]]] = {
    "sites": measure_sites,
    "swde": measure_swde,
}
"""By the name that a floor gives as its data set."""
