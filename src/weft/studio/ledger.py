"""The tables of a store: targets with versions, and the changes that made them; in SQL of SQLite and PostgreSQL.

`Ledger` holds the statements; a caller runs them inside a transaction.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from weft.errors import ArtifactError, SourceError
from weft.io.databases import Database, Row
from weft.io.raw_page import writable
from weft.studio.changes import Change, Conflict, Versioned

VERSION = 1  # of the tables
MAX_NAME = 2000  # bytes: PostgreSQL finds nothing by a name of more than 2,700
# SQLite keeps bytes in a column of any type, so PostgreSQL's name for them serves both.
# The current value of a target is the edit with the target's version; older edits are its past.
# `head` is the write that is in effect after an edit: undoing a write restores the head before it.
TABLES = """
CREATE TABLE weft_store (schema_version BIGINT NOT NULL);
CREATE TABLE weft_changes (
    number BIGINT PRIMARY KEY, at TEXT NOT NULL, author TEXT NOT NULL, what TEXT NOT NULL,
    undoes BIGINT NOT NULL, redoes BIGINT NOT NULL, undone_by BIGINT NOT NULL);
CREATE TABLE weft_edits (
    target TEXT NOT NULL, version BIGINT NOT NULL, change BIGINT NOT NULL, head BIGINT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (target, version));
CREATE INDEX weft_edits_of_a_change ON weft_edits (change);
CREATE INDEX weft_changes_of_an_author ON weft_changes (author, number);
CREATE TABLE weft_targets (target TEXT PRIMARY KEY, version BIGINT NOT NULL);
CREATE TABLE weft_pages (
    id TEXT PRIMARY KEY, number BIGINT NOT NULL UNIQUE, url TEXT NOT NULL, charset TEXT NOT NULL,
    digest TEXT NOT NULL, size BIGINT NOT NULL, data BYTEA NOT NULL)
"""
# Added later: a store without them is as good, and an older weft does not see them.
ADDED = """
CREATE TABLE IF NOT EXISTS weft_resources (
    page TEXT NOT NULL, name TEXT NOT NULL, media_type TEXT NOT NULL, data BYTEA NOT NULL, PRIMARY KEY (page, name));
CREATE TABLE IF NOT EXISTS weft_health (
    cluster TEXT NOT NULL, at TEXT NOT NULL, pages BIGINT NOT NULL, fit DOUBLE PRECISION NOT NULL,
    without_body DOUBLE PRECISION NOT NULL, lost TEXT NOT NULL, verdict TEXT NOT NULL, PRIMARY KEY (cluster, at));
CREATE TABLE IF NOT EXISTS weft_pictures (
    page TEXT PRIMARY KEY, digest TEXT NOT NULL, width BIGINT NOT NULL, height BIGINT NOT NULL,
    data BYTEA NOT NULL, boxes BYTEA NOT NULL)
"""
CURRENT = (
    "SELECT target, version, value, head, author, at FROM weft_targets JOIN weft_edits USING (target, version)"
    " JOIN weft_changes ON number = change"
)
CHANGES = "SELECT number, at, author, what, undoes, redoes, undone_by FROM weft_changes"
TARGETS = "SELECT target FROM weft_edits WHERE change = ?"
MAX_VALUES = 500  # of a statement; SQLite of old takes 999


@dataclass(frozen=True, kw_only=True)
class State:
    """A target now, and its head: the number of the write that is in effect."""

    target: str
    now: Versioned = field(default_factory=Versioned)
    head: int = 0

    def conflict(self, *, yours: int) -> Conflict:
        """The error for somebody who saw the version `yours`."""
        return Conflict(self.target, by=self.now.author, at=self.now.at, yours=yours, theirs=self.now.version)


class Step(NamedTuple):
    """What a change did to a target: the version that it made, value and head before, value after."""

    target: str
    version: int
    before: str
    head: int
    after: str


Entry = tuple[State, int, str]
"""A new version of a target: what it is now, its new head, its new value as JSON."""


@dataclass(frozen=True)
class Ledger:
    """Reads and adds entries; the store checks that they make sense."""

    database: Database

    def states(self, where: str, values: Sequence[Any]) -> list[State]:
        """The targets that fit."""
        return [
            State(
                target=target,
                now=Versioned(value=json.loads(value), version=version, at=at, author=author),
                head=head,
            )
            for target, version, value, head, author, at in sorted(self.database.run(f"{CURRENT} {where}", values))
        ]

    def states_of(self, targets: Sequence[str]) -> list[State]:
        """These targets, in their order."""
        states: dict[str, State] = {}
        for start in range(0, len(targets), MAX_VALUES):
            some = targets[start : start + MAX_VALUES]
            marks = ", ".join("?" * len(some))
            states |= {state.target: state for state in self.states(f"WHERE target IN ({marks})", some)}
        return [states.get(target, State(target=target)) for target in targets]

    def states_after(self, number: int) -> dict[str, State]:
        """The targets of a change as they are now."""
        states = self.states("WHERE target IN (SELECT target FROM weft_edits WHERE change = ?)", [number])
        return {state.target: state for state in states}

    def steps(self, number: int) -> list[Step]:
        """What a change did, target by target."""
        rows = self.database.run(
            "SELECT one.target, one.version, old.value, old.head, one.value FROM weft_edits one"
            " LEFT JOIN weft_edits old ON old.target = one.target AND old.version = one.version - 1"
            " WHERE one.change = ?",
            [number],
        )
        return sorted(Step(target, version, old or "{}", head or 0, new) for target, version, old, head, new in rows)

    def latest(self) -> int:
        """The number of the last change; 0 before the first."""
        return int(self.database.run("SELECT COALESCE(MAX(number), 0) FROM weft_changes")[0][0])

    def changes(self, rest: str, values: Sequence[Any]) -> list[Change]:
        """The changes that fit."""
        return [self._change(row) for row in self.database.run(f"{CHANGES} {rest}", values)]

    def begin(self, author: str, what: str, *, undoes: int = 0, redoes: int = 0) -> int:
        """The number of a new change."""
        number, at = self.latest() + 1, datetime.now(UTC).isoformat(timespec="milliseconds")
        self.database.run(
            "INSERT INTO weft_changes (number, at, author, what, undoes, redoes, undone_by)"
            " VALUES (?, ?, ?, ?, ?, ?, 0)",
            [number, at, author, what, undoes, redoes],
        )
        return number

    def put(self, change: int, entries: Sequence[Entry]) -> None:
        """New versions of targets."""
        edits: list[tuple[str, int, int, int, str]] = []
        written: list[tuple[int, str]] = []
        new: list[tuple[int, str]] = []
        for state, head, value in entries:
            version = state.now.version + 1
            edits.append((state.target, version, change, head, value))
            (written if state.now.version else new).append((version, state.target))
        insert = "INSERT INTO weft_edits (target, version, change, head, value) VALUES (?, ?, ?, ?, ?)"
        self.database.run_all(insert, edits)
        self.database.run_all("UPDATE weft_targets SET version = ? WHERE target = ?", written)
        self.database.run_all("INSERT INTO weft_targets (version, target) VALUES (?, ?)", new)

    def set_undone(self, number: int, *, by: int) -> None:
        """Note which change undid one; 0 means that it is no longer undone."""
        self.database.run("UPDATE weft_changes SET undone_by = ? WHERE number = ?", [by, number])

    def _change(self, row: Row) -> Change:
        number, at, author, what, undoes, redoes, undone_by = row
        return Change(
            number=number,
            at=at,
            author=author,
            what=what,
            targets=tuple(sorted(target for (target,) in self.database.run(TARGETS, [number]))),
            undoes=undoes,
            redoes=redoes,
            is_undone=undone_by > 0,
        )


def prepare(database: Database) -> None:
    """Make the tables where there are none; refuse a file that is something else, and a store of a newer weft."""
    with database.transaction():
        tables = database.tables()
        if "weft_store" in tables:
            _check_version(database)
        elif tables and not database.name.startswith("postgres"):  # a server's database may serve others too
            what = "a database of another program, not a store of weft"
            raise SourceError(what, page=database.name, advice="name another file")
        else:
            _create(database)
        _run_each(database, ADDED)


def _create(database: Database) -> None:
    _run_each(database, TABLES)
    database.run("INSERT INTO weft_store (schema_version) VALUES (?)", [VERSION])


def _run_each(database: Database, statements: str) -> None:
    for statement in statements.strip().split(";"):
        database.run(statement)


def _check_version(database: Database) -> None:
    version = database.run("SELECT MAX(schema_version) FROM weft_store")[0][0]
    if version != VERSION:
        what = f"a store of schema {version}, this weft knows {VERSION}"
        raise ArtifactError(what, page=database.name, advice="use the weft that made it, or name a new store")


def check_name(name: str) -> str:
    """The name; `SourceError` where a database could not keep it as it is."""
    if not name or "\0" in name or name != writable(name):
        raise SourceError("no name for the store", page=repr(name), advice="names are text, not empty and without NUL")
    if len(name.encode()) > MAX_NAME:
        raise SourceError("too long a name for the store", page=f"{name[:60]}…", advice=f"at most {MAX_NAME} bytes")
    return name


def clean(text: str) -> str:
    """The text without what no database keeps: NUL and halves of surrogate pairs."""
    return writable(text.replace("\0", ""))
