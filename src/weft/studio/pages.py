"""The pages of a project as studio reads them: parsed pages and their documents; the last ones used are kept."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TypeVar

from weft.auto import extract
from weft.document import Document, Failure
from weft.io import RawPage
from weft.page import Limits, Page, parse
from weft.pipeline import attempt
from weft.sites import Site
from weft.sites.waiting import read_page
from weft.studio.store import Store

Result = TypeVar("Result")

MAX_BYTES = 256 << 20  # of all parsed pages that are kept
MAX_DOCUMENTS = 16  # that are kept
ROW_BYTES = 120  # of a row in the table, about


@dataclass
class Pages:
    """Pages of a store by their ids; the same bytes always give the same rows, so marks stay on their elements."""

    store: Store
    limits: Limits = field(default_factory=Limits)
    max_bytes: int = MAX_BYTES
    _kept: OrderedDict[str, tuple[Page, int]] = field(default_factory=OrderedDict)
    _documents: dict[str, tuple[Site, Page, Document]] = field(default_factory=dict)
    _bytes: int = 0
    _lock: Lock = field(default_factory=Lock)

    def read(self, page_id: str) -> Page:
        """A parsed page, which is kept; a LimitError where it is too large."""
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
            while self._bytes > self.max_bytes and len(self._kept) > 1:
                _, (_, freed) = self._kept.popitem(last=False)
                self._bytes -= freed
        return page

    def read_once(self, page_id: str) -> Page:
        """A parsed page that is not kept: a walk over all pages must not push out those that people look at."""
        with self._lock:
            if page_id in self._kept:
                return self._kept[page_id][0]
        raw = self.store.read_page(page_id)
        return parse(raw.data, url=raw.url, encoding=raw.charset, limits=self.limits)

    def attempt(self, page_id: str, do: Callable[[Page], Result], *, kept: bool = False) -> Result | Failure:
        """What is done to a page, which is `kept` or not, or why nothing is: one page never stops a walk over many."""
        read = self.read if kept else self.read_once
        raw = RawPage(id=page_id, data=b"")  # its bytes are read inside, if the page is not kept already
        return attempt(raw, lambda _: do(read(page_id)), seconds=self.limits.seconds)

    def attempt_to_learn(self, page_id: str) -> Page | Failure:
        """A parsed page with the address that `weft.learn` gives it: that of its file where it has no URL."""
        raw = RawPage(id=page_id, data=b"")
        read = self.store.read_page
        return attempt(raw, lambda raw: read_page(read(raw.id), self.limits), seconds=self.limits.seconds)

    def extract(self, page_id: str, site: Site) -> tuple[Page, Document]:
        """A page and the document that `weft apply` writes for it; both are kept for the next click."""
        with self._lock:
            kept = self._documents.pop(page_id, None)
        if kept is None or kept[0] is not site:  # outside of the lock: nobody waits for a page of somebody else
            page = self.read(page_id)
            kept = site, page, extract(page, site=site)
        with self._lock:
            self._documents[page_id] = kept
            while len(self._documents) > MAX_DOCUMENTS:
                del self._documents[next(iter(self._documents))]
        return kept[1:]

    def extract_once(self, page_id: str, site: Site) -> tuple[Page, Document]:
        """The same for a walk over many pages: nothing is kept."""
        page = self.read_once(page_id)
        return page, extract(page, site=site)
