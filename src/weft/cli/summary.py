"""The summary of a site and of a run, for people, on standard error."""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from weft.auto import SINGLE_PAGE
from weft.cli.options import words_of
from weft.cli.terminal import fit, printable
from weft.document import TEMPLATE, Document, Failure, Outcome
from weft.errors import with_noun
from weft.sites import Site

MAX_CLUSTERS = 40  # lines of the table
MAX_REASONS = 10
FALLBACK = "fallback"
NONE_WON: Mapping[str, Counter[str]] = {}
MAX_ID_LENGTH = 40  # characters shown
FALLBACKS = {
    "no_template": "no template fits",
    "small_cluster": "the cluster is too small for a template",
    "no_body": "the template finds no body here",
}
"""Why no template chose, by the code of the reason, in words that many pages share."""


@dataclass(kw_only=True)
class Tally:
    """What came out, counted."""

    templates: int = 0
    singles: int = 0  # pages on which a template fits and the single page is better
    won: dict[str, Counter[str]] = field(default_factory=dict)  # who answered how often, by cluster
    fallbacks: Counter[str] = field(default_factory=Counter)  # by reason
    failures: Counter[str] = field(default_factory=Counter)  # by reason
    empty: Counter[str] = field(default_factory=Counter)  # without content, by reason
    joined: int = 0  # pages that became part of another's document

    def add(self, outcome: Outcome) -> None:
        """Count an outcome; say on standard error why there is no document."""
        if isinstance(outcome, Failure):
            self.failures[str(outcome.reason)] += 1
            tell([f"weft: {words_of(outcome)}"])
            return
        reason = FALLBACKS.get(outcome.reason.code, outcome.reason.code)
        if not len(outcome.keep):
            self.empty[reason] += 1
        winner = winner_of(outcome)
        self.won.setdefault(outcome.cluster, Counter())[winner] += 1
        self.templates += winner == TEMPLATE
        self.singles += winner == SINGLE_PAGE
        if winner == FALLBACK:
            self.fallbacks[reason] += 1

    def lines(self) -> list[str]:
        """For people."""
        fallbacks, failures = self.fallbacks.total(), self.failures.total()
        total = self.templates + self.singles + fallbacks + failures
        lines = [
            f"{with_noun(total, 'page')}: {self.templates} by template, {self.singles} by single page,"
            f" {fallbacks} by fallback, {failures} failed"
        ]
        lines += _reasons("fallback", self.fallbacks) + _reasons("failed", self.failures)
        lines += _reasons("without content", self.empty)
        if self.joined:
            lines.append(f"{with_noun(self.joined, 'page')} joined to the one before")
        return lines


def winner_of(document: Document) -> str:
    """Who answered on a page of a site: a template, the single page because it is better, or else the fallback."""
    if document.chosen_by == TEMPLATE:
        return TEMPLATE
    return SINGLE_PAGE if document.reason.code == SINGLE_PAGE else FALLBACK


def site_lines(site: Site, won: Mapping[str, Counter[str]] = NONE_WON) -> list[str]:
    """The clusters of a site as a table, and what is to be known of the learning; with who answered, where it is known.

    `trust` is the probability that the template is better than the single page.
    """
    answers = f" {'template/single/other':>21}" if won else ""
    titles = f"{'cluster':22} {'pages':>6} {'type':13} {'fields':>6} {'records':>7} {'confidence':>10} {'trust':>5}"
    lines = [f"{titles}{answers}  medoid"]
    clusters = sorted(site.clusters, key=lambda cluster: -len(cluster.page_ids))
    for cluster in clusters[:MAX_CLUSTERS]:
        template = cluster.template
        names = {rule.name for rule in template.fields.rules}
        sure = f"{template.confidence:.2f}" if template.is_learned else "too small"
        trust = f"{template.guard.trust:.2f}" if template.is_learned else ""
        shares = f" {_shares(won.get(cluster.name, Counter())):>21}" if won else ""
        lines.append(
            f"{fit(cluster.name, 22)} {len(cluster.page_ids):6} {template.page_type:13} {len(names) or '':>6}"
            f" {'yes' if template.records else '':>7} {sure:>10} {trust:>5}{shares}  {_end(cluster.medoid)}"
        )
    rest = clusters[MAX_CLUSTERS:]
    if rest:
        pages = sum(len(cluster.page_ids) for cluster in rest)
        lines.append(f"… and {with_noun(len(rest), 'more cluster')} with {with_noun(pages, 'page')}")
    pages = sum(len(cluster.page_ids) for cluster in clusters)
    lines.append(
        f"{with_noun(pages, 'page')} in {with_noun(len(clusters), 'cluster')}, {len(site.failures)} could not be read"
    )
    if site.unclustered:
        lines.append(f"{with_noun(len(site.unclustered), 'page')} in no cluster")
    return lines + [f"note: {note}" for note in site.notes]


def _shares(won: Counter[str]) -> str:
    return "/".join(str(won[winner]) for winner in (TEMPLATE, SINGLE_PAGE, FALLBACK))


def site_summary(site: Site) -> dict[str, object]:
    """The same for programs."""
    return {
        "clusters": [
            {
                "name": cluster.name,
                "host": cluster.host,
                "pages": len(cluster.page_ids),
                "medoid": cluster.medoid,
                "page_type": cluster.template.page_type,
                "learned": cluster.template.is_learned,
                "confidence": round(cluster.template.confidence, 4),
                "trust": cluster.template.guard.trust,
                "why": cluster.template.guard.why,
                "fields": list(dict.fromkeys(rule.name for rule in cluster.template.fields.rules)),
                "records": bool(cluster.template.records),
            }
            for cluster in site.clusters
        ],
        "unclustered": len(site.unclustered),
        "failures": dict(site.failures),
        "notes": list(site.notes),
    }


def tell(lines: Iterable[str]) -> None:
    """Print lines on standard error, where they are in no pipe's way."""
    for line in lines:
        print(printable(line), file=sys.stderr)


def tell_failures(failures: Mapping[str, str]) -> None:
    """Say why pages could not be read; before anything is learned, for it may be why nothing can be."""
    tell(f"weft: {why}" for why in failures.values())


def _end(page_id: str) -> str:
    """The end of an id, which tells more than its beginning."""
    return page_id if len(page_id) <= MAX_ID_LENGTH else "…" + page_id[1 - MAX_ID_LENGTH :]


def _reasons(kind: str, counts: Counter[str]) -> list[str]:
    lines = [f"  {kind}: {count} × {reason}" for reason, count in counts.most_common(MAX_REASONS)]
    rest = len(counts) - MAX_REASONS
    return lines + ([f"  {kind}: {with_noun(rest, 'more reason')}"] if rest > 0 else [])
