"""The frontier of a crawl: which address is asked for next, so that a small sample has pages of every template.

Fair queueing over the shapes of URLs: the next page is of the group with the fewest pages so far, and in it of the
section with the fewest. An endless calendar is one shape among others, and so has its share and no more.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

from weft.crawl.normal_url import url_key
from weft.crawl.shape import Shape

PAGE, SITEMAP, FEED = "page", "sitemap", "feed"
MOST_WAITING = 100_000  # addresses in all; far more than any sample needs
SPARE = 50  # addresses of one shape that wait beyond its share, because some will fail
MOST_QUERIES = 8  # sets of parameters for one path: filters combine without end
MOST_TRIES = 3  # of one address that a server has trouble with
MOST_HOPS = 5  # redirects on the way to a page


@dataclass(frozen=True)
class Entry:
    """An address to ask for."""

    url: str
    clicks: int = 0  # links from the start
    kind: str = PAGE
    hops: int = 0  # redirects that led here
    tries: int = 0  # before


@dataclass
class Frontier:
    """The addresses that are known, and those of them that wait."""

    max_per_shape: int
    known: set[str] = field(default_factory=set)  # keys
    pages: Counter[Shape] = field(default_factory=Counter)  # taken, and not failed
    _groups: Counter[str] = field(default_factory=Counter)  # the same by group
    _waiting: dict[str, dict[str, deque[Entry]]] = field(default_factory=lambda: defaultdict(dict))
    _first: deque[Entry] = field(default_factory=deque)  # before all others: the start, redirects, sitemaps, feeds
    _last: deque[Entry] = field(default_factory=deque)  # after all others: those that have failed before
    _queries: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _waits: int = 0

    def __len__(self) -> int:
        return self._waits

    def add(self, entry: Entry, *, first: bool = False) -> str:
        """Let an address wait; or why not, in a word or two."""
        key = url_key(entry.url)
        if key in self.known:
            return "known"
        shape = Shape.of(entry.url)
        queue = self._waiting[shape.group].setdefault(shape.section, deque())
        if not first and (reason := self._refuse(entry, shape, len(queue))):
            return reason
        self.known.add(key)
        self._waits += 1
        (self._first if first else queue).append(entry)
        return ""

    def add_again(self, entry: Entry, *, first: bool = False) -> str:
        """Let an address wait that was asked for: one that moved to another spelling of itself, or had trouble."""
        if entry.tries >= MOST_TRIES or entry.hops > MOST_HOPS:
            return "trouble" if entry.tries >= MOST_TRIES else "redirects"
        self._waits += 1
        (self._first if first else self._last).append(entry)
        return ""

    def pop(self) -> Entry | None:
        """The next address; None where none is left that has a share."""
        entry = self._first.popleft() if self._first else self._pop_fair()
        if entry is None and self._last:
            entry = self._last.popleft()
        if entry is not None:
            self._waits -= 1
            self.count(entry)
        return entry

    def count(self, entry: Entry) -> None:
        """An address counts as a page of its shape."""
        if entry.kind == PAGE:
            self._tally(entry, 1)

    def give_back(self, entry: Entry) -> None:
        """An address that gave no page does not count as one of its shape."""
        if entry.kind == PAGE:
            self._tally(entry, -1)

    def _tally(self, entry: Entry, change: int) -> None:
        shape = Shape.of(entry.url)
        self.pages[shape] += change
        self._groups[shape.group] += change

    def _pop_fair(self) -> Entry | None:
        """Of the group with the fewest pages, of its section with the fewest; the first found where they are even."""
        for group in sorted(self._waiting, key=self._groups.__getitem__):
            sections = self._waiting[group]
            open_ones = [
                name for name in sections if sections[name] and self.pages[Shape(group, name)] < self.max_per_shape
            ]
            if open_ones:
                return sections[min(open_ones, key=lambda name: self.pages[Shape(group, name)])].popleft()
        return None

    def _refuse(self, entry: Entry, shape: Shape, waiting: int) -> str:
        if waiting + self.pages[shape] >= self.max_per_shape + SPARE or self._waits >= MOST_WAITING:
            return "enough alike"
        path, _, query = entry.url.partition("?")
        names = shape.section.partition("?")[2]
        if query and names not in self._queries[path]:
            if len(self._queries[path]) >= MOST_QUERIES:
                return "filters"
            self._queries[path].add(names)
        return ""
