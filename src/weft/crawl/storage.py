"""What a crawl writes: a WARC archive (ISO 28500) of its pages, and beside it a journal that it goes on from.

The archive is written first and the journal's line then. A torn line, and what the archive has after the last whole
line's end, is cut off; that page is asked for again, and is in the archive once.
"""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from weft.errors import ConfigError, SourceError
from weft.io.packing import pack_gzip
from weft.io.safe_files import check_is_here, hold, remove_held, seal, unseal
from weft.io.warc import load_fastwarc

PAGE, SITEMAP, FEED = "page", "sitemap", "feed"
SUFFIXES = (".warc.gz", ".warc")
JOURNAL_VERSION = 3
PATIENCE = 10.0  # seconds in which another crawl that is just being stopped lets go of the journal


@dataclass(frozen=True)
class Entry:
    """An address to ask for."""

    url: str
    kind: str = PAGE
    depth: int = 0  # links from the start; sitemaps and feeds count as the start
    tries: int = 0  # before this one
    hops: int = 0  # redirects that led here


@dataclass(frozen=True, kw_only=True)
class Event:
    """An address that was asked for, and what came of it."""

    entry: Entry
    became: str  # `page`, or why there is none
    end: int  # of the archive
    bytes: int = 0  # fetched so far
    digest: str = ""  # of the page
    also: str = ""  # the key of another address of the same page
    queued: list[Entry] = field(default_factory=list)  # addresses that were put into the queue since the event before

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values; entries as short as they can be."""
        return {**asdict(self), "entry": astuple(self.entry), "queued": [astuple(entry) for entry in self.queued]}

    @staticmethod
    def of(values: dict[str, Any]) -> Event:
        """What `to_json` gave."""
        queued = [Entry(*entry) for entry in values["queued"]]
        return Event(**{**values, "entry": Entry(*values["entry"]), "queued": queued})


def check_name(path: Path) -> None:
    """`ConfigError` where the name is no archive's, or not of this machine."""
    check_is_here(path)
    if not path.name.endswith(SUFFIXES):
        advice = f"choose a name that ends in {' or '.join(SUFFIXES)}"
        raise ConfigError("a crawl is written as WARC", page=str(path), advice=advice)


def journal_path(output: Path) -> Path:
    """The journal beside an archive."""
    return output.with_name(f"{output.name}.crawl")


class _Written:
    """A file that is open as long as the crawl runs; its errors say what to do."""

    def __init__(self, path: Path) -> None:
        self.path: Path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            self._file: IO[bytes] = open(path, "r+b")  # noqa: SIM115  # closed by close()
        except OSError as error:
            raise _cannot_be_written(path, error, "choose another place") from None

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):  # of what a full disk did not take: that was reported, and is cut off the next time
            self._file.close()

    def _write(self, data: bytes) -> None:
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            raise _cannot_be_written(self.path, error, "make room and go on") from None


def _cannot_be_written(path: Path, error: OSError, advice: str) -> SourceError:
    return SourceError(f"cannot be written: {error.strerror}", page=str(path), advice=advice)


class Archive(_Written):
    """An archive that grows at `end`, up to which it is known to be whole; each record is packed for itself."""

    def __init__(self, path: Path, *, end: int, user_agent: str) -> None:
        check_name(path)
        self.warc: Any = load_fastwarc()
        super().__init__(path)
        self._file.truncate(end)  # whatever was torn off in the middle
        self._file.seek(end)
        if not end:
            lines = {
                "software": f"weft/{version('weft')}",
                "format": "WARC File Format 1.1",
                "http-header-user-agent": user_agent,
                "robots": "obey",
            }
            fields = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
            headers = {"Content-Type": "application/warc-fields", "WARC-Filename": path.name}
            self._write_record(self.warc.WarcRecordType.warcinfo, headers, fields.encode())

    @property
    def end(self) -> int:
        """Where it ends now."""
        return self._file.tell()

    def add(self, url: str, message: bytes, *, address: str = "") -> None:
        """Write a page: the whole HTTP message of a server at an IP address."""
        headers = {"WARC-Target-URI": url, "Content-Type": "application/http; msgtype=response"}
        if address:
            headers["WARC-IP-Address"] = address
        self._write_record(self.warc.WarcRecordType.response, headers, message)

    def _write_record(self, kind: Any, headers: dict[str, str], content: bytes) -> None:
        record = self.warc.WarcRecord()
        record.init_headers(kind)
        for name, value in headers.items():
            record.headers[name] = value
        record.set_bytes_content(content)
        written = io.BytesIO()
        record.write(written, checksum_data=True)
        data = written.getvalue()
        self._write(pack_gzip(data) if self.path.name.endswith(".gz") else data)


class CrawlJournal(_Written):
    """The journal of one archive, a line for every address that was asked for; held by one crawl at a time."""

    def __init__(self, output: Path, *, start: dict[str, Any], fresh: bool = False) -> None:
        path = journal_path(output)
        if output.exists() and output.stat().st_size and not path.exists() and not fresh:
            what = "the archive is there already, and no crawl of it to go on with"
            raise ConfigError(what, page=str(output), advice="fresh=True writes it anew")
        super().__init__(path)
        try:
            self._lock(output)
            if fresh:
                self._file.truncate(0)
            self.events: list[Event] = self._read(start, output.stat().st_size if output.exists() else 0)
        except BaseException:
            self.close()
            raise

    def add(self, event: Event) -> None:
        """Remember an address that is done with."""
        self._write(seal(json.dumps(event.to_json()).encode()))

    def remove(self) -> None:
        """There is nothing to go on with."""
        remove_held(self._file, self.path)

    def _lock(self, output: Path) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return hold(self._file)
            except OSError:
                if time.monotonic() > deadline:
                    advice = "wait, or choose another place"
                    raise ConfigError("another crawl is writing it", page=str(output), advice=advice) from None
                time.sleep(0.1)

    def _read(self, start: dict[str, Any], size: int) -> list[Event]:
        """The events that hold for an archive of this size; what comes after them is cut off."""
        head = json.dumps({"version": JOURNAL_VERSION, **start}).encode() + b"\n"
        first = self._file.readline()
        if not first.endswith(b"\n"):
            self._cut(0)
            self._write(head)
            return []
        if first != head:
            advice = "choose another output, or start afresh with fresh=True"
            raise ConfigError("the journal is of another crawl", page=str(self.path), advice=advice)
        events, end = [], self._file.tell()
        for line, event in self._events():
            if event.end > size:
                break
            events.append(event)
            end += len(line)
        self._cut(end)
        return events

    def _cut(self, end: int) -> None:
        self._file.truncate(end)
        self._file.seek(end)

    def _events(self) -> Iterator[tuple[bytes, Event]]:
        """The events up to the first line that is not as it was written, each with its line."""
        for line in self._file:
            data = unseal(line)
            if data is None:
                return
            yield line, Event.of(json.loads(data))
