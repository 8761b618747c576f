"""A progress line for people: on a terminal only, on standard error only."""

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from weft.cli.terminal import show_progress
from weft.nouns import with_noun

Item = TypeVar("Item")
WIDTH = 24
INTERVAL = 0.1  # seconds between two looks


def with_progress(items: Iterable[Item], *, total: int = 0) -> Iterator[Item]:
    """The items, while a line shows how many are done, how fast, and, of a known total, how long the rest will take."""
    if not sys.stderr.isatty() or total == 1:
        yield from items
        return
    start = time.monotonic()
    shown = 0.0
    done = 0
    for item in items:
        now = time.monotonic()
        if now - shown >= INTERVAL:
            _show(done, total, now - start)
            shown = now
        yield item
        done += 1
    _show(done, total, time.monotonic() - start)
    print(file=sys.stderr)


def _show(done: int, total: int, seconds: float) -> None:
    rate = done / seconds if seconds > 0 else 0.0
    left = f"{(total - done) / rate:.0f} s left" if rate and total else ""
    bar = f"{'█' * (WIDTH * done // total):░<{WIDTH}} {done}/{total}" if total else with_noun(done, "page")
    show_progress(f"{bar}  {rate:.0f} pages/s  {left}")
