"""Papers A and D on whole sites, all pages beside articles only: `python -m bench.papers.site_tables`.

It writes bench/record/papers_sites.json. The papers' pages were articles that a person picked, ours are whole sites, in
which lists vote too; so every method is also learned and asked on articles alone. All real sites, and some generated
ones, evenly spread. A third of the pages of each site is held out for paper A; paper D learns on all, as it does.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np

import weft
from bench.places import data_folder
from bench.readme import RECORD
from bench.run import summary
from bench.sites.baselines.linkage import linked_clusters
from bench.sites.baselines.tree_edit import Tree, read_tree, tree_edit_similarity
from bench.sites.bodies import progress
from bench.sites.body_measures import score_pages
from bench.sites.clustering import REAL, similarity_matrix
from bench.sites.corpora import SiteCases, read_sites, thirds
from bench.sites.learning import PAPER_A, PAPER_D, Recipe, answer, found_clusters
from bench.sites.methods import Answers, Method
from bench.sites.pairs import count_pairs
from bench.sites.papers import RIGHT, means, methods_of_paper_d, site_of_paper_a, site_of_paper_d
from bench.sites.shelf import Shelf
from weft.papers.a.block_paths import Leader
from weft.papers.a.block_rule import BlockRuleLearner
from weft.papers.a.density import Density

FILE = "papers_sites.json"
GENERATED = 10  # of the generated sites
TREE_CUT = 0.15  # distance under which trees are one class: the cut that the other corpora chose in bench/record/sites
LEAST = Leader().least  # pages of a class that is kept, as in the paper
ALL_PAIRS = replace(PAPER_A, clustering="leader:all_pairs=yes")
PAPER_D_3 = Recipe(similarity="address_levels", clustering="hierarchical", learner="delete_same")

Extract = Callable[[weft.Page], weft.Document]


def make(data: Path, out: Path = RECORD, *, generated: int = GENERATED, sites: int = 0) -> int:
    """Measure both papers on all real sites (or so many of each corpus) and on so many generated ones."""
    known = [*read_sites(data, REAL, sites=sites), *read_sites(data, ("themes",), sites=generated)]
    where = summary([], [])
    record = {"made": where["made"], "machine": where["machine"], **measure(known)}
    (out / FILE).write_text(json.dumps(_rounded(record), indent=1) + "\n", encoding="utf-8")
    return 0


def measure(sites: Sequence[SiteCases]) -> dict[str, Any]:
    """The rows of every site, and means over the real sites, the generated ones and all."""
    rows: dict[str, dict[str, Any]] = {"A": {}, "A, articles": {}, "D": {}, "D, articles": {}, "pairs": {}}
    failures: dict[str, str] = {}
    shelf = Shelf()
    with ExitStack() as processes:
        methods = _methods_of_d(shelf, processes)
        for number, site in enumerate(sites, 1):
            articles = site.subset(frozenset(case.id for case in site.cases if case.page_type == "article"))
            name = f"{site.corpus}/{site.name}"
            try:
                for which, part in (("", site), (", articles", articles)):
                    rows[f"A{which}"][name] = site_of_paper_a(part, shelf) | more_of_paper_a(part, shelf)
                    rows[f"D{which}"][name] = site_of_paper_d(part, methods)
                rows["pairs"][name] = pairs_of(site, shelf)
            except Exception as error:  # the failure is in the record, the site in no mean
                failures[name] = f"{type(error).__name__}: {error}"
            progress("papers on sites", number, len(sites))
    found: dict[str, Any] = {name: _means(own, nested=name.startswith("D")) for name, own in rows.items()}
    return {"sites": {"real": _count(sites, real=True), "generated": _count(sites, real=False)}, **found} | {
        "failures": failures
    }


def pairs_of(site: SiteCases, shelf: Shelf) -> dict[str, float]:
    """Pair F1 of the clusters of a site's pages against its true templates."""
    recipes = {"istm": PAPER_D, "addresses": PAPER_D_3, "default": Recipe()}
    return {
        name: count_pairs(found_clusters(shelf.learn(site, recipe).site), site.templates).score.f1
        for name, recipe in recipes.items()
    }


def _methods_of_d(shelf: Shelf, processes: ExitStack) -> list[Method]:
    """Those of the paper's tables, and its reference [3] as its text says: clusters by addresses."""
    ours = methods_of_paper_d(shelf, processes)[1:]
    return [_subtracted(shelf, "the paper's", PAPER_D), _subtracted(shelf, "by addresses", PAPER_D_3), *ours]


def _subtracted(shelf: Shelf, name: str, recipe: Recipe) -> Method:
    """A page without others of its cluster has nothing to be compared with: all of it stays, and nobody else helps."""

    def answers(given: SiteCases, asked: SiteCases) -> Answers:
        site = replace(shelf.learn(given, recipe).site, fallback="whole_page")
        return answer(site.extract, shelf.pages(asked))

    return Method(name=name, answer=answers)


def _count(sites: Sequence[SiteCases], *, real: bool) -> int:
    return sum((site.corpus in REAL) == real for site in sites)


def _means(rows: Mapping[str, Any], *, nested: bool) -> dict[str, Any]:
    """Means over the real, the generated and all sites, and the rows themselves."""
    kinds = {
        "real": {name: row for name, row in rows.items() if name.partition("/")[0] in REAL},
        "generated": {name: row for name, row in rows.items() if name.partition("/")[0] not in REAL},
        "all": rows,
    }
    found: dict[str, Any] = {}
    for kind, own in kinds.items():
        if nested:
            names = dict.fromkeys(method for row in own.values() for method in row)
            found[kind] = {name: means([row[name] for row in own.values() if name in row]) for name in names}
        else:
            found[kind] = means(list(own.values()))
    return {**found, "by_site": dict(rows)}


def more_of_paper_a(site: SiteCases, shelf: Shelf) -> dict[str, float]:
    """What paper A quotes beside itself: CEPR, page by page, and its rule over clusters by tree edit distance."""
    given, held = thirds(site)
    pages = shelf.pages(held)
    by_trees = tree_edit_rules(list(shelf.pages(given).values()))
    all_pairs = replace(shelf.learn(given, ALL_PAIRS).site, fallback="density")  # the paper's, for dropped classes
    default = shelf.learn(given)
    row: dict[str, float] = {"default_learn_100_pages_ms": 100_000 * default.seconds / max(len(given.cases), 1)}
    extracts: dict[str, Extract] = {
        "cepr": lambda page: weft.extract(page, method="cepr"),
        "tree_edit": by_trees,
        "all_pairs": all_pairs.extract,
    }
    for name, extract in extracts.items():
        scores = score_pages(held.cases, answer(extract, pages)).values()
        row |= {name: fmean(score >= RIGHT for score in scores)} if scores else {}
    row["cepr_ms_a_page"] = _ms(held, extracts["cepr"])
    row["default_ms_a_page"] = _ms(held, default.site.extract)
    return row


def _ms(site: SiteCases, extract: Extract) -> float:
    started = process_time()
    for case in site.cases:
        extract(weft.parse(case.data, url=case.url or None)).text  # noqa: B018  # the text is made when it is asked for
    return 1000 * (process_time() - started) / max(len(site.cases), 1)


def tree_edit_rules(given: Sequence[weft.Page]) -> Extract:
    """Paper A's rule over classes by tree edit distance; a page of no class has its own density, as in the paper."""
    trees = [read_tree(page) for page in given]
    groups: dict[int, list[int]] = {}
    for at, number in enumerate(linked_clusters(similarity_matrix(trees, tree_edit_similarity), TREE_CUT)):
        groups.setdefault(number, []).append(at)
    classes = [
        (trees[members[0]], BlockRuleLearner().learn([given[at] for at in members]))
        for members in groups.values()
        if len(members) >= LEAST
    ]
    known: dict[Tree, list[float]] = {}

    def extract(page: weft.Page) -> weft.Document:
        tree = read_tree(page)
        if tree not in known:
            known[tree] = [tree_edit_similarity(tree, leader) for leader, _ in classes]
        alike = known[tree]
        best = int(np.argmax(alike)) if alike else -1
        if best < 0 or alike[best] <= 1 - TREE_CUT:
            return Density().extract(page)
        return weft.Document(page=page, keep=classes[best][1].choose(page), chosen_by="tree_edit")

    return extract


def _rounded(record: Any) -> Any:
    return json.loads(json.dumps(record), parse_float=lambda digits: round(float(digits), 5))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.papers.site_tables", description=make.__doc__)
    parser.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    parser.add_argument("-o", "--out", type=Path, default=RECORD, help="the folder of the record")
    parser.add_argument("--generated", type=int, default=GENERATED, help="generated sites (default: %(default)s)")
    parser.add_argument("--sites", type=int, default=0, help="sites of each corpus of real ones; 0: all")
    options = parser.parse_args()
    raise SystemExit(make(data_folder(options.data), options.out, generated=options.generated, sites=options.sites))
