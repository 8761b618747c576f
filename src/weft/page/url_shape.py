"""The shape of a URL: what it tells about the kind of its page, whatever the site."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import urlsplit

from weft.deadline import check_deadline
from weft.page import Page

MAX_SEGMENTS = 12
MAX_LENGTH = 1_000  # characters of a path that are looked at
MAX_LINKS = 100  # among which the canonical one is looked for
WORDS = {
    "tag": "tag tags label labels topic topics keyword keywords",
    "category": "category categories cat cats column columns channel",
    "author": "author authors user users member people",
    "search": "search",
    "archive": "archive archives",
    "page": "page",
    "index": "index",
}
"""Words by which blogs, forums and shops everywhere name the pages that list others, the most particular first."""

KINDS = {word: kind for kind, words in WORDS.items() for word in words.split()}

_DIGITS = re.compile("[0-9]+")
_NOT_LETTERS = re.compile(r"[\d\W_]+")
_HASH = re.compile("0[a-z]+0|[a-z]0[a-z]", re.IGNORECASE)  # digits inside of letters: an id, other on every page


def find_url(page: Page) -> str:
    """Where a page comes from: its URL, else the address that it gives itself (canonical, `og:url`); else empty."""
    if page.url:
        return page.url
    for row in check_deadline(page.rows_of("link")[:MAX_LINKS].tolist()):
        if (page.attribute(row, "rel") or "").lower() == "canonical":
            return page.attribute(row, "href") or ""
    for row in check_deadline(page.rows_of("meta")[:MAX_LINKS].tolist()):
        if (page.attribute(row, "property") or "").lower() == "og:url":
            url = page.attribute(row, "content") or ""
            return url if UrlShape.of(url).segments else ""  # many sites give that of their first page on every page
    return ""


@dataclass(frozen=True)
class UrlShape:
    """The segments of a path with digits masked; no segments, no URL.

    >>> shape = UrlShape.of("http://weft.example/tag/looms/page/2.html")
    >>> shape.segments, shape.extension, shape.kind
    (('tag', 'looms', 'page', '0.html'), 'html', 'tag')
    """

    segments: tuple[str, ...] = ()

    @staticmethod
    def of(url: str | None) -> UrlShape:
        """The shape of a URL, or of an id that looks like a file's path."""
        try:
            path = urlsplit(url or "").path[:MAX_LENGTH]
        except ValueError:  # a bracket that is never closed
            path = ""
        return _shape(_DIGITS.sub("0", path))

    @cached_property
    def kind(self) -> str:
        """The most particular kind of list that the URL speaks of; empty where it speaks of none.

        `/archives/tag/looms/page/2` is the page of a tag. A site's root is an index.
        """
        words = {_NOT_LETTERS.sub("", segment.rsplit(".", 1)[0].lower()) for segment in self.segments}
        spoken = {KINDS[word] for word in words if word in KINDS}
        return next((kind for kind in WORDS if kind in spoken), "" if self.segments else "index")

    @property
    def is_root(self) -> bool:
        """Whether it is that of a site's first page, or of a further page of the same list."""
        return not self.segments or (len(self.segments) == 2 and self.first == "page" and self.last.startswith("0"))

    @cached_property
    def folder(self) -> tuple[str, ...]:
        """The segments without that of an index: `/tags/index.html` is `/tags`."""
        return self.segments[:-1] if self.last.partition(".")[0] == "index" else self.segments

    @cached_property
    def extension(self) -> str:
        """Of the last segment."""
        return self.last.rpartition(".")[2] if "." in self.last else ""

    @property
    def first(self) -> str:
        """The first segment."""
        return self.segments[0] if self.segments else ""

    @property
    def last(self) -> str:
        """The last segment."""
        return self.segments[-1] if self.segments else ""

    @cached_property
    def key(self) -> str:
        """What pages of one kind have in common, for a first look: kind, depth, first and last segment if telling.

        >>> UrlShape.of("/posts/4f9df07.html").key == UrlShape.of("/posts/about-looms.html").key
        True
        """
        is_id = _HASH.search(self.last) and len(self.first) > 2  # in folders that are parts of ids nothing is telling
        is_telling = "0" in self.last and not is_id
        last = self.last if is_telling else f"*.{self.extension}"
        return f"{self.kind}:{len(self.segments)}:{self.first if len(self.segments) > 1 else ''}:{last}"

    @cached_property
    def parts(self) -> tuple[Hashable, ...]:
        """What is compared of two addresses: depth, first segment, extension, folders, kind of list, last segment."""
        depth = len(self.segments)
        folders = (max(depth, 1), self.segments[:-1])
        return depth, self.first, self.extension, folders, "index" if self.is_root else self.kind, self.last


@lru_cache(maxsize=4096)
def _shape(path: str) -> UrlShape:
    """The shape of a path with digits masked; most pages of a site share theirs."""
    return UrlShape(tuple([segment for segment in path.split("/") if segment][:MAX_SEGMENTS]))
