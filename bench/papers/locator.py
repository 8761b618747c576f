"""Where a figure of ours is in the records: `records > clusters > pairs > FPC-like > f1`.

The first name is the file in the folder of records, the others are keys. A key may be a pattern (`realsites/*`); then
`mean` or `sum` stands before the locator. `X / Y` is the quotient of two locators. No number is ever typed.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

STEP, OVER = " > ", " / "
POOLS: Mapping[str, Callable[[Sequence[Any]], Any]] = {"mean": fmean, "sum": sum}


class NotMeasured(LookupError):
    """No record holds the figure; the message is its locator."""


def figure(locator: str, folder: Path) -> Any:
    """The figure at a locator, a number or a text; raises `NotMeasured` where there is none."""
    above, over, below = locator.partition(OVER)
    if over:
        return figure(above, folder) / figure(below, folder)
    word, _, rest = locator.partition(" ")
    found = _values(rest if word in POOLS else locator, folder)
    if not found or (word not in POOLS and len(found) > 1):
        raise NotMeasured(locator)
    return POOLS[word](found) if word in POOLS else found[0]


def _values(locator: str, folder: Path) -> list[Any]:
    name, *keys = locator.split(STEP)
    values: list[Any] = [_read(folder / f"{name}.json")]
    for key in keys:
        values = [inner for value in values for inner in _under(value, key)]
    return [value for value in values if isinstance(value, int | float | str)]


def _under(value: Any, key: str) -> list[Any]:
    """What stands at a key of an object, or at its pattern; a list of named things is looked up by name."""
    if isinstance(value, list):
        value = {str(entry.get("name", at)): entry for at, entry in enumerate(value) if isinstance(entry, Mapping)}
    if not isinstance(value, Mapping):
        return []
    if key in value:
        return [value[key]]
    return [inner for name, inner in value.items() if fnmatchcase(name, key)]


def forget() -> None:
    """Read the records anew when they are asked for next."""
    _read.cache_clear()


@cache
def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
