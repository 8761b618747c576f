"""Where an ontology's object sets show in the lines of a page, and which of them wins a text.

Patterns propose; keywords decide (Embley et al. 1999): of the object sets that want the same text, the one whose
keyword is nearest before it gets it, then the longer value, then the object set that is named first."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from weft.deadline import check_deadline
from weft.errors import ArtifactError
from weft.papers.c.ontology_lines import Line
from weft.papers.c.ontology_model import DATE, LABEL, NEAR, REST, Model, ObjectSet, Pattern, Steps, TooManySteps
from weft.text import find_dates

AFTER = 25  # characters that a keyword behind a value counts as farther away: most stand before it
MAX_LABEL_LINE_LENGTH = 40  # characters of a line that is the label of the next one
MAX_BESIDE_LENGTH = 30  # characters beside a value that stands alone in its line, with a label perhaps
MAX_LABELLED_LENGTH = 80  # characters of a value that only its label tells
MAX_MATCHES = 20_000
MAX_STEPS = 1_000_000_000  # of patterns on a page: some seconds

_SEPARATOR = re.compile(r"\s?[:：=|·\t]\s?|\s[-–—]\s")
_EDGE = ":：;,|·•-–— "


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """A value of an object set: `lines[line].text[start:end]`."""

    name: str
    line: int
    start: int
    end: int
    value: str
    row: int
    iso: str = ""  # of a date
    distance: int = -1  # from the keyword; -1 where none is near


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword in a line."""

    start: int
    end: int
    names: frozenset[str]  # of the object sets that have it


class Finder:
    """Finds the matches of an ontology."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.order: dict[str, int] = {one.name: index for index, one in enumerate(model.objects)}
        words: dict[str, set[str]] = {}
        for one in model.objects:
            for keyword in one.keywords:
                words.setdefault(" ".join(keyword.lower().split()), set()).add(one.name)
        self._names = {word: frozenset(names) for word, names in words.items()}
        longest_first = sorted(words, key=lambda word: (-len(word), word))
        self._keyword = re.compile("|".join(map(_bounded, longest_first)) or r"(?!)", re.IGNORECASE)

    def find(self, lines: Sequence[Line]) -> list[Match]:
        """The matches of a page in document order."""
        keywords = [self.keywords(line.text) for line in lines]
        steps = Steps(max=MAX_STEPS)
        matches: list[Match] = []
        try:
            for number in check_deadline(range(len(lines))):
                matches += self._contest(self._candidates(lines, number, keywords, steps))
                if len(matches) > MAX_MATCHES:
                    break
            matches = self._standing(lines, self._joined(lines, matches[:MAX_MATCHES], steps))
            return self._with_lines_above(lines, matches, keywords, steps)
        except TooManySteps:
            what = f"ontology {self.model.name}: its patterns cost too much on this page"
            raise ArtifactError(what, advice="let them begin with something rarer than a letter") from None

    def _joined(self, lines: Sequence[Line], matches: list[Match], steps: Steps) -> list[Match]:
        """With the values that begin in the line above theirs: a street, and below it its city."""
        by_line: dict[int, list[Match]] = {}
        for match in check_deadline(matches):
            by_line.setdefault(match.line, []).append(match)
        for match in check_deadline([match for match in matches if match.line and not match.start]):
            one, number = self.model.by_name[match.name], match.line - 1
            is_free = all(other.name == match.name for other in by_line.get(number, ()))
            is_begun = is_free and _is_like(one.begins, lines[number].text, steps)
            if is_begun and not _is_like(one.begins, lines[match.line].text, steps):
                whole = _match(one, lines[number], number, (0, len(lines[number].text)), "")
                by_line[number] = [replace(whole, value=f"{whole.value}, {match.value}", distance=match.distance)]
                by_line[match.line].remove(match)
        return [match for number in sorted(by_line) for match in by_line[number]]

    def _with_lines_above(
        self, lines: Sequence[Line], matches: list[Match], keywords: Sequence[Sequence[Keyword]], steps: Steps
    ) -> list[Match]:
        """With the lines right above values of other object sets that are values too: the name above an address."""
        for one in self.model.objects:
            taken = {match.line for match in matches}
            below = dict.fromkeys(match.line for match in matches if one.above and match.name == one.above)
            for number in check_deadline(line - 1 for line in below if line and line - 1 not in taken):
                match = _match(one, lines[number], number, (0, len(lines[number].text)), "")
                is_name = _may_be_name(match.value) and not keywords[number]
                fits = is_name and len(match.value) <= one.longest
                if fits and not _is_excluded(one, match, steps, is_known=True):
                    matches.append(match)
        return sorted(matches, key=lambda match: (match.line, match.start))

    def keywords(self, text: str) -> list[Keyword]:
        """The keywords of a line."""
        matches = self._keyword.finditer(text)
        return [Keyword(*match.span(), self._names.get(match[0].lower(), frozenset())) for match in matches]

    def _candidates(
        self, lines: Sequence[Line], number: int, keywords: Sequence[Sequence[Keyword]], steps: Steps
    ) -> Iterator[Match]:
        line = lines[number]
        above = _label_above(lines, number, keywords)
        for one in self.model.objects:
            own = [keyword for keyword in keywords[number] if one.name in keyword.names]
            for start, end, iso in check_deadline(self._spans(one, line, keywords[number], above, steps)):
                match = _match(one, line, number, (start, end), iso)
                distance = 0 if one.keyword == LABEL else _distance(one, match, own, above)
                if not match.value or (distance < 0 and one.keyword == NEAR):
                    continue
                if len(match.value) <= one.longest and not _is_excluded(
                    one, match, steps, is_known=one.heading and bool(line.heading)
                ):
                    yield replace(match, distance=distance)

    def _spans(
        self, one: ObjectSet, line: Line, keywords: Sequence[Keyword], above: frozenset[str], steps: Steps
    ) -> Iterable[tuple[int, int, str]]:
        """Where values of an object set may stand, and what they are as dates."""
        if one.kind == REST:
            return ()
        if one.kind == DATE:
            return _dates(line.text)
        if one.keyword == LABEL:
            return _labelled(one, line, keywords, above, steps)
        if one.heading and 0 < line.heading <= one.longest:
            return [(0, line.heading, "")]
        if one.line:
            return chain(_whole_lines(one, line, keywords, steps), _whole_parts(one, line, steps))
        found = _constants(one, line, steps)
        return found or (_labelled(one, line, keywords, above, steps) if one.labelled else ())

    def _contest(self, candidates: Iterable[Match]) -> list[Match]:
        """The matches of a line that do not overlap, the best first to choose."""
        kept: list[Match] = []
        for match in check_deadline(sorted(candidates, key=self._rank)):
            if all(match.end <= other.start or other.end <= match.start for other in kept):
                kept.append(match)
        return sorted(kept, key=lambda match: match.start)

    def _rank(self, match: Match) -> tuple[bool, int, bool, int, int]:
        keyed = match.distance >= 0
        own = self.model.is_own(match.name)
        return not keyed, match.distance if keyed else 0, not own, match.start - match.end, self.order[match.name]

    def _standing(self, lines: Sequence[Line], matches: list[Match]) -> list[Match]:
        """Without the values that prose mentions, where a record has one value and others of the page stand alone."""
        functional = self.model.functional
        standing = [match for match in matches if len(lines[match.line].text) - len(match.value) <= MAX_BESIDE_LENGTH]
        names = {match.name for match in standing} & functional
        alone = {id(match) for match in standing}
        return [match for match in matches if match.name not in names or id(match) in alone]


def _constants(one: ObjectSet, line: Line, steps: Steps) -> list[tuple[int, int, str]]:
    """Where patterns match; where rows follow each other without a space, in one row first: a value ends there."""
    own: list[tuple[int, int]] = []
    for first, last in check_deadline(line.parts() if line.is_glued else ()):
        own += ((first + start, first + end) for start, end in _found(one, line.text[first:last], steps))
    across = (
        (start, end)
        for start, end in _found(one, line.text, steps)
        if all(end <= other[0] or other[1] <= start for other in own)
    )
    return [(start, end, "") for start, end in chain(own, across)]


def _found(one: ObjectSet, text: str, steps: Steps) -> list[tuple[int, int]]:
    return [span for pattern in one.patterns for span in pattern.find(text, steps)]


def _is_excluded(one: ObjectSet, match: Match, steps: Steps, *, is_known: bool) -> bool:
    """Whether a value has what values never have; one known by its place may have some of it, but not half."""
    least = len(match.value) / 2 if is_known else 1
    return any(sum(end - start for start, end in pattern.find(match.value, steps)) >= least for pattern in one.excluded)


def _is_like(patterns: Sequence[Pattern], text: str, steps: Steps) -> bool:
    """Whether a line is wholly what one of the patterns says."""
    return any(pattern.match(text, 0, steps) == len(text) for pattern in patterns)


def _may_be_name(text: str) -> bool:
    """Whether a line is no label and no sentence."""
    return text[:1].isalnum() and not text[:1].islower() and not text.endswith((":", "：", ".", "。", "?", "!"))


@lru_cache(maxsize=256)
def _dates(text: str) -> tuple[tuple[int, int, str], ...]:
    """The dates of a line, which several object sets may ask for."""
    return tuple((date.start, date.end, date.iso) for date in find_dates(text))


def _bounded(word: str) -> str:
    """A keyword's expression: no letter or digit of its own script goes on at its ends."""
    before = r"(?<![A-Za-z0-9])" if word[0].isascii() and word[0].isalnum() else ""
    behind = r"(?![A-Za-z0-9])" if word[-1].isascii() and word[-1].isalnum() else ""
    return before + re.escape(word) + behind


def _label_above(lines: Sequence[Line], number: int, keywords: Sequence[Sequence[Keyword]]) -> frozenset[str]:
    """The object sets of which the line above is the label: it is short, and a keyword, or ends in one and a colon."""
    if not number or len(lines[number - 1].text) > MAX_LABEL_LINE_LENGTH or not keywords[number - 1]:
        return frozenset()
    text, last = lines[number - 1].text, keywords[number - 1][-1]
    is_label = not text[: last.start].strip(_EDGE) or text.endswith((":", "："))
    return last.names if is_label and not text[last.end :].strip(_EDGE) else frozenset()


def _labelled(
    one: ObjectSet, line: Line, keywords: Sequence[Keyword], above: frozenset[str], steps: Steps
) -> Iterator[tuple[int, int, str]]:
    """The values right behind a label, or in the line below it."""
    begins = [0] if one.name in above and not (keywords and keywords[0].start == 0) else []
    begins += (begin for keyword in keywords if one.name in keyword.names for begin in _behind(line, keyword))
    for begin in check_deadline(begins):
        labels = (keyword.start for keyword in keywords if keyword.start > begin and _behind(line, keyword))
        bars = [bar] if (bar := line.text.find("|", begin)) >= 0 else []
        stop = min([*labels, *bars], default=len(line.text))
        patterns = () if one.labelled else one.patterns
        ends = [pattern.match(line.text, begin, steps) for pattern in patterns]
        end = max(ends, default=stop if stop - begin <= MAX_LABELLED_LENGTH else -1)
        if begin < end:
            yield begin, end, ""


def _behind(line: Line, keyword: Keyword) -> list[int]:
    """Where a label's value begins: behind a separator, or with the next row's text; nowhere where prose goes on."""
    separator = _SEPARATOR.match(line.text, keyword.end)
    if separator:
        return [separator.end()] if separator.end() < len(line.text) else []
    if not keyword.start and keyword.end < len(line.text) and line.is_border(keyword.end):
        return [keyword.end + (line.text[keyword.end] == " ")]
    return []


def _match(one: ObjectSet, line: Line, number: int, span: tuple[int, int], iso: str) -> Match:
    start, end = span
    said = line.text[start:end]
    value = said.strip(" " if one.patterns else _EDGE)
    start += said.find(value) if value else 0
    return Match(
        name=one.name, line=number, start=start, end=start + len(value), value=value, row=line.row_at(start), iso=iso
    )


def _whole_lines(
    one: ObjectSet, line: Line, keywords: Sequence[Keyword], steps: Steps
) -> Iterator[tuple[int, int, str]]:
    """The line as a value; or what stands behind a keyword of the object set at its beginning, up to a mark."""
    text, stop = line.text, len(line.text.rstrip(_EDGE))
    if line.is_glued or (one.link and len(line.rows) > 1 and not keywords):
        return
    for begin in [*(keyword.end for keyword in keywords if keyword.start == 0 and one.name in keyword.names), 0]:
        first = begin + len(text[begin:]) - len(text[begin:].lstrip(_EDGE))
        for pattern in one.patterns if stop - first <= one.longest or begin else ():
            end = pattern.match(text, first, steps)
            if end >= stop or (begin and end > first and not text[end].isalnum()):
                yield first, min(end, stop), ""
                return


def _whole_parts(one: ObjectSet, line: Line, steps: Steps) -> Iterator[tuple[int, int, str]]:
    """What one row of a line says, where it is not the only one: a name in bold before a time."""
    if len(line.rows) < 2:
        return
    for start, end in check_deadline(line.parts()):
        stop = start + len(line.text[start:end].rstrip(_EDGE))
        if start < stop <= start + one.longest and any(
            pattern.match(line.text[:stop], start, steps) == stop for pattern in one.patterns
        ):
            yield start, stop, ""


def _distance(one: ObjectSet, match: Match, own: Sequence[Keyword], above: frozenset[str]) -> int:
    """How far the nearest keyword of an object set is; -1 where none is near enough."""
    before = (match.start - keyword.end for keyword in own if keyword.end <= match.start)
    inside = (0 for keyword in own if keyword.start < match.end and keyword.end > match.start)
    behind = (keyword.start - match.end + AFTER for keyword in own if keyword.start >= match.end)
    line_above = [1 + match.start] if one.name in above else []
    near = [distance for distance in chain(before, inside, behind, line_above) if distance <= one.near]
    return min(near, default=-1)
