"""Pages that wait until enough pages of their host are there to be clustered together."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.io import RawPage
from weft.similarity.url_shape import UrlShape


@dataclass(frozen=True, eq=False)
class WaitingPage:
    """A page that waits for its batch: its bytes, to be parsed again if it is sampled, and what is compared."""

    raw: RawPage
    description: Any
    sketch: NDArray[np.uint64]
    url: UrlShape


@dataclass(eq=False)
class WaitingRoom:
    """The waiting pages of all hosts, in the order in which they came."""

    hosts: dict[str, list[WaitingPage]] = field(default_factory=dict)
    pages: int = 0
    bytes: int = 0

    def add(self, host: str, page: WaitingPage) -> int:
        """Let a page wait; how many of its host do."""
        batch = self.hosts.setdefault(host, [])
        batch.append(page)
        self.pages += 1
        self.bytes += len(page.raw.data)
        return len(batch)

    def take(self, host: str) -> list[WaitingPage]:
        """The pages of a host, which wait no longer."""
        batch = self.hosts.pop(host)
        self.pages -= len(batch)
        self.bytes -= sum(len(page.raw.data) for page in batch)
        return batch

    def take_largest(self, *, pages: float, bytes: float) -> Iterator[tuple[str, list[WaitingPage]]]:
        """The hosts with most pages, until no more than so many pages and bytes wait."""
        for host in sorted(self.hosts, key=lambda name: -len(self.hosts[name])):
            if self.pages <= pages and self.bytes <= bytes:
                break
            yield host, self.take(host)
