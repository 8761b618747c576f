"""Playwright on a thread of its own, so that a browser can be used from any thread, with or without an event loop."""

import asyncio
import os
import tempfile
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from weft.errors import BrowserError

if TYPE_CHECKING:
    from playwright.async_api import Playwright

Answer = TypeVar("Answer")
START_SECONDS = 30.0
STOP_SECONDS = 5.0
FOLDER_VARIABLE = "TMPDIR"
MAX_LENGTH = 40  # characters: below a longer name there is no room for Chromium's sockets, which have about 100 in all
SHORT_FOLDER = "/tmp"
ENVIRONMENT = threading.Lock()


class Driver:
    """An event loop with Playwright on it."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        # What goes wrong comes to those who wait for it; what Playwright leaves behind when it dies is nobody's.
        self._loop.set_exception_handler(lambda loop, context: None)
        self._thread = threading.Thread(target=self._loop.run_forever, name="weft-browser", daemon=True)
        self._folder = tempfile.TemporaryDirectory(
            prefix="weft-browser-", dir=_folder_for_files(), ignore_cleanup_errors=True
        )
        self._is_ending = False
        self.playwright: Playwright

    @property
    def folder(self) -> Path:
        """Where it and what it starts keep their files; gone at the end."""
        return Path(self._folder.name)

    def start(self) -> "Driver":
        """Start the thread and Playwright."""
        try:
            from playwright.async_api import async_playwright
        except ImportError:
            self._clear()
            advice = "install it with: pip install 'weft[browser]'"
            raise BrowserError("drawing needs Playwright", advice=advice, reason="missing") from None
        self._thread.start()
        try:
            with _temporary_files_in(self._folder.name):
                self.playwright = self.run(asyncio.wait_for(async_playwright().start(), START_SECONDS))
        except BaseException:
            self._end()
            raise
        return self

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """The answer of a coroutine; what interrupts the waiting (Ctrl-C) also cancels the work."""
        if self._is_ending:
            work.close()
            raise BrowserError("the browser was closed", advice="open a new one", reason="closed")
        return self._run(work)

    def _run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except CancelledError:
            raise BrowserError("the browser was closed", advice="open a new one", reason="closed") from None
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """End Playwright and the thread."""
        if self._is_ending:
            return
        try:
            with suppress(Exception):  # it has died: there is nothing left to stop
                self.run(self._stop_playwright())
        finally:
            self._end()

    async def _stop_playwright(self) -> None:
        await asyncio.wait_for(self.playwright.stop(), STOP_SECONDS)

    def _end(self) -> None:
        self._is_ending = True
        try:
            self._run(_cancel_rest())
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(STOP_SECONDS)
            self._clear()

    def _clear(self) -> None:
        self._loop.close()
        self._folder.cleanup()


def _folder_for_files() -> str:
    """The usual folder of temporary files, unless its name is too long."""
    usual = tempfile.gettempdir()
    return SHORT_FOLDER if len(usual) > MAX_LENGTH and os.access(SHORT_FOLDER, os.W_OK) else usual


@contextmanager
def _temporary_files_in(folder: str) -> Iterator[None]:
    """Let what is started now keep its temporary files in a folder of ours, which is gone at the end, whatever happens.

    Playwright has no option for it. Nobody else's variable is lost: the old value is back at once.
    """
    with ENVIRONMENT:
        before = os.environ.get(FOLDER_VARIABLE)
        os.environ[FOLDER_VARIABLE] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ[FOLDER_VARIABLE]
            else:
                os.environ[FOLDER_VARIABLE] = before


async def _cancel_rest() -> None:
    """End what still waits on the loop, so that nothing complains when it is closed."""
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    if rest:
        await asyncio.wait(rest, timeout=STOP_SECONDS)
    await asyncio.get_running_loop().shutdown_asyncgens()
