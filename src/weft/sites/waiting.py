"""Pages that wait until there are enough of their host to learn from: a batch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.io.raw_page import RawPage
from weft.page import Limits, Page, parse
from weft.page.url_shape import UrlShape, find_url
from weft.sites.echoes import PageSigns

MAX_HELD = 4 << 20  # bytes of pages that are held as parsed: a table takes ten times the bytes of its page
# File names that say nothing of a page: a word with a number, as whoever saved the pages counts them, or a hash.
NAMELESS = re.compile(
    "[a-z]*[0-9]+|[a-z]{0,2}|(page|doc|file|index)s?[_-]?[0-9]*|[0-9_-]*|[0-9a-f_-]{8,}", re.IGNORECASE
)
LINE = re.compile(":[0-9]+$")  # an id such as `pages.jsonl:17` is a place in a file, and no name
NAMED_BY = 4  # parts of a file's name that may say what the page is; those before are folders of a machine


def read_page(raw: RawPage, limits: Limits) -> Page:
    """A page with the best address that it has: its URL, what it calls itself, or the name of its file.

    Whoever saved a site named its files after its URLs: `tags_looms.html` and `tags/looms/index.html` are pages of a
    tag. A name of one word, a number or a hash says nothing.
    """
    page = parse(raw.data, url=raw.url, encoding=raw.charset, limits=limits)
    stem = raw.id.rpartition("/")[2].partition(".")[0]
    is_folder = stem == "index" and raw.id.count("/") > 1
    if find_url(page) or (NAMELESS.fullmatch(stem) and not is_folder) or LINE.search(raw.id):
        return page
    return replace(page, url="/".join(raw.id.replace("_", "/").split("/")[-NAMED_BY:]))


@dataclass(frozen=True, eq=False)
class WaitingPage:
    """A page that waits for its batch: its bytes, which are parsed again if need be, and what is compared."""

    raw: RawPage
    description: Any
    sketch: NDArray[np.uint64]
    url: UrlShape
    host: str
    signs: PageSigns  # by which the other pages may speak of it
    page: Page | None = None  # as parsed, where there is room for it

    def read(self, limits: Limits) -> Page:
        """The page, parsed again where there was no room for it."""
        return self.page or read_page(self.raw, limits)

    @property
    def held_bytes(self) -> int:
        """The bytes of the page where it is held as parsed, else none."""
        return len(self.raw.data) if self.page else 0


@dataclass(eq=False)
class WaitingRoom:
    """The waiting pages of all hosts, in the order in which they came."""

    hosts: dict[str, list[WaitingPage]] = field(default_factory=dict)
    pages: int = 0
    bytes: int = 0
    held: int = 0  # bytes of the pages whose tables are held

    def add(self, host: str, page: WaitingPage) -> int:
        """Let a page wait; how many of its host do."""
        batch = self.hosts.setdefault(host, [])
        if self.held + len(page.raw.data) > MAX_HELD:
            page = replace(page, page=None)
        batch.append(page)
        self.held += page.held_bytes
        self.pages += 1
        self.bytes += len(page.raw.data)
        return len(batch)

    def take(self, host: str) -> list[WaitingPage]:
        """The pages of a host, which wait no longer."""
        batch = self.hosts.pop(host)
        self.pages -= len(batch)
        self.bytes -= sum(len(page.raw.data) for page in batch)
        self.held -= sum(page.held_bytes for page in batch)
        return batch

    def take_largest(self, *, pages: float, bytes: float) -> Iterator[tuple[str, list[WaitingPage]]]:
        """The hosts with most pages, until no more than so many pages and bytes wait."""
        for host in check_deadline(sorted(self.hosts, key=lambda name: -len(self.hosts[name]))):
            if self.pages <= pages and self.bytes <= bytes:
                break
            yield host, self.take(host)
