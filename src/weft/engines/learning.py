"""A crawl of many sites in two passes: sample every host, learn each from its sample; then extract by what was learned.

Samples go into buckets on storage by the hash of their host: who reads a bucket has all that is known of its hosts. A
host is then a page like any other to an engine: its sample goes in, a line with its site comes out, under the same
limits, and lost workers are replaced. So one host, however odd, cannot stop the others.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import weft.sites
from weft.document import Failure
from weft.engines.job import Process, digest_of
from weft.engines.sampling import HostSample, Sampled, Sampler, join, key_of, unpack
from weft.engines.site_store import SiteStore, count_site
from weft.errors import WeftError
from weft.io import RawPage
from weft.io.sinks.sink import cannot_write
from weft.page import Limits
from weft.pipeline import attempt, encode, failed

if TYPE_CHECKING:
    from weft.sites import Site

BUCKETS = 256
MAX_BYTES = 256 << 20  # of packed pages in memory before they go to the buckets
MIN_PAGES = 3  # of a host: fewer tell nothing about its templates
PACKING = 1  # the pages in it are packed already


def sample_pages(pages: Iterable[RawPage | WeftError], folder: Path, *, shard: int = 0) -> int:
    """Write the sample of a source into buckets in a folder; how many pages were seen. A shard's files are its own."""
    sampler, part, count = Sampler(), 0, 0
    for raw in pages:
        count += 1
        if isinstance(raw, RawPage):
            sampler.see(raw)
        if sampler.bytes >= MAX_BYTES:
            _write(sampler.take(), folder, f"{shard:06}-{part:04}")
            part += 1
    _write(sampler.take(), folder, f"{shard:06}-{part:04}")
    return count


def _write(hosts: dict[str, HostSample], folder: Path, name: str) -> None:
    buckets: dict[int, list[str]] = {}
    for host in hosts:
        buckets.setdefault(key_of(host) % BUCKETS, []).append(host)
    for bucket, members in buckets.items():
        path = folder / f"{bucket:04}" / f"{name}.jsonl.gz"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with gzip.open(path, "wb", compresslevel=PACKING) as file:
                for host in members:
                    file.write(encode_sample(host, hosts[host]))
        except OSError as error:
            raise cannot_write(folder, error) from None


def read_samples(folder: Path, wants: Callable[[str, int], bool] = lambda host, pages: True) -> Iterator[RawPage]:
    """The hosts of all buckets in turn: a page each, whose id is the host and whose data is its sample.

    `wants` says of a host and the pages of its sample whether it is wanted.
    """
    for bucket in sorted(path for path in folder.iterdir() if path.is_dir()):
        parts: dict[str, list[HostSample]] = {}
        for path in sorted(bucket.glob("*.jsonl.gz")):
            with gzip.open(path, "rb") as file:
                for line in file:
                    host, sample = decode_sample(line)
                    parts.setdefault(host, []).append(sample)
        for host in sorted(parts):
            sample = join(parts.pop(host))
            if wants(host, len(sample.pages())):
                yield RawPage(id=host, data=encode_sample(host, sample))


def encode_sample(host: str, sample: HostSample) -> bytes:
    """A host's sample as a line."""
    pages = [
        [page.raw.id, page.raw.url, page.raw.charset, base64.b64encode(page.raw.data).decode()]
        for page in sample.pages()
    ]
    return encode({"host": host, "seen": sample.seen, "pages": pages})


def decode_sample(line: bytes) -> tuple[str, HostSample]:
    """What `encode_sample` wrote: all pages of the sample are in `smallest`."""
    values = json.loads(line)
    pages = [
        Sampled(key_of(page_id), RawPage(id=page_id, url=url, charset=charset, data=base64.b64decode(data)))
        for page_id, url, charset, data in values["pages"]
    ]
    return values["host"], HostSample(seen=values["seen"], smallest=pages)


@dataclass(frozen=True, kw_only=True)
class LearnJob:
    """A site for each host, from its sample; or the one that a store has, with the pages that are new to it."""

    similarity: str = "same_template"
    clustering: str = "hierarchical"
    learner: str = "slots"
    limits: Limits = field(default_factory=Limits)
    sites: str = ""  # the store whose sites are updated; empty: all hosts are learned anew
    source: str = ""  # the name of the crawl, which the store remembers

    @property
    def at_once(self) -> int:
        """A host takes seconds, so one at a time: no worker holds up others that it has not begun."""
        return 1

    @property
    def tries(self) -> int:
        """Over seconds many may be lost by chance: where one is killed every few seconds, a third of all tries."""
        return 10

    def check(self) -> None:
        """Raise for names that are none."""
        weft.sites.learn([], similarity=self.similarity, clustering=self.clustering, learner=self.learner)

    def digest(self) -> str:
        """What the job says."""
        return digest_of(asdict(self))

    def start(self) -> Process:
        """The function from a host's sample to the line with its site."""
        store = SiteStore(self.sites) if self.sites else None
        return lambda raw: self._learn(raw, store)

    def _learn(self, raw: RawPage, store: SiteStore | None) -> bytes:
        host, sample = decode_sample(raw.data)
        pages = sample.pages()
        line: dict[str, object] = {"id": host, "url": "", "status": "ok"}
        line |= {"pages": sample.seen, "sampled": len(pages), "source": self.source}

        def learn_host(raw: RawPage) -> bytes:
            site = self._learn_site(pages, store.find(host) if store else None)
            return encode(line | ({**count_site(site), "site": site.to_json()} if site else {}))

        learned = attempt(raw, learn_host)
        return encode(line | failed(learned)) if isinstance(learned, Failure) else learned

    def _learn_site(self, pages: Sequence[Sampled], old: Site | None) -> Site | None:
        """The site of the pages; none where they are too few."""
        if old is not None:
            page_ids = {page_id for cluster in old.clusters for page_id in cluster.page_ids}
            return old.update(unpack(page for page in pages if page.raw.id not in page_ids), limits=self.limits)
        if len(pages) < MIN_PAGES:
            return None
        return weft.sites.learn(
            unpack(pages),
            similarity=self.similarity,
            clustering=self.clustering,
            learner=self.learner,
            limits=self.limits,
        )
