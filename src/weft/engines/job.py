"""What is done to every page of a run: data only, so that any worker on any machine can do it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from weft.auto import extract, find_extractor
from weft.document import Document, Failure, Outcome
from weft.engines.lines import to_line
from weft.errors import ConfigError, LimitError, WeftError
from weft.io import RawPage
from weft.page import Limits
from weft.renderers import RENDERERS, Options
from weft.site import Site

Process = Callable[[RawPage], bytes]
"""What a worker does to a page: its line of output."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """How pages become lines: an extractor by name or a learned site, a format, limits."""

    method: str = "auto"
    site: str = ""  # the path of a learned site; empty: none
    format: str = "json"
    options: Options = field(default_factory=Options)
    limits: Limits = field(default_factory=Limits)

    def check(self) -> None:
        """Raise for a job that no worker could do, before any starts."""
        if self.format not in RENDERERS:
            raise ConfigError(f"unknown format {self.format!r}; choose one of {', '.join(RENDERERS)}")
        if self.site and self.method != "auto":
            raise ConfigError("a site chooses by its templates; leave the method out, or the site")
        if self.method != "auto":
            find_extractor(self.method)
        if self.site:
            Site.load(self.site)

    def digest(self) -> str:
        """The job in a few letters: an output that was begun by another job is not gone on with."""
        site = hashlib.sha256(Path(self.site).read_bytes()).hexdigest() if self.site else ""
        told = json.dumps({**asdict(self), "site": site}, sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def start(self) -> Process:
        """What a worker calls once: loads models and the site, and gives the function for its pages."""
        choose = self._chooser()

        def process(raw: RawPage) -> bytes:
            return to_line(raw, self._outcome(choose, raw), format=self.format, options=self.options)

        return process

    def _chooser(self) -> Callable[[RawPage], Document]:
        if self.site:
            site = Site.load(self.site)
            return lambda raw: site.extract(raw.data, url=raw.url, encoding=raw.charset, limits=self.limits)
        return lambda raw: extract(raw.data, url=raw.url, method=self.method, encoding=raw.charset, limits=self.limits)

    def _outcome(self, choose: Callable[[RawPage], Document], raw: RawPage) -> Outcome:
        try:
            return choose(raw)
        except LimitError as error:
            return Failure(reason=f"limit: {error.limit}", message=str(error))
        except WeftError as error:
            return Failure(reason=type(error).__name__, message=str(error))
        except MemoryError:
            return Failure(reason="memory", message=f"{raw.id}: there is not enough memory for this page")
