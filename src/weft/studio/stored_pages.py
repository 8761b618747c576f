"""The pages of a store: as they were read, packed, in the order in which they came."""

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from weft.errors import NoMatch, SourceError
from weft.io import RawPage
from weft.io.databases import Database
from weft.studio.names import check_name, clean

BATCH = 32  # pages of a transaction: enough to be quick, and another writer waits for no more than these
BATCH_BYTES = 64 << 20


@dataclass(frozen=True, kw_only=True)
class StoredPage:
    """What is known of a page without reading it."""

    number: int  # from 1, in the order in which pages were added; never changes
    id: str
    url: str | None
    size: int  # bytes
    digest: str  # SHA-256 of the bytes


@dataclass(frozen=True)
class StoredPages:
    """The pages in a database."""

    database: Database

    def add(self, pages: Iterable[RawPage]) -> int:
        """How many of the pages were new or had changed; all of them are in the store now."""
        return sum(self._add_batch(batch) for batch in _batches(pages))

    def entries(self) -> list[StoredPage]:
        """All pages, by number."""
        rows = self.database.run("SELECT number, id, url, size, digest FROM weft_pages ORDER BY number")
        return [
            StoredPage(number=number, id=page_id, url=url or None, size=size, digest=digest)
            for number, page_id, url, size, digest in rows
        ]

    def read(self, page_id: str) -> RawPage:
        """A page as it was added."""
        rows = self.database.run("SELECT url, charset, data FROM weft_pages WHERE id = ?", [page_id])
        if not rows:
            raise NoMatch(f"{page_id}: no such page in {self.database.name}; add it first")
        url, charset, data = rows[0]
        return RawPage(id=page_id, data=zlib.decompress(data), url=url or None, charset=charset or None)

    def _add_batch(self, pages: list[RawPage]) -> int:
        packed = [(page, hashlib.sha256(page.data).hexdigest(), zlib.compress(page.data)) for page in pages]
        with self.database.transaction():
            return sum(self._add(page, digest, data) for page, digest, data in packed)

    def _add(self, page: RawPage, digest: str, data: bytes) -> bool:
        found = self.database.run("SELECT digest FROM weft_pages WHERE id = ?", [check_name(page.id)])
        values = [clean(page.url or ""), clean(page.charset or ""), digest, len(page.data), data, page.id]
        if not found:
            self.database.run(
                "INSERT INTO weft_pages (url, charset, digest, size, data, id, number)"
                " VALUES (?, ?, ?, ?, ?, ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM weft_pages))",
                values,
            )
        elif found[0][0] != digest:
            self._check_unmarked(page.id)
            self.database.run(
                "UPDATE weft_pages SET url = ?, charset = ?, digest = ?, size = ?, data = ? WHERE id = ?", values
            )
        return not found or found[0][0] != digest

    def _check_unmarked(self, page_id: str) -> None:
        """Marks are rows of the page as it was: on another page they would say something else."""
        rows = self.database.run(
            "SELECT value, author, at FROM weft_targets JOIN weft_edits USING (target, version)"
            " JOIN weft_changes ON number = change WHERE target = ?",
            [f"page:{page_id}"],
        )
        if rows and json.loads(rows[0][0]).get("marks"):
            _, author, at = rows[0]
            raise SourceError(
                f"{page_id}: the page has changed since {author} marked it at {at}, so the marks would be wrong;"
                " take them away first, or keep the new pages in a store of their own"
            )


def _batches(pages: Iterable[RawPage]) -> Iterator[list[RawPage]]:
    """Pages in batches that fit into memory."""
    rest = iter(pages)
    batch: list[RawPage] = []
    while page := next(rest, None):
        batch.append(page)
        if len(batch) == BATCH or sum(len(page.data) for page in batch) > BATCH_BYTES:
            yield batch
            batch = []
    if batch:
        yield batch
