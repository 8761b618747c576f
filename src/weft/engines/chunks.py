"""Pages in chunks: what travels to a worker at once."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from weft.content import Reason
from weft.document import Failure
from weft.errors import SourceError, WeftError
from weft.io import RawPage
from weft.pipeline import Pipeline, pack_extra, unread_page

MAX_PAGES = 32  # of a web page each: enough that sending costs little beside working (1-3 ms a page)
MAX_BYTES = 4 << 20  # so that what waits for workers stays small, however large pages are

Parcel = tuple[str, bytes, str | None, str | None, bytes]
"""A page as it crosses to another process: id, data, URL, charset, and what travels along as JSON.

Texts and bytes alone: sending them cannot fail, while sending values may, in a thread that nobody waits for."""


def to_parcel(page: RawPage) -> Parcel:
    """The page ready to be sent; a `SourceError` where what travels along cannot be."""
    return page.id, page.data, page.url, page.charset, pack_extra(page.extra) if page.extra else b""


def from_parcel(parcel: Parcel) -> RawPage:
    """The page that was sent."""
    page_id, data, url, charset, extra = parcel
    return RawPage(id=page_id, data=data, url=url, charset=charset, extra=json.loads(extra) if extra else {})


@dataclass(kw_only=True)
class Chunk:
    """Pages that one worker does in one go, and their lines as far as they are known."""

    number: int
    pages: list[RawPage] = field(default_factory=list)
    lines: dict[int, bytes] = field(default_factory=dict)  # by place
    losses: dict[int, int] = field(default_factory=dict)  # how often a worker was lost at a place

    @property
    def size(self) -> int:
        """The bytes of its pages."""
        return sum(len(page.data) for page in self.pages)

    @property
    def open(self) -> list[tuple[int, RawPage]]:
        """The pages that have no line yet, each with its place."""
        return [(index, page) for index, page in enumerate(self.pages) if index not in self.lines]

    @property
    def whole(self) -> list[bytes]:
        """All lines in the order of the pages."""
        return [self.lines[index] for index in range(len(self.pages))]

    def fail(self, index: int, reason: Reason, what: str) -> None:
        """Give a page up, with a line that says why."""
        page = self.pages[index]
        self.lines[index] = Pipeline().line(page, Failure(reason=reason, what=what, page=page.id))

    def pack(self) -> list[tuple[int, Parcel]]:
        """The pages that have no line yet, ready to be sent; one that cannot be sent has a line that says why."""
        parcels = []
        for index, page in self.open:
            try:
                parcels.append((index, to_parcel(page)))
            except SourceError as error:
                self.lines[index] = Pipeline().line(page, Failure.of(error, page.id))
        return parcels


def cut(pages: Iterable[RawPage | WeftError], *, most: int = MAX_PAGES) -> Iterator[Chunk]:
    """The pages in chunks of so many, numbered from 0; a page that could not be read has its line already."""
    chunk = Chunk(number=0)
    size = 0
    for page in pages:
        if isinstance(page, WeftError):
            chunk.lines[len(chunk.pages)] = Pipeline().line(page, Failure.of(page))
            page = unread_page(page)
        chunk.pages.append(page)
        size += len(page.data)
        if len(chunk.pages) >= most or size >= MAX_BYTES:
            yield chunk
            chunk, size = Chunk(number=chunk.number + 1), 0
    if chunk.pages:
        yield chunk
