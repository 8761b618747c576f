"""A browser that draws one page after another, whatever the pages do; and several browsers at once."""

import asyncio
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from weft.browser.alignment import align_snapshot
from weft.browser.chromium import (
    NO_FLOOD_PROTECTION,
    NO_SANDBOX,
    check_sandbox,
    find_chromium,
    launch_arguments,
    no_sandbox,
    sandboxed,
)
from weft.browser.driver import Driver
from weft.browser.guard import NEXT_BROWSER, kill, process_tree
from weft.browser.layout import geometry_of
from weft.browser.loading import Loaded, Visit, load
from weft.browser.options import DrawOptions
from weft.browser.snapshot import serialise, snapshot_of
from weft.errors import BrowserError, LimitError, SourceError, WeftError
from weft.io import RawPage, is_url
from weft.page import Limits, Page, parse

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from queue import LifoQueue

NOWHERE = "https://weft.invalid/"  # where a page without an address is served
NOWHERE_OPEN = "http://weft.invalid/"  # the same where it may fetch: at https it could fetch nothing by http
LAUNCH_SECONDS = 30.0
END_SECONDS = 2.0


@dataclass(frozen=True, eq=False, kw_only=True)
class Drawing:
    """A page as a browser shows it."""

    html: str  # the DOM as drawn; without contents of templates, with what shadow roots show
    page: Page  # with its geometry; without scripts its rows are those of the page as parsed
    seconds: float  # until the page was loaded
    snapshot_seconds: float  # to have its geometry
    screenshot: bytes = b""  # PNG, where asked for


class Browser:
    """Draws pages one at a time with the machine's Chromium.

    A saved page sees no network and runs no scripts unless the options say so. A page that goes over a limit, hangs or
    crashes raises `BrowserError` (or `LimitError`) with its `reason`; the browser is ended and the next page gets a
    fresh one. May be used from any thread.
    """

    def __init__(self, options: DrawOptions = DrawOptions()) -> None:
        self.options = options
        self._lock = threading.Lock()
        self._dead_end = socket.socket()
        self._driver: Driver | None = None
        self._chromium: Chromium | None = None
        self._pid = 0
        self._is_closed = False

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def draw(
        self, page: RawPage | bytes | str, *, url: str | None = None, options: DrawOptions | None = None
    ) -> Drawing:
        """The page as the browser shows it; an http(s) address is fetched, anything else is the page itself."""
        chosen = options or self.options
        raw = _raw_page(page, url)
        with self._lock:
            if raw is None:
                assert isinstance(page, str)
                return self._draw_address(page, chosen)
            return self._draw_saved(raw, chosen)

    def close(self) -> None:
        """End the browser with all of its processes."""
        self._is_closed = True
        self._end()
        self._stop_driver()
        self._dead_end.close()

    def _draw_saved(self, raw: RawPage, options: DrawOptions) -> Drawing:
        parsed = _parse(raw, options)
        visit = Visit(
            name=raw.id,
            url=_address(raw.url, options),
            data=raw.data or b" ",
            charset=parsed.encoding,
            options=options,
        )
        try:
            loaded = self._visit(visit)
        except SourceError:  # its address is none to the browser
            loaded = self._visit(replace(visit, url=NOWHERE))
        return _drawing(loaded, options, parsed=None if options.scripts else parsed, url=raw.url)

    def _draw_address(self, url: str, options: DrawOptions) -> Drawing:
        loaded = self._visit(Visit(name=url, url=url, options=options))
        return _drawing(loaded, options, parsed=None, url=loaded.url)

    def _visit(self, visit: Visit) -> Loaded:
        driver, chromium = self._start()
        try:
            return driver.run(load(chromium, visit, pid=self._pid, dead_end=self._closed_proxy()))
        except WeftError:
            self._end()
            raise
        except Exception as error:
            self._end()
            what = f"the browser crashed on this page ({_first_line(error)})"
            raise BrowserError(what, page=visit.name, advice=NEXT_BROWSER) from error
        except BaseException:
            self._end()
            raise

    def _start(self) -> "tuple[Driver, Chromium]":
        program = find_chromium()
        self._check_open()
        if self._driver is not None and self._chromium is not None and self._chromium.is_connected():
            return self._driver, self._chromium
        self._end()
        check_sandbox(self.options.sandbox)
        for attempt in (1, 2):  # the driver itself may have died with the last page: then a new one is needed
            try:
                self._driver = self._driver or Driver().start()
                self._chromium, self._pid = self._driver.run(self._launch(self._driver, program))
                break
            except WeftError:
                raise
            except Exception as error:
                self._stop_driver()
                if any(words in str(error) for words in NO_SANDBOX):
                    raise no_sandbox("it may not make user namespaces, and has no setuid sandbox that works") from None
                if attempt == 2:
                    what = f"cannot be started: {_first_line(error)}"
                    raise BrowserError(what, page=str(program), reason="start") from None
        self._check_open()
        assert self._driver is not None
        assert self._chromium is not None
        return self._driver, self._chromium

    def _check_open(self) -> None:
        """A browser that was closed meanwhile, from another thread, leaves nothing running."""
        if self._is_closed:
            self._end()
            self._stop_driver()
            raise BrowserError("the browser was closed", advice="open a new one", reason="closed")

    def _stop_driver(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.stop()

    async def _launch(self, driver: Driver, program: Path) -> "tuple[Chromium, int]":
        started, sandbox = sandboxed(program, asked=self.options.sandbox, folder=driver.folder)
        chromium = await driver.playwright.chromium.launch(
            executable_path=started,
            args=launch_arguments(),
            ignore_default_args=[NO_FLOOD_PROTECTION],
            chromium_sandbox=sandbox,
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
            proxy={"server": self._closed_proxy(), "bypass": "<-loopback>"},
            timeout=LAUNCH_SECONDS * 1000,
        )
        session = await chromium.new_browser_cdp_session()
        processes = (await session.send("SystemInfo.getProcessInfo"))["processInfo"]
        return chromium, next(process["id"] for process in processes if process["type"] == "browser")

    def _closed_proxy(self) -> str:
        """A port of ours that nobody listens at: every connection is refused at once."""
        if self._dead_end.getsockname()[1] == 0:
            self._dead_end.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{self._dead_end.getsockname()[1]}"

    def _end(self) -> None:
        """Ask the browser to end, which also clears its files away; then see to it."""
        tree = process_tree(self._pid) if self._pid else []
        if self._chromium is not None and self._driver is not None:
            with suppress(Exception):  # it may have died in any way
                self._driver.run(_close(self._chromium))
        kill(tree)
        self._pid = 0
        self._chromium = None


def check_browser(options: DrawOptions = DrawOptions()) -> None:
    """Raise the BrowserError that every page would meet, where it can be known before: no Chromium, or no sandbox."""
    find_chromium()
    check_sandbox(options.sandbox)


async def _close(chromium: "Chromium") -> None:
    await asyncio.wait_for(chromium.close(), END_SECONDS)


def _raw_page(page: RawPage | bytes | str, url: str | None) -> RawPage | None:
    """The bytes of a page, None where it is only an address."""
    if isinstance(page, RawPage):
        return replace(page, url=url or page.url)
    if isinstance(page, bytes):
        return RawPage(id=url or "page", data=page, url=url)
    if is_url(page) and "<" not in page:
        return None
    return RawPage(id=url or "page", data=page.encode(errors="replace"), url=url, charset="utf-8")


def _address(url: str | None, options: DrawOptions) -> str:
    """Where a saved page is served: at its own address, where scripts or what it fetches can tell the difference."""
    if url and is_url(url) and (options.scripts or options.network):
        return url
    return NOWHERE_OPEN if options.network else NOWHERE


def _drawing(loaded: Loaded, options: DrawOptions, *, parsed: Page | None, url: str | None) -> Drawing:
    """The page and its geometry; `parsed` is the page as it was, where scripts cannot have changed it."""
    start = time.monotonic()
    snapshot = snapshot_of(loaded.answer)
    read = time.monotonic()
    html = serialise(snapshot, scripts=options.scripts)
    page = parsed or parse(html, url=url)
    again = time.monotonic()
    geometry = geometry_of(snapshot, page, align_snapshot(snapshot, page), options)
    took = (read - start) + (time.monotonic() - again)
    return Drawing(
        html=html,
        page=replace(page, geometry=geometry),
        seconds=loaded.seconds,
        snapshot_seconds=loaded.snapshot_seconds + took,
        screenshot=loaded.screenshot,
    )


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


def _parse(raw: RawPage, options: DrawOptions) -> Page:
    """The page as it was saved; what is too large never reaches the browser."""
    limits = Limits(bytes=options.limits.bytes, nodes=options.limits.nodes)
    try:
        return parse(raw.data, url=raw.url, encoding=raw.charset, limits=limits)
    except LimitError as error:
        its = "BrowserLimits" if error.limit in ("bytes", "nodes") else error.options
        raise LimitError(error.limit, error.value, raw.id, options=its) from None


AHEAD = 2  # pages a browser that are read before the first is asked for: enough to keep all busy, bounded in memory

Given = RawPage | str | WeftError


class BrowserPool:
    """So many browsers, each with processes of its own: a page that ends one leaves the others alone."""

    def __init__(self, size: int = 2, options: DrawOptions = DrawOptions()) -> None:
        self.size = size
        self._browsers = [Browser(options) for _ in range(size)]
        self._free: LifoQueue[Browser] = LifoQueue()  # the last used first: no more are started than are needed
        for browser in self._browsers:
            self._free.put(browser)
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="weft-draw")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all browsers; what is being drawn fails."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for browser in self._browsers:
            browser.close()
        self._threads.shutdown(wait=True)

    def draw(self, page: RawPage | str) -> Drawing:
        """One page on the next free browser."""
        browser = self._free.get()
        try:
            return browser.draw(page)
        finally:
            self._free.put(browser)

    def draw_many(self, pages: Iterable[Given]) -> Generator[tuple[str, Drawing | WeftError], None, None]:
        """The id of each page with what came of it, in the order of the pages; a failed page never stops the rest.

        An error in place of a page, which could not be read, is passed on in its place.
        """
        waiting: deque[tuple[str, Future[Drawing | WeftError]]] = deque()
        for page in pages:
            name = page.id if isinstance(page, RawPage) else str(page)
            waiting.append((name, self._threads.submit(self._outcome, page)))
            if len(waiting) >= AHEAD * self.size:
                first, outcome = waiting.popleft()
                yield first, _result(outcome)
        for name, outcome in waiting:
            yield name, _result(outcome)

    def _outcome(self, page: Given) -> Drawing | WeftError:
        try:
            return page if isinstance(page, WeftError) else self.draw(page)
        except WeftError as error:
            return error


def _result(outcome: "Future[Drawing | WeftError]") -> Drawing | WeftError:
    try:
        return outcome.result()
    except CancelledError:
        return BrowserError("the browsers were closed", advice="open new ones", reason="closed")


def draw_many(
    pages: Iterable[Given], *, workers: int = 2, options: DrawOptions = DrawOptions()
) -> Generator[tuple[str, Drawing | WeftError], None, None]:
    """The id of each page with what came of it, in the order of the pages, drawn by several browsers at once."""
    with BrowserPool(workers, options) as pool:
        yield from pool.draw_many(pages)
