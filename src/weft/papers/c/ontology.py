"""Ontology (Embley et al. 1999): finds records on pages never seen, by what values look like and not by structure.

A page is a sequence of lines; object sets are found in them by patterns and keywords (`ontology_matches`). Where one
record ends and the next begins follows from how many values of each a record has: of an object set with at most one
value a record, a second value begins a new record. Where records begin with something else (tags before the title),
that cuts too late; so every such object set is also tried as the one that leads records, and the cut that agrees best
with the cardinalities is taken. An ontology is a TOML file (`ontology_file`); some come with weft."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from statistics import median_low
from typing import Self

from weft.content import Field, Record, Region
from weft.deadline import in_time, within
from weft.errors import ConfigError
from weft.page import Page
from weft.papers.c.ontology_file import load_model, read_model
from weft.papers.c.ontology_matches import Finder, Line, Match, read_lines
from weft.papers.c.ontology_model import DATE, REST, Model
from weft.papers.c.wrappers import region_of

DOUBLED = 1.0  # what a second value of one costs; a value that fills an object set of a record is worth as much
SPREAD = 0.01  # what a line between the first and the last value of a record costs: what belongs together is close
MAX_WIDTH = 50  # lines that cost
MARGIN = 0.05  # by which another cut must be better than the first
FARTHEST_BEHIND = 3  # lines behind its owner where a value that belongs to it may stand
BEHIND = (
    12  # lines that being behind counts for: what stands before an owner, even some way off, is more likely its own
)
USUAL = 0.7  # share of owners that have a value so many lines away, for that to be where it stands
MAX_RECORDS = 5_000
MAX_REST_LENGTH = 20_000  # characters
SOURCE = "ontology"


@dataclass(frozen=True)
class Segment:
    """The matches of a record, in order, and what belongs to each of them."""

    matches: tuple[Match, ...]
    belongings: Mapping[Match, Sequence[Match]]

    def all(self) -> list[Match]:
        """Everything in document order."""
        every = list(self.matches)
        for match in in_time(every):  # it grows: what belongs to a belonging is behind it
            every += self.belongings.get(match, ())
        return sorted(every, key=lambda match: (match.line, match.start))


def find_segments(model: Model, matches: Sequence[Match]) -> list[Segment]:
    """The records among the matches, in document order, as far as they have what a record must have."""
    own = _once(model, [match for match in matches if model.is_own(match.name)])
    belongings = _belongings(model, matches)
    best = _cut_by_doubling(model, own)
    worth = _worth(model, best, belongings)
    for name in in_time(dict.fromkeys(match.name for match in own if match.name in model.functional)):
        cut = _cut_by_leader(own, name)
        if (other := _worth(model, cut, belongings)) > worth + MARGIN:
            best, worth = cut, other
    segments = [Segment(tuple(_distinct(part)), belongings) for part in best]
    return [segment for segment in segments if _is_record(model, segment)][:MAX_RECORDS]


def _once(model: Model, matches: list[Match]) -> list[Match]:
    """Without values that belong to one record only and were there before."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for match in in_time(matches):
        key = (match.name, match.value.lower())
        if not model.relation_of[match.name].once or key not in seen:
            kept.append(match)
        seen.add(key)
    return kept


def _belongings(model: Model, matches: Sequence[Match]) -> dict[Match, list[Match]]:
    """What belongs to a value and not to the record itself: the nearest owner's, in lines, takes it."""
    belongings: dict[Match, list[Match]] = {}
    for relation in model.relations:
        if relation.of == model.name:
            continue
        owners = [match for match in matches if match.name == relation.of]
        reach = model.by_name[relation.has].within
        pairs = _pairs(owners, [match for match in matches if match.name == relation.has], reach)
        taken: set[Match] = set()
        for owner, match in in_time(pairs):
            count = sum(one.name == relation.has for one in belongings.get(owner, ()))
            if match not in taken and (relation.most is None or count < relation.most):
                belongings.setdefault(owner, []).append(match)
                taken.add(match)
    return belongings


def _pairs(owners: Sequence[Match], matches: Sequence[Match], reach: int) -> list[tuple[Match, Match]]:
    """Owners with values that are not more than `reach` lines away.

    Those with a keyword come first, then those where most owners of the page have one (the line above, the line below),
    then the nearest. What stands before its owner is nearer than what is as far behind: the next thing begins there.
    """
    by_line: dict[int, list[Match]] = {}
    for match in in_time(matches):
        by_line.setdefault(match.line, []).append(match)
    near = [
        (owner, match)
        for owner in owners
        for line in range(owner.line - reach, owner.line + min(reach, FARTHEST_BEHIND) + 1)
        for match in by_line.get(line, ())
    ]
    offsets = Counter(offset for _, offset in {(owner, match.line - owner.line) for owner, match in near})
    usual = max(offsets, key=lambda offset: (offsets[offset], -abs(offset), offset), default=0)
    is_usual = len(owners) > 1 and offsets[usual] >= USUAL * len(owners)

    def rank(pair: tuple[Match, Match]) -> tuple[bool, bool, int, int]:
        owner, match = pair
        return match.distance < 0, is_usual and match.line - owner.line != usual, *_remoteness(owner, match)

    return sorted(near, key=rank)


def _remoteness(owner: Match, match: Match) -> tuple[int, int]:
    lines = match.line - owner.line
    return (BEHIND + lines if lines > 0 else -lines), abs(match.start - owner.start)


def _cut_by_doubling(model: Model, matches: Sequence[Match]) -> list[list[Match]]:
    parts: list[list[Match]] = []
    values: dict[str, str] = {}
    for match in in_time(matches):
        if not parts or values.get(match.name, match.value) != match.value:
            parts.append([])
            values = {}
        if match.name in model.functional:
            values[match.name] = match.value
        parts[-1].append(match)
    return parts


def _cut_by_leader(matches: Sequence[Match], name: str) -> list[list[Match]]:
    parts: list[list[Match]] = [[]]
    value = ""
    for match in in_time(matches):
        if match.name == name and match.value != value:
            parts.append([])
            value = match.value
        parts[-1].append(match)
    return [part for part in parts if part]


def _worth(model: Model, parts: Sequence[Sequence[Match]], belongings: Mapping[Match, Sequence[Match]]) -> float:
    """How well a cut agrees with the cardinalities: what its records have, less what they have twice and spread out."""
    worth = 0.0
    for part in in_time(parts):
        values = {(match.name, match.value) for match in part if match.name in model.functional}
        worth -= DOUBLED * (len(values) - len({name for name, _ in values}))
        segment = Segment(tuple(part), belongings)
        if _is_record(model, segment):
            worth += len({match.name for match in part}) - 1  # the first is no gain: records are not to be cut in two
            worth -= SPREAD * min(part[-1].line - part[0].line, MAX_WIDTH)
    return worth


def _distinct(matches: Sequence[Match]) -> Iterator[Match]:
    """Every value once."""
    seen: set[tuple[str, str]] = set()
    for match in in_time(matches):
        if (match.name, match.value) not in seen:
            yield match
        seen.add((match.name, match.value))


def _is_record(model: Model, segment: Segment) -> bool:
    names = {match.name for match in segment.all()}
    required = {name for name in model.required if model.by_name[name].kind != REST}
    return len(names) >= model.least and required <= names


def make_records(model: Model, lines: Sequence[Line], segments: Sequence[Segment]) -> list[Record]:
    """The records with their fields; a date's is in ISO 8601, and as displayed in `…_text`."""
    extents = _extents(lines, segments)
    records = []
    for segment, (first, last) in in_time(zip(segments, extents, strict=True)):
        fields: dict[str, Field] = {}
        for one in model.objects:
            if one.kind == REST:
                fields |= _rest(one.name, lines, segment, (first, last))
            else:
                matches = [match for match in segment.all() if match.name == one.name]
                most = model.relation_of[one.name].most if model.is_own(one.name) else None
                fields |= _named(matches[:most], is_date=one.kind == DATE)
        rows = [match.row for match in segment.all()] + [field.row for field in fields.values()]
        records.append(Record(start=min(rows), end=max(rows) + 1, fields=fields))
    return records


def _named(matches: Sequence[Match], *, is_date: bool) -> dict[str, Field]:
    fields: dict[str, Field] = {}
    for count, match in in_time(enumerate(matches, start=1)):
        name = match.name if count == 1 else f"{match.name}_{count}"
        if match.iso:
            fields[name] = Field(value=match.iso, row=match.row, source=SOURCE)
        fields[f"{name}_text" if is_date else name] = Field(value=match.value, row=match.row, source=SOURCE)
    return fields


def _extents(lines: Sequence[Line], segments: Sequence[Segment]) -> list[tuple[int, int]]:
    """The lines of each record: to where the next begins; the last one is as long as most are."""
    firsts = [segment.all()[0].line for segment in segments]
    lasts = [segment.all()[-1].line + 1 for segment in segments]
    lengths = [after - first for first, after in pairwise(firsts)]
    stop = min(len(lines), max(firsts[-1] + median_low(lengths), lasts[-1])) if lengths else len(lines)
    ends = [max(last, after) for last, after in zip(lasts, [*firsts[1:], stop], strict=True)]
    return list(zip(firsts, ends, strict=True))


def _rest(name: str, lines: Sequence[Line], segment: Segment, extent: tuple[int, int]) -> dict[str, Field]:
    """The lines of a record in which no value stands."""
    taken = {match.line for match in segment.all()}
    own = [number for number in range(*extent) if number not in taken]
    text = "\n".join(lines[number].text for number in own)[:MAX_REST_LENGTH]
    return {name: Field(value=text, row=lines[own[0]].rows[0], source=SOURCE)} if text else {}


_FOLDER = Path(__file__).with_name("ontologies")


@dataclass(frozen=True)
class OntologyReading:
    """A page as an ontology reads it: its lines, all matches, and the records that they make."""

    lines: tuple[Line, ...]
    matches: Sequence[Match]
    segments: Sequence[Segment]


@dataclass(frozen=True)
class Ontology:
    """An ontology that finds records.

    >>> from weft import parse
    >>> page = parse("<p>Ann Lee<br>Phone: 555-010-2030<br>ann@weft.example")
    >>> (region,) = Ontology.named("contact").find(page)
    >>> {name: field.value for name, field in region.records[0].fields.items()}
    {'name': 'Ann Lee', 'email': 'ann@weft.example', 'phone': '555-010-2030'}
    """

    model: Model

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read an ontology from a TOML file."""
        return cls(load_model(path))

    @classmethod
    def read(cls, text: str) -> "Ontology":
        """Read an ontology from a TOML text."""
        return cls(read_model(text))

    @classmethod
    def named(cls, name: str) -> "Ontology":
        """One of the ontologies that come with weft."""
        return cls.load(ontology_path(name))

    def find(self, page: Page) -> tuple[Region, ...]:
        """The records as one region; empty where there are none."""
        with within(page.seconds):
            reading = self.look(page)
            records = make_records(self.model, reading.lines, reading.segments) if reading.segments else []
            return (region_of(page, records),) if records else ()

    def look(self, page: Page) -> OntologyReading:
        """The page as the ontology reads it, for those who write one."""
        with within(page.seconds):
            lines = read_lines(page)
            matches = self._finder.find(lines)
            segments = find_segments(self.model, matches) if matches else []
            return OntologyReading(lines, matches, segments)

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self.model)


def ontology_names() -> tuple[str, ...]:
    """The ontologies that come with weft."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def ontology_path(name: str) -> Path:
    """The file of an ontology that comes with weft: a pattern for one of your own."""
    if name not in ontology_names():
        raise ConfigError(f"there is no ontology {name}; there are {', '.join(ontology_names())}, or name a .toml file")
    return _FOLDER / f"{name}.toml"
