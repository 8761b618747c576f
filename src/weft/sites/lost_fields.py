"""Fields that pages have lost: nearly all learning pages had them, these do not, and chance does not explain it.

Fields that an update learns again: new pages fit a template, and lack fields that nearly all pages before had.

What stood elsewhere on those pages is learned from them. The rules of before stay, for the pages of before; where both
find a value, they win. What a person renamed or dropped stays so.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp, lgamma

from weft.document import Failure
from weft.errors import ConfigError
from weft.io.raw_page import RawPage
from weft.page import Limits, Page
from weft.pipeline import attempt
from weft.sites.fields import MAX_PAGES, learn_fields
from weft.sites.templates import FieldRules, Template
from weft.sites.templates.fields import FieldRule

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


MAX_LOOKED = 64  # new pages of a cluster whose fields are looked at: a share is known well enough by then
MIN_LACKING = 3  # pages of which fields are learned; of two no one can say what is usual
DIGITS = 3  # of a presence


@dataclass
class FieldWatch:
    """What the new pages of one cluster have of its fields."""

    found: list[frozenset[str]] = field(default_factory=list)
    lacking: list[RawPage] = field(default_factory=list)  # pages that lack a usual field

    def look(self, template: Template, page: Page, raw: RawPage) -> None:
        """Look at one new page."""
        if len(self.found) >= MAX_LOOKED or not template.fields.rules:
            return
        names = frozenset(template.fields.find(page))
        self.found.append(names)
        if len(self.lacking) < MAX_PAGES and not names.issuperset(usual_fields(template.fields)):
            self.lacking.append(raw)

    def relearn(
        self, template: Template, limits: Limits, read: Callable[[RawPage, Limits], Page]
    ) -> Template | Failure:
        """The template with the fields that were lost, where the new pages have them; itself where none was."""
        lost = frozenset(find_lost_fields(template, self.found))
        if not lost or len(self.lacking) < MIN_LACKING:
            return template
        old, seconds = template.fields, limits.seconds * len(self.lacking)

        def learn(_: RawPage) -> FieldRules:
            return learn_fields([read(raw, limits) for raw in self.lacking], known_tokens=old.tokens)

        new = attempt(self.lacking[0], learn, seconds=seconds, passing=ConfigError)
        if isinstance(new, Failure):
            return new
        counts = {name: sum(name in names for names in self.found) for name in lost}
        before = template.pages
        kept = [
            replace(
                rule, presence=round((rule.presence * before + counts[rule.name]) / (before + len(self.found)), DIGITS)
            )
            if rule.name in lost
            else rule
            for rule in old.rules
        ]
        return replace(template, fields=join_rules(replace(old, rules=tuple(kept)), new, lost))


def join_rules(old: FieldRules, new: FieldRules, lost: frozenset[str]) -> FieldRules:
    """The old rules and, of the new ones, those of lost fields and of fields that are new; a person's choices hold."""
    names = {rule.name for rule in old.rules} - lost
    paths = {rule.path for rule in old.rules}
    added = [
        replace(rule, name=name)
        for rule in new.rules
        if (name := old.choices.name_of(rule.name)) and name not in names and rule.path not in paths
    ]
    labels = {
        path: old.labels.get(path, frozenset()) | new.labels.get(path, frozenset())
        for path in {**old.labels, **new.labels}
    }
    return replace(old, rules=in_order(old.rules, added), tokens=new.tokens, labels=labels)


def in_order(old: Sequence[FieldRule], added: Sequence[FieldRule]) -> tuple[FieldRule, ...]:
    """All rules, those of one name together, the names in the order of the old rules."""
    rules = [*old, *added]
    order = {name: place for place, name in enumerate(dict.fromkeys(rule.name for rule in rules))}
    return tuple(sorted(rules, key=lambda rule: order[rule.name]))
