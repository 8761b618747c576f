"""WARC conversion records, as Common Crawl's WET files have: the text of each page under its address."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from weft.io.packing import pack_gzip
from weft.io.remote_path import OutputPath
from weft.io.sinks.lines import file_of_lines
from weft.io.sinks.sink import WHOLE, Format, PlainText, State, rendered

WARCINFO = b"software: weft\r\nformat: WARC File Format 1.1\r\ndescription: texts of web pages\r\n"


@dataclass(frozen=True)
class PackRecords:
    """Makes a record of each line, packed for itself."""

    format: Format
    date: str
    is_packed: bool

    def __call__(self, lines: Sequence[bytes]) -> bytes:
        """The records."""
        return b"".join(self._pack(self._convert(line)) for line in lines)

    def first(self) -> bytes:
        """The record with which a file begins."""
        return self._pack(self._record("warcinfo", WARCINFO, {"Content-Type": "application/warc-fields"}))

    def _pack(self, record: bytes) -> bytes:
        return pack_gzip(record) if self.is_packed else record

    def _convert(self, line: bytes) -> bytes:
        values: dict[str, Any] = json.loads(line)
        headers = {"WARC-Target-URI": values.get("url") or values["id"]}
        if values["status"] != "ok":
            return self._record("metadata", line, headers | {"Content-Type": "application/json"})
        format = PlainText() if self.format.column == WHOLE else self.format  # of a whole page as JSON the text
        if language := values.get("language"):
            headers["WARC-Identified-Content-Language"] = language
        told = {"Weft-Chosen-By": values.get("chosen_by"), "Weft-Cluster": values.get("cluster")}
        headers |= {name: value for name, value in told.items() if value}
        if isinstance(reason := values.get("reason"), dict) and reason.get("code"):
            headers["Weft-Reason"] = reason["code"]
        if str(values["id"]).startswith("<urn:"):
            headers["WARC-Refers-To"] = values["id"]
        text = str(rendered(values, format)).encode(errors="backslashreplace")
        return self._record("conversion", text, headers | {"Content-Type": format.media_type})

    def _record(self, kind: str, body: bytes, headers: dict[str, str]) -> bytes:
        name = uuid.uuid5(uuid.NAMESPACE_URL, f"{kind} {headers.get('WARC-Target-URI')} {self.date} {hash_of(body)}")
        first = {"WARC-Type": kind, "WARC-Record-ID": f"<urn:uuid:{name}>", "WARC-Date": self.date}
        told = {**first, **headers, "Content-Length": str(len(body))}
        head = "".join(f"{name}: {_one_line(value)}\r\n" for name, value in told.items())
        return b"WARC/1.1\r\n" + head.encode(errors="replace") + b"\r\n" + body + b"\r\n\r\n"


class WarcSink:
    """A file of conversion records, each packed for itself; a page that failed is a metadata record with its line."""

    def __init__(self, path: OutputPath, format: Format = PlainText()) -> None:
        self.path: OutputPath = path
        self._format = format
        self.date: str = ""
        self._file = file_of_lines(path)
        self._is_packed = path.name.endswith(".gz")

    def open(self, state: State) -> None:
        """Begin, with the date that all records will have; or go back to where the commit was."""
        self._file.open(state)
        self.date = state.get("date") or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        if not state:
            self.write_packed(self.pack_lines.first())

    def write(self, lines: Sequence[bytes]) -> None:
        """A record for each page."""
        self.write_packed(self.pack_lines(lines))

    @property
    def pack_lines(self) -> PackRecords:
        """What makes records of lines; they have the date of the sink, so it must be open."""
        return PackRecords(self._format, self.date, self._is_packed)

    def write_packed(self, data: bytes) -> None:
        """Add records."""
        self._file.write([data])

    def commit(self) -> State:
        """Where the file ends, and the date of its records."""
        return {**self._file.commit(), "date": self.date}

    def finish(self) -> None:
        """The file takes its name."""
        self._file.finish()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def hash_of(body: bytes) -> str:
    """A body in a few letters, so that two records of one address have two names."""
    return uuid.uuid5(uuid.NAMESPACE_OID, body.decode(errors="replace")).hex


def _one_line(value: str) -> str:
    """A value that cannot begin another header."""
    return " ".join(str(value).split())
