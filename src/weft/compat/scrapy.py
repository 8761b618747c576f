"""Scrapy: a downloader middleware and an item pipeline (extra `[scrapy]`).

Both work in a thread, so that the crawl goes on meanwhile, and neither breaks it: a page that fails is logged with its
reason and counted in the stats under `weft/`.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from weft.content import Field, Metadata, Reason
from weft.document import Document, Failure, Outcome
from weft.errors import ConfigError, WeftError
from weft.io import RawPage
from weft.io.raw_page import page_of
from weft.page import Limits
from weft.pipeline import Pipeline
from weft.renderers import RENDERERS
from weft.renderers.json import metadata_values
from weft.sites import Site

try:
    from itemadapter import ItemAdapter
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.exceptions import DropItem
    from scrapy.http import HtmlResponse, Response
    from scrapy.settings import BaseSettings
    from scrapy.utils.asyncio import run_in_thread
    from w3lib.encoding import http_content_type_encoding
except ImportError as _missing:
    raise ConfigError(f"weft.compat.scrapy needs {_missing.name}: pip install 'weft[scrapy]'") from None

__all__ = ["WeftMiddleware", "WeftPipeline"]

logger: logging.Logger = logging.getLogger(__name__)

DOCUMENT, FAILURE, SKIP = "weft", "weft_failure", "dont_weft"  # keys of a request's meta
KEEP, DROP = "keep", "drop"
METADATA = tuple(column.name for column in fields(Metadata))
CHOICE = ("page_type", "confidence", "chosen_by", "reason")
FOUND = ("fields", "records")
USUAL = ("title", "author", "date", "language", "page_type", "confidence", *FOUND)  # of an item that takes any field


@dataclass(frozen=True, kw_only=True)
class WeftSettings:
    """The settings of a crawl whose names begin with WEFT_; `check` says what is wrong with them."""

    method: str = "auto"
    site: str = ""  # a path
    limits: Limits = field(default_factory=Limits)
    format: str = "text"
    html_field: str = "html"
    url_field: str = "url"
    fields: tuple[str, ...] = ()  # that items get; empty: those that they declare, else the usual ones
    keep_html: bool = False
    on_failure: str = KEEP

    @staticmethod
    def read(settings: BaseSettings) -> WeftSettings:
        """What a crawl's settings say."""
        return WeftSettings(
            method=settings.get("WEFT_METHOD") or "auto",
            site=str(settings.get("WEFT_SITE") or ""),
            limits=_limits_of(settings.getdict("WEFT_LIMITS")),
            format=settings.get("WEFT_FORMAT") or "text",
            html_field=settings.get("WEFT_HTML_FIELD") or "html",
            url_field=settings.get("WEFT_URL_FIELD") or "url",
            fields=tuple(settings.getlist("WEFT_FIELDS")),
            keep_html=settings.getbool("WEFT_KEEP_HTML"),
            on_failure=settings.get("WEFT_ON_FAILURE") or KEEP,
        )

    def pipeline(self) -> Pipeline:
        """What is done to every page; a crawl starts no browser."""
        site = Site.load(self.site) if self.site else None
        return Pipeline(method=self.method, site=site, format=self.format, limits=self.limits, may_draw=False)

    def check(self) -> None:
        """Raise before the crawl begins, not at its first page."""
        self.pipeline().check()
        names = {*RENDERERS, *METADATA, *CHOICE, *FOUND}
        if unknown := [name for name in self.fields if name not in names]:
            raise ConfigError(
                f"WEFT_FIELDS: {', '.join(unknown)} is unknown", advice=f"there are {', '.join(sorted(names))}"
            )
        if self.on_failure not in (KEEP, DROP):
            raise ConfigError(f"WEFT_ON_FAILURE is {KEEP!r} or {DROP!r}, not {self.on_failure!r}")
        if self.keep_html and self.html_field in (self.format, *self.fields):
            raise ConfigError(
                f"WEFT_KEEP_HTML: {self.html_field!r} cannot hold both", advice="name another WEFT_HTML_FIELD"
            )


class _Worker:
    """What both parts do: a page through weft in a thread, counted in the crawl's stats."""

    def __init__(self, crawler: Crawler) -> None:
        self.settings: WeftSettings = WeftSettings.read(crawler.settings)
        self.settings.check()
        self.crawler = crawler
        self.how: Pipeline = self.settings.pipeline()

    async def run(
        self, page: RawPage | Document | Failure, names: Collection[str] = ()
    ) -> tuple[Outcome, dict[str, Any]]:
        """The document of a page, or why there is none; and what it says by those names."""
        outcome, values = await run_in_thread(self._run, page, names)
        stats = self.crawler.stats
        assert stats is not None, "a crawl has stats before it has pages"
        if isinstance(outcome, Failure):
            logger.warning("no document: %s: %s", outcome.reason, outcome.message)
            stats.inc_value("weft/failures")
            stats.inc_value(f"weft/failures/{outcome.reason}")
        else:
            stats.inc_value("weft/documents")
            stats.inc_value(f"weft/documents/{outcome.chosen_by}")
        return outcome, values

    def _run(self, page: RawPage | Document | Failure, names: Collection[str]) -> tuple[Outcome, dict[str, Any]]:
        def say(document: Document) -> tuple[Document, dict[str, Any]]:
            return document, {name: _value(document, name) for name in names}

        if isinstance(page, Failure):
            return page, {}
        if isinstance(page, RawPage):
            done = self.how.make(page, say)
        else:  # a spider has made the document
            done = self.how.make(RawPage(id=page.page.url or "an item", data=b""), say, lambda _: page)
        return (done, {}) if isinstance(done, Failure) else done


class WeftMiddleware:
    """Downloader middleware: `response.meta["weft"]` is the document of an HTML page that was fetched.

    Of a page that failed there is `response.meta["weft_failure"]` instead; of a response that is no HTML, or no
    success, or whose request has `dont_weft`, there is neither. Give it a number under 550, so that it sees what was
    unpacked, and neither redirects nor what is tried again.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.worker: _Worker = _Worker(crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WeftMiddleware:
        """As Scrapy makes it."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Forget what a spider that hands `response.meta` on has left there."""
        request.meta.pop(DOCUMENT, None)
        request.meta.pop(FAILURE, None)

    async def process_response(self, request: Request, response: Response) -> Response:
        """The response as it is, with its document in the meta."""
        if isinstance(response, HtmlResponse) and 200 <= response.status < 300 and not request.meta.get(SKIP):
            outcome, _ = await self.worker.run(_page_of(response))
            request.meta[FAILURE if isinstance(outcome, Failure) else DOCUMENT] = outcome
        return response


class WeftPipeline:
    """Item pipeline: an item with a page (a text, bytes, a response or a document) gets what weft finds on it.

    An item without one passes as it is, and so does every field that the spider has filled. The page itself is taken
    out unless WEFT_KEEP_HTML is set. A page that failed leaves its reason in the field `failure`, or the item is
    dropped, as WEFT_ON_FAILURE says.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.worker: _Worker = _Worker(crawler)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> WeftPipeline:
        """As Scrapy makes it."""
        return cls(crawler)

    async def process_item(self, item: Any) -> Any:
        """The item, filled."""
        settings, adapter = self.worker.settings, ItemAdapter(item)
        given = adapter.get(settings.html_field)
        if given is None:
            return item
        page = _page_of(given, url=adapter.get(settings.url_field))
        outcome, values = await self.worker.run(page, self._names(item))
        if not settings.keep_html:
            del adapter[settings.html_field]
        if isinstance(outcome, Failure):
            if settings.on_failure == DROP:
                raise DropItem(f"no document: {outcome.reason}: {outcome.message}")
            values = {"failure": str(outcome.reason)}
        for name, value in values.items():
            if not adapter.get(name) and _takes(item, name):
                adapter[name] = value
        return item

    def _names(self, item: Any) -> tuple[str, ...]:
        """What an item is to get."""
        settings = self.worker.settings
        if settings.fields:
            return settings.fields
        declared = ItemAdapter.get_field_names_from_class(type(item))
        if declared is None:
            return (settings.format, *USUAL)
        return tuple(name for name in (settings.format, *METADATA, *CHOICE, *FOUND) if name in declared)


def _limits_of(given: Mapping[str, Any]) -> Limits:
    """The usual limits but for those given."""
    usual = asdict(Limits())
    try:
        values = {name: type(usual[name])(value) for name, value in given.items()}
    except (KeyError, TypeError, ValueError):
        raise ConfigError(
            f"WEFT_LIMITS: {dict(given)}", advice=f"give numbers for some of {', '.join(usual)}"
        ) from None
    if any(value <= 0 for value in values.values()):
        raise ConfigError(f"WEFT_LIMITS: {dict(given)}", advice="a limit must be more than 0")
    return Limits(**values)


def _takes(item: Any, name: str) -> bool:
    declared = ItemAdapter.get_field_names_from_class(type(item))
    return declared is None or name in declared


def _page_of(given: object, *, url: str | None = None) -> RawPage | Document | Failure:
    """What a spider gave as a page."""
    if isinstance(given, Document):
        return given
    if isinstance(given, Response):
        header = given.headers.get("Content-Type", b"")
        charset = http_content_type_encoding((header or b"").decode("latin-1"))
        return RawPage(id=given.url, url=given.url, data=given.body, charset=charset)
    page = page_of({"html": given, "url": url}, "an item")
    if isinstance(page, WeftError):
        return Failure(reason=Reason("no_page"), what=f"no page but {type(given).__name__}", page=url or "an item")
    return page


def _value(document: Document, name: str) -> Any:
    """What a document says under a name, ready for a feed."""
    if name in RENDERERS:
        return document.render(name)
    if name in METADATA:
        return metadata_values(document.metadata)[name]
    if name == "fields":
        return _values(document.fields)
    if name == "records":
        return [record.values for record in document.records]
    value = getattr(document, name)
    return value.detail if isinstance(value, Reason) else value


def _values(entries: Mapping[str, Field]) -> dict[str, str]:
    return {name: entry.value for name, entry in entries.items()}
