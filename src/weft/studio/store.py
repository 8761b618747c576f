"""The store of studio: everything that people change, with versions, time and author, and the pages.

A *target* is a name with a version: `page:<id>` (the marks of a page), `template:<cluster>`, `site`. Its value is a
JSON object. A writer names the version that they saw; if somebody was faster, that is a `Conflict` and nothing is
written. Every write is on disk before it is answered. Nothing is ever overwritten: undo writes the earlier value as a
new version, so it works over reloads, and the past stays readable. Pages are kept as they were read, packed, in the
order in which they came.
"""

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path

from weft.errors import ConfigError, NoMatch, SourceError, WeftError
from weft.io import RawPage
from weft.io.databases import Database, open_database
from weft.studio.changes import PAGE, Change, Edit, Value, Versioned, Write
from weft.studio.ledger import Ledger, check_name, clean, prepare
from weft.studio.resources import Resource

LIMIT = 100  # changes that are read at a time
MAX_VALUE = 64 << 20  # characters of a value: a site of a thousand clusters has a tenth of that

BATCH = 32  # pages of a transaction: enough to be quick, and another writer waits for no more than these
BATCH_BYTES = 64 << 20
IN_SCOPE = "EXISTS (SELECT 1 FROM weft_edits WHERE change = number AND substr(target, 1, ?) = ?)"
IS_WRITE = "author = ? AND undoes = 0 AND redoes = 0"


@dataclass(frozen=True, kw_only=True)
class StoredPage:
    """A page without its bytes."""

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
        """Add pages; the number of those that were new or had changed."""
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
            raise NoMatch(f"no such page in {self.database.name}", page=page_id, advice="add it first")
        url, charset, data = rows[0]
        try:
            html = zlib.decompress(data)
        except (zlib.error, TypeError) as error:
            raise SourceError(
                f"damaged in {self.database.name}: {error}", page=page_id, advice="add it again"
            ) from None
        return RawPage(id=page_id, data=html, url=url or None, charset=charset or None)

    def keep_resources(self, page_id: str, resources: Sequence[Resource]) -> None:
        """Keep what was saved with a page, in place of what was kept before."""
        with self.database.transaction():
            self.database.run("DELETE FROM weft_resources WHERE page = ?", [check_name(page_id)])
            for one in resources:
                self.database.run(
                    "INSERT INTO weft_resources (page, name, media_type, data) VALUES (?, ?, ?, ?)",
                    [page_id, clean(one.name), one.media_type, zlib.compress(one.data)],
                )

    def resources(self, page_id: str) -> dict[str, Resource]:
        """What was saved with a page, by name."""
        rows = self.database.run("SELECT name, media_type, data FROM weft_resources WHERE page = ?", [page_id])
        return {
            name: Resource(name=name, media_type=kind, data=zlib.decompress(data)) for name, kind, data in sorted(rows)
        }

    def _add_batch(self, pages: list[RawPage]) -> int:
        packed = [(page, hashlib.sha256(page.data).hexdigest(), zlib.compress(page.data)) for page in pages]
        with self.database.transaction():
            return sum(self._add(page, digest, data) for page, digest, data in packed)

    def _add(self, page: RawPage, digest: str, data: bytes) -> bool:
        stored = self.database.run("SELECT digest FROM weft_pages WHERE id = ?", [check_name(page.id)])
        values = [clean(page.url or ""), clean(page.charset or ""), digest, len(page.data), data, page.id]
        if not stored:
            self.database.run(
                "INSERT INTO weft_pages (url, charset, digest, size, data, id, number)"
                " VALUES (?, ?, ?, ?, ?, ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM weft_pages))",
                values,
            )
        elif stored[0][0] != digest:
            self._check_unmarked(page.id)
            self.database.run(
                "UPDATE weft_pages SET url = ?, charset = ?, digest = ?, size = ?, data = ? WHERE id = ?", values
            )
        return not stored or stored[0][0] != digest

    def _check_unmarked(self, page_id: str) -> None:
        """Raise a SourceError for a marked page: marks are rows of the page as it was, and name other elements now."""
        rows = self.database.run(
            "SELECT value, author, at FROM weft_targets JOIN weft_edits USING (target, version)"
            " JOIN weft_changes ON number = change WHERE target = ?",
            [PAGE + page_id],
        )
        if rows and json.loads(rows[0][0]).get("marks"):
            _, author, at = rows[0]
            raise SourceError(
                f"the page has changed since {author} marked it at {at}, so the marks would be wrong",
                page=page_id,
                advice="take them away first, or keep the new pages in a store of their own",
            )


@dataclass(frozen=True)
class Store:
    """Values with versions, the changes that made them, and the pages that they are about.

    >>> store = Store.open(":memory:")
    >>> change = store.write([Write("site", {"fallback": "density"}, 0)], author="Ann", what="chose a fallback")
    >>> store.read("site").value, store.read("site").version
    ({'fallback': 'density'}, 1)
    >>> store.undo(author="Ann").what, store.read("site").value
    ('undid: chose a fallback', {})
    >>> store.close()
    """

    database: Database
    lost: dict[str, WeftError] = field(default_factory=dict, compare=False)  # of pages that must not be read here

    @staticmethod
    def open(where: str | Path) -> "Store":
        """The store in a file, which is made where there is none, or at a `postgresql://` URL."""
        database = open_database(where)
        try:
            prepare(database)
        except BaseException:
            database.close()
            raise
        return Store(database)

    def close(self) -> None:
        """Close the file or the connection."""
        self.database.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def read(self, target: str) -> Versioned:
        """What a target holds; empty, with version 0, where nothing was written."""
        return self._ledger.states_of([target])[0].now

    def read_many(self, prefix: str = "") -> dict[str, Versioned]:
        """What all targets hold whose names begin so, as they were at one moment."""
        states = self._ledger.states("WHERE substr(target, 1, ?) = ?", [len(prefix), prefix])
        return {state.target: state.now for state in states}

    def latest(self) -> int:
        """The number of the last change: it tells a reader who keeps values whether they are still current."""
        return self._ledger.latest()

    def changes(self, *, since: int = 0) -> Iterator[Change]:
        """All changes after the one with a number, oldest first."""
        last = since
        while changes := self._ledger.changes("WHERE number > ? ORDER BY number LIMIT ?", [last, LIMIT]):
            yield from changes
            last = changes[-1].number

    def edits(self, number: int) -> list[Edit]:
        """What a change did to each of its targets."""
        return [
            Edit(target=step.target, version=step.version, before=json.loads(step.before), after=json.loads(step.after))
            for step in self._ledger.steps(number)
        ]

    def write(self, writes: Sequence[Write], *, author: str, what: str) -> Change:
        """Write all of the values as one change, which one undo takes back; on a `Conflict` write none of them."""
        values = _checked(writes)
        with self.database.transaction():
            states = self._ledger.states_of([write.target for write in writes])
            for write, state in zip(writes, states, strict=True):
                if write.version != state.now.version:
                    raise state.conflict(yours=write.version)
            number = self._ledger.begin(clean(author), clean(what))
            self._ledger.put(number, [(state, number, value) for state, value in zip(states, values, strict=True)])
            return self._read_change(number)

    def undo(self, *, author: str, scope: str = "") -> Change:
        """Take back the author's last change that is not undone yet, of those that touch targets beginning so.

        A `Conflict` where a target was changed since, by somebody else or from outside the scope; `NoMatch` where
        there is nothing to take back.
        """
        author = clean(author)
        with self.database.transaction():
            undone = self._find(f"{IS_WRITE} AND undone_by = 0", "number", [author], scope)
            if not undone:
                raise NoMatch(f"{author} has nothing to undo here")
            number = self._ledger.begin(author, f"undid: {undone.what}", undoes=undone.number)
            return self._turn(undone.number, number, back=True)

    def redo(self, *, author: str, scope: str = "") -> Change:
        """Make the change again that the author undid last, unless they have made another one since."""
        author = clean(author)
        with self.database.transaction():
            written = self._find(IS_WRITE, "number", [author], scope)
            undone = self._find(
                "author = ? AND undone_by > ?", "undone_by", [author, written.number if written else 0], scope
            )
            if not undone:
                raise NoMatch(f"{author} has nothing to redo here")
            number = self._ledger.begin(author, f"redid: {undone.what}", redoes=undone.number)
            return self._turn(undone.number, number, back=False)

    def _turn(self, turned: int, number: int, *, back: bool) -> Change:
        """Write, as the change `number`, the values before the change `turned`, or those after it."""
        now, entries = self._ledger.states_after(turned), []
        for step in self._ledger.steps(turned):
            state, old = now[step.target], (step.head, step.before)
            new = (turned, step.after)
            if state.head != (turned if back else step.head):
                raise state.conflict(yours=step.version)
            entries.append((state, *(old if back else new)))
        self._ledger.put(number, entries)
        self._ledger.set_undone(turned, by=number if back else 0)
        return self._read_change(number)

    def add_pages(self, pages: Iterable[RawPage]) -> int:
        """Add pages; the number of those that are new or have changed. A marked page that has changed is an error."""
        return StoredPages(self.database).add(pages)

    def list_pages(self) -> list[StoredPage]:
        """All pages without their bytes, by number."""
        return StoredPages(self.database).entries()

    def page_ids(self) -> list[str]:
        """The ids of all pages, by number."""
        return [page.id for page in self.list_pages()]

    def resources(self, page_id: str) -> dict[str, Resource]:
        """What was saved with a page, by the names that the page calls it."""
        return StoredPages(self.database).resources(page_id)

    def keep_resources(self, page_id: str, resources: Sequence[Resource]) -> None:
        """Keep what was saved with a page."""
        StoredPages(self.database).keep_resources(page_id, resources)

    def read_page(self, page_id: str) -> RawPage:
        """A page as it was added; the error of one that is lost."""
        if page_id in self.lost:
            raise copy(self.lost[page_id])
        return StoredPages(self.database).read(page_id)

    @property
    def _ledger(self) -> Ledger:
        return Ledger(self.database)

    def _find(self, where: str, last: str, values: list[object], scope: str) -> Change | None:
        """The last of the changes that fit and touch the scope."""
        rest = f"WHERE {where} AND {IN_SCOPE} ORDER BY {last} DESC LIMIT 1"
        return next(iter(self._ledger.changes(rest, [*values, len(scope), scope])), None)

    def _read_change(self, number: int) -> Change:
        return self._ledger.changes("WHERE number = ?", [number])[0]


def _checked(writes: Sequence[Write]) -> list[str]:
    """The values as JSON, after checks."""
    targets = [write.target for write in writes]
    if not targets or len(set(targets)) < len(targets):
        raise ConfigError("a change writes one target or more, each of them once")
    return [_to_json(check_name(write.target), write.value) for write in writes]


def _to_json(target: str, value: Value) -> str:
    try:
        text = json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ConfigError(f"the value is no JSON: {error}", page=target) from None
    if not isinstance(value, dict) or len(text) > MAX_VALUE:
        raise ConfigError(f"a value is a JSON object of at most {MAX_VALUE} characters", page=target)
    return text


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
