"""Thumbnails of medoids: pictures by a browser where there is one, else maps of their blocks.

Pictures are made one at a time in the background and kept in memory; until one is there, its map is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import escape
from threading import Lock

from weft.document import Document
from weft.errors import WeftError
from weft.reports.blocks import BODY, FIELD, RECORD, shown_blocks
from weft.studio.frame import write_frame

WIDTH, HEIGHT = 240, 150
LINE, LETTERS = 5, 46  # pixels of a line of the map, letters in it
MAX_LINES = HEIGHT // LINE - 2
MAX_KEPT = 100  # pictures
MAX_OUTLINED = 200  # blocks of one: more are below what it shows
COLOURS = {BODY: "#2a9d6f", FIELD: "#2b6cb0", RECORD: "#d68910"}
REST = "#c3c8cd"
# A page as wide as a window of 1,280 pixels, and as much of it as the picture shows.
SCALE = 2 * WIDTH / 1280
SMALL = f"html {{ zoom: {SCALE:.4f}; height: {2 * HEIGHT / SCALE:.0f}px !important; overflow: hidden !important }}"

Picture = tuple[bytes, str]
"""The bytes and the media type."""


def block_picture(document: Document) -> Picture:
    """The blocks of a page as bars, coloured by what they are, in document order."""
    bars, line = [], 1
    for block in shown_blocks(document):
        lines = max(1, min(len(block.text) // LETTERS + 1, 6)) if block.text else 0
        for number in range(lines):
            if line > MAX_LINES:
                break
            is_last = number == lines - 1
            width = 0.9 * WIDTH * (max(len(block.text) % LETTERS, 6) / LETTERS if is_last else 1)
            colour = escape(COLOURS.get(block.kind, REST))
            bars.append(f'<rect x="12" y="{line * LINE}" width="{width:.0f}" height="3" rx="1" fill="{colour}"/>')
            line += 1
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
    svg = f'{head}<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>{"".join(bars)}</svg>'
    return svg.encode(), "image/svg+xml"


def outlines(document: Document) -> str:
    """A style sheet that outlines what was chosen, in the colours of the map."""
    rules: list[str] = []
    for row, block in zip(document.page.blocks.row.tolist(), shown_blocks(document), strict=True):
        if (colour := COLOURS.get(block.kind)) and len(rules) < MAX_OUTLINED:
            rules.append(f'[data-w="{row}"] {{ outline: 4px solid {colour} !important; background: {colour}22 }}')
    return "\n".join(rules)


def find_drawer() -> Callable[[Document], bytes] | None:
    """What draws pages, where there is a Chromium with its sandbox; None where there is none, or no Playwright."""
    from weft.browser import Browser, DrawOptions, check_browser

    options = DrawOptions(screenshot=True, width=WIDTH * 2, height=HEIGHT * 2)
    try:
        check_browser(options)
        import playwright  # noqa: F401
    except (WeftError, ImportError):
        return None

    def draw(document: Document) -> bytes:
        """The top of a page, what was chosen outlined; a browser for each, so that none stays when nobody looks."""
        with Browser(options) as browser:
            return browser.draw(write_frame(document.page, style=SMALL + outlines(document))).screenshot

    return draw


@dataclass
class Thumbnails:
    """The pictures of one server; `draw` makes one, or raises a WeftError where it cannot."""

    draw: Callable[[Document], bytes] | None = None
    _pictures: dict[str, bytes] = field(default_factory=dict)  # by page id; empty where there is none to be had
    _waiting: set[str] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)
    _worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "thumbnails"))

    def find(self, page_id: str, document: Document) -> Picture:
        """The picture of a page, or its map while there is none."""
        with self._lock:
            picture = self._pictures.get(page_id)
            if picture is None and self.draw and page_id not in self._waiting and len(self._pictures) < MAX_KEPT:
                self._waiting.add(page_id)
                self._worker.submit(self._make, page_id, document)
        return (picture, "image/png") if picture else block_picture(document)

    def _make(self, page_id: str, document: Document) -> None:
        try:
            picture = self.draw(document) if self.draw else b""
        except (WeftError, OSError, RuntimeError):
            picture = b""
        with self._lock:
            self._pictures[page_id] = picture
            self._waiting.discard(page_id)

    def close(self) -> None:
        """Draw no more."""
        self._worker.shutdown(wait=False, cancel_futures=True)
