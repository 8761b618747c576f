"""One page in a fresh context: served or fetched, waited for, and looked at once."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from weft.browser.guard import Guard
from weft.browser.options import DrawOptions
from weft.browser.proxy import Proxy
from weft.browser.snapshot import check_nodes, still, take_picture, take_snapshot
from weft.errors import SourceError

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Dialog, Page, Request, Route

PATIENCE = 0.5  # of the time is what pictures and frames have; then the page is taken as it is

# What a saved page may use is inside of it. Without scripts the sandbox also stops automatic redirects.
CLOSED = "default-src 'none'; style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; media-src data:; "
WITHOUT_SCRIPTS = CLOSED + "sandbox"
WITH_SCRIPTS = CLOSED + "script-src 'unsafe-inline' 'unsafe-eval' data: blob:; worker-src data: blob:; webrtc 'block'"


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A page to load."""

    name: str  # for messages
    url: str
    data: bytes = b""  # of a saved page; empty: the page is fetched
    charset: str = "utf-8"
    options: DrawOptions

    @property
    def is_open(self) -> bool:
        """Whether anything may be fetched."""
        return self.options.network or not self.data


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """What came of a visit."""

    answer: dict[str, Any]  # of `DOMSnapshot.captureSnapshot`
    url: str
    seconds: float
    snapshot_seconds: float
    screenshot: bytes = b""


@dataclass(frozen=True, eq=False, kw_only=True)
class _Tab:
    """A page in the browser, with whom it has to do."""

    context: "BrowserContext"
    page: "Page"
    visit: Visit
    guard: Guard
    patient_until: float  # for what belongs to the page
    served: list[str]  # where a saved page has been asked for; first its own address, as the browser spells it
    is_cut: asyncio.Event  # the page wanted to go elsewhere and was not let: nothing more of it will come


async def load(browser: "Browser", visit: Visit, *, pid: int, dead_end: str) -> Loaded:
    """Visit a page with a browser; after an error the browser must be ended, it may be in any state."""
    guard = Guard(visit.name, visit.options.limits, pid=pid)

    def report(_: "Browser") -> None:
        guard.crash()

    browser.on("disconnected", report)
    try:
        if visit.is_open:
            return await _load_openly(browser, visit, guard)
        return await guard.run(_load(browser, visit, guard, proxy=dead_end))
    finally:
        browser.remove_listener("disconnected", report)


async def _load_openly(browser: "Browser", visit: Visit, guard: Guard) -> Loaded:
    private = visit.options.allow_private
    async with Proxy(allow_private=private, count=lambda amount: guard.count("bytes", amount)) as proxy:
        try:
            return await guard.run(_load(browser, visit, guard, proxy=proxy.address))
        except SourceError as error:
            # The page itself has failed, before anything that belongs to it was asked for.
            raise (proxy.refusals[-1] if proxy.refusals else error) from None


async def _load(browser: "Browser", visit: Visit, guard: Guard, *, proxy: str) -> Loaded:
    options = visit.options
    start = time.monotonic()
    context = await browser.new_context(
        viewport={"width": options.width, "height": options.height},
        java_script_enabled=options.scripts,
        service_workers="block",
        accept_downloads=False,
        proxy={"server": proxy, "bypass": "<-loopback>"},
    )
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    tab = _Tab(
        context=context,
        page=page,
        visit=visit,
        guard=guard,
        patient_until=start + PATIENCE * options.limits.seconds,
        served=[],
        is_cut=asyncio.Event(),
    )
    await _attend(tab)
    await _open(tab)
    if options.scripts or not visit.data:  # else its nodes have been counted before it came here
        await check_nodes(session, limit=options.limits.nodes, name=visit.name)
    if not visit.is_open:  # what comes over the network is never twice the same, and may keep the page from standing
        await still(session)
    loaded = time.monotonic()
    answer = await take_snapshot(session)
    looked = time.monotonic()
    screenshot = await take_picture(session, answer, options) if options.screenshot else b""
    url = page.url
    await context.close()
    return Loaded(
        answer=answer, url=url, seconds=loaded - start, snapshot_seconds=looked - loaded, screenshot=screenshot
    )


async def _attend(tab: _Tab) -> None:
    """Answer the page's requests, and refuse what it asks of a person."""
    guard = tab.guard

    async def dismiss(dialog: "Dialog") -> None:
        guard.count("dialogs")
        with suppress(Exception):  # the page may be gone; an error here would come up with the next one
            await dialog.dismiss()

    async def close(window: "Page") -> None:
        guard.count("windows")
        with suppress(Exception):
            await window.close()

    async def answer(route: "Route", request: "Request") -> None:
        with suppress(Exception):
            await _answer(route, request, tab)

    def count_redirects(request: "Request") -> None:
        if _is_page(request, tab):
            guard.count("redirects")

    if tab.visit.data:
        await tab.context.route("**/*", answer)
    guard.count("redirects", -1)  # the way to the page itself is none
    tab.context.on("page", close)
    tab.page.on("dialog", dismiss)
    tab.page.on("download", lambda _: guard.count("downloads"))
    tab.page.on("crash", lambda _: guard.crash())
    tab.page.on("request", count_redirects)


async def _answer(route: "Route", request: "Request", tab: _Tab) -> None:
    """A saved page is served, stays where it is, and has nothing else unless the network is open."""
    visit = tab.visit
    if _is_page(request, tab):
        tab.served.append(request.url)
        if request.url == tab.served[0]:
            await route.fulfill(status=200, headers=_headers(visit), body=visit.data)
        else:
            await route.abort("aborted")  # any other code would show an error in place of the page
            tab.is_cut.set()
    elif visit.is_open:
        await route.continue_()
    else:
        await route.abort()  # a window that is opened for it must come to our notice, and does so with an error only


def _headers(visit: Visit) -> dict[str, str]:
    headers = {"content-type": f"text/html; charset={visit.charset}"}
    if not visit.is_open:
        headers["content-security-policy"] = WITH_SCRIPTS if visit.options.scripts else WITHOUT_SCRIPTS
    return headers


def _is_page(request: "Request", tab: _Tab) -> bool:
    """Whether a request is that of the page itself, not of a frame, another window or what belongs to the page."""
    from playwright.async_api import Error

    try:
        return request.is_navigation_request() and request.frame == tab.page.main_frame
    except Error:  # a window that is only being opened
        return False


async def _open(tab: _Tab) -> None:
    """Go to the page and wait until it is there, and for what belongs to it a while."""
    going, cutting = asyncio.create_task(_go(tab)), asyncio.create_task(tab.is_cut.wait())
    try:
        await asyncio.wait({going, cutting}, return_when=asyncio.FIRST_COMPLETED)
        if going.done():
            going.result()
    finally:
        going.cancel()
        cutting.cancel()
        await asyncio.wait({going, cutting})
        if not going.cancelled():
            going.exception()
    if tab.visit.options.scripts or not tab.visit.data:
        await _settle(tab)


async def _go(tab: _Tab) -> None:
    from playwright.async_api import Error

    visit = tab.visit
    seconds = visit.options.limits.seconds
    try:
        response = await tab.page.goto(visit.url, wait_until="commit", timeout=seconds * 2000)
    except Error as error:
        raise SourceError(f"cannot be fetched: {error.message.partition(chr(10))[0]}", page=visit.name) from None
    if response is not None and response.status >= 400:
        raise SourceError(f"the server answered {response.status} {response.status_text}", page=visit.name)
    await tab.page.wait_for_load_state("domcontentloaded", timeout=seconds * 2000)
    await _wait_for_rest(tab)


async def _wait_for_rest(tab: _Tab) -> None:
    from playwright.async_api import TimeoutError

    with suppress(TimeoutError):  # a picture or a frame is slow: the page is taken as it is
        left = max(tab.patient_until - time.monotonic(), 0.001)  # to Playwright 0 means for ever
        await tab.page.wait_for_load_state("load", timeout=left * 1000)


async def _settle(tab: _Tab) -> None:
    """Let scripts build the page, until it has stayed where it is for a while."""
    redirects = -1
    while redirects != tab.guard.count_of("redirects"):
        redirects = tab.guard.count_of("redirects")
        await asyncio.sleep(tab.visit.options.settle)
        if not tab.is_cut.is_set():
            await _wait_for_rest(tab)
