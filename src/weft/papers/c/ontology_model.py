"""Ontologies as data: patterns, object sets, how they show in a text, and the relations between them.

Embley, Campbell, Jiang, Liddle, Lonsdale, Ng and Smith 1999, "Conceptual-model-based data extraction from
multiple-record Web pages": an object set has a data frame (patterns of its constants, keywords beside them), and
relations say how many of one go with how many of another.

A pattern is a regular expression that a user writes and that cannot hang. Python's `re` goes back and tries again:
`(a+)+$` on thirty letters takes it minutes, and nothing can interrupt it in a thread. So the kernel runs patterns as
automata (Rust's `regex-automata`), which read each character once. The leftmost match counts, and of those the longest.
The language is that of Rust's `regex`, with look-arounds of one character that stand first or last in a pattern."""

from dataclasses import dataclass, field
from functools import cached_property

from weft.errors import ArtifactError
from weft.kernel import text as kernel

MAX_LENGTH = 300  # characters of a match
MAX_CHARACTERS = 2_000  # of a pattern


class TooManySteps(Exception):
    """A search has cost more than it may."""


@dataclass(slots=True)
class Steps:
    """What the searches in a page have cost: characters that were read, and states that had to be made for them."""

    max: int = 1_000_000_000
    count: int = 0

    def add(self, count: int) -> None:
        """Add what a search has cost; this may be too much."""
        self.count += count
        if self.count > self.max:
            raise TooManySteps


@dataclass(frozen=True)
class Pattern:
    """A pattern, ready to search.

    >>> Pattern(r"[$€] ?[0-9]+(?:[.,][0-9]{2})?").find("was $ 12.50, now €9")
    [(4, 11), (17, 19)]
    >>> Pattern("(?:a+)+b").find("a" * 5_000)
    []
    """

    text: str
    _compiled: kernel.Pattern = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.text) > MAX_CHARACTERS:
            raise ArtifactError(
                f"a pattern has at most {MAX_CHARACTERS} characters; this one begins with {self.text[:40]!r}"
            )
        try:
            object.__setattr__(self, "_compiled", kernel.Pattern(self.text, MAX_LENGTH))
        except ValueError as error:
            what, position = error.args
            raise ArtifactError(f"{what}\n  {self.text}\n  {' ' * position}^") from None

    def __reduce__(self) -> tuple[type["Pattern"], tuple[str]]:
        return type(self), (self.text,)

    def find(self, text: str, steps: Steps | None = None) -> list[tuple[int, int]]:
        """The matches, in order, without overlap; what it costs is added to `steps`, which may be too much."""
        steps = steps or Steps()
        matches, count = self._compiled.find(text, steps.max - steps.count)
        steps.add(count)
        return matches

    def match(self, text: str, start: int, steps: Steps | None = None) -> int:
        """Where the longest match from `start` ends; -1 where there is none."""
        steps = steps or Steps()
        end, count = self._compiled.match_at(text, start, steps.max - steps.count)
        steps.add(count)
        return -1 if end is None else end


TEXT, DATE, REST = "text", "date", "rest"
KINDS = (TEXT, DATE, REST)
HELPS, NEAR, LABEL = "helps", "near", "label"
KEYWORD_USES = (HELPS, NEAR, LABEL)


@dataclass(frozen=True, kw_only=True)
class ObjectSet:
    """A kind of value and how to know it.

    `kind`: `text` has patterns, `date` is any date, `rest` is what no other object set of a record takes.
    `keyword`: a keyword `helps` where values compete, must be `near`, or is a `label` right before the value.
    """

    name: str
    kind: str = TEXT
    patterns: tuple[Pattern, ...] = ()
    excluded: tuple[Pattern, ...] = ()  # a value that has one of them is none
    keywords: tuple[str, ...] = ()
    keyword: str = HELPS
    line: bool = False  # the value is a whole line, or all that one element of a line says
    heading: bool = False  # a heading is a value whatever it looks like; that of the page is what the page is about
    link: bool = False  # of values that belong to another the one in a link is taken first
    labelled: bool = False  # what follows a keyword as its label is a value, whatever it looks like
    begins: tuple[Pattern, ...] = ()  # a line that is one of them is the beginning of the value in the line below it
    above: str = ""  # the line right above a value of that object set is a value, where nothing else is found in it
    longest: int = 200  # characters of a value
    near: int = 40  # characters between keyword and value: a label and a few words
    within: int = 2  # lines between the value and what it belongs to, where that is no record


@dataclass(frozen=True, kw_only=True)
class Relation:
    """`of` has `least` to `most` of `has` (None: any number); `once`: a value belongs to one only."""

    of: str
    has: str
    least: int = 0
    most: int | None = 1
    once: bool = False


@dataclass(frozen=True, kw_only=True)
class Model:
    """An ontology: what its records are called and made of."""

    name: str
    about: str = ""
    least: int = 2  # object sets that a record must have: one alone is a mention
    page: bool = False  # a page may be one record: what stands nearest to its heading
    objects: tuple[ObjectSet, ...] = ()
    relations: tuple[Relation, ...] = ()

    @cached_property
    def by_name(self) -> dict[str, ObjectSet]:
        """The object sets by name."""
        return {one.name: one for one in self.objects}

    @cached_property
    def relation_of(self) -> dict[str, Relation]:
        """The relation in which an object set is what the other has."""
        return {relation.has: relation for relation in self.relations}

    def is_own(self, name: str) -> bool:
        """Whether an object set belongs to the record itself, and not to another object set."""
        return self.relation_of[name].of == self.name

    @cached_property
    def functional(self) -> frozenset[str]:
        """The object sets of which a record has at most one value."""
        return frozenset(one.has for one in self.relations if one.of == self.name and one.most == 1)

    @cached_property
    def required(self) -> frozenset[str]:
        """The object sets without which there is no record."""
        return frozenset(one.has for one in self.relations if one.of == self.name and one.least)
