"""What a crawl has done, a line for every address that was asked for: the crawl goes on from it after anything.

The archive is written first and the line then. A line that was torn, and what the archive has after the last whole
line's end, is cut off; that page is asked for again, and is in the archive once.
"""

from __future__ import annotations

import fcntl
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from weft.crawl.frontier import Entry
from weft.errors import ConfigError, SourceError

VERSION = 1
PATIENCE = 10.0  # seconds for another crawl that is just being stopped to let go


@dataclass(frozen=True, kw_only=True)
class Event:
    """An address that was asked for, and what came of it."""

    entry: Entry
    became: str  # `page`, or why there is none
    end: int  # of the archive
    bytes: int = 0  # fetched so far
    digest: str = ""  # of the page
    also: str = ""  # the key of another address of the same page
    found: list[Entry] = field(default_factory=list)  # addresses that were not known before

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values; entries as short as they can be."""
        return {**asdict(self), "entry": _short(self.entry), "found": [_short(entry) for entry in self.found]}

    @staticmethod
    def of(values: dict[str, Any]) -> Event:
        """What `to_json` gave."""
        found = [Entry(*entry) for entry in values["found"]]
        return Event(**{**values, "entry": Entry(*values["entry"]), "found": found})


def _short(entry: Entry) -> list[Any]:
    return [entry.url, entry.clicks, entry.kind, entry.hops, entry.tries]


def journal_path(output: Path) -> Path:
    """The journal beside an archive."""
    return output.with_name(f"{output.name}.crawl")


class Journal:
    """The journal of one archive; held by one crawl at a time."""

    def __init__(self, output: Path, *, start: dict[str, Any], fresh: bool = False) -> None:
        self.path: Path = journal_path(output)
        if output.exists() and output.stat().st_size and not self.path.exists() and not fresh:
            raise ConfigError(f"{output} is there already, and no crawl of it to go on with; --fresh writes it anew")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(self.path, "a+b")  # noqa: SIM115  # closed by __exit__
        except OSError as error:
            raise SourceError(f"{self.path}: cannot be written: {error.strerror}; choose another place") from None
        try:
            self._lock(output)
            if fresh:
                self._file.truncate(0)
            self.events: list[Event] = self._read(start, output.stat().st_size if output.exists() else 0)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):  # of what a full disk did not take, which was said, and is cut off the next time
            self._file.close()

    def add(self, event: Event) -> None:
        """Remember an address that is done with."""
        self._write(event.to_json())

    def remove(self) -> None:
        """There is nothing to go on with."""
        self.path.unlink(missing_ok=True)

    def _write(self, values: dict[str, Any]) -> None:
        try:
            self._file.write(json.dumps(values).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise SourceError(f"{self.path}: cannot be written: {error.strerror}; make room and go on") from None

    def _lock(self, output: Path) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if time.monotonic() > deadline:
                    raise ConfigError(f"{output}: another crawl is writing it; wait, or choose another place") from None
                time.sleep(0.1)

    def _read(self, start: dict[str, Any], size: int) -> list[Event]:
        """The events that hold for an archive of this size; what comes after them is cut off."""
        self._file.seek(0)
        head = self._file.readline()
        if not head.endswith(b"\n"):
            self._file.truncate(0)
            self._write({"version": VERSION, **start})
            return []
        if head != json.dumps({"version": VERSION, **start}).encode() + b"\n":
            raise ConfigError(f"{self.path} is of another crawl; choose another output, or start afresh with --fresh")
        events, place = [], self._file.tell()
        for line, event in self._events():
            if event.end > size:
                break
            events.append(event)
            place += len(line)
        self._file.truncate(place)
        return events

    def _events(self) -> Iterator[tuple[bytes, Event]]:
        for line in self._file:
            try:
                event = Event.of(json.loads(line))
            except (ValueError, TypeError, KeyError):
                return
            if line.endswith(b"\n"):
                yield line, event
