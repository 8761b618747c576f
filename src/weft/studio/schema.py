"""The tables of a store, in words that SQLite and PostgreSQL both understand."""

from weft.errors import ArtifactError, SourceError
from weft.io.databases import Database

VERSION = 1

# SQLite keeps bytes in a column of any type, so PostgreSQL's name for them serves both.
# The current value of a target is the edit with the target's version; older edits are its past.
# `head` is the write that is in effect after an edit: undoing a write goes back to the head that it found.
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


def prepare(database: Database) -> None:
    """Make the tables where there are none; refuse a file that is something else, and a store of a newer weft."""
    with database.transaction():
        tables = database.tables()
        if "weft_store" in tables:
            _check_version(database)
        elif tables and not database.name.startswith("postgres"):  # a server's database may serve others too
            raise SourceError(f"{database.name}: a database of another program, not a store of weft; name another file")
        else:
            _create(database)


def _create(database: Database) -> None:
    for statement in TABLES.strip().split(";"):
        database.run(statement)
    database.run("INSERT INTO weft_store (schema_version) VALUES (?)", [VERSION])


def _check_version(database: Database) -> None:
    found = database.run("SELECT MAX(schema_version) FROM weft_store")[0][0]
    if found != VERSION:
        what = f"a store of schema {found}, this weft knows {VERSION}"
        raise ArtifactError(f"{database.name}: {what}; use the weft that made it, or name a new store")
