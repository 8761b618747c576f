"""A progress line for people: on a terminal only, on standard error only."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
WIDTH = 24
INTERVAL = 0.1  # seconds between two looks


def with_progress(items: Sequence[Item]) -> Iterator[Item]:
    """The items, while a line shows how many are done, how fast, and how long the rest will take."""
    if not sys.stderr.isatty() or len(items) < 2:
        yield from items
        return
    start = time.monotonic()
    shown = 0.0
    for done, item in enumerate(items):
        now = time.monotonic()
        if now - shown >= INTERVAL:
            _show(done, len(items), now - start)
            shown = now
        yield item
    _show(len(items), len(items), time.monotonic() - start)
    print(file=sys.stderr)


def _show(done: int, total: int, seconds: float) -> None:
    rate = done / seconds if seconds > 0 else 0.0
    left = f"{(total - done) / rate:.0f} s left" if rate else ""
    bar = "█" * (WIDTH * done // total)
    print(f"\r{bar:░<{WIDTH}} {done}/{total}  {rate:.0f} pages/s  {left}\x1b[K", end="", file=sys.stderr, flush=True)
