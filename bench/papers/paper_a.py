"""Paper A's parameter as a record: `python -m bench.papers.paper_a` writes bench/record/paper_a.json (a few minutes).

The paper says that a lower alpha lets noise in and a higher one picks fragments, and takes 0.3. Here its densest
container, and its rule for the pages of a true template, for several alphas, on article pages of our sites.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import weft
from bench.places import data_folder
from bench.readme import RECORD
from bench.run import summary
from bench.sites.bodies import progress
from bench.sites.body_measures import score_pages
from bench.sites.corpora import SiteCases, read_sites
from bench.sites.learning import answer, by_template, parse
from bench.sites.papers import RIGHT
from weft.papers.a.block_rule import BlockRuleLearner
from weft.papers.a.density import Density

FILE = "paper_a.json"
CORPORA = ("themes", "realsites", "big9", "cx")
ALPHAS = (0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3)


def make(data: Path, out: Path = RECORD, *, generated: int = 0) -> int:
    """Measure every alpha and keep the means over sites: all real ones, and so many generated ones (0: all)."""
    sites = [*read_sites(data, ("themes",), sites=generated), *read_sites(data, CORPORA[1:])]
    rows: list[dict[str, dict[str, float]]] = []
    for number, site in enumerate(sites, 1):
        rows.append(measure_site(site))
        progress("alphas", number, len(sites))
    where = summary([], [])
    record = {"made": where["made"], "machine": where["machine"], "sites": len(sites), "alphas": means(rows)}
    (out / FILE).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 0


def measure_site(site: SiteCases) -> dict[str, dict[str, float]]:
    """By alpha the share of right pages by the page's own density, and by the rule of the page's true template."""
    pages = {case.id: parse(case) for case in site.cases}
    templates = by_template(site)
    found: dict[str, dict[str, float]] = {}
    for alpha in ALPHAS:
        own = answer(Density(alpha=alpha).extract, pages)
        ruled: dict[str, Any] = {}
        for ids in templates.values():
            members = {page: pages[page] for page in ids}
            ruled |= answer(_by_rule(list(members.values()), alpha), members)
        found[f"{alpha:g}"] = {"without_clustering": _right(site, own), "with_clustering": _right(site, ruled)}
    return found


def _by_rule(pages: Sequence[weft.Page], alpha: float) -> Any:
    rule = BlockRuleLearner(alpha=alpha).learn(pages)
    return lambda page: weft.Document(page=page, keep=rule.choose(page), chosen_by="block_rule")


def _right(site: SiteCases, answers: dict[str, Any]) -> float:
    scores = score_pages(site.cases, answers).values()
    return fmean(score >= RIGHT for score in scores) if scores else float("nan")


def means(rows: Sequence[dict[str, dict[str, float]]]) -> dict[str, dict[str, float]]:
    """The mean over sites that have articles."""
    return {
        alpha: {
            name: round(fmean(row[alpha][name] for row in rows if row[alpha][name] == row[alpha][name]), 4)
            for name in ("without_clustering", "with_clustering")
        }
        for alpha in rows[0]
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.papers.paper_a", description=make.__doc__)
    parser.add_argument("--data", default="", help="the unpacked data; else WEFT_DATA, else data/ in the checkout")
    parser.add_argument("-o", "--out", type=Path, default=RECORD, help="the folder of the record")
    options = parser.parse_args()
    raise SystemExit(make(data_folder(options.data), options.out))
