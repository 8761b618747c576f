"""Pages from files, folders, patterns, addresses, standard input and other file systems.

Files of object stores and other file systems (s3://, gs://, hdfs://, …) are opened by fsspec.
"""

import errno
import glob
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

from weft.errors import ConfigError, SourceError, WeftError, without_credentials
from weft.io.page_bytes import check_data
from weft.io.raw_page import RawPage, writable
from weft.io.urls import Fetcher, is_url
from weft.late_patterns import late_pattern

SUFFIXES = (".html", ".htm", ".xhtml", ".shtml", ".mhtml", ".php", ".asp", ".aspx", ".jsp")
STDIN = "-"
LIST = ".urls"  # a file of addresses, a line each
MAX_URL_BYTES = 1 << 16  # servers take a quarter of it at most
REMOTE_BUFFER = 1 << 20  # bytes that are asked of a store at once, at least
RIGHTS = "check the address and your rights there"
"""Advice where an object store fails; each has messages of its own."""
OWN = ("http://", "https://", "file://")  # schemes that weft fetches or reads by itself
_SCHEME = late_pattern("[a-z][a-z0-9+.-]*://")


@dataclass(frozen=True, kw_only=True)
class Source:
    """One page that can be read: its name, and where it is."""

    id: str
    path: Path | None = None  # none: the id is an address, or `-` for standard input
    url: str | None = None

    @property
    def place(self) -> Path | str | None:
        """Where its file is, here or on another file system; none where it is no file."""
        return self.path or (self.id if is_remote(self.id) else None)

    @property
    def holds_many(self) -> bool:
        """Whether it is a file that holds many pages."""
        from weft.io.bundles import is_bundle  # here, because it knows this file, and so many others

        return self.place is not None and is_bundle(self.place)


def find_sources(inputs: Iterable[str], *, url: str | None = None) -> list[Source]:
    """The pages that the inputs name, in order: files, folders (all below them), patterns, addresses, `-`.

    `url` is the address of the page, where it is a single file. An input that names nothing is an error, before
    anything is read.
    """
    sources: list[Source] = []
    for text in inputs:
        try:
            sources += _expand(text)
        except OSError as error:  # a name too long, as that of a page's own text, or a folder that may not be read
            raise SourceError(f"cannot be read: {error.strerror or error}", page=f"{text[:80]!r}") from None
    if not sources:
        raise SourceError(
            "no input", advice="name a file, a folder, a pattern, an http(s) address, or - for standard input"
        )
    return [Source(id=source.id, path=source.path, url=source.url or url) for source in sources]


def read(source: Source, *, fetcher: Fetcher, max_bytes: int) -> RawPage:
    """The bytes of a page; `SourceError` says why there are none."""
    if source.path is not None:
        data = _read_file(source.path, source.id, max_bytes)
    elif source.id == STDIN:
        data = sys.stdin.buffer.read(max_bytes + 1)
    elif is_remote(source.id):
        with open_remote(source.id) as file:
            data = file.read(max_bytes + 1)
    else:
        return fetcher.fetch(source.id)
    return RawPage(id=source.id, data=check_data(data, source.id), url=source.url)


def _expand(text: str) -> Iterator[Source]:
    path = Path(text)
    if text == STDIN:
        yield Source(id=STDIN)
    elif is_url(text):
        address = without_credentials(text)
        yield Source(id=address, url=address)
    elif is_remote(text):
        yield from _expand_remote(text)
    elif path.is_dir():
        yield from _expand_folder(path)
    elif path.suffix.lower() == LIST and path.is_file():
        yield from _expand_list(path)
    elif is_there(path):
        yield Source(id=writable(text), path=path)
    else:
        yield from _expand_pattern(text)


def is_there(path: Path) -> bool:
    """Whether something has this name. A name that the system refuses, such as one that is too long, is an OSError.

    `Path.exists` raises it too, but for Python 3.14, where it is False.

    >>> is_there(Path("no-such-file")), is_there(Path("."))
    (False, True)
    """
    try:
        path.stat()
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.EBADF, errno.ELOOP):
            return False
        raise
    except ValueError:  # a NUL in it
        return False
    return True


def _expand_folder(folder: Path) -> Iterator[Source]:
    """The pages below a folder; of one without pages the files that hold many, as a crawler leaves them.

    Not both: beside pages, such a file is more often what was made of them. A folder that may not be looked into is a
    source that cannot be read, so that nobody takes its pages for done.
    """
    from weft.io.bundles import is_bundle  # here, because it knows this file, and so many others

    closed: list[Path] = []
    walk = os.walk(folder, onerror=lambda error: closed.append(Path(error.filename)))
    files = [path for above, _, names in walk for path in (Path(above, name) for name in names) if path.is_file()]
    paths = [path for path in files if path.suffix.lower() in SUFFIXES] or [path for path in files if is_bundle(path)]
    if not paths and not closed:
        raise SourceError(
            "no pages in this folder", page=str(folder), advice=f"they end in {', '.join(SUFFIXES)}, or name a pattern"
        )
    for path in sorted([*paths, *closed]):
        yield Source(id=writable(str(path)), path=path)


def _expand_list(path: Path) -> Iterator[Source]:
    try:
        with path.open("rb") as file:
            yield from _listed(file, path)
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"cannot be read: {getattr(error, 'strerror', None) or error}", page=str(path)) from None


def _listed(file: IO[bytes], path: Path) -> Iterator[Source]:
    number = 0
    while line := file.readline(MAX_URL_BYTES):
        number += 1
        url = without_credentials(line.decode("utf-8").strip())
        if url and not url.startswith("#"):
            if not is_url(url) or len(line) == MAX_URL_BYTES:
                raise SourceError(
                    "no address", page=f"{path}:{number}", advice="a line is one that begins with http:// or https://"
                )
            yield Source(id=url, url=url)


def _expand_remote(pattern: str) -> Iterator[Source]:
    addresses = find_remote(pattern)
    if not addresses:
        raise SourceError("no file fits this", page=pattern, advice="check the name")
    for address in addresses:
        yield Source(id=writable(address))


def _expand_pattern(pattern: str) -> Iterator[Source]:
    paths = [Path(name) for name in sorted(glob.glob(pattern, recursive=True))]
    files = [path for path in paths if path.is_file()]
    if not files:
        kind = "no file fits this pattern" if glob.has_magic(pattern) else "no such file"
        raise SourceError(kind, page=pattern, advice="check the name, or put http:// or https:// before an address")
    for path in files:
        yield Source(id=writable(str(path)), path=path)


def _read_file(path: Path, name: str, max_bytes: int) -> bytes:
    """At most one byte more than allowed, so that a huge file is refused without being read."""
    try:
        with path.open("rb") as file:
            return file.read(max_bytes + 1)
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror}", page=name, advice="check its permissions") from None


def is_remote(text: str) -> bool:
    """Whether a text names a file of another file system.

    >>> is_remote("s3://crawl/00.warc.gz"), is_remote("https://weft.example/"), is_remote("pages/a.html")
    (True, False, False)
    """
    return bool(_SCHEME.match(text.lower())) and not text.lower().startswith(OWN)


def find_remote(pattern: str) -> list[str]:
    """The files that a pattern or a folder names, in order."""
    try:
        system, path = load_fsspec().core.url_to_fs(pattern)
        names = system.find(path) if system.isdir(path) else system.glob(path)
        return sorted(system.unstrip_protocol(name) for name in names)
    except WeftError:
        raise
    except Exception as error:  # each store has errors of its own
        raise SourceError(f"cannot be listed: {error}", page=pattern, advice=RIGHTS) from None


def open_remote(address: str) -> IO[bytes]:
    """A file as a stream that can be sought in. The streams of stores cannot read a line of a bounded size."""
    try:
        return BufferedReader(load_fsspec().open(address, "rb").open(), REMOTE_BUFFER)
    except WeftError:
        raise
    except Exception as error:
        raise SourceError(f"cannot be read: {error}", page=address, advice=RIGHTS) from None


def load_fsspec() -> Any:
    """The library; `ConfigError` says how to get it."""
    try:
        return import_module("fsspec")
    except ImportError:
        raise ConfigError("paths such as s3:// need fsspec: pip install 'weft[remote]' and s3fs, gcsfs, …") from None
