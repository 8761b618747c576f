"""What a page's structure says of an ontology's matches: which belong to one group, and which the page is about.

The survey's ontologies look at no structure; then nothing tells whose a value is that stands far from the others. Here
a group is a child of the element whose children have most of what records have, and the page's own record is what
stands nearest to its heading."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from weft.deadline import check_deadline
from weft.page import Page
from weft.papers.c.ontology_lines import Line
from weft.papers.c.ontology_matches import Match
from weft.papers.c.ontology_model import REST, Model

MIN_GROUPS = 2
MAX_DEPTH = 60  # ancestors of a match that may be what holds groups: pages of people have fewer
HELD = 0.7  # share of the matches among groups that they must have
DOUBLED = 0.5  # what a second value costs a group: posts quote others with their time
SAME = 0.6  # share of the groups with one and the same value, from which on it is no name but a word of the template
MIN_SAME = 3  # groups to tell that
VARIED = 0.7  # share of the different values that the best path has: ranks of members repeat, names do not
USUAL_PATH = 0.6  # share of the groups that have a value at a path, for it to be where such values stand
HEADINGS = ("h1", "h2", "h3")
MAX_HEADING = 200  # characters
MIN_IN_TITLE = 8  # letters of a line that is no heading by its tag: shorter ones are names of sites and sections
BEFORE = 3  # lines behind the page's heading that one before it counts for
OUTSIDE = -1
_WORD = re.compile(r"\w+")
_TITLE_MARK = re.compile(r"\s[-–—|»:·]+\s|[|»_]|: ")


class Heading(NamedTuple):
    """A line that may be the page's own heading: how likely (tagged, at the title's begin; no link; long), its end."""

    rank: tuple[int, bool, int]
    end: int


@dataclass(frozen=True, kw_only=True)
class Structure:
    """The groups of a page and the paths of its matches."""

    page: Page
    group_of: Mapping[Match, int]  # the row of its group; none where it is outside of all

    def group(self, match: Match) -> int:
        """The group of a match."""
        return self.group_of.get(match, OUTSIDE)

    @cached_property
    def count(self) -> int:
        """How many groups there are."""
        return len(set(self.group_of.values()))

    def path(self, row: int) -> int:
        """The tags and classes above a row, as one number."""
        if row not in self._paths:
            steps = self.page.table.step
            self._paths[row] = hash(tuple(int(steps[above]) for above in _above(self.page, row)))
        return self._paths[row]

    @cached_property
    def _paths(self) -> dict[int, int]:
        return {}


def find_structure(page: Page, model: Model, matches: Sequence[Match]) -> Structure:
    """The groups: children of the element whose children have most of what records have, each once."""
    needed = _needed(model)
    held: dict[int, dict[int, list[Match]]] = {}
    for match in check_deadline(matches):
        child = match.row
        for above in _above(page, match.row):
            held.setdefault(above, {}).setdefault(child, []).append(match)
            child = above
    best: dict[int, list[Match]] = {}
    worth = 0.0
    for children in check_deadline(held.values()):
        full = {row: part for row, part in children.items() if _is_full(model, part, needed)}
        if _repeats(full) and (own := sum(_worth(model, part) for part in full.values())) > worth:
            best, worth = full, own
    return Structure(page=page, group_of={match: row for row, part in best.items() for match in part})


def _repeats(groups: Mapping[int, Sequence[Match]]) -> bool:
    """Whether some object set is in several groups: a phone here and a fax there are parts of one record."""
    counts = Counter(name for part in groups.values() for name in {match.name for match in part})
    return max(counts.values(), default=0) >= MIN_GROUPS


def _above(page: Page, row: int) -> Iterator[int]:
    """The elements around a row, from the inner ones outwards."""
    for _ in range(MAX_DEPTH):
        row = int(page.parent[row])
        if row < 0:
            return
        yield row


def _needed(model: Model) -> set[str]:
    """What a group must have: what a record must, and what that must."""
    needed: set[str] = set()
    found = {model.name}
    while found:
        found = {one.has for one in model.relations if one.of in found and one.least}
        needed |= found
    return {name for name in needed if model.by_name[name].kind != REST}


def _is_full(model: Model, part: Sequence[Match], needed: set[str]) -> bool:
    names = {match.name for match in part}
    return len(names) >= min(model.least, len(model.objects)) and needed <= names


def _worth(model: Model, part: Sequence[Match]) -> float:
    """What a group has of a record, less what it has twice: groups of groups are no groups."""
    values = {(match.name, match.value) for match in part if match.name in model.functional}
    names = {name for name, _ in values}
    return len(names) - DOUBLED * (len(values) - len(names)) + 0.1 * len({match.name for match in part})


def holds_most(structure: Structure, matches: Sequence[Match]) -> bool:
    """Whether the groups have most of what stands from the first to the last: else they are parts of records."""
    rows = set(structure.group_of.values())
    first, last = min(rows, default=0), max((int(structure.page.end[row]) for row in rows), default=0)
    between = [structure.group(match) != OUTSIDE for match in matches if first <= match.row < last]
    return sum(between) >= HELD * len(between)


def without_quoted(page: Page, matches: Sequence[Match]) -> list[Match]:
    """The matches without those in quotations: what is quoted there is another record's."""
    quoted = np.zeros(len(page), np.bool_)
    for row in page.rows_of("blockquote", "q").tolist():
        quoted[row : page.end[row]] = True
    return [match for match in matches if not quoted[match.row]]


def without_repeated(structure: Structure, matches: Sequence[Match], names: frozenset[str]) -> list[Match]:
    """The matches without words of the template: of some object sets, values that most groups have alike, but links.

    One person may have written most posts of a thread; what is no link there is a word such as "Member".
    """
    if structure.count < MIN_SAME:
        return list(matches)
    groups: dict[tuple[str, str], set[int]] = {}
    for match in check_deadline(matches):
        if structure.group(match) != OUTSIDE:
            groups.setdefault((match.name, match.value.lower()), set()).add(structure.group(match))
    most = SAME * structure.count
    return [
        match
        for match in matches
        if match.name not in names
        or structure.page.in_link[match.row]
        or len(groups.get((match.name, match.value.lower()), ())) <= most
    ]


def usual_paths(structure: Structure, matches: Sequence[Match], *, varied: float = 0.0) -> frozenset[int]:
    """The paths at which most groups have a value; `varied` is the share of different ones that the best path has."""
    groups: dict[int, set[int]] = {}
    values: dict[int, set[str]] = {}
    for match in check_deadline(matches):
        if structure.group(match) != OUTSIDE:
            path = structure.path(match.row)
            groups.setdefault(path, set()).add(structure.group(match))
            values.setdefault(path, set()).add(match.value)
    usual = [path for path, held in groups.items() if len(held) >= USUAL_PATH * structure.count]
    most = max((len(values[path]) for path in usual), default=0)
    return frozenset(path for path in usual if len(values[path]) >= varied * most)


def path_orders(structure: Structure, matches: Sequence[Match]) -> dict[int, float]:
    """Of each path with dates, how far these go one way from group to group: posts do, joining dates do not."""
    dates: dict[int, list[str]] = {}
    for match in check_deadline(matches):
        if match.iso and structure.group(match) != OUTSIDE:
            dates.setdefault(structure.path(match.row), []).append(match.iso)
    orders = {}
    for path, isos in dates.items():
        up, down = (sum(one(pair) for pair in pairwise(isos)) for one in (_does_not_fall, _does_not_rise))
        orders[path] = max(up, down) / max(len(isos) - 1, 1)
    return orders


def _does_not_fall(pair: tuple[str, str]) -> bool:
    return pair[0] <= pair[1]


def _does_not_rise(pair: tuple[str, str]) -> bool:
    return pair[0] >= pair[1]


def heading_lines(page: Page, lines: Sequence[Line]) -> dict[int, Heading]:
    """The lines that stand in the window's title, whole or as far as their first row goes, or begin as it begins."""
    title = "".join(page.text(int(row)) for row in page.rows_of("title")[:1])
    rests = [_squeeze(title), *(_squeeze(title[mark.end() :]) for mark in _TITLE_MARK.finditer(title))]
    is_heading = np.zeros(len(page), np.bool_)
    for row in page.rows_of(*HEADINGS).tolist():
        is_heading[row : page.end[row]] = True
    found = {}
    for number, line in check_deadline(enumerate(lines)):
        tagged, linked = bool(is_heading[line.rows[0]]), bool(page.in_link[line.rows[0]])
        for end in dict.fromkeys((len(line.text), *line.starts[1:2])):
            said = _squeeze(line.text[:end]) if end <= MAX_HEADING else ""
            if said and said in rests[0] and (tagged or len(said) >= MIN_IN_TITLE):
                begins = any(rest.startswith(said) for rest in rests)
                found[number] = Heading((2 * (not tagged) + (not begins), linked, -len(said)), end)
                break
        else:
            shared = _shared_words(line.text, rests[0]) if tagged else 0
            if shared:
                found[number] = Heading((1, linked, -len(_squeeze(line.text[:shared]))), shared)
    return found


def _shared_words(text: str, title: str) -> int:
    """Characters of the words that a line and a title, of which only letters and digits are given, begin with.

    >>> _shared_words("An Education (2009)", "aneducationmoviereviews")
    12
    """
    shared, said = 0, ""
    for word in _WORD.finditer(text[:MAX_HEADING]):
        said += _squeeze(word[0])
        if not title.startswith(said):
            break
        shared = word.end()
    return shared if len(_squeeze(text[:shared])) >= MIN_IN_TITLE else 0


def _squeeze(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


def page_matches(
    model: Model, structure: Structure, matches: Sequence[Match], headings: Mapping[int, Heading]
) -> list[Match]:
    """The matches of the page's own record: its heading, and of each other object set what stands nearest behind it."""
    own = [match for match in matches if model.by_name[match.name].heading and match.line in headings]
    anchor = min(own, default=None, key=lambda match: (headings[match.line].rank, match.line))
    if anchor is None:
        return []
    chosen = [anchor]
    for one in model.objects:
        others = [match for match in matches if match.name == one.name and match.name != anchor.name]
        if others:
            chosen.append(min(others, key=lambda match: _far(structure, anchor, match)))
    return sorted(chosen, key=lambda match: (match.line, match.start))


def _far(structure: Structure, anchor: Match, match: Match) -> tuple[bool, bool, int]:
    lines = match.line - anchor.line
    is_others = structure.group(match) not in (OUTSIDE, structure.group(anchor))
    return is_others, match.distance < 0, lines if lines >= 0 else BEFORE * -lines
