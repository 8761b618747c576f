"""SoftMealy (Hsu and Dung 1998): a finite-state transducer over a page's tokens that takes the fields of records out.

A state a field, and a skip state behind each: the transducer skips tokens until the begin separator of a field that may
come next, reads the field until its end separator, and skips on. Which field may follow which is learned from labelled
records, so that fields may be missing, repeated or in another order where the examples show it. Separators are
contextual rules (`softmealy_rules`). Records begin at separators of their own, learned over the whole page.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from weft.content import Field, Record, Region
from weft.errors import ArtifactError
from weft.page import Page
from weft.papers.c.found_regions import region_of
from weft.papers.c.softmealy_rules import CLOSES, Border, Rule, any_match
from weft.papers.c.softmealy_tokens import Tokens, tokenise

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
        tokens = tokenise(page)
        records = tuple(
            Record(start=start, end=end, fields=fields)
            for start, end, first, last in self._ranges(tokens)
            if (fields := self._fields(tokens.cut(first, last)))
        )
        return (region_of(page, records),) if records else ()

    def _ranges(self, tokens: Tokens) -> Iterator[tuple[int, int, int, int]]:
        """Where records are: first and last row, first and last token."""
        page = tokens.page
        borders = (Border(tokens, place) for place in range(len(tokens)))
        begins = [border.place for border in borders if any_match(self.record, border)][:MAX_RECORDS]
        for place, after in zip(begins, [*begins, len(tokens)][1:], strict=bool(begins)):
            row = tokens.at(place).row
            over = row if self.whole else int(page.parent[row])
            last = min(tokens.closing.get(over, after) + self.whole, after)
            inside = range(place + 1, last) if self.record_end else ()
            last = next((end for end in inside if any_match(self.record_end, Border(tokens, end))), last)
            yield row, max(token.row for token in tokens.tokens[place:last]) + 1, place, last

    def _fields(self, tokens: Tokens) -> dict[str, Field]:
        """One run of the transducer over a record's tokens."""
        fields: dict[str, Field] = {}
        counts = Counter[str]()
        tries = Counter[str]()
        state, place, floor = START, 0, 0
        while place < len(tokens):
            found = self._enter(Border(tokens, place, floor), state, counts)
            found = found if tries[found] < MAX_TRIES else ""
            end = self._leave(tokens, place, found) if found else -1
            value, row = tokens.text(place, end) if end > place else ("", -1)
            if not value:
                tries[found] += bool(found) and end < 0
                place += 1
                continue
            counts[found] += 1
            name = found if counts[found] == 1 else f"{found}_{counts[found]}"
            fields[name] = Field(value=value, row=row, source="softmealy")
            state, place, floor = found, end, end
        return fields

    def _enter(self, border: Border, state: str, counts: Counter[str]) -> str:
        """The field that begins at a border; empty where none does."""
        for name in self.reach[state]:
            if (self.states[name].repeats or not counts[name]) and any_match(self.states[name].begin, border):
                return name
        return ""

    def _leave(self, tokens: Tokens, place: int, name: str) -> int:
        """The border at which a field ends; -1 where it does not end in the record."""
        rules = self.states[name].end
        if rules == (CLOSES,):
            return tokens.closing.get(tokens.at(place - 1).row, -1)
        ends = range(place + 1, len(tokens) + 1)
        return next((end for end in ends if any_match(rules, Border(tokens, end, begin=place))), -1)

    def save(self, path: Path) -> None:
        """Write the wrapper as JSON that a person can read and correct."""
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
        data = {"format": FORMAT, **written, "whole": self.whole, "states": states}
        path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "SoftMealy":
        """Read a wrapper that `save` wrote."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise ArtifactError(f"{path} has format {data['format']}; this weft reads {FORMAT}: learn it anew")
            states = {name: _read_state(state) for name, state in data["states"].items()}
            rules = {name: _read_rules(data[name]) for name in ("record", "record_end")}
            return cls(**rules, states=states, whole=bool(data["whole"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ArtifactError(
                f"{path} is no SoftMealy wrapper: {error!r}; weft wrap softmealy learn writes one"
            ) from None


def _reach(states: Mapping[str, State], name: str) -> tuple[str, ...]:
    """The fields that may be next: those right behind, then those behind these, since any may be missing."""
    found: list[str] = []
    row = list(states[name].after)
    while row:
        found += row
        behind = (after for near in row if near in states for after in states[near].after)
        row = [after for after in dict.fromkeys(behind) if after not in found]
    return tuple(dict.fromkeys(found))


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
