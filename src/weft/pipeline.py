"""The one way from a raw page to what is written: raw page → page → document → line.

Commands, engines, the service, the assistant's tools, studio and the adapters give arguments to a `Pipeline`; none of
them parses, chooses or maps errors by itself. So the same page gives the same bytes through every entry.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from weft.auto import AUTO, extract, find_extractor, must_draw
from weft.content import Reason
from weft.document import Document, Extractor, Failure, Outcome, SiteTemplates
from weft.errors import ConfigError, WeftError
from weft.io.files import check_data
from weft.io.raw_page import RawPage
from weft.page import Limits, Page, parse
from weft.renderers import RENDERERS, RenderOptions

if TYPE_CHECKING:
    from weft.browser import Browser

Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True)
class Pipeline:
    """How pages are extracted and written: by which method or site, within which limits, in which format.

    >>> Pipeline(method="whole_page").outcome(RawPage(id="a", data=b"<p>One</p>")).text
    'One'
    """

    method: str | Extractor = AUTO
    site: SiteTemplates | None = None
    browser: Browser | None = None  # draws the pages whose signs ask for it
    limits: Limits = field(default_factory=Limits)
    format: str = "text"  # one of `weft.RENDERERS`
    options: RenderOptions = field(default_factory=RenderOptions)
    may_draw: bool = True  # whether a method that chooses by looks may start a browser: no worker of a run does

    def check(self) -> None:
        """Raise for what no page could be extracted with, before the first is read."""
        if self.format not in RENDERERS:
            raise ConfigError(f"unknown format {self.format!r}", advice=f"choose one of {', '.join(RENDERERS)}")
        if self.method == AUTO:
            return
        if self.site is not None:
            raise ConfigError("a site chooses by its templates", advice="leave the method out, or the site")
        extractor = find_extractor(self.method) if isinstance(self.method, str) else self.method
        if must_draw(extractor) and not self.may_draw:
            raise ConfigError(
                f"{self.method} chooses on drawn pages, and none is drawn here", advice="weft extract draws them"
            )

    def parse(self, raw: RawPage) -> Page:
        """The page; of bytes that are none, such as a PDF, a `SourceError`."""
        check_data(raw.data, raw.id)
        return parse(raw.data, url=raw.url, encoding=raw.charset, limits=self.limits)

    def extract(self, raw: RawPage) -> Document:
        """The document of one page; a `WeftError` says why there is none."""
        if not self.may_draw:
            return extract(self.parse(raw), method=self.method, site=self.site)
        check_data(raw.data, raw.id)
        return extract(
            raw.data,
            url=raw.url,
            method=self.method,
            encoding=raw.charset,
            limits=self.limits,
            site=self.site,
            browser=self.browser,
        )

    def outcome(self, raw: RawPage | WeftError) -> Outcome:
        """The document of one page, or why there is none: a bad page never stops the others."""
        return attempt(raw, self.extract)

    def render(self, document: Document) -> str:
        """The document in the format."""
        return document.render(self.format, self.options)

    def line(self, raw: RawPage | WeftError, outcome: Outcome) -> bytes:
        """What the page becomes in the output: a JSON object and the end of the line."""
        if isinstance(raw, WeftError):
            raw = unread_page(raw)
        line: dict[str, object] = {"id": raw.id, "url": raw.url or ""}
        if isinstance(outcome, Failure):
            line |= failed(outcome)
        elif self.format == "json":
            line |= {"status": "ok"} | outcome.to_dict(self.options)
        else:
            reason = {"code": outcome.reason.code, "detail": outcome.reason.detail}
            line |= {"status": "ok", "chosen_by": outcome.chosen_by, "cluster": outcome.cluster, "reason": reason}
            line[RENDERERS[self.format].column] = self.render(outcome)
        if raw.extra:
            line["input"] = dict(raw.extra)
        return encode(line)


def attempt(raw: RawPage | WeftError, do: Callable[[RawPage], Result]) -> Result | Failure:
    """What is done to a page, or the failure: the one place where an error of a page is caught."""
    if isinstance(raw, WeftError):  # it could not even be read
        return Failure.of(raw)
    try:
        return do(raw)
    except WeftError as error:
        return Failure.of(error, raw.id)
    except MemoryError:
        return Failure(reason=Reason("memory"), what="there is not enough memory for this page", page=raw.id)


def unread_page(error: WeftError) -> RawPage:
    """The page that an error is about, without its bytes: the output has a line for it."""
    return RawPage(id=error.page, data=b"")


def failed(failure: Failure) -> dict[str, object]:
    """What a line says of a page that gave no document."""
    reason = {"code": failure.reason.code, "detail": failure.reason.detail}
    return {"status": "failed", "reason": reason, "message": failure.message}


def encode(line: dict[str, object]) -> bytes:
    """A line as bytes; a lone surrogate, which UTF-8 cannot write, becomes the escape that JSON reads again."""
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
