"""A sample of each host of a crawl, small however large the host, the same however the crawl is cut into shards.

A page's key is the hash of its id. A host keeps the pages with the smallest keys, and for the shapes of URLs with the
smallest hashes a few pages each, so that a rare template has its chance beside a million articles. Both are smallest-of
sets, so samples of shards can be joined in any order and give the sample of the whole; nothing else travels.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from weft.io import RawPage
from weft.page.url_shape import UrlShape
from weft.sites.finder import host_of

PAGES = 120  # of a host, whatever their URLs: a template needs about thirty, and a site has a few large ones
SHAPES = 40  # of a host that have pages of their own
A_SHAPE = 5  # pages of such a shape: three are the least to learn from


@dataclass(frozen=True, order=True)
class Sampled:
    """A page of a sample."""

    key: int
    raw: RawPage = field(compare=False)  # its data is packed


def key_of(text: str) -> int:
    """A number that is the same everywhere and as good as random."""
    return int.from_bytes(blake2b(text.encode(errors="replace"), digest_size=8).digest(), "big")


@dataclass
class HostSample:
    """The sample of one host, as far as its pages were seen."""

    seen: int = 0
    smallest: list[Sampled] = field(default_factory=list)
    shapes: dict[int, list[Sampled]] = field(default_factory=dict)  # by the hash of the shape

    def add(self, page: Sampled, shape: int) -> None:
        """See a page."""
        _keep(self.smallest, page, PAGES)
        if shape in self.shapes:
            _keep(self.shapes[shape], page, A_SHAPE)
        elif len(self.shapes) < SHAPES:
            self.shapes[shape] = [page]
        elif shape < (largest := max(self.shapes)):
            del self.shapes[largest]
            self.shapes[shape] = [page]

    def pages(self) -> list[Sampled]:
        """The pages of the sample by key, each once."""
        pages_by_key = {page.key: page for pages in (self.smallest, *self.shapes.values()) for page in pages}
        return [pages_by_key[key] for key in sorted(pages_by_key)]

    def wants(self, key: int, shape: int) -> bool:
        """Whether a page would get into the sample."""
        few = self.shapes.get(shape)
        if few is None:
            is_new = len(self.shapes) < SHAPES or shape < max(self.shapes)
        else:
            is_new = len(few) < A_SHAPE or key < few[-1].key
        return is_new or len(self.smallest) < PAGES or key < self.smallest[-1].key


def _keep(pages: list[Sampled], page: Sampled, most: int) -> None:
    """Keep the smallest; the same page twice is one."""
    if any(kept_page.key == page.key for kept_page in pages):
        return
    if len(pages) < most:
        pages.append(page)
        pages.sort()
    elif page < pages[-1]:
        pages[-1] = page
        pages.sort()


class Sampler:
    """Samples by host while pages go by; what they hold in memory is bounded by whoever takes them out."""

    def __init__(self) -> None:
        self.hosts: dict[str, HostSample] = {}
        self.bytes: int = 0  # of packed pages that were taken in since the last `take`

    def see(self, raw: RawPage) -> None:
        """Look at a page; pages without a host are no one's."""
        host = host_of(raw.url)
        if not host:
            return
        sample = self.hosts.setdefault(host, HostSample())
        sample.seen += 1
        key, shape = key_of(raw.id), key_of(UrlShape.of(raw.url).key)
        if sample.wants(key, shape):
            packed = RawPage(id=raw.id, url=raw.url, charset=raw.charset, data=zlib.compress(raw.data, 1))
            self.bytes += len(packed.data)
            sample.add(Sampled(key, packed), shape)

    def take(self) -> dict[str, HostSample]:
        """The samples so far; the sampler is empty again."""
        hosts, self.hosts, self.bytes = self.hosts, {}, 0
        return hosts


def join(samples: Iterable[HostSample]) -> HostSample:
    """One sample of many of the same host."""
    whole = HostSample()
    for sample in samples:
        whole.seen += sample.seen
        for page in sample.pages():
            whole.add(page, key_of(UrlShape.of(page.raw.url).key))
    return whole


def unpack(pages: Iterable[Sampled]) -> Iterator[RawPage]:
    """The pages as they were read."""
    for page in pages:
        raw = page.raw
        yield RawPage(id=raw.id, url=raw.url, charset=raw.charset, data=zlib.decompress(raw.data))
