"""A folder with a file a page, and `failures.jsonl` for those that gave none."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from weft.io.files import STDIN, Source
from weft.io.sinks.lines import LinesSink
from weft.io.sinks.sink import (
    LINES,
    Format,
    NameFile,
    PlainText,
    State,
    UniqueNames,
    cannot_write,
    make_folder_below,
    name_below,
    open_no_link,
    rendered,
)

FOLDER_FILES = 1000  # more files in one folder are slow on many systems
MAX_NAME_BYTES = 80  # of an id in a name: with its number and endings it stays under the 255 of most systems
MAX_SOURCE_NAME = 100  # characters of the name of a page that is no file


def name_by_number(number: int, values: dict[str, Any]) -> str:
    """The number in the input and the id: names never meet, and a page that is done again has the name that it had."""
    letters = re.sub(r"[^\w.-]+", "_", values["id"].rpartition("://")[2])
    slug = letters.encode(errors="ignore")[:MAX_NAME_BYTES].decode(errors="ignore").strip("._") or "page"
    return f"{number // FOLDER_FILES:05}/{number:08}-{slug}"


def page_file(name: str, values: dict[str, Any], format: Format) -> tuple[str, str]:
    """The file of a page below a folder, and what is in it: the rendered page; of JSON the whole line."""
    text = rendered(values, format)
    text = json.dumps(values, ensure_ascii=False) if text is None else text
    is_empty = not text and format.suffix == LINES  # an empty line is no object
    return f"{name_below(name)}{format.suffix}", "" if is_empty else text.rstrip("\n") + "\n"


class NameBySource:
    """Names files like the sources that pages come from, below the folder that all sources share."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.paths: dict[str, str] = {
            source.id: os.path.abspath(source.path) for source in sources if source.path is not None
        }
        folders = [os.path.dirname(path) for path in self.paths.values()]
        self.shared: str = os.path.commonpath(folders) if folders else ""
        self.unique: UniqueNames = UniqueNames()

    def __call__(self, number: int, values: dict[str, Any]) -> str:
        """The path of the page's file, without its ending; no two pages have the same."""
        return self.unique(name_below(self._stem(values)))

    def _stem(self, values: dict[str, Any]) -> str:
        page_id, url = values["id"], values.get("url") or ""
        if path := self.paths.get(page_id):
            return str(Path(os.path.relpath(path, self.shared)).with_suffix(""))
        # A record's number in an archive tells a person nothing; its address does.
        name = url if url and page_id.startswith("urn:") else page_id
        name = "stdin" if name == STDIN else name.rpartition("://")[2]
        return re.sub(r"[^\w.-]+", "_", name)[:MAX_SOURCE_NAME].lstrip(".") or "page"


class FolderSink:
    """A folder of rendered pages; a commit needs nothing, for files are whole when they are there."""

    def __init__(self, path: Path, format: Format = PlainText(), name_file: NameFile = name_by_number) -> None:
        self.path = path
        self.pages: int = 0
        self.failures: LinesSink = LinesSink(path / "failures.jsonl")
        self._format, self._name_file = format, name_file

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
        name, text = page_file(self._name_file(self.pages, values), values, self._format)
        path = self.path / name
        part = path.with_name(f"{path.name}.part")
        try:
            make_folder_below(self.path, path)
            with open(part, "w", encoding="utf-8", errors="backslashreplace", opener=open_no_link) as file:
                file.write(text)
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
