"""What chunks are packed from: parts that are not split any further, each with its notes and the headings above it."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from weft.chunking import Chunking
from weft.content import Record
from weft.deadline import in_time
from weft.document import Document
from weft.page import Page
from weft.renderers.chunk_notes import references, take_notes
from weft.renderers.passages import FORMULA, IMAGE, TEXT, Container, Passage, Path, settle
from weft.renderers.stretches import WHOLE, Stretch, find_stretches, measure, sentences_of, tables_of

RECORD_TYPES = frozenset({"forum", "board", "listing", "collection"})
"""Pages whose records are their matter; on others they are not looked for."""

_NO_SECTION = frozenset({"item", "quote", "note", "definition", "term", "cell", "figure"})
_TERMS = frozenset({"term", "definition"})


@dataclass(slots=True, eq=False)
class Part:
    """One stretch or several that stay together, and the notes that they refer to."""

    stretches: list[Stretch]
    notes: list[Stretch] = field(default_factory=list)
    level: int = 0  # of a heading that begins a section
    headings: tuple[str, ...] = ()  # titles of those above it; of a heading with its own

    @property
    def tokens(self) -> int:
        """What it takes of a chunk."""
        return sum(stretch.tokens for stretch in (*self.stretches, *self.notes))

    @property
    def is_rule(self) -> bool:
        """Whether it only parts what stands around it."""
        return self.stretches[0].is_rule


def find_parts(page: Page, passages: list[Passage], document: Document, chunking: Chunking) -> list[Part]:
    """The parts of a page in order, none larger than the size where it may be split."""
    body, notes = take_notes(passages)
    stretches = find_stretches(page, body)
    noted = {label: find_stretches(page, own) for label, own in notes.items()}
    measure([*stretches, *(stretch for own in noted.values() for stretch in own)], chunking)
    _set_records(stretches, document.records if document.page_type in RECORD_TYPES else ())
    parts = [small for part in in_time(_group(stretches, 0)) for small in _fit(page, part, 0, chunking)]
    _add_notes(parts, noted)
    _set_headings(parts)
    return parts


def _set_records(stretches: list[Stretch], records: Sequence[Record]) -> None:
    """Tell each stretch which record it stands in; one without a row goes with the next, as the head of a post does."""
    spans = sorted((record.start, record.end) for record in records)
    after = -1
    for stretch in reversed(stretches) if spans else ():
        row = stretch.passages[-1].row
        if row >= 0:
            number = bisect_left(spans, (row + 1, 0)) - 1
            table = stretch.passages[0].inside("table")
            outside = number < 0 or row >= spans[number][1] or (table is not None and table.row < spans[number][0])
            after = -1 if outside else number
        stretch.record = after


def _group(stretches: list[Stretch], depth: int) -> list[Part]:
    """Put together what belongs together below a depth of the paths."""
    parts: list[Part] = []
    before: Container | None = None
    for stretch in stretches:
        whole = _whole(stretch.path[depth:])
        if parts and _belongs(parts[-1].stretches[-1].record, before, stretch.record, whole):
            parts[-1].stretches.append(stretch)
        else:
            parts.append(Part([stretch], level=_section_level(stretch)))
        before = whole
    return parts


def _whole(path: Path) -> Container | None:
    """The outermost container whose passages belong together."""
    return next((container for container in path if container.role in WHOLE), None)


def _belongs(record_before: int, before: Container | None, record: int, after: Container | None) -> bool:
    """Whether a stretch stays with the one before: in one record or one structure, or a definition with its term."""
    if record_before >= 0 or record >= 0:
        return record_before == record
    if before is None or after is None:
        return False
    is_defined = before.role in _TERMS and after.role in _TERMS and (before.role, after.role) != ("definition", "term")
    return before is after or is_defined


def _section_level(stretch: Stretch) -> int:
    """The level of a heading that begins a section, 0 of anything else."""
    inner = stretch.passages[0].inner
    if inner is None or inner.role != "heading" or stretch.record >= 0:
        return 0
    return 0 if any(container.role in _NO_SECTION for container in stretch.path) else inner.number


def _fit(page: Page, part: Part, depth: int, chunking: Chunking) -> list[Part]:
    """The part, or what it is split into where it is larger than the size and may be split."""
    first = part.stretches[0]
    if part.tokens <= chunking.size or first.record >= 0:
        return [part]
    if len(part.stretches) == 1:
        return [Part([small], level=part.level) for small in _split(page, first, chunking)]
    whole = _whole(first.path[depth:])
    inner = first.path.index(whole) + 1 if whole else depth
    if not whole or not any(_holds_more(stretch.path[inner:]) for stretch in part.stretches):
        return [part]
    return [small for own in _group(part.stretches, inner) for small in _fit(page, own, inner, chunking)]


def _split(page: Page, stretch: Stretch, chunking: Chunking) -> list[Stretch]:
    if stretch.is_paragraph:
        return sentences_of(page, stretch, chunking)
    if chunking.split_tables and stretch.passages[0].inside("table"):
        return tables_of(stretch, chunking)
    return [stretch]


def _holds_more(path: Path) -> bool:
    """Whether there is a structure on a path, or a heading: an item of paragraphs alone stays whole."""
    return any(container.role in WHOLE or container.role == "heading" for container in path)


def _add_notes(parts: list[Part], noted: dict[str, list[Stretch]]) -> None:
    """Give each note to the part that refers to it first; a note may refer to another."""
    left = dict(noted)
    for part in in_time(parts) if left else ():
        waiting = [label for stretch in part.stretches for label in references(stretch.passages)]
        for label in waiting:  # it grows
            if own := left.pop(label, None):
                part.notes += own
                waiting += [other for stretch in own for other in references(stretch.passages)]


def _set_headings(parts: list[Part]) -> None:
    """Tell each part the titles of the headings above it."""
    above: list[tuple[int, str]] = []
    for part in parts:
        if part.level:
            above = [heading for heading in above if heading[0] < part.level]
            above.append((part.level, _title(part.stretches[0].passages[0])))
        part.headings = tuple(title for _, title in above)


def _title(passage: Passage) -> str:
    shown = (TEXT, FORMULA, IMAGE)
    return " ".join("".join(piece.text if piece.kind in shown else " " for piece in settle(passage.pieces)).split())
