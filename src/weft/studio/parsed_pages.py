"""Parsed pages that are kept for the next look: the last ones used, up to a limit."""

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock

from weft.page import Limits, Page
from weft.site.learning import read_page
from weft.studio.store import Store

MAX_BYTES = 256 << 20  # of all that are kept
ROW_BYTES = 120  # of a row in the table, about


@dataclass
class ParsedPages:
    """Pages of a store by their ids; the same bytes always give the same rows, so marks stay true."""

    store: Store
    limits: Limits = field(default_factory=Limits)
    most_bytes: int = MAX_BYTES
    _kept: OrderedDict[str, tuple[Page, int]] = field(default_factory=OrderedDict)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock)

    def read(self, page_id: str) -> Page:
        """A page; a LimitError where it is too large."""
        with self._lock:
            if page_id in self._kept:
                self._kept.move_to_end(page_id)
                return self._kept[page_id][0]
        page = self.read_once(page_id)
        size = len(page) * ROW_BYTES + len(page.text_bytes)
        with self._lock:
            if page_id not in self._kept:
                self._kept[page_id] = (page, size)
                self._bytes += size
            while self._bytes > self.most_bytes and len(self._kept) > 1:
                _, (_, gone) = self._kept.popitem(last=False)
                self._bytes -= gone
        return page

    def read_once(self, page_id: str) -> Page:
        """A page that is not kept: who walks over all pages must not push out those that people look at."""
        with self._lock:
            if page_id in self._kept:
                return self._kept[page_id][0]
        return read_page(self.store.read_page(page_id), self.limits)
