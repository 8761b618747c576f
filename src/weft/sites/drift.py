"""What changed: pages that no longer fit their template, and the clusters of a site that was learned again."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from weft.deadline import time_limit
from weft.errors import with_noun
from weft.page import Page
from weft.page.url_shape import UrlShape
from weft.sites.finder import FITS, Cluster
from weft.sites.lost_fields import MANY, SELDOM, chance_of, find_lost_fields
from weft.sites.similarity.sketch import estimate
from weft.sites.site import Site
from weft.sites.templates import Template

KEEP, RELEARN = "keep", "relearn"  # the two verdicts


@dataclass(frozen=True, kw_only=True)
class Drift:
    """What pages say of a template."""

    pages: int
    match: float  # mean fit
    unfit: float  # share of the pages that do not fit
    unknown: float  # mean share of elements in no slot
    without_body: float  # share of the pages
    lost_fields: tuple[str, ...]  # fields that nearly all learning pages had and many of these lack
    chance: float = 0.0  # how probable so many unfit pages, or pages without body, are where nothing has changed

    @property
    def verdict(self) -> str:
        """`keep` or `relearn`: two odd pages of three are no new design, for three pages say little."""
        has_changed = max(self.unfit, self.without_body) > MANY and self.chance < SELDOM
        return RELEARN if has_changed or self.lost_fields else KEEP

    def describe(self) -> str:
        """For people, in one line."""
        lost = f", lost fields: {', '.join(self.lost_fields)}" if self.lost_fields else ""
        return (
            f"{with_noun(self.pages, 'page')} looked at: {self.unfit:.0%} do not fit (mean fit {self.match:.2f}), "
            f"{self.without_body:.0%} have no body, {self.unknown:.0%} of their elements are unknown{lost}"
        )


def measure_drift(template: Template, pages: Iterable[Page]) -> Drift:
    """Whether pages that are taken for the template's still are."""
    fits, empty, fields = [], 0, []
    needs_body = template.has_body and template.page_type != "listing"  # a list may be empty
    for page in pages:
        with time_limit(page.seconds):
            fits.append(template.read(page))
            empty += needs_body and not len(template.keep(page, fits[-1]))
            fields.append(frozenset(template.fields.find(page)))
    count = len(fits)
    scores = np.array([fit.score for fit in fits])
    fitting = int((scores >= FITS).sum())
    return Drift(
        pages=count,
        match=float(scores.mean()) if count else 1.0,
        unfit=1 - fitting / count if count else 0.0,
        unknown=float(np.mean([1 - fit.known for fit in fits])) if count else 0.0,
        without_body=empty / count if count else 0.0,
        lost_fields=tuple(find_lost_fields(template, fields)),
        chance=chance_of(min(fitting, count - empty), count, before=(template.pages, template.pages)),
    )


ALIKE = 0.5  # of page ids, URL shapes or tag paths: the same cluster, learned again
MAX_SHOWN = 12  # rules of a cluster, for people
_SHARE = re.compile(r" \(\d+% of pages\)$")  # moves with every new page and is no change of the rule
NO_URL = UrlShape.of(None).key


@dataclass(frozen=True, kw_only=True)
class Change:
    """What became of one cluster; a name is empty where there is no such cluster."""

    old: str
    new: str
    matched_by: str = ""  # pages, tag paths or URLs
    pages: tuple[int, int] = (0, 0)  # before and after, as the others
    page_type: tuple[str, str] = ("", "")
    confidence: tuple[float, float] = (0.0, 0.0)
    rules_added: tuple[str, ...] = ()
    rules_removed: tuple[str, ...] = ()
    fields_added: tuple[str, ...] = ()
    fields_lost: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """`added`, `removed`, `renamed`, `changed` or `same`."""
        if not self.old or not self.new:
            return "removed" if self.old else "added"
        is_changed = self.rules_added or self.rules_removed or self.page_type[0] != self.page_type[1]
        return "changed" if is_changed else "renamed" if self.old != self.new else "same"

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {"kind": self.kind, **asdict(self)}

    def describe(self) -> list[str]:
        """For people, a line each."""
        name = f"{self.old} → {self.new}" if self.old and self.new and self.old != self.new else self.old or self.new
        lines = [f"{self.kind}: {name} ({self.pages[0]} → {self.pages[1]} pages)"]
        if self.old and self.new and self.kind != "same":
            lines[0] += f", matched by {self.matched_by}"
            if self.page_type[0] != self.page_type[1]:
                lines.append(f"  type: {self.page_type[0]} → {self.page_type[1]}")
            lines.append(f"  confidence: {self.confidence[0]:.2f} → {self.confidence[1]:.2f}")
            lines += [f"  fields lost: {', '.join(self.fields_lost)}"] if self.fields_lost else []
            lines += [f"  fields added: {', '.join(self.fields_added)}"] if self.fields_added else []
            lines += _shown("-", self.rules_removed) + _shown("+", self.rules_added)
        return lines


def compare_sites(old: Site, new: Site) -> list[Change]:
    """What became of every cluster: those of the old site in order, then the new ones."""
    pairs = _match(old.clusters, new.clusters)
    matches = {number for number, _ in pairs.values()}
    changes = []
    for position, cluster in enumerate(old.clusters):
        number, matched_by = pairs.get(position, (-1, ""))
        changes.append(_change(cluster, new.clusters[number] if number >= 0 else None, matched_by))
    return changes + [
        _change(None, cluster) for position, cluster in enumerate(new.clusters) if position not in matches
    ]


@dataclass(frozen=True, eq=False)
class _Side:
    """A cluster as it is known again."""

    cluster: Cluster
    page_ids: frozenset[str]


def _match(old: Sequence[Cluster], new: Sequence[Cluster]) -> dict[int, tuple[int, str]]:
    """By position of an old cluster that of the new one that is most like it, and by what: the surest sign first."""
    ours, theirs = [[_Side(cluster, frozenset(cluster.page_ids)) for cluster in side] for side in (old, new)]
    pairs: dict[int, tuple[int, str]] = {}
    taken: set[int] = set()
    for sign, likeness in SIGNS.items():
        scores = sorted(
            (-likeness(one, other), position, number)
            for position, one in enumerate(ours)
            if position not in pairs
            for number, other in enumerate(theirs)
            if number not in taken and _may_match(one.cluster, other.cluster)
        )
        for score, position, number in scores:
            if -score >= ALIKE and position not in pairs and number not in taken:
                pairs[position] = (number, sign)
                taken.add(number)
    return pairs


def _may_match(one: Cluster, other: Cluster) -> bool:
    return one.host == other.host or not one.host or not other.host


def _share_pages(one: _Side, other: _Side) -> float:
    """Of the smaller cluster's pages: an update adds many."""
    return len(one.page_ids & other.page_ids) / max(min(len(one.page_ids), len(other.page_ids)), 1)


def _share_urls(one: _Side, other: _Side) -> float:
    """The least share, on both sides, of pages whose URLs have shapes that the other has, too."""
    sides = one.cluster.urls, other.cluster.urls
    both = (sides[0].keys() & sides[1].keys()) - {NO_URL}
    return min(sum(urls[shape] for shape in both) / max(sum(urls.values()), 1) for urls in sides)


SIGNS: dict[str, Callable[[_Side, _Side], float]] = {
    "pages": _share_pages,
    "tag paths": lambda one, other: estimate(one.cluster.sketch, other.cluster.sketch),
    "URLs": _share_urls,
}
"""How clusters are known again."""


def compare_clusters(old: Cluster, new: Cluster) -> Change:
    """What changed in a cluster whose template was learned again or edited."""
    return _change(old, new, "name")


def _change(old: Cluster | None, new: Cluster | None, matched_by: str = "") -> Change:
    before, after = [_facts(cluster) for cluster in (old, new)]
    return Change(
        old=old.name if old else "",
        new=new.name if new else "",
        matched_by=matched_by,
        pages=(before.pages, after.pages),
        page_type=(before.page_type, after.page_type),
        confidence=(before.confidence, after.confidence),
        rules_added=tuple(line for rule, line in after.rules.items() if rule not in before.rules),
        rules_removed=tuple(line for rule, line in before.rules.items() if rule not in after.rules),
        fields_added=_less(after.fields, before.fields),
        fields_lost=_less(before.fields, after.fields),
    )


@dataclass(frozen=True, kw_only=True)
class _Facts:
    """What is compared of a cluster."""

    pages: int = 0
    page_type: str = ""
    confidence: float = 0.0
    rules: Mapping[str, str] = field(default_factory=dict)  # with whole paths, and as they are shown
    fields: tuple[str, ...] = ()


def _facts(cluster: Cluster | None) -> _Facts:
    if cluster is None:
        return _Facts()
    template = cluster.template
    return _Facts(
        pages=len(cluster.page_ids),
        page_type=template.page_type,
        confidence=round(template.confidence, 4),
        rules={
            _SHARE.sub("", rule): _SHARE.sub("", line)
            for rule, line in zip(template.describe(short=False), template.describe(), strict=True)
        },
        fields=tuple(dict.fromkeys(rule.name for rule in template.fields.rules)),
    )


def _less(some: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    other_entries = set(others)
    return tuple(entry for entry in some if entry not in other_entries)


def _shown(sign: str, rules: tuple[str, ...]) -> list[str]:
    rest = len(rules) - MAX_SHOWN
    return [f"  {sign} {rule}" for rule in rules[:MAX_SHOWN]] + ([f"  {sign} … and {rest} more"] if rest > 0 else [])
