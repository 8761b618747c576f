"""SoftMealy's contextual rules: a separator is a border between two tokens, known by what stands around it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from weft.papers.c.softmealy_tokens import EDGE_TOKEN, TEXT, Pattern, Tokens, exact, join, read_pattern, write_pattern

WIDTH = 4  # tokens of context on each side; Hsu and Dung needed less on most of their pages
MAX_RULES = 30  # of one separator; labels that need more contradict each other
MAX_POSITIVES = 300  # examples of one separator; more of a page show nothing new

Side = Literal["", "left", "right"]


class Border(NamedTuple):
    """The border before a token. `floor` is where the last field ended: what it says differs, and is not looked at.

    At the end of a field, `begin` is where it began.
    """

    tokens: Tokens
    place: int
    floor: int = 0
    begin: int = -1


@dataclass(frozen=True)
class Rule:
    """A separator's context: patterns of the tokens before the border, the nearest last, and behind it.

    A rule that `closes` matches where the element opened just before the field's begin is closed: the form that the end
    of a field has in a tree.
    """

    left: tuple[Pattern, ...] = ()
    right: tuple[Pattern, ...] = ()
    closes: bool = False

    def matches(self, border: Border) -> bool:
        """Whether a border is such a separator."""
        tokens, place, floor, begin = border
        if self.closes:
            return tokens.closing.get(tokens.at(begin - 1).row) == place
        for at, pattern in enumerate(self.right, place):
            if not pattern.matches(tokens.at(at)):
                return False
        for at, pattern in enumerate(self.left, place - len(self.left)):
            if not pattern.matches(tokens.at(at) if at >= floor else EDGE_TOKEN):
                return False
        return True

    def to_json(self) -> dict[str, object]:
        """The rule as readable data."""
        if self.closes:
            return {"closes": True}
        return {"left": [*map(write_pattern, self.left)], "right": [*map(write_pattern, self.right)]}

    @classmethod
    def from_json(cls, data: dict[str, list[str]]) -> "Rule":
        """The rule that `to_json` wrote."""
        if data.get("closes"):
            return cls(closes=True)
        return cls(tuple(map(read_pattern, data["left"])), tuple(map(read_pattern, data["right"])))


CLOSES = Rule(closes=True)


def any_match(rules: Iterable[Rule], border: Border) -> bool:
    """Whether one of the rules, which are alternatives, matches."""
    return any(rule.matches(border) for rule in rules)


def learn_rules(
    positives: Sequence[Border], negatives: Sequence[Border], *, inner: Side = "", width: int = WIDTH
) -> tuple[Rule, ...]:
    """Rules that match all positives and no negatives, as far as contexts can tell them apart.

    Set covering: a rule begins as the exact context of the first positive left, and takes in the others one by one as
    long as what it becomes matches no negative; then it keeps as little as that allows. `inner` is the side on which
    the field lies: what a field says differs, so that side is given up first.
    """
    rules: list[Rule] = []
    left = list(positives[:MAX_POSITIVES])
    while left and len(rules) < MAX_RULES:
        near = [border for border in negatives if _could_match(left[0], border)]

        def clean(rule: Rule, near: Sequence[Border] = near) -> bool:
            return not any(rule.matches(border) for border in near)

        # Where the outer side alone tells the first border from others, the inner one is never looked at.
        outer = clean(_outer(_context(left[0], width), inner))
        rule, alone = _context(left[0], width), True
        for border in left[1:]:
            wider = _join(rule, _context(border, width))
            if wider == rule or clean(_outer(wider, inner) if outer else wider):
                rule, alone = wider, False
        rule = _shorten(rule, clean, inner)
        rule = _loosen(rule, clean, words=alone)
        rules.append(rule)
        left = [border for border in left[1:] if not rule.matches(border)]
    return tuple(rules)


def _could_match(positive: Border, negative: Border) -> bool:
    """A negative between tokens of other kinds on both sides is never taken for the positive: contexts keep a kind."""
    (tokens, place), (others, other) = positive[:2], negative[:2]
    return tokens.at(place).kind == others.at(other).kind or tokens.at(place - 1).kind == others.at(other - 1).kind


def _context(border: Border, width: int) -> Rule:
    tokens, place, floor, _ = border
    patterns = [
        _pattern(tokens, at) if at >= floor else exact(EDGE_TOKEN) for at in range(place - width, place + width)
    ]
    return Rule(tuple(patterns[:width]), tuple(patterns[width:]))


def _pattern(tokens: Tokens, place: int) -> Pattern:
    """A token's pattern; numbers and what fields say are never taken at their word."""
    token = tokens.at(place)
    if token.kind == TEXT and (place in tokens.values or token.word_class == "Num"):
        return Pattern(TEXT, word_class=token.word_class)
    return exact(token)


def _join(a: Rule, b: Rule) -> Rule:
    return Rule(tuple(map(join, a.left, b.left)), tuple(map(join, a.right, b.right)))


def _outer(rule: Rule, inner: Side) -> Rule:
    """The rule without its inner side."""
    return Rule(() if inner == "left" else rule.left, () if inner == "right" else rule.right)


def _shorten(rule: Rule, clean: Callable[[Rule], bool], inner: Side) -> Rule:
    """With as few tokens as tell the border from others: on the inner side first, then in all."""
    sizes = [
        (left, right)
        for left in range(len(rule.left) + 1)
        for right in range(len(rule.right) + 1)
        if left + right and (inner != "right" or left) and (inner != "left" or right)
    ]

    def cost(size: tuple[int, int]) -> tuple[int, int]:
        inside = {"left": size[0], "right": size[1], "": 0}[inner]
        return inside, sum(size)

    for left, right in sorted(sizes, key=cost):
        shorter = Rule(rule.left[len(rule.left) - left :], rule.right[:right])
        if clean(shorter):
            return shorter
    return rule


def _loosen(rule: Rule, clean: Callable[[Rule], bool], *, words: bool) -> Rule:
    """With one class or id a tag, and any word for a word class; of a rule with one example also for words.

    What the examples share by chance (all posts of a page are of one day, the first posts of all threads are odd) need
    not hold elsewhere.
    """
    for at, pattern in enumerate((*rule.left, *rule.right)):
        for looser in _looser(pattern, words=words):
            patterns = [*rule.left, *rule.right]
            patterns[at] = looser
            tried = Rule(tuple(patterns[: len(rule.left)]), tuple(patterns[len(rule.left) :]))
            if clean(tried):
                rule = tried
                break
    return rule


def _looser(pattern: Pattern, *, words: bool) -> list[Pattern]:
    """More general patterns to try, the best first. Marks without digits are a template's own words."""
    if pattern.kind == TEXT and pattern.name:
        return [Pattern(TEXT), Pattern(TEXT, word_class=pattern.word_class)] if words else []
    if pattern.kind == TEXT:
        return [Pattern(TEXT)]
    marks = sorted(pattern.marks, key=lambda mark: (not mark.startswith("#"), "\\d" in mark, len(mark), mark))
    return [replace(pattern, marks=frozenset([mark])) for mark in marks] if len(marks) > 1 else []
