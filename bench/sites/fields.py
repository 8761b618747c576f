"""Fields of SWDE's sites: learned from ten pages without a label, and with three of them labelled."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np

import weft
from bench.datasets import Case
from bench.sites.bodies import progress
from bench.sites.corpora import SiteCases
from bench.sites.field_measures import normal, site_fields, site_labelled
from bench.sites.field_quality import Answer, answer_of, site_quality
from bench.sites.learning import Recipe, learn, parse

LEARNED = 10  # pages a site is learned from
LABELLED = 3  # of those, pages that a person marked


def measure_fields(sites: Sequence[SiteCases]) -> dict[str, Any]:
    """Both protocols by site, and their means over sites; scored on the pages that were not learned from."""
    free: dict[str, dict[str, float]] = {}
    labelled: dict[str, dict[str, float]] = {}
    failures: dict[str, str] = {}
    for number, site in enumerate(sites, 1):
        given, asked = site.cases[:LEARNED], site.cases[LEARNED:]
        truths = [case.truth["fields"] for case in asked]
        for record, measure, labels in (
            (free, site_fields, []),
            (labelled, site_labelled, mark(given[:LABELLED])),
        ):
            try:
                answers = read_fields(learn(given, Recipe(), labels=labels), asked)
            except Exception as error:  # as with bodies: the failure is in the record
                failures[f"{measure.__name__} on {site.name}"] = f"{type(error).__name__}: {error}"
                answers = [Answer({}) for _ in asked]
            record[site.name] = measure([answer.values for answer in answers], truths)
            if measure is site_fields:
                record[site.name] |= site_quality(answers, truths, vertical_of(site))
        progress("fields", number, len(sites))
    aside = aside_sites(sites)
    return {
        "learned_pages": LEARNED,
        "labelled_pages": LABELLED,
        "unlabelled": {
            "mean": means(free),
            "aside": means({name: own for name, own in free.items() if name in aside}),
            "seen": means({name: own for name, own in free.items() if name not in aside}),
            "sites": free,
        },
        "labelled": {"mean": means(labelled), "sites": labelled},
        "failures": failures,
    }


def read_fields(site: weft.Site, cases: Sequence[Case]) -> list[Answer]:
    """The fields of each page."""
    return [answer_of(site.extract(parse(case))) for case in cases]


def vertical_of(site: SiteCases) -> str:
    """What a site is about: the first word of its name."""
    return site.name.partition("-")[0]


def aside_sites(sites: Sequence[SiteCases]) -> frozenset[str]:
    """The sites that no rule is made on: by vertical and name, the first, the third and so on."""
    by_vertical: dict[str, list[str]] = {}
    for site in sites:
        by_vertical.setdefault(vertical_of(site), []).append(site.name)
    return frozenset(name for names in by_vertical.values() for name in sorted(names)[::2])


def means(sites: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The mean of every number over sites; of the most fields on a page the most."""
    if not sites:
        return {}
    keys = next(iter(sites.values()))
    mean = {key: fmean(site[key] for site in sites.values()) for key in keys}
    if "fields_most" in mean:
        mean["fields_most"] = max(site["fields_most"] for site in sites.values())
    return {"sites": len(sites), **mean}


def mark(cases: Sequence[Case]) -> list[weft.Label]:
    """The labels a person would set: for each attribute what prints its value, at one place on all pages.

    Of several places that print the value the one is taken that prints it on most of the pages, the first of them; an
    attribute whose value is only a part of a text is not marked on that page. A mark holds the innermost element that
    prints the value, where there is one, and its texts.
    """
    pages = [weft.parse(case.data) for case in cases]
    attributes = sorted({name for case in cases for name in case.truth["fields"]})
    labels = []
    for attribute in attributes:
        places = [
            _printing(page, [normal(value) for value in case.truth["fields"].get(attribute, [])])
            for page, case in zip(pages, cases, strict=True)
        ]
        seen = Counter(path for found in places for path in found)
        for page, case, found in zip(pages, cases, places, strict=True):
            if found:
                best = max(found, key=lambda path: (seen[path], -found[path]))
                labels.append(weft.Label(page_id=case.id, rows=_rows(page, found[best]), name=attribute))
    return labels


def _printing(page: weft.Page, values: Sequence[str]) -> dict[int, int]:
    """The first row by tag path whose whole text is one of the values: the innermost of nested rows."""
    wanted = {value for value in values if value}
    table = page.table
    longest = max((len(value.encode()) for value in wanted), default=0)
    width = table.text_end - table.text_start
    found: dict[int, int] = {}
    for row in np.flatnonzero(~page.hidden & ~page.raw & (width > 0) & (width <= 4 * longest + 64)).tolist():
        if normal(page.text(row)) in wanted and not any(_same(page, row, child) for child in page.children(row)):
            found.setdefault(int(table.path_tags[row]), row)
    return found


def _rows(page: weft.Page, row: int) -> tuple[int, ...]:
    """The row with its texts; a text that is all its parent prints comes with the parent."""
    parent = int(page.parent[row])
    top = parent if not page.tag[row] and _same(page, row, parent) else row
    texts = [inner for inner in range(top, int(page.end[top])) if not page.tag[inner]]
    return (top, *texts) if page.tag[top] else tuple(texts)


def _same(page: weft.Page, one: int, other: int) -> bool:
    return normal(page.text(one)) == normal(page.text(other))
