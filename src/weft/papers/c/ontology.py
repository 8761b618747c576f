"""Ontology (Embley et al. 1999): finds records on pages never seen, by what values look like.

A page is a sequence of lines; object sets are found in them by patterns and keywords (`ontology_matches`). A record is
a group of the page's structure where it has groups (`ontology_structure`). Else where one ends follows from how many
values of each it has: of an object set with at most one value a record, a second value begins a new record. Where
records begin with something else (tags before the title), that cuts too late; so every such object set is also tried
as the one that leads records, and the cut that agrees best with the cardinalities is taken. An ontology is a TOML file
(`ontology_file`); some come with weft."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from statistics import median_low
from typing import Self

from weft.content import Field, Record, Region
from weft.deadline import check_deadline, time_limit
from weft.page import Page
from weft.papers.c.ontology_file import load_model, ontology_path, read_model
from weft.papers.c.ontology_lines import Line, read_lines
from weft.papers.c.ontology_matches import Finder, Match
from weft.papers.c.ontology_model import DATE, REST, Model, ObjectSet
from weft.papers.c.ontology_structure import (
    MIN_GROUPS,
    OUTSIDE,
    VARIED,
    Structure,
    find_structure,
    heading_lines,
    holds_most,
    page_matches,
    path_orders,
    usual_paths,
    without_quoted,
    without_repeated,
)
from weft.papers.c.wrappers import region_of

DOUBLED = 1.0  # what a second value of one costs; a value that fills an object set of a record is worth as much
SPREAD = 0.01  # what a line between the first and the last value of a record costs: what belongs together is close
MAX_WIDTH = 50  # lines that cost
GROUPED = 0.4  # of the records of the best cut, from which on the groups of the page are taken: they know borders
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
    rows: tuple[int, int] | None = None  # of the group that it is, where it is one

    def all(self) -> list[Match]:
        """Everything in document order."""
        every = list(self.matches)
        for match in check_deadline(every):  # it grows: what belongs to a belonging is behind it
            every += self.belongings.get(match, ())
        return sorted(every, key=lambda match: (match.line, match.start))


def find_segments(model: Model, matches: Sequence[Match], structure: Structure) -> list[Segment]:
    """The records among the matches, in document order, as far as they have what a record must have."""
    matches = without_repeated(structure, matches, frozenset(one.name for one in model.objects if one.line))
    own = _once(model, [match for match in matches if model.is_own(match.name)])
    belongings = _belongings(model, matches, structure)
    cut = [Segment(tuple(_distinct(part)), belongings) for part in _cut(model, own, belongings)]
    groups = [segment for segment in _grouped(model, own, matches, structure) if _is_record(model, segment)]
    records = [segment for segment in cut if _is_record(model, segment)]
    is_grouped = len(groups) >= max(MIN_GROUPS, GROUPED * len(records)) and holds_most(structure, own)
    return (groups if is_grouped else records)[:MAX_RECORDS]


def _grouped(model: Model, own: Sequence[Match], matches: Sequence[Match], structure: Structure) -> list[Segment]:
    """The records of groups: of what a record has one of, each keeps that which stands where most groups have it."""
    inside = [match for match in own if structure.group(match) != OUTSIDE]
    paths = {name: usual_paths(structure, [one for one in inside if one.name == name]) for name in model.functional}
    orders = path_orders(structure, inside)

    def place(match: Match) -> tuple[bool, float, bool]:
        usual, path = paths.get(match.name, frozenset()), structure.path(match.row)
        return bool(usual) and path not in usual, -orders.get(path, 0.0), match.distance < 0

    best: dict[tuple[int, str], Match] = {}
    parts: dict[int, list[Match]] = {}
    for match in check_deadline(inside):
        key = (structure.group(match), match.name)
        if key not in best or place(match) < place(best[key]):
            best[key] = match
    for match in check_deadline(inside):
        row = structure.group(match)
        if match.name not in model.functional or best[row, match.name] is match:
            parts.setdefault(row, []).append(match)
    kept = {match for part in parts.values() for match in part}
    belongings = _belongings(model, [one for one in matches if one in kept or not model.is_own(one.name)], structure)
    ends = structure.page.end
    return [Segment(tuple(_distinct(part)), belongings, (row, int(ends[row]))) for row, part in sorted(parts.items())]


def _cut(model: Model, own: Sequence[Match], belongings: Mapping[Match, Sequence[Match]]) -> list[list[Match]]:
    """The matches of each record by what records have."""
    best = _cut_by_doubling(model, own)
    worth = _worth(model, best, belongings)
    for name in check_deadline(dict.fromkeys(match.name for match in own if match.name in model.functional)):
        cut = _cut_by_leader(own, name)
        if (other := _worth(model, cut, belongings)) > worth + MARGIN:
            best, worth = cut, other
    return best


def _once(model: Model, matches: list[Match]) -> list[Match]:
    """Without values that belong to one record only and were there before."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for match in check_deadline(matches):
        key = (match.name, match.value.lower())
        if not model.relation_of[match.name].once or key not in seen:
            kept.append(match)
        seen.add(key)
    return kept


def _belongings(model: Model, matches: Sequence[Match], structure: Structure) -> dict[Match, list[Match]]:
    """What belongs to a value and not to the record itself: the nearest owner's of its group, in lines, takes it."""
    belongings: dict[Match, list[Match]] = {}
    for relation in model.relations:
        if relation.of == model.name:
            continue
        owners = [match for match in matches if match.name == relation.of]
        pairs = _pairs(
            owners, [match for match in matches if match.name == relation.has], model.by_name[relation.has], structure
        )
        taken: set[Match] = set()
        for owner, match in check_deadline(pairs):
            count = sum(one.name == relation.has for one in belongings.get(owner, ()))
            if match not in taken and (relation.most is None or count < relation.most):
                belongings.setdefault(owner, []).append(match)
                taken.add(match)
    return belongings


def _pairs(
    owners: Sequence[Match], matches: Sequence[Match], one: ObjectSet, structure: Structure
) -> list[tuple[Match, Match]]:
    """Owners with values that are near enough, in lines.

    Links come first where values usually are some, then those whose path most groups have, then those with a keyword,
    then those where most owners of the page have one (the line above, the line below), then the nearest. What stands
    before its owner is nearer than what is as far behind: the next thing begins there.
    """
    by_line: dict[int, list[Match]] = {}
    for match in check_deadline(matches):
        by_line.setdefault(match.line, []).append(match)
    near = [
        (owner, match)
        for owner in owners
        for line in range(owner.line - one.within, owner.line + min(one.within, FARTHEST_BEHIND) + 1)
        for match in by_line.get(line, ())
        if structure.group(owner) == structure.group(match)
    ]
    paths = usual_paths(structure, [match for _, match in near], varied=VARIED)
    offsets = Counter(offset for _, offset in {(owner, match.line - owner.line) for owner, match in near})
    usual = max(offsets, key=lambda offset: (offsets[offset], -abs(offset), offset), default=0)
    is_usual = len(owners) > 1 and offsets[usual] >= USUAL * len(owners)

    def rank(pair: tuple[Match, Match]) -> tuple[bool, bool, bool, bool, int, int]:
        owner, match = pair
        is_text = one.link and not structure.page.in_link[match.row]
        is_elsewhere = bool(paths) and structure.path(match.row) not in paths
        is_unusual = is_usual and match.line - owner.line != usual
        return is_text, is_elsewhere, match.distance < 0, is_unusual, *_remoteness(owner, match)

    return sorted(near, key=rank)


def _remoteness(owner: Match, match: Match) -> tuple[int, int]:
    lines = match.line - owner.line
    return (BEHIND + lines if lines > 0 else -lines), abs(match.start - owner.start)


def _cut_by_doubling(model: Model, matches: Sequence[Match]) -> list[list[Match]]:
    parts: list[list[Match]] = []
    values: dict[str, str] = {}
    for match in check_deadline(matches):
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
    for match in check_deadline(matches):
        if match.name == name and match.value != value:
            parts.append([])
            value = match.value
        parts[-1].append(match)
    return [part for part in parts if part]


def _worth(model: Model, parts: Sequence[Sequence[Match]], belongings: Mapping[Match, Sequence[Match]]) -> float:
    """How well a cut agrees with the cardinalities: what its records have, less what they have twice and spread out."""
    worth = 0.0
    for part in check_deadline(parts):
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
    for match in check_deadline(matches):
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
    for segment, (first, last) in check_deadline(zip(segments, extents, strict=True)):
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
    for count, match in check_deadline(enumerate(matches, start=1)):
        name = match.name if count == 1 else f"{match.name}_{count}"
        if match.iso:
            fields[name] = Field(value=match.iso, row=match.row, source=SOURCE)
        fields[f"{name}_text" if is_date else name] = Field(value=match.value, row=match.row, source=SOURCE)
    return fields


def _extents(lines: Sequence[Line], segments: Sequence[Segment]) -> list[tuple[int, int]]:
    """The lines of each record: to where the next begins; the last one is as long as most are, or as its group."""
    numbers = [line.rows[0] for line in lines]
    firsts, lasts = [], []
    for segment in segments:
        every = segment.all()
        rows = segment.rows or (numbers[every[0].line], numbers[every[-1].line] + 1)
        firsts.append(bisect_left(numbers, rows[0]))
        lasts.append(max(bisect_left(numbers, rows[1]), firsts[-1] + 1))
    lengths = [after - first for first, after in pairwise(firsts)]
    has_gaps = not segments[-1].rows or any(last < after for last, after in zip(lasts, firsts[1:], strict=False))
    usual = firsts[-1] + median_low(lengths) if lengths else len(lines)
    stop = min(len(lines), max(usual, lasts[-1])) if has_gaps else lasts[-1]
    ends = [max(last, after) for last, after in zip(lasts, [*firsts[1:], stop], strict=True)]
    return list(zip(firsts, ends, strict=True))


def _rest(name: str, lines: Sequence[Line], segment: Segment, extent: tuple[int, int]) -> dict[str, Field]:
    """The lines of a record in which no value stands."""
    taken = {match.line for match in segment.all()}
    own = [number for number in range(*extent) if number not in taken]
    text = "\n".join(lines[number].text for number in own)[:MAX_REST_LENGTH]
    return {name: Field(value=text, row=lines[own[0]].rows[0], source=SOURCE)} if text else {}


def with_page(model: Model, segments: Sequence[Segment], own: Sequence[Match]) -> list[Segment]:
    """The page's own record before the others, which lose what it has."""
    page = Segment(tuple(match for match in own if model.is_own(match.name)), _owned(model, own))
    if not _is_record(model, page):
        return list(segments)
    taken = set(own)
    rest = [
        Segment(tuple(match for match in one.matches if match not in taken), one.belongings)
        for one in segments
        if len(taken.intersection(one.matches)) * 2 <= len(one.matches)
    ]
    return [page, *(one for one in rest if _is_record(model, one))]


def _owned(model: Model, own: Sequence[Match]) -> dict[Match, list[Match]]:
    """Of the matches of one record those that belong to another of them."""
    by_name = {match.name: match for match in own}
    owned: dict[Match, list[Match]] = {}
    for match in own:
        owner = by_name.get(model.relation_of[match.name].of)
        if owner:
            owned.setdefault(owner, []).append(match)
    return owned


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
        with time_limit(page.seconds):
            reading = self.look(page)
            records = make_records(self.model, reading.lines, reading.segments) if reading.segments else []
            return (region_of(page, records),) if records else ()

    def look(self, page: Page) -> OntologyReading:
        """The page as the ontology reads it, for those who write one."""
        with time_limit(page.seconds):
            lines = read_lines(page)
            headings = heading_lines(page, lines) if self.model.page else {}
            lines = tuple(
                replace(line, heading=headings[number].end) if number in headings else line
                for number, line in enumerate(lines)
            )
            matches = without_quoted(page, self._finder.find(lines))
            structure = find_structure(page, self.model, matches)
            segments = find_segments(self.model, matches, structure) if matches else []
            own = page_matches(self.model, structure, matches, headings) if self.model.page else []
            return OntologyReading(lines, matches, with_page(self.model, segments, own))

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self.model)
