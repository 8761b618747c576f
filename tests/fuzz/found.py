"""Inputs that once broke something, one JSON file each; the tests run every operation on all of them.

A page is written as text whose characters are its bytes, so that a person can read and shorten it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fuzz.inputs import Input

FOLDER = Path(__file__).parent / "found"


@dataclass(frozen=True, kw_only=True)
class FoundInput:
    """An input with the name of its file, and what went wrong then."""

    name: str
    fault: str
    input: Input


def read_found(folder: Path = FOLDER) -> list[FoundInput]:
    """All of them, by name."""
    return [_read(path) for path in sorted(folder.glob("*.json"))]


def _read(path: Path) -> FoundInput:
    from tests.fuzz.inputs import Input

    values = json.loads(path.read_text(encoding="utf-8"))
    siblings = tuple(page.encode("latin-1") for page in values.get("siblings", ()))
    data = values["page"].encode("latin-1")
    made = Input(data=data, url=values.get("url"), charset=values.get("charset"), siblings=siblings)
    return FoundInput(name=path.stem, fault=values["fault"], input=made)


def write_found(folder: Path, entry: FoundInput, **origin: object) -> Path:
    """Write an input as `read_found` reads it; `origin` says of which run it is."""
    folder.mkdir(parents=True, exist_ok=True)
    values: dict[str, object] = {"fault": entry.fault, **origin, "page": entry.input.data.decode("latin-1")}
    values |= {"url": entry.input.url} if entry.input.url is not None else {}
    values |= {"charset": entry.input.charset} if entry.input.charset is not None else {}
    values |= {"siblings": [page.decode("latin-1") for page in entry.input.siblings]} if entry.input.siblings else {}
    path = folder / f"{entry.name}.json"
    path.write_text(json.dumps(values, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def name_of(fault: str) -> str:
    """A file's name out of a fault.

    >>> name_of("text: IndexError in renderers/kernel_formats.py:lines")
    'text-indexerror-in-renderers-kernel-formats-py-lines'
    """
    return re.sub("[^a-z0-9]+", "-", fault.lower()).strip("-")[:80]
