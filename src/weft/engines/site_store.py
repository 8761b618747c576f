"""Learned sites by host, in an SQLite file or a PostgreSQL database; as a sink it takes what `LearnJob` writes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from weft.auto import DEFAULT
from weft.content import Reason
from weft.document import Document, no_choice
from weft.errors import ArtifactError
from weft.io.databases import Database, open_database
from weft.io.sinks import State
from weft.page import Page
from weft.site import Site
from weft.site.finder import host_of

MAX_SITES = 128  # that are held ready: pages of a crawl come in any order
TABLE = """CREATE TABLE IF NOT EXISTS weft_sites (
    host TEXT PRIMARY KEY, pages INTEGER NOT NULL, sampled INTEGER NOT NULL, site TEXT NOT NULL)"""
PUT = """INSERT INTO weft_sites VALUES (?, ?, ?, ?)
    ON CONFLICT (host) DO UPDATE SET pages = excluded.pages, sampled = excluded.sampled, site = excluded.site"""


class SiteStore:
    """A table with a row a host. A host that was learned again has its new site; the others stay."""

    def __init__(self, address: str) -> None:
        self.place = address
        # The journal of a run that fills it lies beside it.
        self.path: Path = Path("weft-sites" if "://" in address else address)
        self._database: Database | None = None
        self.find: Callable[[str], Site | None] = lru_cache(maxsize=MAX_SITES)(self._find)

    @property
    def database(self) -> Database:
        """Opened when it is first needed."""
        if self._database is None:
            self._database = open_database(self.place)
            self._database.run(TABLE)
        return self._database

    def _find(self, host: str) -> Site | None:
        """The site of a host; none where nothing was learned of it."""
        rows = self.database.run("SELECT site FROM weft_sites WHERE host = ?", (host,))
        if not rows or not rows[0][0]:
            return None
        try:
            return Site.from_json(json.loads(rows[0][0]), name=f"{self.place}: {host}")
        except ValueError as error:
            raise ArtifactError(
                f"the site of {host} is broken ({error})", page=str(self.place), advice="learn it again"
            ) from None

    @property
    def fallback(self) -> str:
        """The extractor for pages that fit no template of their host."""
        return DEFAULT

    def choose(self, page: Page) -> Document:
        """The choice of the site of the page's host; where nothing was learned of it, nothing."""
        site = self.find(host_of(page.url))
        if site is None:
            return no_choice(page, Reason("no_site", "nothing was learned of this host"))
        return site.choose(page)

    def hosts(self) -> list[tuple[str, int, int]]:
        """Every host with the pages that were seen and those that were learned from."""
        rows = self.database.run("SELECT host, pages, sampled FROM weft_sites ORDER BY host")
        return [(str(host), int(pages), int(sampled)) for host, pages, sampled in rows]

    def digest(self) -> str:
        """What it holds in a few letters."""
        rows = self.database.run("SELECT host, pages, sampled, length(site) FROM weft_sites ORDER BY host")
        self.close()
        return hashlib.sha256(repr(rows).encode()).hexdigest()[:16]

    def open(self, state: State) -> None:
        """Nothing to go back to: a host that is written again is the same."""

    def write(self, lines: Sequence[bytes]) -> None:
        """Put sites in; a host that could not be learned has none."""
        with self.database.transaction():
            for line in map(json.loads, lines):
                self.database.run(PUT, _row(line))

    def commit(self) -> State:
        """Every write is a transaction already."""
        return {}

    def finish(self) -> None:
        """All hosts are there."""

    def close(self) -> None:
        """Let go of the database."""
        if self._database is not None:
            self._database.close()
            self._database = None


def _row(line: dict[str, Any]) -> tuple[str, int, int, str]:
    site = line.get("site")
    return str(line["id"]), int(line.get("pages", 0)), int(line.get("sampled", 0)), json.dumps(site) if site else ""
