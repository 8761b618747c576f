"""Ontologies as data: object sets, how they show in a text, and the relations between them.

Embley, Campbell, Jiang, Liddle, Lonsdale, Ng and Smith 1999, "Conceptual-model-based data extraction from
multiple-record Web pages": an object set has a data frame (patterns of its constants, keywords beside them), and
relations say how many of one go with how many of another.
"""

from dataclasses import dataclass
from functools import cached_property

from weft.papers.c.ontology_patterns import Pattern

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
    line: bool = False  # the value is a whole line
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
