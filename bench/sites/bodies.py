"""Bodies of whole sites, by every method: learned on all pages, and with a third of them held out."""

import sys
import traceback
from collections.abc import Sequence
from typing import Any

from bench.sites.body_measures import by_corpus, site_bodies
from bench.sites.corpora import SiteCases, thirds
from bench.sites.methods import DEFAULT, SINGLE, Answers, Method

SPLITS = ("whole", "held_out")
Key = tuple[str, str]


def measure_bodies(sites: Sequence[SiteCases], methods: Sequence[Method]) -> dict[str, Any]:
    """Per method and split the means by corpus and the numbers of each site; failures by name.

    `whole`: learned on all pages of a site and applied to them, the usual case. `held_out`: applied to the third of the
    pages that it did not see.
    """
    scores: dict[tuple[str, str], dict[Key, dict[str, float]]] = {}
    failures: dict[str, str] = {}
    for number, site in enumerate(sites, 1):
        for method in methods:
            for split, (pages, answers) in answer_splits(site, method, failures).items():
                found = site_bodies(pages.cases, answers, site_pages=len(site.cases))
                scores.setdefault((method.name, split), {})[site.corpus, site.name] = found
        progress("bodies", number, len(sites))
    return {"methods": {method.name: _record(method.name, scores) for method in methods}, "failures": failures}


def answer_splits(site: SiteCases, method: Method, failures: dict[str, str]) -> dict[str, tuple[SiteCases, Answers]]:
    """The pages that are scored and their answers, by split; a method that raises has no answers on that site."""
    given, held = thirds(site)
    splits = {"whole": (site, site), **({"held_out": (given, held)} if method.holds_out else {})}
    try:
        answers = {split: method.answer(*pages) for split, pages in splits.items() if method.learns or split == "whole"}
        return {split: (asked, answers.get(split, answers["whole"])) for split, (_, asked) in splits.items()}
    except Exception as error:  # one site must not end a run over all of them; the failure is in the record
        if sys.stderr.isatty():
            traceback.print_exc()
        failures[f"{method.name} on {site.corpus}/{site.name}"] = f"{type(error).__name__}: {error}"
        return {split: (asked, {}) for split, (_, asked) in splits.items()}


def _record(method: str, scores: dict[tuple[str, str], dict[Key, dict[str, float]]]) -> dict[str, Any]:
    """The means of each corpus; the sites one by one only where the plot and a reader ask for them."""
    record: dict[str, Any] = {}
    for split in SPLITS:
        if sites := scores.get((method, split)):
            single = scores.get((SINGLE, split), {}) if method != SINGLE else {}
            record[split] = {"corpora": by_corpus(sites, single)}
            if method in (SINGLE, DEFAULT) and split == "whole":
                record[split]["sites"] = {f"{corpus}/{name}": site for (corpus, name), site in sites.items()}
    return record


def progress(what: str, done: int, whole: int) -> None:
    """How far a section is, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r{what}: {done} of {whole} sites", end="\n" if done == whole else "", file=sys.stderr, flush=True)
