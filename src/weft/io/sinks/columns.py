"""The columns of a table of pages (schema 1): those of a line, in this order; what is no plain value is JSON."""

import json
from collections.abc import Mapping
from typing import Any

TEXT, REAL = "text", "real"

COLUMNS: dict[str, str] = {
    **dict.fromkeys(("id", "url", "status", "reason", "message"), TEXT),
    **dict.fromkeys(("title", "author", "date", "modified", "language", "site_name", "description", "image"), TEXT),
    "page_type": TEXT,
    "page_type_probability": REAL,
    "confidence": REAL,
    **dict.fromkeys(("chosen_by", "text", "markdown", "html", "tei"), TEXT),
    **dict.fromkeys(("tags", "sources", "fields", "records", "blocks", "input"), TEXT),
}


def to_row(line: bytes) -> dict[str, Any]:
    """The values of a line by column; a column that it does not have is None.

    `reason` of an ok page says why its extractor chose so, of a failed page why it failed.

    >>> to_row(b'{"id": "a", "status": "ok", "tags": ["loom"]}')["tags"]
    '["loom"]'
    """
    values: Mapping[str, Any] = json.loads(line)
    return {name: _plain(values.get(name)) for name in COLUMNS}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | int | float):
        return value
    return json.dumps(value, ensure_ascii=False)
