"""How a step inside another library extracts: what frames, loaders and pipelines have in common."""

from __future__ import annotations

from dataclasses import dataclass, field

from weft.auto import extract, find_extractor
from weft.document import Document, Extractor, Outcome
from weft.engines.job import outcome_of
from weft.errors import ConfigError
from weft.io import RawPage, check_data
from weft.page import Limits
from weft.renderers import RENDERERS, RenderOptions
from weft.site import Site


@dataclass(frozen=True, kw_only=True)
class Extraction:
    """By which method or learned site pages are extracted, within which limits, and what their text is written in."""

    method: str | Extractor = "auto"
    site: Site | None = None
    format: str = "text"  # one of `weft.RENDERERS`
    shown: RenderOptions = field(default_factory=RenderOptions)
    limits: Limits = field(default_factory=Limits)

    def check(self) -> None:
        """Raise for what no page could be extracted with."""
        if self.format not in RENDERERS:
            raise ConfigError(f"unknown format {self.format!r}; choose one of {', '.join(RENDERERS)}")
        if self.site is not None and self.method != "auto":
            raise ConfigError("a site chooses by its templates; leave the method out, or the site")
        if isinstance(self.method, str) and self.method != "auto":
            find_extractor(self.method)

    def outcome(self, raw: RawPage) -> Outcome:
        """The document of one page, or why there is none."""
        return outcome_of(self.extract, raw)

    def extract(self, raw: RawPage) -> Document:
        """The document of one page; of what is none, such as a PDF, a `SourceError`."""
        if raw.data:  # nothing at all is an empty page
            check_data(raw.data, raw.id)
        limits = self.limits
        return extract(raw.data, url=raw.url, method=self.method, encoding=raw.charset, limits=limits, site=self.site)

    def render(self, document: Document) -> str:
        """The document's text."""
        return document.render(self.format, self.shown)


def to_raw(page: bytes | str, *, id: str, url: str | None) -> RawPage:
    """A page as io would have read it; text has been decoded already, whatever it says of its charset."""
    if isinstance(page, bytes):
        return RawPage(id=id, url=url, data=page)
    return RawPage(id=id, url=url, data=page.encode(errors="replace"), charset="utf-8")
