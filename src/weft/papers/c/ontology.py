"""Ontology (Embley et al. 1999): finds records on pages never seen, by what values look like and not by structure.

A page is a sequence of lines; object sets are found in them by patterns and keywords (`ontology_matches`); where one
record ends and the next begins follows from how many values of each a record has (`ontology_records`). An ontology is a
TOML file (`ontology_file`); some come with weft.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from weft.content import Region
from weft.errors import ConfigError
from weft.page import Page
from weft.papers.c.found_regions import region_of
from weft.papers.c.ontology_file import load_model, read_model
from weft.papers.c.ontology_matches import Finder, Match
from weft.papers.c.ontology_model import Model
from weft.papers.c.ontology_records import Segment, find_segments, make_records
from weft.papers.c.ontology_text import Line, read_lines

_FOLDER = Path(__file__).with_name("ontologies")


@dataclass(frozen=True)
class Reading:
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
    def load(cls, path: Path) -> "Ontology":
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
        reading = self.look(page)
        records = make_records(self.model, reading.lines, reading.segments) if reading.segments else []
        return (region_of(page, records),) if records else ()

    def look(self, page: Page) -> Reading:
        """The page as the ontology reads it, for those who write one."""
        lines = read_lines(page)
        matches = self._finder.find(lines)
        segments = find_segments(self.model, matches) if matches else []
        return Reading(lines, matches, segments)

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
