"""robots.txt (RFC 9309) of one host, read by Protego."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MOST_BYTES = 500 << 10  # that are read of it; the RFC asks for as many at least
LONGEST_DELAY = 60.0  # seconds of a Crawl-delay that is kept; a longer one is kept as this


@dataclass(frozen=True)
class Rules:
    """What a host lets be asked for."""

    parser: Any = None  # None: everything, or nothing
    allows_all: bool = True
    user_agent: str = ""

    @staticmethod
    def read(status: int, body: bytes, *, user_agent: str) -> Rules:
        """The rules of an answer: no such file allows all, a host in trouble (5xx, 429) nothing."""
        if status == 429 or status >= 500:
            return Rules(allows_all=False)
        if not 200 <= status < 300:
            return Rules()
        from protego import Protego

        return Rules(Protego.parse(body[:MOST_BYTES].decode("utf-8-sig", errors="replace")), user_agent=user_agent)

    def allow(self, url: str) -> bool:
        """Whether an address may be asked for."""
        return self.allows_all if self.parser is None else bool(self.parser.can_fetch(url, self.user_agent))

    @property
    def delay(self) -> float:
        """Seconds between two requests that the host asks for."""
        found = self.parser.crawl_delay(self.user_agent) if self.parser is not None else None
        return min(max(float(found or 0.0), 0.0), LONGEST_DELAY)

    @property
    def sitemaps(self) -> list[str]:
        """The sitemaps that it names."""
        return list(self.parser.sitemaps) if self.parser is not None else []
