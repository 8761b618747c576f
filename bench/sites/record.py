"""The numbers of a sites run as one JSON file: rounded, a row of a table a line, so that a diff can be read."""

import json
from pathlib import Path
from typing import Any

DIGITS = 4
INDENTED = 5  # levels of objects that are written a key a line; deeper ones are a row
FILE = "sites.json"


def read_record(folder: Path) -> dict[str, Any]:
    """The sections that earlier runs left in a folder."""
    path = folder / FILE
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def write_record(record: dict[str, Any], folder: Path) -> None:
    """Replace the record of a folder."""
    (folder / FILE).write_text(_written(_rounded(record), INDENTED) + "\n", encoding="utf-8")


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return round(value, DIGITS) if isinstance(value, float) else value


def _written(value: Any, levels: int) -> str:
    is_table = isinstance(value, dict) and any(isinstance(inner, dict) for inner in value.values())
    if not levels or not is_table:
        return json.dumps(value, ensure_ascii=False)
    pad = " " * (INDENTED - levels + 1)
    lines = (f"{pad}{json.dumps(key)}: {_written(inner, levels - 1)}" for key, inner in value.items())
    return "{\n" + ",\n".join(lines) + f"\n{pad[1:]}}}"
