"""The state of a crawl: what was asked for, what became of it, what is left out, and when it is enough."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from weft.crawl.options import CrawlOptions, CrawlReport, Progress
from weft.crawl.queue import ShapeQueue
from weft.crawl.storage import FEED, PAGE, SITEMAP, Archive, CrawlJournal, Entry, Event
from weft.crawl.urls import Scope, url_key

if TYPE_CHECKING:
    from scrapy import Request

MAX_SITEMAPS = 20  # of one site
MAX_FEEDS = 5
MAX_TROUBLE = 10  # answers in a row without one that is whole: then the site is left alone
MAX_REFUSED = 100_000  # addresses that are counted
KIND, DEPTH, TRIES, HOPS = (
    "weft_kind",
    "depth",
    "retry_times",
    "redirect_times",
)
REPLACED = ("redirect", "asked again")  # what becomes of a request that another one takes the place of


def entry_of(request: Request) -> Entry:
    """A request as the journal keeps it."""
    kind, depth, tries, hops = (request.meta.get(name) for name in (KIND, DEPTH, TRIES, HOPS))
    return Entry(request.url, kind or PAGE, depth or 0, tries or 0, hops or 0)


class Sample:
    """What a crawl has and wants; it begins where the journal ends."""

    def __init__(
        self,
        url: str,
        options: CrawlOptions,
        *,
        archive: Archive,
        journal: CrawlJournal,
        tell: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        self.options: CrawlOptions = options
        self.archive: Archive = archive
        self.journal: CrawlJournal = journal
        self.tell: Callable[[Progress], None] = tell
        self.start: Entry = Entry(url)
        self.scope: Scope = Scope.of(url, subdomains=options.subdomains, path_prefix=options.path_prefix)
        self.queue: ShapeQueue = ShapeQueue(options.share)
        self.max_lists: dict[str, int] = {SITEMAP: min(MAX_SITEMAPS, 2 + options.max_pages // 10), FEED: MAX_FEEDS}
        self.queued: list[Entry] = []  # addresses since the journal's last line
        self.kinds: Counter[str] = Counter()  # of the addresses that were queued
        self.counts: Counter[str] = Counter()  # addresses that were asked for, by what became of them
        self.stored: set[str] = set()  # keys of pages in the archive
        self.digests: set[str] = set()
        self.in_flight: set[Request] = set()
        self.refused: dict[str, str] = {}  # keys of addresses that are not asked for, and why
        self.bytes: int = 0  # that were fetched, of pages that were given up too
        self.trouble: int = 0  # answers in a row that were none
        self.ending: str = ""  # why no more is asked for
        self.error: BaseException | None = None  # what the crawl cannot go on after
        self.note: str = ""
        self.started: float = time.monotonic()
        self.seen: list[Entry] = []  # addresses that an earlier run queued
        self.pending: dict[Entry, None] = {}  # those of them that wait
        self._replay()
        self.resumed: int = self.counts[PAGE]

    def has_room(self) -> bool:
        """Whether another address may be asked for."""
        if self.bytes >= self.options.total_bytes:
            self.end("bytes")
        return not self.ending and self.counts[PAGE] + len(self.in_flight) < self.options.max_pages

    def take(self, request: Request) -> bool:
        """Count a request as being fetched; not where its page is in the archive already, under another address."""
        entry = entry_of(request)
        if entry.kind == PAGE:
            if url_key(entry.url) in self.stored:
                return False
            self.queue.count(entry.url)
        self.in_flight.add(request)
        return True

    def refuse(self, entry: Entry) -> str:
        """Why an address is not asked for, whatever else waits; empty where it may be."""
        if not entry.url:
            return "no address"
        if entry.kind == PAGE and entry.depth:
            return "too far" if entry.depth > self.options.max_clicks else self.scope.refuse(entry.url)
        if self.kinds[entry.kind] >= self.max_lists.get(entry.kind, self.kinds[entry.kind] + 1):
            return "enough lists"
        return "" if self.scope.has_host(entry.url) else "other site"  # the start, wherever it leads to, and lists

    def leave_out(self, url: str, reason: str) -> None:
        """Count an address that is not asked for."""
        if len(self.refused) < MAX_REFUSED:
            self.refused.setdefault(url_key(url), reason)

    def add(self, entry: Entry) -> None:
        """An address has been queued; the next line of the journal has it."""
        self.queued.append(entry)
        self.kinds[entry.kind] += 1

    def add_trouble(self, url: str, what: str) -> None:
        """The site gave no whole answer."""
        self.trouble += 1
        self.note = self.note or f"{url}: {what}"
        if self.trouble >= MAX_TROUBLE:
            self.end("silent")

    def finish(self, request: Request, became: str, *, digest: str = "", also: str = "") -> None:
        """Count a request, and write it down as done with; an error ends the crawl, whoever calls."""
        entry = entry_of(request)
        self.in_flight.discard(request)
        if became != PAGE and entry.kind == PAGE:
            self.queue.count(entry.url, -1)
            if not entry.depth and became not in REPLACED:
                self.note = self.note or f"{entry.url}: {became}"
        queued, self.queued = self.queued, []
        end = self.archive.end
        event = Event(entry=entry, became=became, end=end, bytes=self.bytes, digest=digest, also=also, queued=queued)
        self._count(event)
        try:
            self.journal.add(event)
            self.tell(Progress(entry.url, self.counts[PAGE], self.queue.waiting))
        except Exception as error:
            self.fail(error)
            raise

    def fail(self, error: BaseException) -> None:
        """End the crawl with an error."""
        self.error = self.error or error
        self.end("error")

    def end(self, why: str) -> None:
        """Ask for no more; the first reason counts."""
        self.ending = self.ending or why

    def report(self) -> CrawlReport:
        """What was done so far."""
        is_full = self.counts[PAGE] >= self.options.max_pages
        return CrawlReport(
            pages=self.counts[PAGE],
            resumed=self.resumed,
            bytes=self.bytes,
            seconds=round(time.monotonic() - self.started, 3),
            waiting=self.queue.waiting,
            shapes=sum(count > 0 for count in self.queue.pages.values()),
            ended=self.ending or ("pages" if is_full else "alike" if self.queue.waiting else "links"),
            note="" if self.counts[PAGE] else self.note,
            counts=dict(sorted(self.counts.items())),
            left_out=dict(sorted(Counter(self.refused.values()).items())),
        )

    def _count(self, event: Event) -> None:
        """What an event changes, now or when it is read again."""
        self.counts[event.became] += 1
        if event.became == PAGE:
            self.stored |= {url_key(event.entry.url), event.also} - {""}
            self.digests.add(event.digest)

    def _replay(self) -> None:
        """Be where the events led."""
        for event in self.journal.events:
            for entry in event.queued:
                self.seen.append(entry)
                self.pending[entry] = None
                self.kinds[entry.kind] += 1
            self.pending.pop(event.entry, None)
            self._count(event)
            self.bytes = event.bytes
            if event.became == PAGE:
                self.queue.count(event.entry.url)
