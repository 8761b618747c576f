"""What the server may touch: files under the folders that the user named, and addresses only where that is allowed.

Whoever asks is a model that has read web pages, and a page may tell it to ask for anything: nothing that comes in a
request widens what the user allowed on the command line.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urljoin

from weft.errors import ConfigError, SourceError, WeftError
from weft.io import (
    SUFFIXES,
    Fetcher,
    RawPage,
    Source,
    check_data,
    find_sources,
    is_bundle,
    is_url,
)
from weft.io.files import is_there
from weft.io.raw_page import writable
from weft.io.reader import Reader
from weft.page import Limits
from weft.sites import Site

MAX_PAGES = 500  # of a request to learn: a template needs a few, and a client waits a minute at most for the answer
READ_SECONDS = 30.0  # for the same; then what was read must do
MAX_FETCHED = 4  # pages that are kept, so that who reads on in one reads on in the same
MAX_SITE = 64 << 20  # bytes
SITE = ".json"


@dataclass(frozen=True, kw_only=True)
class Access:
    """The folders and the network that tools may use, and what a page may cost."""

    roots: tuple[Path, ...] = ()
    network: bool = False
    limits: Limits = field(default_factory=Limits)
    fetcher: Fetcher = field(default_factory=Fetcher)  # used where the network is allowed
    fetched: OrderedDict[str, RawPage] = field(default_factory=OrderedDict)

    def check(self) -> None:
        """Raise for a root that is no folder."""
        for root in self.roots:
            if not root.is_dir():
                raise ConfigError("no such folder", page=str(root), advice="name a folder as a root")

    def find(self, given: str) -> Path:
        """The real path of a file or folder, there or not; a ConfigError where it is not under a root.

        Links are followed first, so that none leads out; what is outside is refused alike whether it exists or not.
        """
        if not self.roots:
            raise ConfigError("no files can be read: start the server with weft mcp --root FOLDER")
        try:
            roots = [root.resolve() for root in self.roots]
            candidates = [(root / given).resolve() for root in roots]  # an absolute path stays what it is
            inside = [path for path in candidates if any(path.is_relative_to(root) for root in roots)]
            if inside:
                return next((path for path in inside if is_there(path)), inside[0])
        except (OSError, RuntimeError, ValueError):  # a circle of links, a name too long, a NUL
            raise ConfigError(f"{given[:200]!r} is no path that can be read") from None
        named = ", ".join(map(str, self.roots))
        raise ConfigError(f"{given[:200]!r} is outside the folders that may be used: {named}")

    def read(self, *, html: str = "", path: str = "", url: str = "", again: bool = False) -> RawPage:
        """The page that a request gives: itself, a file, else what is at the address; `again`: as it was before."""
        if html and path:
            raise ConfigError("give html or path, not both", advice="url says where that page is from")
        if html:
            return RawPage.of(html, id=url or "html", url=url or None)
        if path:
            return self._read_file(self.find(path), url=url or None)
        if url:
            return self._fetch(url, again=again)
        raise ConfigError("give a page: html, or path, or url")

    def read_many(self, given: Iterable[str], *, base_url: str = "") -> Iterator[RawPage | WeftError]:
        """The pages of files, folders, files of many pages, and addresses; no more than can be waited for."""
        deadline = time.monotonic() + READ_SECONDS
        count = 0
        for name in given:
            for page in self._read_each(name, base_url):
                yield page
                count += 1
                if count >= MAX_PAGES or time.monotonic() > deadline:
                    why = f"{MAX_PAGES} pages" if count >= MAX_PAGES else f"{READ_SECONDS:g} s"
                    yield SourceError(
                        f"the rest was left out after {why}", page=name, advice="weft learn has no such limit"
                    )
                    return

    def load_site(self, given: str) -> Site:
        """What learn saved."""
        return _load_site(self.find(given))

    def find_output(self, given: str) -> Path:
        """Where a site may be saved: a new .json file, or in place of another site, and nothing else."""
        path = self.find(given)
        if path.suffix.lower() != SITE:
            raise ConfigError(f"a site is saved as a {SITE} file", page=f"{given[:200]!r}")
        if path.exists():
            _load_site(path)  # raises for a file that is something else
        return path

    def _read_each(self, name: str, base_url: str) -> Iterator[RawPage | WeftError]:
        """The pages that a name stands for; one that cannot be read is an entry that says why."""
        try:
            if is_url(name):
                yield self._fetch(name)
            elif (path := self.find(name)).is_dir():
                for source in find_sources([str(path)]):
                    yield from self._read_listed(source.path or path, path, base_url)
            else:
                yield from self._read_listed(path, path.parent, base_url)
        except WeftError as error:
            yield error.on(name)

    def _read_listed(self, path: Path, folder: Path, base_url: str) -> Iterator[RawPage | WeftError]:
        """The page of a file in a folder, or its many. A link may lead anywhere, so each is looked at for itself."""
        try:
            real_path = self.find(str(path))
            if is_bundle(real_path):
                _check_file(real_path)
                yield from self.reader.read(Source(id=str(real_path), path=real_path))
            else:
                yield self._read_file(real_path, url=_url_below(base_url, path, folder))
        except WeftError as error:
            yield error.on(str(path))

    def _read_file(self, path: Path, *, url: str | None) -> RawPage:
        _check_file(path)
        if is_bundle(path):
            raise SourceError("a file of many pages", page=str(path), advice="learn can read it, here give one page")
        if path.suffix.lower() not in SUFFIXES:  # a folder of pages may hold notes and keys too
            raise SourceError("not named as a page", page=str(path), advice=f"pages end in {', '.join(SUFFIXES)}")
        (raw,) = self.reader.read(Source(id=writable(str(path)), path=path, url=url))
        if isinstance(raw, WeftError):
            raise raw
        return raw

    @property
    def reader(self) -> Reader:
        """What reads files, within the limits."""
        return Reader(max_bytes=self.limits.bytes, fetcher=self.fetcher)

    def _fetch(self, url: str, *, again: bool = False) -> RawPage:
        if not self.network:
            raise ConfigError("no address can be fetched: start the server with weft mcp --allow-network")
        if not is_url(url):
            raise ConfigError(f"{url[:200]!r} is no http or https address")
        if again and (kept := self.fetched.get(url)):
            return kept
        try:
            raw = self.fetcher.fetch(url)
            check_data(raw.data, url)
        except SourceError as error:
            raise SourceError(error.what, page=error.page) from None  # its advice is none here
        self.fetched[url] = raw
        while len(self.fetched) > MAX_FETCHED:
            self.fetched.popitem(last=False)
        return raw


def _check_file(path: Path) -> None:
    """Raise for what is no file: folders, and pipes, which never end."""
    if not path.is_file():
        raise SourceError("no file but something else" if path.exists() else "no such file", page=str(path))


def _load_site(path: Path) -> Site:
    _check_file(path)
    if path.stat().st_size > MAX_SITE:
        raise SourceError(f"larger than {MAX_SITE} bytes, which no site is", page=str(path))
    return Site.load(path)


def _url_below(base: str, path: Path, folder: Path) -> str | None:
    """The address of a page of a folder that was saved from somewhere."""
    return urljoin(base.rstrip("/") + "/", quote(path.relative_to(folder).as_posix())) if base else None
