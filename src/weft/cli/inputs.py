"""The pages that a command about a whole site is given: files, folders, patterns, addresses, JSON lines."""

import argparse
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO
from urllib.parse import quote, urljoin

from weft.cli.failures import failure_of
from weft.cli.options import add_reading_options, fetcher_of, limits_of
from weft.document import Failure
from weft.errors import ConfigError, SourceError, WeftError
from weft.io import STDIN, Fetcher, RawPage, Source, find_sources, is_jsonl, read, read_jsonl, read_lines
from weft.page import Limits

BLANK = b"\xef\xbb\xbf \t\r\n"  # what may stand before the first line: a byte-order mark, white space
HEAD = 1 << 12  # bytes that are looked at
METAVAR = "FILE|FOLDER|GLOB|JSONL|URL|-"


def add_input_options(parser: argparse.ArgumentParser, *, name: str = "input") -> None:
    """What to read, and how."""
    what = 'pages; .jsonl and .jsonl.gz hold lines {"id", "url", "html"}; - is such lines or one page'
    if name.startswith("-"):
        parser.add_argument(name, nargs="+", default=[], metavar=METAVAR, help=what)
    else:
        parser.add_argument(name, nargs="+", metavar=METAVAR, help=what)
    parser.add_argument(
        "--base-url", metavar="URL", help="where the folder was saved from: a page's URL is this with its path added"
    )
    add_reading_options(parser)


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """Pages that can be read, and more than once where that was asked for."""

    sources: list[Source]  # pages, and files of JSON lines
    fetcher: Fetcher
    limits: Limits
    encoding: str | None = None
    several: bool = False  # whether there may be more pages than one
    stdin: IO[bytes] | None = None  # what is piped, where `-` is a source
    has_lines: bool = False  # it is JSON lines and not one page
    again: bool = False  # whether pages are read more than once: then what is piped and what is fetched is kept
    fetched: dict[str, RawPage] = field(default_factory=dict)  # so that no server is asked twice

    @property
    def total(self) -> int:
        """How many pages there are; 0 where that is not known before they are read."""
        is_known = not any(_is_lines(source) or source.id == STDIN for source in self.sources)
        return len(self.sources) if is_known else 0

    def read(self) -> Iterator[tuple[Source, RawPage | Failure]]:
        """Every page in turn, or why it cannot be read: a bad page never stops the rest."""
        for source in self.sources:
            if _is_lines(source) and source.path is not None:
                yield from map(_line, read_jsonl(source.path, max_bytes=self.limits.bytes))
            elif source.id == STDIN:
                yield from self._read_stdin(source)
            else:
                yield source, self._read_page(source)

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
        """Lines where the first is an object, else one page."""
        stream = self.stdin or sys.stdin.buffer
        if self.again:
            stream.seek(0)
        if self.has_lines:
            yield from map(_line, read_lines(stream, name=STDIN, max_bytes=self.limits.bytes))
        elif data := stream.read(self.limits.bytes + 1):
            yield source, RawPage(id=STDIN, data=data, url=source.url, charset=self.encoding)
        else:
            yield source, failure_of(SourceError(f"{STDIN}: empty, there is no page in it"), STDIN)


@contextmanager
def open_inputs(
    options: argparse.Namespace, given: list[str], *, again: bool = False, url: str | None = None
) -> Iterator[Inputs]:
    """The pages that the options name; `again` where they will be read more than once; `url` of a single page."""
    sources = find_sources(given, url=url)
    if url and (len(sources) > 1 or any(map(_is_lines, sources))):
        raise ConfigError("--url is for a single page; give several their URLs with --base-url or in JSON lines")
    if options.base_url:
        sources = _with_urls(sources, given, options.base_url)
    inputs = Inputs(
        sources=sources,
        fetcher=fetcher_of(options),
        limits=limits_of(options),
        encoding=options.encoding,
        again=again,
        # A folder may have one page today and more tomorrow: the form of the output must not depend on that.
        several=len(sources) > 1 or any(map(_is_lines, sources)) or any(Path(text).is_dir() for text in given),
    )
    if any(source.id == STDIN for source in sources):
        with _open_stdin(again=again) as (stdin, start):
            has_lines = start.lstrip(BLANK)[:1] == b"{"
            several = inputs.several or has_lines
            yield replace(inputs, stdin=stdin, has_lines=has_lines, several=several)
    else:
        yield inputs


@contextmanager
def _open_stdin(*, again: bool) -> Iterator[tuple[IO[bytes], bytes]]:
    """What is piped, kept in a file where it will be read `again`; and how it begins."""
    if again:
        with tempfile.TemporaryFile() as kept:
            shutil.copyfileobj(sys.stdin.buffer, kept)
            kept.seek(0)
            yield kept, kept.read(HEAD)
    else:
        reader = io.BufferedReader(sys.stdin.buffer)  # type: ignore[type-var]  # for peek; any stream can be read into
        try:
            yield reader, reader.peek(1)
        finally:
            reader.detach()


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


def _is_lines(source: Source) -> bool:
    return source.path is not None and is_jsonl(source.path.name)


def _line(found: RawPage | SourceError) -> tuple[Source, RawPage | Failure]:
    if isinstance(found, RawPage):
        return Source(id=found.id, url=found.url), found
    return Source(id=str(found).partition(": ")[0]), failure_of(found, "")
