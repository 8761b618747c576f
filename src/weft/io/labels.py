"""A person's marks from JSON lines: objects with `page_id`, `rows` and `name`."""

import json
from pathlib import Path

from weft.content import Label
from weft.errors import SourceError


def read_labels(path: Path) -> list[Label]:
    """The labels of a file; a line that is none is an error, for truth with a hole misleads."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        what = getattr(error, "strerror", None) or error
        raise SourceError(
            f"cannot be read: {what}", page=str(path), advice="name a file of labels, one JSON object a line"
        ) from None
    return [_read_label(line, f"{path}:{number}") for number, line in enumerate(lines, start=1) if line.strip()]


def _read_label(line: str, position: str) -> Label:
    try:
        data = json.loads(line)
        label = Label(page_id=str(data["page_id"]), rows=tuple(data["rows"]), name=str(data["name"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        example = '{"page_id": "a.html", "rows": [12, 40], "name": "body"}'
        raise SourceError("no label", page=position, advice=f"a line is an object such as {example}") from None
    if not all(type(row) is int and row >= 0 for row in label.rows) or not label.name:
        raise SourceError("a label has a name, and rows that are whole numbers from 0 on", page=position)
    return label
