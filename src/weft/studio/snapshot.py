"""A copy of a store as it is now: what a process of its own makes something from, while people go on marking."""

from collections.abc import Sequence
from pathlib import Path

from weft.io.databases import Database
from weft.studio.changes import PAGE, SITE, TEMPLATE, Write
from weft.studio.ledger import MAX_VALUES
from weft.studio.store import Store

COLUMNS = "id, number, url, charset, digest, size, data"
AUTHOR = "weft"


def copy_store(store: Store, path: Path, *, page_ids: Sequence[str]) -> None:
    """Write the site, the templates, the marks and some of the pages into a new file."""
    with Store.open(path) as copy:
        targets = {SITE: store.read(SITE), **store.read_many(TEMPLATE), **store.read_many(PAGE)}
        writes = [Write(target, dict(now.value), 0) for target, now in targets.items() if now.value]
        if writes:
            copy.write(writes, author=AUTHOR, what="copied")
        _copy_pages(store.database, copy.database, page_ids)


def _copy_pages(source: Database, copy: Database, page_ids: Sequence[str]) -> None:
    """Pages as they are packed, under the same numbers."""
    insert = f"INSERT INTO weft_pages ({COLUMNS}) VALUES ({', '.join('?' * 7)})"
    for start in range(0, len(page_ids), MAX_VALUES):
        some = list(page_ids[start : start + MAX_VALUES])
        marks = ", ".join("?" * len(some))
        rows = source.run(f"SELECT {COLUMNS} FROM weft_pages WHERE id IN ({marks})", some)
        with copy.transaction():
            copy.run_all(insert, rows)
