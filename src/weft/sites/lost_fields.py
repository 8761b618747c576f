"""Fields that pages have lost: nearly all learning pages had them, these do not, and chance does not explain it."""

from collections.abc import Iterator, Sequence
from math import exp, lgamma

from weft.sites.templates import FieldRules, Template

NEARLY_ALL = 0.9  # of the learning pages have a field that is missed where it is not
MANY = 0.3  # share of pages that have changed: below it they are odd pages, above it a new design, if only on some
SELDOM = 0.01  # what happens by chance no more often than this is a change


def find_lost_fields(template: Template, fields: Sequence[frozenset[str]]) -> Iterator[str]:
    """Names of fields that nearly all learning pages had, and that so few of these have that it is no chance.

    The more fields there are, the likelier one of them is missing by chance: so each must be the surer.
    """
    presence = presences(template.fields)
    usual = usual_fields(template.fields)
    for name in usual:
        count, before = sum(name in names for names in fields), round(presence[name] * template.pages)
        chance = chance_of(count, len(fields), before=(before, template.pages))
        if count < (1 - MANY) * len(fields) and chance < SELDOM / len(usual):
            yield name


def usual_fields(fields: FieldRules) -> list[str]:
    """Names of the fields that nearly all learning pages had."""
    return sorted(name for name, share in presences(fields).items() if share >= NEARLY_ALL)


def presences(fields: FieldRules) -> dict[str, float]:
    """The share of the learning pages that had a field, by its name: that of its most frequent rule."""
    presence: dict[str, float] = {}
    for rule in fields.rules:
        presence[rule.name] = max(presence.get(rule.name, 0.0), rule.presence)
    return presence


def chance_of(count: int, pages: int, *, before: tuple[int, int]) -> float:
    """How probable it is that at most `count` of some pages have what so many of so many pages before had.

    The share is not known, only what was seen of it, so all shares count, each as far as those pages speak for it (a
    beta-binomial distribution, all shares alike at first). Three pages that lack what six had are a sign, two are not:

    >>> round(chance_of(0, 3, before=(6, 6)), 4), round(chance_of(0, 2, before=(6, 6)), 4)
    (0.0083, 0.0278)
    """
    have, lack = before[0] + 1, before[1] - before[0] + 1
    total = sum(
        exp(_log_choose(pages, number) + _log_beta(number + have, pages - number + lack) - _log_beta(have, lack))
        for number in range(count + 1)
    )
    return min(total, 1.0)


def _log_choose(pages: int, number: int) -> float:
    return lgamma(pages + 1) - lgamma(number + 1) - lgamma(pages - number + 1)


def _log_beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)
