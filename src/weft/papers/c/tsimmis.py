"""TSIMMIS (Hammer et al. 1997): a program of commands `[variables, source, pattern]` that a person writes for a site.

The commands run in order over the page's markup (`tsimmis_markup`). A source is the page (`root`), an earlier variable,
or a list made of one; a pattern (`Pattern`) is held against each stretch of the source and binds the variables.
What a list's items bind are the fields of records.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Self

from weft.content import Field, Record, Region
from weft.deadline import check_deadline, check_time, time_limit
from weft.errors import ArtifactError
from weft.page import Page
from weft.papers.c.tsimmis_language import (
    ROOT,
    Command,
    Elements,
    Slice,
    Source,
    Split,
    Step,
    load_program,
    read_program,
)  # fmt: skip
from weft.papers.c.tsimmis_markup import Markup, write_markup
from weft.papers.c.wrappers import name_fields, region_of

Bound = tuple[str, tuple[int, int]]  # a variable and where its value stands

RECORD = "record"  # the variable that says what a record is, as it is the label that does so for SoftMealy
SOURCE = "tsimmis"
MAX_ITEMS = 50_000  # of all lists of a page
MAX_READ = 200_000_000  # characters that patterns are held against: well under a second, and no page needs it
MAX_WRITTEN = 50_000_000  # characters of markup that become values
MAX_RECORDS = 5_000


@dataclass(eq=False, slots=True)
class Item:
    """The page, or a piece of a list: where it stands, the piece it was made of, and what was bound in it."""

    start: int
    end: int
    made_by: Source
    parent: "Item | None" = None
    bound: dict[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the markup, and the item in which it was bound."""

    item: Item
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class Tsimmis:
    """A program; `find` runs it over a page.

    >>> from weft import parse
    >>> program = Tsimmis.read('''
    ... [_rows, elements(root, "<tr")[1:], "#"]
    ... [[city, high], _rows, "*<td>#</td><td>#</td>*"]
    ... ''')
    >>> page = parse("<table><tr><th>City<th>High<tr><td>Oslo<td>4<tr><td>Rome<td>19</table>")
    >>> [record.fields["city"].value for region in program.find(page) for record in region.records]
    ['Oslo', 'Rome']
    """

    commands: tuple[Command, ...]
    name: str = "program"

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a program from a file; an error shows the line and points to the column."""
        return cls(commands=load_program(path), name=str(path))

    @classmethod
    def read(cls, text: str, *, name: str = "program") -> "Tsimmis":
        """Read a program from a text."""
        return cls(commands=read_program(text, name=name), name=name)

    @property
    def names(self) -> tuple[str, ...]:
        """The variables that are put out, in the order of the program."""
        names = (name for command in self.commands for name in command.names)
        return tuple(name for name in names if not name.startswith("_") and name != RECORD)

    @property
    def urls(self) -> tuple[str, ...]:
        """The pages that the program says it is for; `weft wrap tsimmis` reads them where no others are given."""
        return tuple(command.url for command in self.commands if command.url)

    def find(self, page: Page) -> tuple[Region, ...]:
        """The records: a region a list whose items bind fields; one record of the whole page where no list does.

        What the page or an enclosing item binds is a field of every record in it; what lists inside a record bind are
        further values `name_2`, `name_3`, …. A variable `record` says which list has the records.
        """
        with time_limit(page.seconds):
            return tuple(_regions(self, self.run(page)))

    def run(self, page: Page) -> "Run":
        """Run the program and keep all variables, for those who write one."""
        with time_limit(page.seconds):
            run = Run(write_markup(page), name=self.name)
            for command in check_deadline(self.commands):
                if not command.url:
                    run.execute(command)
            return run


class Run:
    """A program's variables on one page."""

    def __init__(self, markup: Markup, *, name: str = "program") -> None:
        self.markup = markup
        self.name = name
        self.line: int = 0  # of the command that runs
        self.root: Item = Item(0, len(markup.text), Source(ROOT))
        self.items: list[Item] = [self.root]
        self.variables: dict[str, list[Stretch]] = {ROOT: [Stretch(self.root, 0, len(markup.text))]}
        self._made: dict[Source, list[Stretch]] = {}  # a list that is written twice is the same list
        self._said: dict[tuple[int, int], tuple[str, int]] = {}
        self._read = self._written = 0

    def execute(self, command: Command) -> None:
        """Hold a command's pattern against each stretch of its source and bind its variables."""
        self.line = command.line
        self.variables |= {name: [] for name in command.names if name != "_"}
        for stretch in check_deadline(self._stretches(command.source)):
            self._count(stretch.end - stretch.start)
            bound = command.pattern.match(self.markup.lowered, stretch.start, stretch.end) or ()
            for name, (start, end) in zip(command.names, bound, strict=bool(bound)):
                if name != "_":
                    stretch.item.bound[name] = (start, end)
                    self.variables[name].append(Stretch(stretch.item, start, end))

    def values(self, name: str) -> list[str]:
        """The markup that a variable holds."""
        return [self.markup.text[stretch.start : stretch.end] for stretch in self.variables[name]]

    def say(self, start: int, end: int) -> tuple[str, int]:
        """What a stretch says and its row, read once."""
        self._written += end - start
        if self._written > MAX_WRITTEN:
            raise self._too_much(f"more than {MAX_WRITTEN} characters in the values; bind less")
        if (start, end) not in self._said:
            self._said[start, end] = self.markup.value(start, end)
        return self._said[start, end]

    def _stretches(self, source: Source) -> list[Stretch]:
        stretches = self.variables[source.name]
        for count, step in enumerate(source.steps, start=1):
            made_by = Source(source.name, source.steps[:count])
            if made_by not in self._made:
                self._made[made_by] = list(self._take(step, stretches, made_by))
            stretches = self._made[made_by]
        return stretches

    def _take(self, step: Step, stretches: Sequence[Stretch], made_by: Source) -> Iterator[Stretch]:
        if isinstance(step, Slice):
            for _, group in check_deadline(groupby(stretches, key=lambda stretch: id(stretch.item.parent))):
                yield from list(group)[step.first : step.last]
            return
        for stretch in check_deadline(stretches):
            self._count(stretch.end - stretch.start)
            cut = self._split(stretch, step) if isinstance(step, Split) else self._elements(stretch, step)
            for start, end in check_deadline(cut):
                item = Item(start, end, made_by, stretch.item)
                self.items.append(item)
                if len(self.items) > MAX_ITEMS:
                    raise self._too_much(f"more than {MAX_ITEMS} items in its lists; look for something rarer")
                yield Stretch(item, start, end)

    def _split(self, stretch: Stretch, step: Split) -> Iterator[tuple[int, int]]:
        text, start = self.markup.lowered, stretch.start
        while (end := text.find(step.separator, start, stretch.end)) >= 0:
            check_time()
            yield start, end
            start = end + len(step.separator)
        yield start, stretch.end

    def _elements(self, stretch: Stretch, step: Elements) -> Iterator[tuple[int, int]]:
        markup, position = self.markup, stretch.start
        is_name = step.tag[-1].isalnum() and " " not in step.tag  # `<li` is no `<link`
        while (start := markup.lowered.find(step.tag, position, stretch.end)) >= 0:
            check_time()
            position = start + len(step.tag)
            end = markup.ends.get(markup.pieces[markup.span_of(start, start + 1)[0]].row, 0)
            if end <= stretch.end and not (is_name and markup.lowered[position : position + 1] not in (" ", ">")):
                yield start, end
                position = end

    def _count(self, characters: int) -> None:
        self._read += characters
        if self._read > MAX_READ:
            raise self._too_much(f"more than {MAX_READ} characters to read; take smaller sources")

    def _too_much(self, why: str) -> ArtifactError:
        return ArtifactError(f"{self.name}:{self.line}: gave up on this page: {why}")


def _regions(program: Tsimmis, run: Run) -> Iterator[Region]:
    """The records of a run by the lists that hold them, in document order."""
    order = {name: position for position, name in enumerate(program.names)}
    record_lists = _record_lists(run, frozenset(order))
    bound: dict[Item, list[Bound]] = {item: [] for item in run.items if item.made_by in record_lists}
    for item in check_deadline(run.items):
        if record := _record_around(item, record_lists):
            bound[record] += _public(item, order)
    records_by_list: dict[Source, list[Record]] = {}
    for item, own in bound.items():
        records = records_by_list.setdefault(item.made_by, [])
        if own and len(records) < MAX_RECORDS:
            given = [pair for above in _above(item) for pair in _public(above, order)]
            fields = _fields(run, sorted([*own, *given], key=lambda pair: order[pair[0]]))
            start, end = run.markup.rows(item.start, item.end)
            if start < end and any(name in fields for name, _ in own):
                records.append(Record(start=start, end=end, fields=fields))
    for records in check_deadline(sorted(filter(None, records_by_list.values()), key=lambda records: records[0].start)):
        yield region_of(run.markup.page, records)


def _public(item: Item, order: Mapping[str, int]) -> list[Bound]:
    """What an item binds and is put out."""
    return [(name, span) for name, span in item.bound.items() if name in order]


def _fields(run: Run, bound: Sequence[Bound]) -> dict[str, Field]:
    """The values that say something, by name."""
    said = ((name, run.say(start, end)) for name, (start, end) in bound)
    return name_fields((name, Field(value=value, row=row, source=SOURCE)) for name, (value, row) in said if value)


def _record_lists(run: Run, public: frozenset[str]) -> frozenset[Source]:
    """The lists whose items are records: the one of `record`, else the outermost ones that bind, else the page."""
    if RECORD in run.variables:
        return frozenset(stretch.item.made_by for stretch in run.variables[RECORD])
    binding = {item.made_by for item in run.items if item.parent and public & item.bound.keys()}
    inner = {item.made_by for item in run.items if any(above.made_by in binding for above in _above(item))}
    return frozenset(binding - inner or {run.root.made_by})


def _above(item: Item) -> Iterator[Item]:
    while item.parent:
        item = item.parent
        yield item


def _record_around(item: Item, record_lists: frozenset[Source]) -> Item | None:
    """The record that an item is or lies in; None above and outside of records."""
    return next((one for one in (item, *_above(item)) if one.made_by in record_lists), None)
