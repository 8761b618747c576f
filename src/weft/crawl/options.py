"""What a crawl may do, how far it has come, and what it did."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from weft.errors import ConfigError

USER_AGENT = "weft (+samples pages for content extraction; obeys robots.txt)"  # honest; better still with an address
NOT_LIMITS = ("subdomains", "path_prefix", "user_agent", "allow_private", "delay", "max_clicks", "max_per_shape")
MAX_CONCURRENCY = 4
MIN_SHARE = 10  # pages of one shape that a template needs to be learned well
ENDINGS = {
    "pages": "enough pages",
    "links": "no more addresses to ask for",
    "alike": "enough pages of every shape; max_per_shape=… allows more",
    "bytes": "enough bytes",
    "time": "the time is up",
    "busy": "the site asks to come back later; the same command goes on then",
    "silent": "the site no longer answers",
}


@dataclass(frozen=True, kw_only=True)
class CrawlOptions:
    """How much of a site is fetched, how fast, and which of its pages."""

    max_pages: int = 200  # templates are learned from fewer; a site has a dozen of them
    max_per_shape: int = 0  # pages of one URL shape; 0 is a quarter of all, see `share`
    max_clicks: int = 12  # links from the start; deeper is hardly ever a page that people find
    max_minutes: float = 60.0  # of one run; the next goes on
    total_bytes: int = 1 << 30  # of all that is fetched
    page_bytes: int = 8 << 20  # of one page, packed as it is sent
    page_seconds: float = 30.0  # for one page, whole
    delay: float = 1.0  # seconds between two requests to a host, at least; slow hosts and robots.txt make it longer
    concurrency: int = 1  # requests at a time
    subdomains: bool = False  # whether hosts below the start's are the same site
    path_prefix: str = ""  # pages whose path begins otherwise are left out
    user_agent: str = USER_AGENT
    allow_private: bool = False  # whether the site may be on this machine or the local network

    def check(self) -> None:
        """`ConfigError` where the values make no sense."""
        for option in fields(self):
            if option.name not in NOT_LIMITS and getattr(self, option.name) <= 0:
                raise ConfigError(f"{option.name} must be more than 0")
        if self.delay < 0 or self.max_clicks < 0 or self.max_per_shape < 0:
            raise ConfigError("delay, max_clicks and max_per_shape cannot be less than 0")
        if self.concurrency > MAX_CONCURRENCY:
            raise ConfigError(f"concurrency: at most {MAX_CONCURRENCY} requests at a time, which a host can bear")
        if self.path_prefix and not self.path_prefix.startswith("/"):
            raise ConfigError("path_prefix begins with /, such as /news/")
        if not self.user_agent.isascii() or not self.user_agent.isprintable() or not self.user_agent.strip():
            raise ConfigError("user_agent is a line of plain letters that says who is asking")

    @property
    def share(self) -> int:
        """Pages of one shape at most: a quarter of all, so that four templates have room; few are never limited."""
        return self.max_per_shape or max(MIN_SHARE, self.max_pages // 4)


@dataclass(frozen=True)
class Progress:
    """How far a crawl has come."""

    url: str  # that was just asked for
    pages: int  # in the archive
    waiting: int  # addresses


@dataclass(frozen=True, kw_only=True)
class CrawlReport:
    """What a crawl fetched, and why not more."""

    pages: int = 0  # in the archive
    resumed: int = 0  # of them, by an earlier run
    bytes: int = 0  # fetched in all
    seconds: float = 0.0  # of this run
    waiting: int = 0  # addresses that are known and were not asked for
    shapes: int = 0  # kinds of URL among the pages
    ended: str = ""  # why it ended: one of `ENDINGS`
    note: str = ""  # where there are no pages, why
    counts: dict[str, int] = field(default_factory=dict)  # requests by what became of them; `page` is one
    left_out: dict[str, int] = field(default_factory=dict)  # addresses that this run did not ask for, by reason
