"""Pages in chunks: what a worker does in one go. It is sent the pages, or where they are."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from weft.content import Reason
from weft.document import Failure
from weft.engines.pieces import Piece
from weft.engines.shards import Shard, Tail
from weft.errors import SourceError, WeftError
from weft.io import RawPage
from weft.pipeline import Pipeline, pack_extra, plain_extra, unread_page

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


@dataclass(frozen=True)
class PagesTask:
    """Pages as a worker is given them, each with its place."""

    parcels: list[tuple[int, Parcel]]
    may_pack: bool  # whether these are all pages of their chunk, so that their lines are a piece


@dataclass(frozen=True)
class ShardTask:
    """A shard as a worker is given it, and the places that are not to be done any more."""

    shard: Shard
    known: frozenset[int]  # whose lines were told
    failed: dict[int, tuple[Reason, str]]  # that were given up, and why

    @property
    def may_pack(self) -> bool:
        """Whether all lines are to come."""
        return not self.known


@dataclass(frozen=True)
class WorkerMessage:
    """What a worker tells: lines with their places, and at the end of a chunk what else is known of it."""

    lines: list[tuple[int, bytes]]
    piece: Piece | None = None  # in place of all lines
    tail: Tail | None = None  # of a shard, at its end


@dataclass(kw_only=True)
class Chunk:
    """Pages that one worker does in one go, and their lines as far as they are known."""

    number: int
    pages: list[RawPage] = field(default_factory=list)
    lines: dict[int, bytes] = field(default_factory=dict)  # by place
    losses: dict[int, int] = field(default_factory=dict)  # how often a worker was lost at a place
    piece: Piece | None = None  # in place of all lines

    @property
    def size(self) -> int:
        """The bytes of its pages."""
        return sum(len(page.data) for page in self.pages)

    @property
    def open(self) -> list[tuple[int, RawPage]]:
        """The pages that have no line yet, each with its place."""
        if self.piece is not None:
            return []
        return [(index, page) for index, page in enumerate(self.pages) if index not in self.lines]

    @property
    def whole(self) -> list[bytes]:
        """All lines in the order of the pages."""
        return [self.lines[index] for index in range(len(self.pages))]

    def fail(self, index: int, reason: Reason, what: str) -> None:
        """Give a page up, with a line that says why."""
        page = self.pages[index]
        self.lines[index] = Pipeline().line(page, Failure(reason=reason, what=what, page=page.id))

    def task(self) -> PagesTask | None:
        """What a worker is given; none where no page can be sent."""
        parcels = self.pack()
        return PagesTask(parcels, may_pack=not self.lines) if parcels else None

    def take(self, told: WorkerMessage) -> None:
        """Keep what a worker told."""
        self.lines.update(told.lines)
        self.piece = told.piece

    def pack(self) -> list[tuple[int, Parcel]]:
        """The pages that have no line yet, ready to be sent; one that cannot be sent has a line that says why."""
        parcels = []
        for index, page in self.open:
            try:
                parcels.append((index, to_parcel(page)))
            except SourceError as error:
                self.lines[index] = Pipeline().line(page, Failure.of(error, page.id))
        return parcels


LOST_READING = -1
"""The place at which workers are lost that were reading a shard."""


@dataclass(kw_only=True)
class ShardChunk:
    """A shard that one worker reads and does in one go, and its lines as far as they are known."""

    number: int
    shard: Shard
    size: int = 0  # bytes, about
    lines: dict[int, bytes] = field(default_factory=dict)
    losses: dict[int, int] = field(default_factory=dict)
    failed: dict[int, tuple[Reason, str]] = field(default_factory=dict)
    piece: Piece | None = None
    tail: Tail | None = None

    @property
    def open(self) -> bool:
        """Whether it is not yet read to its end."""
        return self.tail is None

    @property
    def whole(self) -> list[bytes]:
        """All lines in the order of the pages."""
        return [self.lines[index] for index in range(len(self.lines))]

    def fail(self, index: int, reason: Reason, what: str) -> None:
        """Give a page up; whoever reads the shard again writes the line that says why."""
        self.failed[index] = (reason, what)

    def give_up(self) -> None:
        """Tell that no worker can read it, so that its reader's parent does."""
        self.lines, self.piece = {}, None
        self.tail = Tail(entries=0, is_exact=False)

    def task(self) -> ShardTask:
        """What a worker is given."""
        return ShardTask(self.shard, frozenset(self.lines), dict(self.failed))

    def take(self, told: WorkerMessage) -> None:
        """Keep what a worker told."""
        self.lines.update(told.lines)
        self.piece, self.tail = told.piece, told.tail


AnyChunk = Chunk | ShardChunk


def line_of(entry: RawPage | WeftError, process: Callable[[RawPage], bytes]) -> bytes:
    """The line of an entry of a shard: as if the page had crossed from another process."""
    if isinstance(entry, WeftError):
        return Pipeline().line(entry, Failure.of(entry))
    try:
        extra = plain_extra(entry.extra)
    except SourceError as error:
        return Pipeline().line(entry, Failure.of(error, entry.id))
    return process(entry if extra is entry.extra else replace(entry, extra=extra))


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
