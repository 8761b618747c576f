"""What is done to every page of a run: data only, so that any worker on any machine can do it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from weft.auto import MODEL, VISUAL, extract, find_extractor
from weft.document import Document, Failure, Outcome
from weft.engines.chunks import MAX_PAGES
from weft.engines.lines import to_line
from weft.engines.site_store import SiteStore
from weft.errors import ConfigError, LimitError, WeftError
from weft.io import RawPage
from weft.page import Limits, parse
from weft.renderers import RENDERERS, RenderOptions
from weft.site import Site
from weft.site.finder import host_of

Process = Callable[[RawPage], bytes]
"""What a worker does to a page: its line of output."""


class Job(Protocol):
    """Pages to lines."""

    @property
    def at_once(self) -> int:
        """Pages that a worker is given at once: more where each is quickly done."""
        ...

    @property
    def tries(self) -> int:
        """Workers that are lost at one page before it is given up: a machine may kill some for reasons of its own."""
        ...

    def check(self) -> None:
        """Raise for a job that no worker could do, before any starts."""
        ...

    def digest(self) -> str:
        """The job in a few letters: an output that was begun by another job is not gone on with."""
        ...

    def start(self) -> Process:
        """What a worker calls once: loads what it needs, and gives the function for its pages."""
        ...


@dataclass(frozen=True, kw_only=True)
class ExtractJob:
    """Documents of pages: by an extractor's name, a learned site or a store of sites, in a format, within limits."""

    method: str = "auto"
    site: str = ""  # the path of a learned site; empty: none
    sites: str = ""  # the place of a store of sites by host; empty: none
    format: str = "json"
    options: RenderOptions = field(default_factory=RenderOptions)
    limits: Limits = field(default_factory=Limits)

    @property
    def at_once(self) -> int:
        """Web pages take a few milliseconds."""
        return MAX_PAGES

    @property
    def tries(self) -> int:
        """It is hardly by chance that several are lost in the same milliseconds."""
        return 3

    def check(self) -> None:
        """Raise for a job that makes no sense, or whose files are not there."""
        if self.format not in RENDERERS:
            raise ConfigError(f"unknown format {self.format!r}; choose one of {', '.join(RENDERERS)}")
        if (self.site or self.sites) and self.method != "auto":
            raise ConfigError("a site chooses by its templates; leave the method out, or the site")
        if self.method != "auto" and isinstance(find_extractor(self.method), VISUAL):
            raise ConfigError(f"{self.method} looks at drawn pages, and a run draws none; weft extract does")
        if self.site:
            Site.load(self.site)

    def digest(self) -> str:
        """What the job says, and what the site or the model of one's own holds."""
        told: dict[str, object] = asdict(self)
        told["site"] = _sha256(self.site) if self.site else ""
        told["sites"] = SiteStore(self.sites).digest() if self.sites else ""
        if self.method.endswith(MODEL):
            told["method"] = _sha256(self.method)
        return digest_of(told)

    def start(self) -> Process:
        """Loads the model or the site when the first page comes."""
        choose = self._chooser()

        def process(raw: RawPage) -> bytes:
            return to_line(raw, outcome_of(choose, raw), format=self.format, options=self.options)

        return process

    def _chooser(self) -> Callable[[RawPage], Document]:
        def choose(raw: RawPage, site: Site | None) -> Document:
            if site is not None:
                return site.extract(raw.data, url=raw.url, encoding=raw.charset, limits=self.limits)
            # Of a parsed page: no worker starts a browser.
            return extract(parse(raw.data, url=raw.url, encoding=raw.charset, limits=self.limits), method=self.method)

        if self.sites:
            store = SiteStore(self.sites)
            return lambda raw: choose(raw, store.find(host_of(raw.url)))
        site = Site.load(self.site) if self.site else None
        return lambda raw: choose(raw, site)


def _sha256(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def digest_of(told: dict[str, object]) -> str:
    """Values in a few letters; another weft may choose otherwise, so it is another job."""
    return hashlib.sha256(json.dumps({"weft": version("weft"), **told}, sort_keys=True).encode()).hexdigest()[:16]


def outcome_of(choose: Callable[[RawPage], Document], raw: RawPage) -> Outcome:
    """The document, or why there is none."""
    try:
        return choose(raw)
    except LimitError as error:
        return Failure(reason=f"limit: {error.limit}", message=str(error))
    except WeftError as error:
        return Failure(reason=type(error).__name__, message=str(error))
    except MemoryError:
        return Failure(reason="memory", message=f"{raw.id}: there is not enough memory for this page")
