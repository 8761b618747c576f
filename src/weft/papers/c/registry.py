"""Wrappers by name."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from weft.content import Region
from weft.page import Page
from weft.papers.c.ontology import Ontology
from weft.papers.c.softmealy import SoftMealy
from weft.papers.c.tsimmis import Tsimmis


class Wrapper(Protocol):
    """A program that a person wrote or taught: frozen, deterministic, can be sent to a worker."""

    def find(self, page: Page) -> Sequence[Region]:
        """The regions of a page with their records; empty where there are none."""
        ...


WRAPPERS: dict[str, Callable[[Path], Wrapper]] = {
    "tsimmis": Tsimmis.load,
    "ontology": Ontology.load,
    "softmealy": SoftMealy.load,
}
"""What reads a wrapper of each kind from its file."""
