"""The pages that a command is given: files, folders, patterns, addresses, JSON lines, WARC."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote, urljoin

from weft.cli.options import add_reading_options, fetcher_of, limits_of
from weft.document import Failure
from weft.errors import ConfigError, WeftError
from weft.io import STDIN, RawPage, Source, find_sources
from weft.io.reader import Reader, open_stdin
from weft.page import Limits, Page
from weft.pipeline import Pipeline, attempt

Result = TypeVar("Result")

METAVAR = "FILE|FOLDER|GLOB|URL|-"


def add_input_options(parser: argparse.ArgumentParser, *, name: str = "input", nargs: str = "+") -> None:
    """What to read, and how."""
    what = (
        'pages, folders of them, or files of many: .jsonl(.gz, .zst) with lines {"id", "url", "html"}, .warc(.gz, …), '
        ".arc, .parquet, .zip, .tar(.gz, …); .urls is a list of addresses; s3://… is on an object store; "
        "- is one page, such lines or a WARC"
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
    """The sources of a command, and what reads them."""

    sources: list[Source]  # pages, and files that hold many
    reader: Reader
    limits: Limits
    several: bool = False  # whether there may be more pages than one

    @property
    def total(self) -> int:
        """How many pages there are; 0 where that is not known before they are read."""
        is_known = not any(source.holds_many or source.id == STDIN for source in self.sources)
        return len(self.sources) if is_known else 0

    @property
    def holds_many(self) -> bool:
        """Whether the input is known to hold more pages than one: several sources, or a file of many."""
        piped = self.reader.piped
        return bool(piped and piped.kind) or len(self.sources) > 1 or any(source.holds_many for source in self.sources)

    def read(self) -> Iterator[RawPage | WeftError]:
        """Every page in turn, or why it cannot be read: a bad page never stops the rest."""
        return self.reader.read_all(self.sources)

    def pages(self, do: Callable[[str, Page], Result]) -> Iterator[tuple[str, Result | Failure]]:
        """The id of every page, and what is made of it, parsed under the limits; or why there is nothing."""
        pipeline = Pipeline(limits=self.limits)
        for raw in self.read():
            done = attempt(raw, lambda raw: do(raw.id, pipeline.parse(raw)), seconds=self.limits.seconds)
            yield raw.page if isinstance(raw, WeftError) else raw.id, done


@contextmanager
def open_inputs(
    options: argparse.Namespace, given: list[str], *, again: bool = False, url: str | None = None
) -> Iterator[Inputs]:
    """The pages that the options name; `again` where they will be read more than once; `url` of a single page."""
    sources = find_sources(given, url=url)
    is_many = len(sources) > 1 or any(source.holds_many for source in sources)
    if url and is_many:
        raise ConfigError(
            "--url is for a single page", advice="give several their URLs with --base-url or in JSON lines"
        )
    if base_url := getattr(options, "base_url", None):
        sources = _with_urls(sources, given, base_url)
    limits = limits_of(options)
    reader = Reader(
        max_bytes=limits.bytes,
        encoding=options.encoding,
        fetcher=fetcher_of(options),
        fetched={} if again else None,
    )
    # A folder may have one page today and more tomorrow: the form of the output must not depend on that.
    several = is_many or any(Path(text).is_dir() for text in given)
    inputs = Inputs(sources=sources, reader=reader, limits=limits, several=several)
    if any(source.id == STDIN for source in sources):
        with open_stdin(again=again) as piped:
            yield replace(inputs, reader=replace(reader, piped=piped), several=several or bool(piped.kind))
    else:
        yield inputs


def _with_urls(sources: list[Source], given: list[str], base: str) -> list[Source]:
    """The sources with the base URL and their path below the folder that was named."""
    folders = [Path(text) for text in given if Path(text).is_dir()]
    if not folders:
        advice = "name the folder that was saved from there; single pages have no path below it"
        raise ConfigError("--base-url is for a folder", advice=advice)
    return [replace(source, url=source.url or _url_below(source, folders, base)) for source in sources]


def _url_below(source: Source, folders: list[Path], base: str) -> str | None:
    for folder in folders:
        if source.path is not None and source.path.is_relative_to(folder):
            return urljoin(base.rstrip("/") + "/", quote(os.fsencode(source.path.relative_to(folder).as_posix())))
    return None
