"""An extractor that fails on pages with certain words, in every way in which code fails; it keeps the whole of others.

It can be installed as a package of its own, so that workers of other processes find it as they find any other.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import weft
from weft.document import Document
from weft.page import Page

PROSE = "<p>" + "The warp is fixed on the loom, and the weft runs through it from side to side. " * 4
NAME = "brittle"

FAULTS: dict[str, dict[str, str]] = {
    "indexes": {"code": "fault", "detail": "IndexError"},
    "asserts": {"code": "fault", "detail": "AssertionError"},
    "encodes": {"code": "fault", "detail": "UnicodeEncodeError"},
    "recurses": {"code": "fault", "detail": "RecursionError"},
    "allocates": {"code": "limit", "detail": "memory"},
    "renders": {"code": "fault", "detail": "IndexError"},  # what it keeps, no renderer can write
}
"""What becomes of a page with such a word."""

GOOD = ("first", "second", "last")
NAMES = ("first", *FAULTS, "second", "last")


def html_of(name: str) -> str:
    return f"<title>{name.title()}</title><h1>{name}</h1><p>It {name}.{PROSE * 2}"


def fail(word: str) -> None:
    if word == "indexes":
        np.zeros(1)[5]
    if word == "asserts":
        raise AssertionError("the last step answers always")
    if word == "encodes":
        "\ud800".encode()
    if word == "recurses":
        fail(word)
    if word == "allocates":
        raise MemoryError


@dataclass(frozen=True)
class Brittle:
    """Chooses by `whole_page`, if it chooses."""

    def extract(self, page: Page) -> Document:
        words = set(page.text(0).split())
        for word in FAULTS:
            if f"{word}." in words or f"{word}.The" in words:
                fail(word)
                return replace(weft.EXTRACTORS["whole_page"].extract(page), keep=np.array([1_000_000]))
        return weft.EXTRACTORS["whole_page"].extract(page)

    def score(self, page: Page) -> NDArray[np.float64]:
        return np.ones(len(page.blocks))


def install(folder: Path) -> None:
    """Write what pip would: the package's own description, with its entry point."""
    about = folder / f"{NAME}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[weft.extractors]\n{NAME} = tests.brittle:Brittle\n")


def outcome_of(line: dict[str, Any]) -> dict[str, str] | str:
    """`ok`, or the reason of a failure."""
    return "ok" if line["status"] == "ok" else line["reason"]


WANTED: dict[str, dict[str, str] | str] = {name: FAULTS.get(name, "ok") for name in NAMES}
"""What every entry must give: a failure for each page that fails, and all other pages."""
