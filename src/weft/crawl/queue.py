"""The order of a crawl, for Scrapy's scheduler: a small sample shall have pages of every template.

Fair queueing over the shapes of URLs: the next page is of the group with the fewest pages so far, and in it of the
section with the fewest. An endless calendar is one shape among others, and so has its share and no more.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from weft.page.url_shape import UrlShape

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler

MAX_WAITING = 100_000  # addresses in all; far more than any sample needs
SPARE = 50  # addresses of one shape that wait beyond its share, because some will fail
MAX_QUERIES = 8  # sets of parameters for one path: filters combine without end


@dataclass(frozen=True)
class Shape:
    """Two steps of a shape: what a template's pages share anywhere on the web, and their section of this site.

    A first segment may be one of a few sections or one of a thousand people: sampling is fair among the groups first
    and among the sections of a group then, so that neither drowns the other.
    """

    group: str  # the kind of list, the depth, what the last segment is made of, whether there is a query
    section: str  # the first segment, and the names of the query's parameters

    @staticmethod
    def of(url: str) -> Shape:
        """The shape of a normalised URL.

        >>> Shape.of("http://weft.example/news/12-looms.html")
        Shape(group=':2:0a.html', section='news')
        >>> Shape.of("http://weft.example/show.php?id=7&page=2")
        Shape(group=':1:a.php?', section='show.php?id,page')
        """
        shape = UrlShape.of(url)
        names = sorted({pair.partition("=")[0] for pair in urlsplit(url).query.split("&") if pair})
        query = f"?{','.join(names)}" if names else ""
        # Where a query chooses the page, a single segment is the name of the program; else it is the page itself.
        first = shape.first if len(shape.segments) > 1 or names else ""
        return Shape(f"{shape.kind}:{len(shape.segments)}:{_made_of(shape)}{query[:1]}", first + query)


def _made_of(shape: UrlShape) -> str:
    """What the last segment is made of: digits, letters, and its ending."""
    stem, dot, ending = shape.last.rpartition(".") if shape.extension else (shape.last, "", "")
    stem = unquote(stem)
    return ("0" if "0" in stem else "") + ("a" if any(map(str.isalpha, stem)) else "") + dot + ending


class ShapeQueue:
    """Requests that wait; a `SCHEDULER_PRIORITY_QUEUE` of Scrapy.

    Requests with a priority above 0 (the start, sitemaps, feeds) come before all others, those below 0 (which have
    failed before) after all others. The rest is taken by shapes.
    """

    def __init__(self, share: int) -> None:
        self.share: int = share  # pages of one shape at most
        self.pages: Counter[Shape] = Counter()  # taken, and not given back
        self._groups: Counter[str] = Counter()  # the same by group
        self._fair: dict[str, dict[str, deque[Request]]] = defaultdict(dict)
        self._first: deque[Request] = deque()
        self._last: deque[Request] = deque()
        self._queries: dict[str, set[str]] = defaultdict(set)
        self.waiting: int = 0  # requests, those too whose shape has its share

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Any:
        """The queue of the crawler's sample; the classes that Scrapy offers for what waits are not needed."""
        spider: Any = crawler.spider
        return spider.sample.queue

    def __len__(self) -> int:
        """How many requests can be taken out now."""
        open_ones = (len(self._fair[shape.group][shape.section]) for shape in self._open_shapes())
        return len(self._first) + len(self._last) + sum(open_ones)

    def push(self, request: Request) -> None:
        """Let a request wait."""
        self.waiting += 1
        if request.priority:
            (self._first if request.priority > 0 else self._last).append(request)
        else:
            shape = Shape.of(request.url)
            self._fair[shape.group].setdefault(shape.section, deque()).append(request)

    def pop(self) -> Request | None:
        """The next request; None where none is left that has a share."""
        request = self._first.popleft() if self._first else self._pop_fair()
        if request is None and self._last:
            request = self._last.popleft()
        self.waiting -= request is not None
        return request

    def count(self, url: str, change: int = 1) -> None:
        """An address counts as a page of its shape; with -1 it no longer does."""
        shape = Shape.of(url)
        self.pages[shape] += change
        self._groups[shape.group] += change

    def refuse(self, url: str) -> str:
        """Why an address may not wait, in a word or two; empty where it may."""
        shape = Shape.of(url)
        alike = len(self._fair[shape.group].get(shape.section, ())) + self.pages[shape]
        if alike >= self.share + SPARE or self.waiting >= MAX_WAITING:
            return "enough alike"
        path, _, query = url.partition("?")
        names = shape.section.partition("?")[2]
        if query and names not in self._queries[path]:
            if len(self._queries[path]) >= MAX_QUERIES:
                return "filters"
            self._queries[path].add(names)
        return ""

    def _open_shapes(self) -> list[Shape]:
        """Shapes of which requests wait and that have not had their share."""
        shapes = (Shape(group, section) for group, sections in self._fair.items() for section in sections)
        return [shape for shape in shapes if self._fair[shape.group][shape.section] and self.pages[shape] < self.share]

    def _pop_fair(self) -> Request | None:
        """Of the group with the fewest pages, of its section with the fewest; the oldest where they are even."""
        shapes = self._open_shapes()
        if not shapes:
            return None
        group = min((shape.group for shape in shapes), key=self._groups.__getitem__)
        fewest = min((shape for shape in shapes if shape.group == group), key=self.pages.__getitem__)
        return self._fair[group][fewest.section].popleft()
