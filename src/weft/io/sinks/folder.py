"""A folder with a file a page, and `failures.jsonl` for those that gave none.

A file is called by the page's number in the input and its id, so that names never meet and a page that is done again
has the name that it had.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from weft.io.sinks.lines import LinesSink
from weft.io.sinks.problem import cannot_write
from weft.io.sinks.sink import State

SUFFIXES = {"markdown": ".md", "text": ".txt", "html": ".html", "tei": ".xml"}
A_FOLDER = 1000  # files: more of them in one are slow on many systems
NAME = 80  # bytes of an id in a name: with its number and endings it stays under the 255 of most systems


class FolderSink:
    """A folder of rendered pages; a commit needs nothing, for files are whole when they are there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.pages: int = 0
        self.failures: LinesSink = LinesSink(path / "failures.jsonl")

    def open(self, state: State) -> None:
        """Begin, or go on with the number that the commit had."""
        self.pages = int(state.get("pages", 0))
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(self.path, error) from None
        self.failures.open(state.get("failures", {}))

    def write(self, lines: Sequence[bytes]) -> None:
        """A file for each page."""
        for line in lines:
            values = json.loads(line)
            if values["status"] == "ok":
                self._write_page(values)
            else:
                self.failures.write([line])
            self.pages += 1

    def _write_page(self, values: dict[str, Any]) -> None:
        format = next((name for name in SUFFIXES if name in values), "text")
        letters = re.sub(r"[^\w.-]+", "_", values["id"].rpartition("://")[2])
        slug = letters.encode(errors="ignore")[:NAME].decode(errors="ignore").strip("._") or "page"
        folder = self.path / f"{self.pages // A_FOLDER:05}"
        path = folder / f"{self.pages:08}-{slug}{SUFFIXES[format]}"
        part = path.with_name(f"{path.name}.part")
        try:
            folder.mkdir(exist_ok=True)
            part.write_text(str(values[format]).rstrip("\n") + "\n", encoding="utf-8", errors="backslashreplace")
            part.replace(path)
        except OSError as error:
            raise cannot_write(path, error) from None

    def commit(self) -> State:
        """How many pages there are."""
        return {"pages": self.pages, "failures": self.failures.commit()}

    def finish(self) -> None:
        """The folder is whole; without failures there is no list of them."""
        self.failures.finish()
        if not self.failures.path.stat().st_size:
            self.failures.path.unlink()

    def close(self) -> None:
        """Close the list of failures."""
        self.failures.close()
