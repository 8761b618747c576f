"""The one way from a raw page to what is written: raw page → page → document → line.

Commands, engines, the service, the assistant's tools, studio and the adapters give arguments to a `Pipeline`; none of
them parses, chooses or maps errors by itself. So the same page gives the same bytes through every entry.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from weft.auto import AUTO, extract, find_extractor, must_draw
from weft.deadline import time_limit
from weft.document import Document, Extractor, Failure, Outcome, SiteMethod, SiteTemplates
from weft.errors import ConfigError, SourceError, WeftError
from weft.io.page_bytes import check_data
from weft.io.raw_page import RawPage
from weft.page import Limits, Page, parse
from weft.renderers import RENDERERS, RenderOptions

if TYPE_CHECKING:
    from concurrent.futures import Future

    from weft.browser import Browser

Result = TypeVar("Result")

Choose = Callable[[RawPage], Outcome]
"""What makes the document of a page: `Pipeline.extract`, or something that gives what was made before."""

MAX_NESTING = 100
"""Lists and objects in each other that may travel along with a page: JSON itself stops at about a thousand."""

AHEAD = 4
"""Pages a thread that `extract_many` reads ahead: enough for a thread that is done to find the next."""

PANIC = "PanicException"
"""The class of a fault in the kernel; it has no other parent than `BaseException`, and no module to import it from."""


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
        self.options.chunking.check()
        if self.method == AUTO:
            return
        extractor = find_extractor(self.method) if isinstance(self.method, str) else self.method
        if self.site is not None and not isinstance(extractor, SiteMethod):
            raise ConfigError("a site chooses by its templates", advice="leave the method out, or the site")
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
        if not self.may_draw and self.method != AUTO:  # which draws with a browser that it is given, and else never
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
        return attempt(raw, self.extract, seconds=self.limits.seconds)

    def make(
        self, raw: RawPage | WeftError, do: Callable[[Document], Result], choose: Choose | None = None
    ) -> Result | Failure:
        """What is made of a page's document, or the failure: parsed, chosen and made in one attempt, by one deadline.

        Whoever takes more than the document, such as its text or its title, takes it here: that may fail too.
        """

        def work(page: RawPage) -> Result | Failure:
            outcome = choose(page) if choose else self.extract(page)
            return outcome if isinstance(outcome, Failure) else do(outcome)

        return attempt(raw, work, seconds=self.limits.seconds)

    def process(self, raw: RawPage | WeftError, choose: Choose | None = None) -> tuple[Outcome, bytes]:
        """The document of one page, or why there is none, and its line."""

        def write(document: Document) -> tuple[Outcome, bytes]:
            return document, self.line(raw, document)

        done = self.make(raw, write, choose)
        return (done, self.line(raw, done)) if isinstance(done, Failure) else done

    def render(self, document: Document) -> str:
        """The document in the format."""
        return document.render(self.format, self.options)

    def _written(self, document: Document) -> object:
        """The document as its line has it: a text, or the objects of a format of lines."""
        text = self.render(document)
        return list(map(json.loads, filter(None, text.split("\n")))) if RENDERERS[self.format].is_lines else text

    def line(self, raw: RawPage | WeftError, outcome: Outcome) -> bytes:
        """What the page becomes in the output: a JSON object and the end of the line; of a failure it never fails."""
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
            line[RENDERERS[self.format].column] = self._written(outcome)
        if raw.extra:
            try:
                line["input"] = plain_extra(raw.extra)
            except SourceError:
                if not isinstance(outcome, Failure):
                    raise
        return encode(line)


def attempt(
    raw: RawPage | WeftError,
    do: Callable[[RawPage], Result],
    *,
    seconds: float = inf,
    passing: type[WeftError] | tuple[()] = (),
) -> Result | Failure:
    """What is done to a page within some seconds, or the failure: the one place where an error of a page is caught.

    Every error is one, also those that nobody foresaw, such as an installed extractor's; the traceback is logged (at
    the level DEBUG, with WEFT_DEBUG=1 as an error). What ends the program passes, and `passing`: no page's fault.
    """
    if isinstance(raw, WeftError):  # it could not even be read
        return Failure.of(raw)
    try:
        with time_limit(seconds):
            return do(raw)
    except passing:
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != PANIC:
            raise
        return failure_of(error, raw.id)


def extract_many(
    pages: Iterable[bytes | str | RawPage | WeftError], *, threads: int = 0, pipeline: Pipeline | None = None
) -> Iterator[Outcome]:
    """Take the content out of many pages on several threads: one outcome a page, in their order.

    `threads` is the number of cores where it is 0; `pipeline` says how pages are extracted. A page that cannot be
    gives a `Failure`, and the others go on. Only a few pages are read ahead, so that any number of them fits. The
    kernel works beside Python: what is left to Python's lock is a part of each page, so threads help less than
    processes do (`weft run`), and cost less memory.

    >>> [outcome.text for outcome in extract_many([b"<p>One", "<p>Two"], pipeline=Pipeline(method="whole_page"))]
    ['One', 'Two']
    """
    pipeline = pipeline or Pipeline()
    pipeline.check()
    raw_pages = (_raw_page(page, number) for number, page in enumerate(pages, 1))
    threads = threads or os.cpu_count() or 1
    return _in_threads(raw_pages, pipeline, threads) if threads > 1 else map(pipeline.outcome, raw_pages)


def _raw_page(page: bytes | str | RawPage | WeftError, number: int) -> RawPage | WeftError:
    """A page as the pipeline takes it; one that has no name of its own gets its number."""
    if isinstance(page, str):
        return RawPage(id=f"page {number}", data=page.encode(errors="replace"), charset="utf-8")
    return RawPage(id=f"page {number}", data=page) if isinstance(page, bytes) else page


def _in_threads(raw_pages: Iterable[RawPage | WeftError], pipeline: Pipeline, threads: int) -> Iterator[Outcome]:
    """The outcomes in the order of the pages; who stops asking waits for the pages that are at work, and no other."""
    from concurrent.futures import ThreadPoolExecutor  # one page needs none

    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Outcome]] = deque()
    try:
        for raw in raw_pages:
            waiting.append(pool.submit(pipeline.outcome, raw))
            if len(waiting) >= AHEAD * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def failure_of(error: BaseException, page: str = "") -> Failure:
    """The failure of a page by an error; the traceback of one that is not weft's own is logged."""
    if not isinstance(error, WeftError):
        import logging  # for faults, which are few

        level = logging.ERROR if os.environ.get("WEFT_DEBUG") else logging.DEBUG
        logging.getLogger("weft").log(level, "at %s", page or "a page", exc_info=error)
    return Failure.of(error, page)


def unread_page(error: WeftError) -> RawPage:
    """The page that an error is about, without its bytes: the output has a line for it."""
    return RawPage(id=error.page, data=b"")


def failed(failure: Failure) -> dict[str, object]:
    """What a line says of a page that gave no document."""
    reason = {"code": failure.reason.code, "detail": failure.reason.detail}
    return {"status": "failed", "reason": reason, "message": failure.message}


def pack_extra(extra: Mapping[str, Any]) -> bytes:
    """What travels along with a page as JSON, as it crosses to another process; a `SourceError` where it cannot.

    >>> pack_extra({"seen": 3})
    b'{"seen": 3}'
    """
    if _is_deep(extra):
        raise SourceError(f"what travels along with the page is nested deeper than {MAX_NESTING}")
    try:
        return json.dumps(extra, default=_plain).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise SourceError(f"what travels along with the page is no JSON: {error}") from None


def plain_extra(extra: Mapping[str, Any]) -> Mapping[str, Any]:
    """What travels along with a page as it is read again behind a crossing; a `SourceError` where it cannot cross.

    >>> plain_extra({"seen": (3, 4)})
    {'seen': [3, 4]}
    """
    # Plain words come back as they are: an archive tells the time of each of its pages.
    is_plain = all(type(value) is str and value.isascii() for pair in extra.items() for value in pair)
    if is_plain and type(extra) is dict:
        return extra
    values: dict[str, Any] = json.loads(pack_extra(extra))
    return values


def _is_deep(extra: Mapping[str, Any]) -> bool:
    """Whether values lie in each other deeper than they may; it goes level by level, for recursion has an end."""
    level: list[Collection[Any]] = [extra.values()]
    for _ in range(MAX_NESTING):
        level = [
            value.values() if isinstance(value, dict) else value
            for values in level
            for value in values
            if isinstance(value, dict | list | tuple)
        ]
        if not level:
            return False
    return True


def _plain(value: object) -> str:
    """The text of a value that JSON has no form for: a time or a number of a table's column, or bytes."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def encode(line: dict[str, object]) -> bytes:
    """A line as bytes; a lone surrogate, which UTF-8 cannot write, becomes the escape that JSON reads again."""
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
