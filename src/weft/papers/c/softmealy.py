"""SoftMealy (Hsu and Dung 1998): a finite-state transducer over a page's tokens that takes the fields of records out.

A state a field, and a skip state behind each: the transducer skips tokens until the begin separator of a field that may
come next, reads the field until its end separator, and skips on. Which field may follow which is learned from labelled
records, so that fields may be missing, repeated or in another order where the examples show it. A separator is a border
between two tokens, known by contextual rules. Records begin at separators of their own, learned over the whole page."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from weft.content import Field, Record, Region
from weft.deadline import check_deadline, check_time, time_limit
from weft.errors import ArtifactError
from weft.io.damage import reason_of
from weft.page import Page
from weft.papers.c.softmealy_tokens import (
    EDGE_TOKEN,
    TEXT,
    Pattern,
    Tokens,
    exact,
    join,
    read_pattern,
    tokenise,
    write_pattern,
)
from weft.papers.c.wrappers import region_of

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
        tokens, position, floor, begin = border
        if self.closes:
            return tokens.closing.get(tokens.at(begin - 1).row) == position
        for at, pattern in enumerate(self.right, position):
            if not pattern.matches(tokens.at(at)):
                return False
        for at, pattern in enumerate(self.left, position - len(self.left)):
            if not pattern.matches(tokens.at(at) if at >= floor else EDGE_TOKEN):
                return False
        return True

    def to_json(self) -> dict[str, object]:
        """The rule as readable data."""
        if self.closes:
            return {"closes": True}
        return {"left": [*map(write_pattern, self.left)], "right": [*map(write_pattern, self.right)]}

    def in_words(self) -> str:
        """The separator as people read it: what stands before the border, a bar, what stands behind it."""
        if self.closes:
            return "the end of its element"
        left, right = (" ".join(map(write_pattern, side)) for side in (self.left, self.right))
        return f"{left} | {right}".strip()

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
        check_time()
        near = [border for border in negatives if _could_match(left[0], border)]

        def clean(rule: Rule, near: Sequence[Border] = near) -> bool:
            return not any(rule.matches(border) for border in near)

        # Where the outer side alone tells the first border from others, the inner one is never looked at.
        outer = clean(_outer(_context(left[0], width), inner))
        rule, alone = _context(left[0], width), True
        for border in check_deadline(left[1:]):
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
    (tokens, position), (others, other) = positive[:2], negative[:2]
    return (
        tokens.at(position).kind == others.at(other).kind or tokens.at(position - 1).kind == others.at(other - 1).kind
    )


def _context(border: Border, width: int) -> Rule:
    tokens, position, floor, _ = border
    patterns = [
        _pattern(tokens, at) if at >= floor else exact(EDGE_TOKEN) for at in range(position - width, position + width)
    ]
    return Rule(tuple(patterns[:width]), tuple(patterns[width:]))


def outside(border: Border, width: int = WIDTH) -> tuple[Pattern, ...]:
    """The patterns before a border, with any words for words."""
    return tuple(Pattern(TEXT) if one.kind == TEXT else one for one in _context(border, width).left)


def _pattern(tokens: Tokens, position: int) -> Pattern:
    """A token's pattern; numbers and what fields say are never taken at their word."""
    token = tokens.at(position)
    if token.kind == TEXT and (position in tokens.values or token.word_class == "Num"):
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

    for left, right in check_deadline(sorted(sizes, key=cost)):
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


FORMAT = 1
START = ""  # the state before the first field
MAX_RECORDS = 5_000
MAX_TRIES = 3  # begins of a field that find no end: each looks through the whole record


@dataclass(frozen=True, kw_only=True)
class State:
    """A field: how it begins and ends, and the fields that have come right behind it, the most frequent first."""

    begin: tuple[Rule, ...] = ()
    end: tuple[Rule, ...] = ()
    after: tuple[str, ...] = ()
    repeats: bool = False


@dataclass(frozen=True, kw_only=True)
class SoftMealy:
    """A learned wrapper: `find` gives a page's records with their fields; `learn_softmealy` makes one."""

    record: tuple[Rule, ...]
    states: Mapping[str, State]
    whole: bool = True  # a record is one element; else it ends where the next begins, or at an end separator
    record_end: tuple[Rule, ...] = ()
    reach: Mapping[str, tuple[str, ...]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "reach", {name: _reach(self.states, name) for name in self.states})

    def find(self, page: Page) -> tuple[Region, ...]:
        """The records in which a field was found, as one region; empty where there are none.

        A repeated field's further values are named `name_2`, `name_3`, ….
        """
        with time_limit(page.seconds):
            tokens = tokenise(page)
            records = tuple(
                Record(start=start, end=end, fields=fields)
                for start, end, first, last in check_deadline(self._ranges(tokens))
                if (fields := self._fields(tokens.cut(first, last)))
            )
            return (region_of(page, records),) if records else ()

    def _ranges(self, tokens: Tokens) -> Iterator[tuple[int, int, int, int]]:
        """Where records are: first and last row, first and last token."""
        page = tokens.page
        borders = (Border(tokens, position) for position in range(len(tokens)))
        begins = [border.place for border in check_deadline(borders) if any_match(self.record, border)][:MAX_RECORDS]
        for position, after in check_deadline(zip(begins, [*begins, len(tokens)][1:], strict=bool(begins))):
            row = tokens.at(position).row
            over = row if self.whole else int(page.parent[row])
            last = min(tokens.closing.get(over, after) + self.whole, after)
            inside = range(position + 1, last) if self.record_end else ()
            last = next(
                (end for end in check_deadline(inside) if any_match(self.record_end, Border(tokens, end))), last
            )
            yield row, max(token.row for token in tokens.tokens[position:last]) + 1, position, last

    def _fields(self, tokens: Tokens) -> dict[str, Field]:
        """One run of the transducer over a record's tokens."""
        fields: dict[str, Field] = {}
        counts = Counter[str]()
        tries = Counter[str]()
        state, position, floor = START, 0, 0
        while position < len(tokens):
            check_time()
            field_name = self._enter(Border(tokens, position, floor), state, counts)
            field_name = field_name if tries[field_name] < MAX_TRIES else ""
            end = self._leave(tokens, position, field_name) if field_name else -1
            value, row = tokens.text(position, end) if end > position else ("", -1)
            if not value:
                tries[field_name] += bool(field_name) and end < 0
                position += 1
                continue
            counts[field_name] += 1
            name = field_name if counts[field_name] == 1 else f"{field_name}_{counts[field_name]}"
            fields[name] = Field(value=value, row=row, source="softmealy")
            state, position, floor = field_name, end, end
        return fields

    def _enter(self, border: Border, state: str, counts: Counter[str]) -> str:
        """The field that begins at a border; empty where none does."""
        for name in self.reach[state]:
            if (self.states[name].repeats or not counts[name]) and any_match(self.states[name].begin, border):
                return name
        return ""

    def _leave(self, tokens: Tokens, position: int, name: str) -> int:
        """The border at which a field ends; -1 where it does not end in the record."""
        rules = self.states[name].end
        if rules == (CLOSES,):
            return tokens.closing.get(tokens.at(position - 1).row, -1)
        ends = range(position + 1, len(tokens) + 1)
        return next((end for end in check_deadline(ends) if any_match(rules, Border(tokens, end, begin=position))), -1)

    def to_json(self) -> dict[str, object]:
        """The wrapper as data that a person can read and correct."""
        states = {
            name: {
                "begin": [rule.to_json() for rule in state.begin],
                "end": [rule.to_json() for rule in state.end],
                "after": list(state.after),
                "repeats": state.repeats,
            }
            for name, state in self.states.items()
        }
        rules = {"record": self.record, "record_end": self.record_end}
        written = {name: [rule.to_json() for rule in own] for name, own in rules.items()}
        return {"format": FORMAT, **written, "whole": self.whole, "states": states}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The wrapper that `to_json` gave; an error of any kind where the data is none."""
        if data["format"] != FORMAT:
            raise ArtifactError(f"the wrapper has format {data['format']}; this weft reads {FORMAT}: learn it anew")
        states = {name: _read_state(state) for name, state in data["states"].items()}
        if START not in states or not states.keys() >= {name for state in states.values() for name in state.after}:
            raise ValueError("a field is named that is not described")
        rules = {name: _read_rules(data[name]) for name in ("record", "record_end")}
        return cls(**rules, states=states, whole=bool(data["whole"]))

    def save(self, path: Path) -> None:
        """Write the wrapper as JSON."""
        path.write_text(json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a wrapper that `save` wrote."""
        try:
            return cls.from_json(json.loads(path.read_text(encoding="utf-8")))
        except ArtifactError as error:
            raise error.on(str(path)) from None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ArtifactError(
                f"{path} is no SoftMealy wrapper: {reason_of(error)}; weft wrap softmealy learn writes one"
            ) from None


def _reach(states: Mapping[str, State], name: str) -> tuple[str, ...]:
    """The fields that may be next: those right behind, then those behind these, since any may be missing."""
    names: list[str] = []
    row = list(states[name].after)
    while row:
        names += row
        behind = (after for near in row if near in states for after in states[near].after)
        row = [after for after in dict.fromkeys(behind) if after not in names]
    return tuple(dict.fromkeys(names))


def _read_state(data: Mapping[str, object]) -> State:
    rules = {name: _read_rules(data[name]) for name in ("begin", "end")}
    after = data["after"]
    if not isinstance(after, list):
        raise TypeError("`after` is a list of fields")
    return State(**rules, after=tuple(map(str, after)), repeats=bool(data["repeats"]))


def _read_rules(data: object) -> tuple[Rule, ...]:
    if not isinstance(data, list):
        raise TypeError("rules are a list")
    return tuple(map(Rule.from_json, data))
