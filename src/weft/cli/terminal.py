"""What a command prints on a terminal: pages, addresses and names never steer it; columns of text, lines of progress.

Everything that a command prints goes through `printable_output`. On a terminal, and always on standard error, control
characters and marks of direction are replaced. A pipe or a file gets what pages say as it is. Lines of progress and
colours are weft's own, and have functions of their own.

Text fits a column of a terminal, where Chinese characters take two places. A progress line is for people: on a terminal
only, on standard error only.
"""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import Any, TextIO, TypeVar, cast
from unicodedata import east_asian_width

from weft.errors import with_noun
from weft.late_patterns import late_pattern

# Control characters but the tab and the end of a line; overrides of direction; letters that nobody sees.
STEERING = late_pattern(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
DIRECTION_MARKS = late_pattern("[\u061c\u200e\u200f]")  # which honest Arabic and Hebrew pages have, and nobody sees
CLEAR = "\x1b[K"  # the rest of the line


def showable(text: str) -> str:
    """The text as a terminal may show it.

    >>> showable("red \\x1b[31m, over\\rwritten, \\u202egnp.exe") == "red �[31m, over�written, �gnp.exe"
    True
    >>> showable("两行\\r\\n\\tü\\n")
    '两行\\r\\n\\tü\\n'
    """
    return STEERING.sub("\N{REPLACEMENT CHARACTER}", DIRECTION_MARKS.sub("", text))


class PrintableStream:
    """A stream of text that writes only what a terminal may show."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        self.stream.write(showable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts."""
        self.stream.writelines(map(showable, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextmanager
def printable_output() -> Iterator[None]:
    """The time in which a command prints."""
    out = PrintableStream(sys.stdout) if sys.stdout.isatty() else sys.stdout
    errors = PrintableStream(sys.stderr)
    with redirect_stdout(cast(TextIO, out)), redirect_stderr(cast(TextIO, errors)):
        yield


def show_progress(line: str) -> None:
    """One line on a terminal's standard error, in the place of the one before; nothing where there is no terminal."""
    if sys.stderr.isatty():
        stream = _behind(sys.stderr)
        stream.write(f"\r{showable(line)}{CLEAR}")
        stream.flush()


def print_coloured(text: str) -> None:
    """Print text with colours of weft's own, whose other parts are printable already."""
    _behind(sys.stdout).write(text + "\n")


def _behind(stream: TextIO) -> TextIO:
    """The stream that a printable one writes to."""
    return stream.stream if isinstance(stream, PrintableStream) else stream


def fit(text: str, width: int) -> str:
    """The text on one line, cut or filled up to `width` places.

    >>> fit("warp and weft", 6), fit("经线", 6)
    ('warp …', '经线  ')
    """
    line = " ".join(text.split())
    if places(line) <= width:
        return line + " " * (width - places(line))
    kept = ""
    for character in line:
        if places(kept + character) > width - 1:
            break
        kept += character
    return kept + "…" + " " * (width - 1 - places(kept))


def printable(text: str) -> str:
    """The text without what would move a terminal's cursor or change its colours: ids come from anywhere.

    >>> printable("red \\x1b[31m") == "red \\N{REPLACEMENT CHARACTER}[31m"
    True
    """
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def places(text: str) -> int:
    """How many places a text takes."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


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
