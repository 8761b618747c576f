"""What is done to every page of a run: data only, so that any worker on any machine can do it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

import weft.sites
from weft.auto import AUTO, METHOD_FILES, find_extractor
from weft.document import SiteMethod
from weft.engines.chunks import MAX_PAGES
from weft.engines.site_store import SiteStore
from weft.errors import ConfigError
from weft.io import RawPage
from weft.page import Limits
from weft.pipeline import Pipeline
from weft.renderers import RenderOptions

Process = Callable[[RawPage], bytes]
"""What a worker does to a page: its line of output."""


@runtime_checkable
class Resting(Protocol):
    """What a worker does to a page, where it holds files meanwhile."""

    def rest(self) -> None:
        """Let go of files until the next page comes."""
        ...


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
    """A pipeline as data: an extractor's name, a learned site or a store of sites, a format, limits."""

    method: str = AUTO
    site: str = ""  # the path of a learned site; empty: none
    sites: str = ""  # where a store of sites by host is; empty: none
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
        by_site = self.method == AUTO or isinstance(find_extractor(self.method), SiteMethod)
        if (self.site or self.sites) and not by_site:  # before the site is read
            raise ConfigError("a site chooses by its templates", advice="leave the method out, or the site")
        if self.sites:
            SiteStore(self.sites).check()
        self.pipeline().check()

    def digest(self) -> str:
        """What the job says, and what the site or the file of a method holds."""
        values: dict[str, object] = asdict(self)
        values["site"] = _sha256(self.site) if self.site else ""
        values["sites"] = SiteStore(self.sites).digest() if self.sites else ""
        if self.method.endswith(METHOD_FILES):
            values["method"] = _sha256(self.method)
        return digest_of(values)

    def start(self) -> Process:
        """Loads the model or the site when the first page comes."""
        return _Extracting(self.pipeline())

    def pipeline(self) -> Pipeline:
        """The pipeline that the job describes; no worker starts a browser."""
        site = SiteStore(self.sites) if self.sites else weft.sites.Site.load(self.site) if self.site else None
        return Pipeline(
            method=self.method,
            site=site,
            format=self.format,
            options=self.options,
            limits=self.limits,
            may_draw=False,
        )


@dataclass(frozen=True)
class _Extracting:
    """What a worker does to a page."""

    pipeline: Pipeline

    def __call__(self, raw: RawPage) -> bytes:
        """The line of a page."""
        return self.pipeline.process(raw)[1]

    def rest(self) -> None:
        """Let go of the store of sites: a database that is open has files beside it."""
        if isinstance(self.pipeline.site, SiteStore):
            self.pipeline.site.rest()


def _sha256(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def digest_of(values: dict[str, object]) -> str:
    """Values in a few letters; another weft may choose otherwise, so it is another job."""
    return hashlib.sha256(json.dumps({"weft": weft.__version__, **values}, sort_keys=True).encode()).hexdigest()[:16]
