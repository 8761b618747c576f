"""The pages that a command about a whole site is given: files, folders, patterns, addresses, JSON lines, WARC."""

import argparse
import io
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO
from urllib.parse import quote, urljoin

from weft.cli.failures import failure_of
from weft.cli.options import add_reading_options, fetcher_of, limits_of
from weft.document import Failure
from weft.errors import ConfigError, SourceError, WeftError
from weft.io import (
    STDIN,
    Fetcher,
    RawPage,
    Source,
    check_data,
    find_sources,
    is_bundle,
    read,
    read_bundle,
    read_lines,
    read_warc,
)
from weft.page import Limits, Page, parse

BLANK = b"\xef\xbb\xbf \t\r\n"  # what may stand before the first line: a byte-order mark, white space
LINES, WARC = "lines", "warc"
HEAD = 1 << 12  # bytes that are looked at
METAVAR = "FILE|FOLDER|GLOB|URL|-"


def add_input_options(parser: argparse.ArgumentParser, *, name: str = "input", nargs: str = "+") -> None:
    """What to read, and how."""
    what = (
        'pages, folders of them, or files of many: .jsonl(.gz, .zst) with lines {"id", "url", "html"}, .warc(.gz, …), '
        ".arc, .parquet, .zip, .tar(.gz, …); .urls is a list of addresses; - is one page, such lines or a WARC"
    )
    if name.startswith("-"):
        parser.add_argument(name, nargs="+", default=[], metavar=METAVAR, help=what)
    else:
        if_none = " (default: - if piped)" if nargs == "*" else ""
        parser.add_argument(name, nargs=nargs, metavar=METAVAR, help=what + if_none)
    parser.add_argument(
        "--base-url", metavar="URL", help="where the folder was saved from: a page's URL is this with its path added"
    )
    add_reading_options(parser)


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """Pages that can be read, and more than once where that was asked for."""

    sources: list[Source]  # pages, and files that hold many
    fetcher: Fetcher
    limits: Limits
    encoding: str | None = None
    several: bool = False  # whether there may be more pages than one
    stdin: IO[bytes] | None = None  # what is piped, where `-` is a source
    piped: str = ""  # what that is: "lines", "warc", or one page
    again: bool = False  # whether pages are read more than once: then what is piped and what is fetched is kept
    fetched: dict[str, RawPage] = field(default_factory=dict)  # so that no server is asked twice

    @property
    def total(self) -> int:
        """How many pages there are; 0 where that is not known before they are read."""
        is_known = not any(_holds_many(source) or source.id == STDIN for source in self.sources)
        return len(self.sources) if is_known else 0

    @property
    def holds_many(self) -> bool:
        """Whether a single input may hold more pages than one."""
        return bool(self.piped) or any(map(_holds_many, self.sources))

    def read(self) -> Iterator[tuple[Source, RawPage | Failure]]:
        """Every page in turn, or why it cannot be read: a bad page never stops the rest."""
        for source in self.sources:
            if source.place is not None and is_bundle(source.place):
                yield from self._read_bundle(source.place)
            elif source.id == STDIN:
                yield from self._read_stdin(source)
            else:
                yield source, self._read_page(source)

    def parse(self, raw: RawPage | Failure) -> Page | Failure:
        """A page that was read, parsed under the limits; or why there is none."""
        if isinstance(raw, Failure):
            return raw
        try:
            return parse(raw.data, url=raw.url, encoding=raw.charset, limits=self.limits)
        except WeftError as error:
            return failure_of(error, raw.id)

    def _read_bundle(self, place: Path | str) -> Iterator[tuple[Source, RawPage | Failure]]:
        try:
            yield from map(self._entry, read_bundle(place, max_bytes=self.limits.bytes))
        except SourceError as error:  # of a file elsewhere that is not there
            yield self._entry(error)

    def _read_page(self, source: Source) -> RawPage | Failure:
        try:
            if source.path is None and source.id in self.fetched:
                return self.fetched[source.id]
            raw = read(source, fetcher=self.fetcher, max_bytes=self.limits.bytes)
        except WeftError as error:
            return failure_of(error, source.id)
        raw = replace(raw, charset=self.encoding or raw.charset)
        if source.path is None and self.again:
            self.fetched[source.id] = raw
        return raw

    def _read_stdin(self, source: Source) -> Iterator[tuple[Source, RawPage | Failure]]:
        """Lines where the first is an object, an archive where it begins like one, else one page."""
        stream = self.stdin or sys.stdin.buffer
        if self.again:
            stream.seek(0)
        if self.piped == LINES:
            yield from map(self._entry, read_lines(stream, name=STDIN, max_bytes=self.limits.bytes))
        elif self.piped == WARC:
            with nullcontext(stream) if self.again else _kept(stream) as archive:
                yield from map(self._entry, read_warc(archive, name=STDIN, max_bytes=self.limits.bytes))
        else:
            yield source, self._read_piped_page(source, stream)

    def _read_piped_page(self, source: Source, stream: IO[bytes]) -> RawPage | Failure:
        try:
            data = check_data(stream.read(self.limits.bytes + 1), STDIN)
        except WeftError as error:
            return failure_of(error, STDIN)
        return RawPage(id=STDIN, data=data, url=source.url, charset=self.encoding)

    def _entry(self, found: RawPage | SourceError) -> tuple[Source, RawPage | Failure]:
        """One page of a file that holds many, or why there is none."""
        if isinstance(found, RawPage):
            return Source(id=found.id, url=found.url), replace(found, charset=found.charset or self.encoding)
        return Source(id=str(found).partition(": ")[0]), failure_of(found, "")


@contextmanager
def open_inputs(
    options: argparse.Namespace, given: list[str], *, again: bool = False, url: str | None = None
) -> Iterator[Inputs]:
    """The pages that the options name; `again` where they will be read more than once; `url` of a single page."""
    sources = find_sources(given, url=url)
    if url and (len(sources) > 1 or any(map(_holds_many, sources))):
        raise ConfigError("--url is for a single page; give several their URLs with --base-url or in JSON lines")
    if base_url := getattr(options, "base_url", None):
        sources = _with_urls(sources, given, base_url)
    inputs = Inputs(
        sources=sources,
        fetcher=fetcher_of(options),
        limits=limits_of(options),
        encoding=options.encoding,
        again=again,
        # A folder may have one page today and more tomorrow: the form of the output must not depend on that.
        several=len(sources) > 1 or any(map(_holds_many, sources)) or any(Path(text).is_dir() for text in given),
    )
    if any(source.id == STDIN for source in sources):
        with _open_stdin(again=again) as (stdin, start):
            piped = _kind_of(start)
            yield replace(inputs, stdin=stdin, piped=piped, several=inputs.several or bool(piped))
    else:
        yield inputs


@contextmanager
def _open_stdin(*, again: bool) -> Iterator[tuple[IO[bytes], bytes]]:
    """What is piped, kept in a file where it will be read `again`; and how it begins."""
    if again:
        with _kept(sys.stdin.buffer) as kept:
            yield kept, kept.read(HEAD)
    else:
        reader = io.BufferedReader(sys.stdin.buffer)  # type: ignore[type-var]  # for peek; any stream can be read into
        try:
            yield reader, reader.peek(1)
        finally:
            reader.detach()


@contextmanager
def _kept(stream: IO[bytes]) -> Iterator[IO[bytes]]:
    """A stream as a file that can be read more than once, and from any place."""
    with tempfile.TemporaryFile() as kept:
        shutil.copyfileobj(stream, kept)
        kept.seek(0)
        yield kept


def _kind_of(start: bytes) -> str:
    """What is piped, by how it begins; an archive may be packed by gzip."""
    unpacked = start
    with suppress(zlib.error):
        unpacked = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(start, HEAD)
    if unpacked.startswith(b"WARC/"):
        return WARC
    return LINES if start.lstrip(BLANK)[:1] == b"{" else ""


def _with_urls(sources: list[Source], given: list[str], base: str) -> list[Source]:
    """The sources with the base URL and their path below the folder that was named."""
    folders = [Path(text) for text in given if Path(text).is_dir()]
    if not folders:
        raise ConfigError("--base-url: name the folder that was saved from there; single pages have no path below it")
    return [replace(source, url=source.url or _url_below(source, folders, base)) for source in sources]


def _url_below(source: Source, folders: list[Path], base: str) -> str | None:
    for folder in folders:
        if source.path is not None and source.path.is_relative_to(folder):
            return urljoin(base.rstrip("/") + "/", quote(os.fsencode(source.path.relative_to(folder).as_posix())))
    return None


def _holds_many(source: Source) -> bool:
    return source.place is not None and is_bundle(source.place)
