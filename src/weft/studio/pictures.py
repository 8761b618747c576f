"""Pictures of pages as a browser draws them, to lie beneath the frame of a page that was saved without its resources.

A frame leaves out what it cannot show harmlessly: drawings, forms, styles that move. The browser of the extra [browser]
draws the page with its sandbox, without scripts and without network, and says where each row lies. Pictures are drawn
once, one at a time in the background, and kept in the store; a page that has changed is drawn again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from weft.errors import WeftError
from weft.io import RawPage
from weft.page import Page
from weft.studio.store import Store, StoredPage

MAX_BYTES = 8 << 20  # of a picture: its frame holds it, and must open at once
MAX_WAITING = 4  # pages that wait to be drawn; whoever asks while it is full asks again
READY, DRAWING, FAILED, OFF, IDLE = "ready", "drawing", "failed", "off", "idle"
LOST = ("svg", "canvas", "input", "button", "select", "textarea", "details", "dialog", "object", "video")


@dataclass(frozen=True, eq=False, kw_only=True)
class Picture:
    """A page as it was drawn: PNG, its size in pixels, and left, top, width, height of every row."""

    png: bytes
    width: int
    height: int
    boxes: NDArray[np.float32]


Draw = Callable[[RawPage], Picture]


def find_drawer() -> Draw | None:
    """What draws pages, where there is a Chromium with its sandbox; None where there is none, or no Playwright."""
    from weft.browser import Browser, DrawOptions, check_browser

    options = DrawOptions(screenshot=True)
    try:
        check_browser(options)
        import playwright  # noqa: F401
    except (WeftError, ImportError):
        return None

    def draw(raw: RawPage) -> Picture:
        """A browser for each, so that none stays when nobody looks."""
        with Browser(options) as browser:
            drawing = browser.draw(raw)
        seen = drawing.page.geometry
        boxes = np.stack([seen.left, seen.top, seen.width, seen.height], axis=1)
        boxes[~seen.is_drawn] = 0
        width, height = (int.from_bytes(drawing.screenshot[at : at + 4]) for at in (16, 20))  # of the PNG's head
        return Picture(png=drawing.screenshot, width=width, height=height, boxes=boxes)

    return draw


def loses_looks(page: Page) -> bool:
    """Whether a browser draws something of a page that its frame leaves out."""
    return bool(len(page.rows_of(*LOST)))


@dataclass
class Pictures:
    """The pictures of one server; `draw` makes one, or raises a WeftError where it cannot."""

    draw: Draw | None = None
    _waiting: set[str] = field(default_factory=set)
    _failed: dict[str, str] = field(default_factory=dict)  # why, by the page's digest
    _lock: Lock = field(default_factory=Lock)
    _worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "pictures"))

    def ask(self, store: Store, stored: StoredPage) -> tuple[str, str]:
        """How far the picture of a page is, and why there is none; it is begun where it can be."""
        if self.draw is None:
            return OFF, "the extra [browser] or its Chromium is not here"
        if has_picture(store, stored):
            return READY, ""
        with self._lock:
            if stored.digest in self._failed:
                return FAILED, self._failed[stored.digest]
            if stored.id not in self._waiting and len(self._waiting) < MAX_WAITING:
                self._waiting.add(stored.id)
                self._worker.submit(self._make, store, stored)
        return DRAWING, ""

    def _make(self, store: Store, stored: StoredPage) -> None:
        why = ""
        try:
            picture = self.draw(store.read_page(stored.id)) if self.draw else None
            if picture is not None and len(picture.png) <= MAX_BYTES:
                keep_picture(store, stored, picture)
            else:
                why = f"its picture is larger than {MAX_BYTES >> 20} MB"
        except (WeftError, OSError, RuntimeError) as error:
            why = str(error)
        with self._lock:
            if why:
                self._failed[stored.digest] = why
            self._waiting.discard(stored.id)

    def close(self) -> None:
        """Draw no more."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def keep_picture(store: Store, stored: StoredPage, picture: Picture) -> None:
    """Keep the picture of a page, in place of an older one."""
    boxes = zlib.compress(np.ascontiguousarray(picture.boxes, np.float32).tobytes())
    with store.database.transaction():
        store.database.run("DELETE FROM weft_pictures WHERE page = ?", [stored.id])
        store.database.run(
            "INSERT INTO weft_pictures (page, digest, width, height, data, boxes) VALUES (?, ?, ?, ?, ?, ?)",
            [stored.id, stored.digest, picture.width, picture.height, picture.png, boxes],
        )


def has_picture(store: Store, stored: StoredPage) -> bool:
    """Whether the store has the picture of a page as it is now."""
    query = "SELECT 1 FROM weft_pictures WHERE page = ? AND digest = ?"
    return bool(store.database.run(query, [stored.id, stored.digest]))


def read_picture(store: Store, stored: StoredPage) -> Picture | None:
    """The picture of a page as it is now; None where there is none."""
    query = "SELECT width, height, data, boxes FROM weft_pictures WHERE page = ? AND digest = ?"
    rows = store.database.run(query, [stored.id, stored.digest])
    if not rows:
        return None
    width, height, data, packed = rows[0]
    boxes = np.frombuffer(zlib.decompress(packed), np.float32).reshape(-1, 4)
    return Picture(png=bytes(data), width=width, height=height, boxes=boxes)
