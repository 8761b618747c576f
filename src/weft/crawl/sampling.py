"""A crawl without its network: which address comes next, and what becomes of what a server answers.

Whatever fetches asks for `next()` and hands every answer to `take()`, or to `fail()` where there is none.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urljoin, urlsplit

from weft.crawl.answer import Answer
from weft.crawl.archive import Archive
from weft.crawl.frontier import FEED, MOST_HOPS, PAGE, SITEMAP, Entry, Frontier
from weft.crawl.journal import Event, Journal
from weft.crawl.links import Links, find_links
from weft.crawl.normal_url import normalise, url_key
from weft.crawl.options import CrawlOptions, CrawlReport
from weft.crawl.scope import Scope
from weft.crawl.sitemaps import read_feed, read_sitemap
from weft.errors import LimitError
from weft.io.http_body import read_charset, unpack_body
from weft.page import parse

MOST_SITEMAPS = 20  # of one site
MOST_FEEDS = 5
MOST_TROUBLE = 10  # answers in a row without one that is whole: then the site is left alone
LONGEST_PAUSE = 120.0  # seconds that a crawl waits for a server that asks for it; for longer it ends
BACK_OFF = 5.0  # seconds for a busy server that does not say how long; twice as many the next time
MOST_REFUSED = 100_000  # addresses that are counted
TROUBLE = (NO_CONNECTION := "no connection", TOO_SLOW := "too slow")
ADVICE = {
    "private address": "a private address is not fetched; allow it with --allow-private",
    "robots.txt": "the site's robots.txt does not allow it, or cannot be read",
}
REDIRECTS = (301, 302, 303, 307, 308)
BUSY = (429, 503)


class Sampling:
    """The state of a crawl."""

    def __init__(self, url: str, options: CrawlOptions, *, archive: Archive, journal: Journal) -> None:
        self.options: CrawlOptions = options
        self.archive: Archive = archive
        self.journal: Journal = journal
        self.scope: Scope = Scope.of(url, subdomains=options.subdomains, path_prefix=options.path_prefix)
        self.frontier: Frontier = Frontier(options.most_per_shape)
        self.counts: Counter[str] = Counter()  # addresses that were asked for, by what became of them
        self.stored: set[str] = set()  # keys of pages in the archive
        self.digests: set[str] = set()
        self.fetching: set[Entry] = set()
        self.refused: dict[str, str] = {}  # keys of addresses that are not asked for, and why
        self.bytes: int = 0  # that were fetched, of pages that were given up too: whatever fetches counts them
        self.end: int = archive.end
        self.trouble: int = 0
        self.ending: str = ""  # why no more is asked for
        self.note: str = ""
        self.sitemaps: int = 0
        self.feeds: int = 0
        self.most_sitemaps: int = min(MOST_SITEMAPS, 2 + options.max_pages // 10)
        self.started: float = time.monotonic()
        self._replay(Entry(url), journal.events)
        self.resumed: int = self.counts[PAGE]

    def next(self) -> Entry | None:
        """The next address to ask for; None where there is none, as long as nothing that is being fetched finds one."""
        if not self.ending:
            self.ending = self._limit_reached()
        if self.ending or self.counts[PAGE] + len(self.fetching) >= self.options.max_pages:
            return None
        while entry := self.frontier.pop():
            if entry.kind != PAGE or url_key(entry.url) not in self.stored:
                self.fetching.add(entry)
                return entry
            self.frontier.give_back(entry)
        return None

    def take(self, entry: Entry, answer: Answer) -> float:
        """Do what an answer asks for; the seconds for which the server wants to be left alone."""
        if answer.status >= 500 or answer.status in BUSY:
            return self._take_trouble(entry, answer)
        self.trouble = 0
        if answer.status in REDIRECTS:
            self._take_redirect(entry, answer)
        elif not 200 <= answer.status < 300:
            self._finish(entry, _missing(entry, answer.status))
        elif entry.kind != PAGE:
            self._take_list(entry, answer)
        else:
            self._take_page(entry, answer)
        return 0.0

    def fail(self, entry: Entry, reason: str, *, again: bool = False, detail: str = "") -> None:
        """There is no answer; `again` where there may be one later; `detail` for people."""
        said = ADVICE.get(reason) or (f"{reason} ({detail})" if detail else reason)
        self.note = self.note or f"{entry.url}: {said}"
        self.trouble += reason in TROUBLE
        if again:
            self._ask_again(entry, reason, replace(entry, tries=entry.tries + 1))
        else:
            self._finish(entry, reason)

    def drop(self, entry: Entry) -> None:
        """An address that was to be fetched and was not: as if it had never been tried."""
        self.fetching.discard(entry)

    def add_sitemaps(self, host: str, named: list[str]) -> None:
        """The sitemaps that a host's robots.txt names; the usual place where it names none."""
        for url in named or [urljoin(host, "/sitemap.xml")]:
            self._add(Entry(normalise(url, host), kind=SITEMAP))

    def report(self) -> CrawlReport:
        """What was done so far."""
        is_full = self.counts[PAGE] >= self.options.max_pages
        ending = self.ending or ("pages" if is_full else "alike" if len(self.frontier) else "links")
        return CrawlReport(
            pages=self.counts[PAGE],
            resumed=self.resumed,
            bytes=self.bytes,
            seconds=round(self._seconds(), 3),
            waiting=len(self.frontier),
            shapes=sum(count > 0 for count in self.frontier.pages.values()),
            ended=ending,
            note="" if self.counts[PAGE] else self.note,
            counts=dict(sorted(self.counts.items())),
            left_out=dict(sorted(Counter(self.refused.values()).items())),
        )

    def _limit_reached(self) -> str:
        reached = {
            "bytes": self.bytes >= self.options.total_bytes,
            "time": self._seconds() >= self.options.max_minutes * 60,
            "silent": self.trouble >= MOST_TROUBLE,
        }
        return next((name for name, is_reached in reached.items() if is_reached), "")

    def _seconds(self) -> float:
        return time.monotonic() - self.started

    def _take_trouble(self, entry: Entry, answer: Answer) -> float:
        """A server that has too much to do, or a fault: the address is asked for again, later."""
        self.trouble += 1
        pause = answer.retry_after or (BACK_OFF * 2**entry.tries if answer.status in BUSY else 0.0)
        if pause > LONGEST_PAUSE:
            self.ending = "busy"
        self.note = self.note or f"{entry.url}: status {answer.status}"
        self._ask_again(entry, f"status {answer.status}", replace(entry, tries=entry.tries + 1))
        return min(pause, LONGEST_PAUSE)

    def _take_redirect(self, entry: Entry, answer: Answer) -> None:
        target = normalise(answer.header("location"), entry.url)
        moved = replace(entry, url=target, hops=entry.hops + 1)
        if not target or not self.scope.has_host(target):
            self.note = self.note or f"{entry.url} leads to {target or 'nowhere'}; crawl that instead"
            self._finish(entry, "redirect to another site")
        elif url_key(target) == url_key(entry.url):  # with www, or https
            self._ask_again(entry, "redirects", moved, first=True)
        else:
            self._finish(entry, "redirect", found=self._add_all([moved]))

    def _take_list(self, entry: Entry, answer: Answer) -> None:
        """A sitemap or a feed."""
        content = answer.header("content-encoding")
        body = unpack_body(answer.body, transfer="", content=content, max_bytes=self.options.page_bytes)
        if entry.kind == FEED:
            pages, further = read_feed(body), []
        else:
            listing = read_sitemap(body)
            pages, further = listing.pages, listing.sitemaps
        step = max(1, len(further) // self.most_sitemaps)  # of many, some from everywhere: they are often one a month
        found = [Entry(normalise(url, entry.url), kind=SITEMAP) for url in further[::step]]
        found += [Entry(normalise(url, entry.url), clicks=1) for url in pages]
        self._finish(entry, entry.kind, found=self._add_all(found))

    def _take_page(self, entry: Entry, answer: Answer) -> None:
        if not answer.is_html:
            return self._finish(entry, "not HTML")
        content = answer.header("content-encoding")
        data = unpack_body(answer.body, transfer="", content=content, max_bytes=self.options.page_bytes)
        if len(data) > self.options.page_bytes:
            return self._finish(entry, "too large")
        digest = hashlib.blake2b(data, digest_size=12).hexdigest()
        if not data.strip() or digest in self.digests:
            return self._finish(entry, "same content" if data.strip() else "empty")
        links = _links_of(data, entry.url, read_charset(answer.header("content-type")))
        also = self._other_key(entry.url, links.canonical)
        if also in self.stored:
            return self._finish(entry, "same page")
        self.end = self.archive.add(entry.url, answer)
        found = [Entry(url, kind=FEED) for url in links.feeds]
        found += [Entry(url, clicks=entry.clicks + 1) for url in links.pages]
        return self._finish(entry, PAGE, found=self._add_all(found), digest=digest, also=also)

    def _other_key(self, url: str, canonical: str) -> str:
        """The key of the address that a page gives itself, if it is another one and to be believed.

        On many sites every page names the front page, so only another query of the same path is believed.
        """
        same_path = urlsplit(canonical).path == urlsplit(url).path and self.scope.has_host(canonical)
        return url_key(canonical) if canonical and same_path and url_key(canonical) != url_key(url) else ""

    def _ask_again(self, entry: Entry, became: str, moved: Entry, *, first: bool = False) -> None:
        """Let an address wait another time, or give it up as what it became."""
        if refused := self.frontier.add_again(moved, first=first):
            self._finish(entry, "redirects" if refused == "redirects" else became)
        else:
            self._finish(entry, "asked again", found=[moved])

    def _finish(
        self, entry: Entry, became: str, *, found: Sequence[Entry] = (), digest: str = "", also: str = ""
    ) -> None:
        """Count an address, and write it down as done with."""
        self.fetching.discard(entry)
        if became != PAGE:
            self.frontier.give_back(entry)
            if not entry.clicks and entry.kind == PAGE and became not in ("redirect", "asked again"):
                self.note = self.note or f"{entry.url}: {became}"
        event = Event(
            entry=entry,
            became=became,
            end=self.end,
            bytes=self.bytes,
            digest=digest,
            also=also,
            found=list(found),
        )
        self._count(event)
        self.journal.add(event)

    def _count(self, event: Event) -> None:
        """What an event changes, now or when it is read again."""
        self.counts[event.became] += 1
        self.frontier.known.add(url_key(event.entry.url))
        if event.became == PAGE:
            self.stored.add(url_key(event.entry.url))
            self.digests.add(event.digest)
            if event.also:
                self.stored.add(event.also)
                self.frontier.known.add(event.also)

    def _add_all(self, entries: list[Entry]) -> list[Entry]:
        """Those of the addresses that are new and will be asked for."""
        return [entry for entry in entries if self._add(entry)]

    def _add(self, entry: Entry) -> bool:
        reason = self._refuse(entry) if entry.url else "no address"
        reason = reason or self.frontier.add(entry, first=_is_first(entry))
        if not reason:
            self.sitemaps += entry.kind == SITEMAP
            self.feeds += entry.kind == FEED
        elif reason not in ("known", "no address") and len(self.refused) < MOST_REFUSED:
            self.refused.setdefault(url_key(entry.url), reason)
        return not reason

    def _refuse(self, entry: Entry) -> str:
        if entry.kind != PAGE:
            is_enough = self.sitemaps >= self.most_sitemaps if entry.kind == SITEMAP else self.feeds >= MOST_FEEDS
            return "enough lists" if is_enough else "" if self.scope.has_host(entry.url) else "other site"
        if entry.hops > MOST_HOPS:
            return "redirects"
        if not entry.clicks:  # where the start leads to
            return "" if self.scope.has_host(entry.url) else "other site"
        return "too far" if entry.clicks > self.options.max_clicks else self.scope.refuse(entry.url)

    def _replay(self, start: Entry, events: list[Event]) -> None:
        """Be where the events led."""
        waiting = {start.url: start}
        for event in events:
            waiting.pop(event.entry.url, None)
            waiting.update((entry.url, entry) for entry in event.found)
            self._count(event)
            if event.became == PAGE:
                self.frontier.count(event.entry)
        if events:
            self.bytes, self.end = events[-1].bytes, events[-1].end
        for entry in waiting.values():
            if url_key(entry.url) in self.frontier.known:
                self.frontier.add_again(entry, first=not entry.tries)
            else:
                self.frontier.add(entry, first=_is_first(entry))


def _is_first(entry: Entry) -> bool:
    """Whether an address comes before others: the start, wherever it leads to, and what lists pages."""
    return entry.kind != PAGE or not entry.clicks


def _missing(entry: Entry, status: int) -> str:
    """What an address without an answer is called; a sitemap in the usual place was a guess."""
    if entry.kind != PAGE:
        return f"no {entry.kind}"
    return "not found" if status in (404, 410) else f"status {status}"


def _links_of(data: bytes, url: str, charset: str | None) -> Links:
    """The page's links; none where it is too much for a parser."""
    try:
        return find_links(parse(data, url=url, encoding=charset))
    except LimitError:
        return Links()
