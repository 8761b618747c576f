"""Several browsers at once."""

from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from queue import LifoQueue
from types import TracebackType
from typing import Self

from weft.browser.browser import Browser, Rendered
from weft.browser.options import DrawOptions
from weft.errors import BrowserError, WeftError
from weft.io import RawPage

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
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="weft-render")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all browsers; what is being rendered fails."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for browser in self._browsers:
            browser.close()
        self._threads.shutdown(wait=True)

    def render(self, page: RawPage | str) -> Rendered:
        """One page on the next free browser."""
        browser = self._free.get()
        try:
            return browser.render(page)
        finally:
            self._free.put(browser)

    def render_many(self, pages: Iterable[Given]) -> Generator[tuple[str, Rendered | WeftError], None, None]:
        """The id of each page with what came of it, in the order of the pages; a failed page never stops the rest.

        An error in place of a page, which could not be read, is passed on in its place.
        """
        waiting: deque[tuple[str, Future[Rendered | WeftError]]] = deque()
        for page in pages:
            name = page.id if isinstance(page, RawPage) else str(page)
            waiting.append((name, self._threads.submit(self._outcome, page)))
            if len(waiting) >= AHEAD * self.size:
                first, outcome = waiting.popleft()
                yield first, _result(outcome)
        for name, outcome in waiting:
            yield name, _result(outcome)

    def _outcome(self, page: Given) -> Rendered | WeftError:
        try:
            return page if isinstance(page, WeftError) else self.render(page)
        except WeftError as error:
            return error


def _result(outcome: "Future[Rendered | WeftError]") -> Rendered | WeftError:
    try:
        return outcome.result()
    except CancelledError:
        return BrowserError("the browsers were closed; open new ones", reason="closed")


def render_many(
    pages: Iterable[Given], *, workers: int = 2, options: DrawOptions = DrawOptions()
) -> Generator[tuple[str, Rendered | WeftError], None, None]:
    """The id of each page with what came of it, in the order of the pages, rendered by several browsers at once."""
    with BrowserPool(workers, options) as pool:
        yield from pool.render_many(pages)
