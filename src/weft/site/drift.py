"""Drift: a site that changes its design is noticed by pages that no longer fit their template."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from weft.nouns import with_noun
from weft.page import Page
from weft.templates import Template

FITS = 0.6
"""The least fit of a page to a template that is applied to it."""

NEARLY_ALL = 0.9  # of the learning pages have a field that is missed where it is not
LOST = 0.5  # share of pages without the body, or without a field that nearly all learning pages had
MANY = 0.3  # share of pages that do not fit: below it they are odd pages, above it a new design


@dataclass(frozen=True, kw_only=True)
class Drift:
    """What pages say of a template."""

    pages: int
    match: float  # mean fit
    unfit: float  # share of the pages that do not fit
    unknown: float  # mean share of elements in no slot
    without_body: float  # share of the pages
    lost_fields: tuple[str, ...]  # fields that nearly all learning pages had and most of these lack

    @property
    def verdict(self) -> str:
        """`keep` or `relearn`."""
        return "relearn" if self.unfit > MANY or self.without_body > LOST or self.lost_fields else "keep"

    def describe(self) -> str:
        """For people, in one line."""
        lost = f", lost fields: {', '.join(self.lost_fields)}" if self.lost_fields else ""
        return (
            f"{self.verdict}: fit {self.match:.2f} over {with_noun(self.pages, 'page')}, {self.unfit:.0%} do not fit, "
            f"{self.unknown:.0%} of elements unknown, {self.without_body:.0%} without body{lost}"
        )


def measure_drift(template: Template, pages: Iterable[Page]) -> Drift:
    """Whether pages that are taken for the template's still are."""
    fits, empty, fields = [], 0, []
    for page in pages:
        fits.append(template.read(page)[1])
        empty += template.has_body and not len(template.body.choose(page))
        fields.append(frozenset(template.fields.find(page)))
    count = len(fits)
    usual = {rule.name for rule in template.fields.rules if rule.presence >= NEARLY_ALL}
    lost = [name for name in sorted(usual) if sum(name in found for found in fields) < LOST * count]
    scores = np.array([fit.score for fit in fits])
    return Drift(
        pages=count,
        match=float(scores.mean()) if count else 1.0,
        unfit=float((scores < FITS).mean()) if count else 0.0,
        unknown=float(np.mean([1 - fit.known for fit in fits])) if count else 0.0,
        without_body=empty / count if count else 0.0,
        lost_fields=tuple(lost),
    )
