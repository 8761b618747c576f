"""The WARC archive (ISO 28500) that a crawl writes: a record a page, each packed for itself and written at once."""

from __future__ import annotations

import io
import warnings
from contextlib import suppress
from http import HTTPStatus
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any

from weft.crawl.answer import Answer
from weft.errors import ConfigError, SourceError
from weft.io.warc import load_fastwarc

SUFFIXES = (".warc.gz", ".warc")
OWN_HEADERS = ("content-length", "transfer-encoding")  # of the body as it came over the wire, which is not kept


def check_name(path: Path) -> None:
    """`ConfigError` where the name is no archive's."""
    if not path.name.endswith(SUFFIXES):
        raise ConfigError(f"{path}: a crawl is written as WARC; choose a name that ends in {' or '.join(SUFFIXES)}")


class Archive:
    """An archive that is appended to, from a place that is known to be whole."""

    def __init__(self, path: Path, *, end: int, user_agent: str) -> None:
        check_name(path)
        self.path: Path = path
        self.is_packed: bool = path.name.endswith(".gz")
        self.warc: Any = load_fastwarc()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "r+b" if path.exists() else "w+b")  # noqa: SIM115  # closed by __exit__
            self._file.truncate(end)  # whatever was torn off in the middle
            self._file.seek(end)
        except OSError as error:
            raise SourceError(f"{path}: cannot be written: {error.strerror}; choose another place") from None
        if not end:
            lines = {
                "software": f"weft/{version('weft')}",
                "format": "WARC File Format 1.1",
                "http-header-user-agent": user_agent,
            }
            fields = "".join(f"{name}: {value}\r\n" for name, value in {**lines, "robots": "obey"}.items())
            headers = {"Content-Type": "application/warc-fields", "WARC-Filename": path.name}
            self._write(self.warc.WarcRecordType.warcinfo, headers, fields.encode())

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):  # of what a full disk did not take, which was said, and is cut off the next time
            self._file.close()

    @property
    def end(self) -> int:
        """Where it ends now."""
        return self._file.tell()

    def add(self, url: str, answer: Answer) -> int:
        """Write a page; where the archive ends now."""
        headers = {"WARC-Target-URI": url, "Content-Type": "application/http; msgtype=response"}
        if answer.address:
            headers["WARC-IP-Address"] = answer.address
        return self._write(self.warc.WarcRecordType.response, headers, _http(answer))

    def _write(self, kind: Any, headers: dict[str, str], content: bytes) -> int:
        record = self.warc.WarcRecord()
        record.init_headers(kind)
        for name, value in headers.items():
            record.headers[name] = value
        record.set_bytes_content(content)
        try:
            self._file.write(_packed(record) if self.is_packed else _plain(record))
            self._file.flush()
        except OSError as error:
            raise SourceError(f"{self.path}: cannot be written: {error.strerror}; make room and go on") from None
        return self.end


def _http(answer: Answer) -> bytes:
    """The answer as it would be sent whole."""
    known = {status.value: status.phrase for status in HTTPStatus}
    lines = [f"HTTP/1.1 {answer.status} {known.get(answer.status, '')}"]
    lines += [f"{name}: {value}" for name, value in answer.headers if name.lower() not in OWN_HEADERS]
    lines += [f"Content-Length: {len(answer.body)}", "", ""]
    return "\r\n".join(lines).encode("latin-1", errors="replace") + answer.body


def _packed(record: Any) -> bytes:
    """The record as one gzip member."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        streams = import_module("fastwarc.stream_io")
    packed = io.BytesIO()
    writer = streams.GzipWriter(packed)
    record.write(writer, checksum_data=True)
    writer.finish()
    return packed.getvalue()


def _plain(record: Any) -> bytes:
    written = io.BytesIO()
    record.write(written, checksum_data=True)
    return written.getvalue()
