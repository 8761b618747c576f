"""What every sink is: it takes lines, and can go back to its last commit.

The names of files that pages are written to: below the output's folder, whatever the page or its source is called.

Names come from strangers: from archives, from addresses, from ids in lines. A name may climb with `..`, begin at the
root, hold characters that no file system takes, be too long, or be a device on another system.
"""

from __future__ import annotations

import errno
import json
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from weft.errors import ConfigError, SourceError
from weft.io.remote_path import OutputPath

State = dict[str, Any]
"""Where a sink was at a commit, ready for JSON; empty: nothing was written yet."""


NameFile = Callable[[int, dict[str, Any]], str]
"""The path of a page's file below a folder, without its ending, from its number in the input and its line."""


class Sink(Protocol):
    """Takes lines (JSON objects in bytes, as a pipeline makes them) and can go back to its last commit."""

    @property
    def path(self) -> OutputPath:
        """Where the output is when it is whole; beside it lies what a run needs to go on."""
        ...

    def open(self, state: State) -> None:
        """Begin, or go back to where a commit was: what was written after it is gone."""
        ...

    def write(self, lines: Sequence[bytes]) -> None:
        """Add lines."""
        ...

    def commit(self) -> State:
        """Everything that was written is on the disk; where that is."""
        ...

    def finish(self) -> None:
        """The output is whole and gets its name."""
        ...

    def close(self) -> None:
        """Let go of files, finished or not."""
        ...


Pack = Callable[[Sequence[bytes]], bytes]
"""Makes of lines what a sink adds to its file; it can be sent to another process."""


@runtime_checkable
class PackedSink(Protocol):
    """A sink whose lines may be packed elsewhere: `write(lines)` does what `write_packed(pack_lines(lines))` does."""

    @property
    def pack_lines(self) -> Pack:
        """What packs lines; it is asked for when the sink is open."""
        ...

    def write_packed(self, data: bytes) -> None:
        """Add lines that are packed."""
        ...


class Format(Protocol):
    """What a sink must know of the format that pages are rendered in; `weft.RENDERERS` holds such objects."""

    @property
    def suffix(self) -> str:
        """How the name of a file of one page ends."""
        ...

    @property
    def media_type(self) -> str:
        """The MIME type."""
        ...

    @property
    def column(self) -> str:
        """The key of a line, and the column of a table, that holds the rendered page."""
        ...


@dataclass(frozen=True, kw_only=True)
class PlainText:
    """The format of lines whose sink is told no other."""

    suffix: str = ".txt"
    media_type: str = "text/plain"
    column: str = "text"


LINES = ".jsonl"
"""The suffix of formats that write lines: the line of a page holds a list of their objects."""

WHOLE = "json"
"""The column of the format whose line is the page: no key holds it."""


def rendered(values: Mapping[str, Any], format: Format) -> str | None:
    """The rendered page of a line; None where the whole line is the page."""
    if format.column in values:
        own = values[format.column]
        return "\n".join(map(to_json, own)) if isinstance(own, list) else str(own)
    if format.column != WHOLE:
        advice = "open the sink with the format of the job"
        raise ConfigError(f"its line has no {format.column!r}", page=str(values.get("id", "")), advice=advice)
    return None


def to_json(values: object) -> str:
    """A value on one line of JSON, as pipelines and renderers write it."""
    return json.dumps(values, ensure_ascii=False)


PAGE_KEYS = ("id", "url", "status", "chosen_by", "cluster", "reason", "input")
"""What each of the lines of a page says of the page."""


def spread(line: bytes, format: Format) -> bytes:
    """The line of a page as lines: of a format of lines one for each of the page's own, under its id and status.

    >>> chunks = PlainText(suffix=".jsonl", column="chunks")
    >>> spread(b'{"id": "a", "status": "ok", "chunks": [{"index": 0}, {"index": 1}]}', chunks)
    b'{"id": "a", "status": "ok", "index": 0}\\n{"id": "a", "status": "ok", "index": 1}\\n'
    """
    if format.suffix != LINES:
        return line
    values: dict[str, Any] = json.loads(line)
    if not isinstance(own := values.get(format.column), list):  # a page that failed
        return line
    page = {name: values[name] for name in PAGE_KEYS if name in values}
    return "".join(f"{to_json({**page, **one})}\n" for one in own).encode("utf-8", "backslashreplace")


@dataclass(frozen=True)
class PackLines:
    """Packs lines as one piece."""

    pack: Callable[[bytes], bytes]
    format: Format

    def __call__(self, lines: Sequence[bytes]) -> bytes:
        """The piece."""
        return self.pack(b"".join(spread(line, self.format) for line in lines))


GONE = "fresh"
"""The detail of the error of a sink that is gone: the run can only start afresh."""


def is_gone(path: OutputPath) -> SourceError:
    """The error of a sink that does not find what its commit told of; what has the output's own name stays."""
    what = f"{path} is shorter than it was when the run stopped, or gone"
    return SourceError(what, advice="start afresh with run(…, fresh=True)", detail=GONE)


def cannot_write(path: OutputPath, error: Exception) -> SourceError:
    """The error of a sink; what was committed stays."""
    why = getattr(error, "strerror", None) or error
    advice = "make room or choose another place: a run goes on where it stopped"
    return SourceError(f"cannot be written: {why}", page=str(path), advice=advice)


MAX_NAME_BYTES = 200  # of a file or folder: systems take 255, and endings are added
NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)  # Windows has no such flag
MAX_FOLDERS = 40  # one in another
NO_LETTERS = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"|?*\\\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]')
DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)")  # on Windows, with any ending


def name_below(name: str) -> str:
    """A path that stays below any folder and that any system takes; honest names stay as they are.

    >>> name_below("news/a b.html"), name_below("../../etc/passwd"), name_below("C:\\\\nul.txt"), name_below("/")
    ('news/a b.html', 'etc/passwd', 'C__nul.txt', 'page')
    """
    parts = [_part(part) for part in name.split("/") if part not in ("", ".", "..")]
    return "/".join(parts[-MAX_FOLDERS:]) or "page"


def _part(part: str) -> str:
    """One step of a path."""
    part = NO_LETTERS.sub("_", part).rstrip(". ") or "_"
    if DEVICES.match(part):
        part = f"_{part}"
    return part.encode()[:MAX_NAME_BYTES].decode(errors="ignore")


class UniqueNames:
    """Gives each name once: names that some systems take for the same count as the same.

    >>> unique = UniqueNames()
    >>> [unique(name) for name in ("a", "b", "A", "a")]
    ['a', 'b', 'A-2', 'a-3']
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._tries: Counter[str] = Counter()  # many pages may have one name

    def __call__(self, name: str) -> str:
        """The name, or one with a number that is free."""
        key = _key(name)
        free, free_key = name, key
        while free_key in self._taken:
            self._tries[key] += 1
            free = f"{name}-{self._tries[key] + 1}"
            free_key = _key(free)
        self._taken.add(free_key)
        return free


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def make_folder_below(folder: Path, path: Path) -> None:
    """Make the folders of a path below a folder; `OSError` where a link on the way leads out of it.

    Somebody may have put the link there before: what is written must stay where the output is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.parent.resolve().is_relative_to(folder.resolve()):
        raise OSError(None, f"a link leads out of {folder}")


def open_no_link(path: str | Path, flags: int) -> int:
    """An opener for files that weft alone makes: a link in their place is an error, and is not followed."""
    if not NO_LINK and os.path.islink(path):  # Windows, where one must be allowed to make links
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return os.open(path, flags | NO_LINK | getattr(os, "O_CLOEXEC", 0), 0o666)
