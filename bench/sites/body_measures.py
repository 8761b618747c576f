"""Bodies: how much of the true text is in the answers of a site, and whether list pages are known as such.

An answer is a dict with `text`, `page_type`, `chosen_by` and `fields` (a value by name); answers are kept by page id.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from bench.datasets import Case
from bench.metrics import token_score
from bench.sites.corpora import APART

Answers = Mapping[str, Mapping[str, Any]]

EXACT = 0.99
"""A page is right from here on; the rest leaves room for a caption or a line of white space read otherwise."""

SHORT = 200
"""Bodies of fewer characters: the case that paper A exists for."""

MIN_SIZE = 6
"""Pages a site must have to count in a mean: paper A keeps classes of more than 5."""


def score_pages(cases: Sequence[Case], answers: Answers) -> dict[str, float]:
    """Token F1 by page, of the article pages whose text is known; a page without an answer has 0."""
    return {
        case.id: token_score(answers.get(case.id, {}).get("text", ""), case.text).f1
        for case in cases
        if case.scored and case.page_type == "article"
    }


def site_bodies(cases: Sequence[Case], answers: Answers, *, site_pages: int = 0) -> dict[str, float]:
    """What a site reaches: mean F1 and share of exact pages, both also of short bodies, and page types known.

    `site_pages` is the size of the site where the cases are only a part of it.
    """
    scores = score_pages(cases, answers)
    short = [scores[case.id] for case in cases if case.id in scores and len(case.text) < SHORT]
    return {
        "pages": len(cases),
        "site_pages": site_pages or len(cases),
        "articles": len(scores),
        **_means("", list(scores.values())),
        "short_pages": len(short),
        **_means("short_", short),
        **types_known(cases, answers),
    }


def _means(prefix: str, scores: Sequence[float]) -> dict[str, float]:
    if not scores:
        return {}
    return {f"{prefix}f1": fmean(scores), f"{prefix}exact": fmean(score >= EXACT for score in scores)}


def types_known(cases: Sequence[Case], answers: Answers) -> dict[str, float]:
    """Which share of lists and others is not called an article, and which share of articles is.

    Either is easy without the other. A method that says nothing of types has none of the two.
    """
    kinds = {case.id: answers.get(case.id, {}).get("page_type", "") for case in cases}
    if not any(kinds.values()):
        return {}
    others = [kinds[case.id] not in ("", "article") for case in cases if case.page_type != "article"]
    articles = [kinds[case.id] == "article" for case in cases if case.page_type == "article"]
    shares = {"known_non_articles": others, "known_articles": articles}
    return {name: fmean(known) for name, known in shares.items() if known}


def summarise(
    sites: Mapping[str, Mapping[str, float]], single: Mapping[str, Mapping[str, float]], *, fewest: int = MIN_SIZE
) -> dict[str, float | str]:
    """Means over sites with enough pages, and the site that loses most against the single-page classifier.

    A positive gap is F1 lost: the single page's less the site's.
    """
    counted = {name: site for name, site in sites.items() if site["site_pages"] >= fewest and site["articles"]}
    if not counted:
        return {}
    names = ("f1", "exact", "short_f1", "short_exact", "known_non_articles", "known_articles")
    means: dict[str, float | str] = {"sites": len(counted)}
    for name in names:
        values = [site[name] for site in counted.values() if name in site]
        if values:
            means[name] = fmean(values)
    gaps = {name: single[name]["f1"] - site["f1"] for name, site in counted.items() if name in single}
    if gaps:
        worst = max(gaps, key=lambda name: gaps[name])
        means |= {"worst_gap": gaps[worst], "worst_site": worst}
    return means


def by_corpus(
    sites: Mapping[tuple[str, str], Mapping[str, float]], single: Mapping[tuple[str, str], Mapping[str, float]]
) -> dict[str, dict[str, float | str]]:
    """The summary of each corpus, and of all but the one that stands apart (`all`); sites are (corpus, name).

    The one apart has few pages a site, so all its sites count there.
    """
    groups = {corpus: {corpus} for corpus in dict.fromkeys(corpus for corpus, _ in sites)}
    groups["all"] = set(groups) - {APART}
    return {
        group: summary
        for group, members in groups.items()
        if (
            summary := summarise(
                _of(sites, members), _of(single, members), fewest=1 if members == {APART} else MIN_SIZE
            )
        )
    }


def _of(sites: Mapping[tuple[str, str], Mapping[str, float]], corpora: set[str]) -> dict[str, Mapping[str, float]]:
    return {name: site for (corpus, name), site in sites.items() if corpus in corpora}
