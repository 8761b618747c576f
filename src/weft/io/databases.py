"""The databases that keep what people marked, and learned sites: an SQLite file for one machine, PostgreSQL for a team.

Both run the same statements, written for SQLite with `?` for values. A database has one connection and a lock: a server
answers in many threads, but what people click takes a millisecond to write, and forty connections to PostgreSQL (one
for each thread) would cost a team more than the waiting. Writers of several processes wait for each other.
"""

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from weft.errors import ConfigError, SourceError, WeftError
from weft.io.damage import reason_of

SECONDS = 10  # that a writer waits for another one, and for a server to answer
POSTGRES = ("postgresql://", "postgres://")

Row = tuple[Any, ...]


class Database(Protocol):
    """Where statements run."""

    @property
    def name(self) -> str:
        """What it is called in messages: never with a password."""

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows that a statement answers."""

    def run_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each row of values, inside a transaction: in one go, where a server is far away."""

    def transaction(self) -> "Transaction":
        """All statements inside it happen, or none; no other writer comes between."""

    def tables(self) -> set[str]:
        """The names of the tables that are there."""

    def close(self) -> None:
        """Let go of the connection."""


class Transaction(Protocol):
    """What `with` begins and ends."""

    def __enter__(self) -> None: ...
    def __exit__(self, *error: Any) -> bool | None: ...


def open_database(address: str | Path) -> Database:
    """The database at a path, or at a `postgresql://` URL."""
    text = str(address)
    if text.startswith(POSTGRES):
        return Postgres(text)
    if "://" in text:
        raise ConfigError(
            f"{text.partition('://')[0]}://: unknown kind of store", advice="name a file or a postgresql:// URL"
        )
    return Sqlite(Path(address))


class Sqlite:
    """An SQLite file in WAL mode: readers never wait, and a killed process leaves a whole file.

    `synchronous=FULL`, because what was answered as saved shall outlive a power cut too; it costs a click one fsync.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        with self._clear_errors():
            self._check_path()
            self._connection = sqlite3.connect(path, timeout=SECONDS, isolation_level=None, check_same_thread=False)
            try:
                self._use_wal()
                self._connection.execute("PRAGMA synchronous=FULL")
            except sqlite3.Error:
                self._connection.close()
                raise

    @property
    def name(self) -> str:
        """The path."""
        return str(self.path)

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows that a statement answers."""
        with self._lock, self._clear_errors():
            return self._connection.execute(statement, values).fetchall()

    def run_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each row of values."""
        with self._lock, self._clear_errors():
            self._connection.executemany(statement, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Begins as a writer, so that nothing that is read inside it is out of date when it writes."""
        with self._lock:
            self.run("BEGIN IMMEDIATE")
            try:
                yield
                self.run("COMMIT")
            finally:
                if self._connection.in_transaction:  # SQLite ends some by itself, a full disk for one
                    self._connection.rollback()

    def tables(self) -> set[str]:
        """The names of the tables that are there."""
        return {name for (name,) in self.run("SELECT name FROM sqlite_master WHERE type = 'table'")}

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def _check_path(self) -> None:
        if self.path.is_dir():
            raise SourceError(
                "a folder, not a store", page=str(self.path), advice=f"name a file in it, such as {self.path}/studio.db"
            )
        if not self.path.parent.is_dir():
            raise SourceError(f"there is no folder {self.path.parent}", page=str(self.path), advice="make it first")

    def _use_wal(self) -> None:
        """Asks until it is granted: for this SQLite does not wait, where two open a new file at once."""
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode=WAL").fetchall()
                return
            except sqlite3.OperationalError as error:
                if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorname", "")
            kind = next((kind for kind in SQLITE_ERRORS if code.startswith(kind)), "")
            advice = SQLITE_ERRORS.get(kind, "").format(file=self.path, seconds=SECONDS)
            what = advice or f"the store answered: {reason_of(error)}; what was saved before is still there"
            raise SourceError(what, page=str(self.path)) from None


SQLITE_ERRORS = {
    "SQLITE_READONLY": "may be read only, so nothing can be saved; change its permissions and those of its folder",
    "SQLITE_FULL": "the disk is full, so this was not saved; what was saved before is still there, make room and retry",
    "SQLITE_NOTADB": "not a store of weft; name another file",
    "SQLITE_CORRUPT": "the file is damaged; keep a copy, then save what can be read with: sqlite3 {file} .recover",
    "SQLITE_CANTOPEN": "cannot be opened; check the permissions of the file and of its folder",
    "SQLITE_BUSY": "another process has been writing for {seconds} seconds, so this was not saved; try again",
    "SQLITE_IOERR": "the disk cannot be read or written, so this was not saved; check it, then try again",
}


class Postgres:
    """A PostgreSQL server, by psycopg 3. A lost connection is made again; only a change that was under way fails."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._psycopg = _load_psycopg()
        self._lock = threading.RLock()
        self._is_inside = False  # a transaction: a new connection would lose what was done in it
        self._is_closed = False
        with self._clear_errors():
            self._connection = self._connect()

    @property
    def name(self) -> str:
        """The URL without its user and password, and without options, which may hold them too."""
        scheme, _, rest = self.url.partition("://")
        return f"{scheme}://{rest.partition('?')[0].rpartition('@')[2]}"

    def run(self, statement: str, values: Sequence[Any] = ()) -> list[Row]:
        """The rows that a statement answers."""
        with self._lock, self._clear_errors():
            try:
                return self._execute(statement, values)
            except self._psycopg.OperationalError:
                # Outside of a transaction nothing was changed, so nothing can happen twice.
                if not self._connection.closed or self._is_inside or self._is_closed:
                    raise
                self._connection = self._connect()
                return self._execute(statement, values)

    def run_all(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each row of values; they are sent without waiting for each answer."""
        with self._lock, self._clear_errors(), self._connection.cursor() as cursor:
            cursor.executemany(statement.replace("?", "%s"), rows)

    def _execute(self, statement: str, values: Sequence[Any]) -> list[Row]:
        cursor = self._connection.execute(statement.replace("?", "%s"), values)
        return cursor.fetchall() if cursor.description else []

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Waits for the other writers of the same tables, readers for nobody."""
        with self._lock:
            self.run("BEGIN")
            self._is_inside = True
            try:
                self.run("SELECT pg_advisory_xact_lock(hashtext('weft ' || current_schema()))")
                yield
                self.run("COMMIT")
            finally:
                self._is_inside = False
                self._leave()

    def tables(self) -> set[str]:
        """The names of the tables that are there."""
        return {name for (name,) in self.run("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")}

    def close(self) -> None:
        """Let go of the connection."""
        with self._lock:
            self._is_closed = True
            self._connection.close()

    def _leave(self) -> None:
        """Takes back what a failed transaction did; a connection that cannot even do that is given up."""
        idle = self._psycopg.pq.TransactionStatus.IDLE
        if not self._connection.closed and self._connection.info.transaction_status != idle:
            try:
                self._connection.rollback()
            except self._psycopg.Error:
                self._connection.close()

    def _connect(self) -> Any:
        """A connection as the URL asks for it, on which nobody waits for ever."""
        timeouts = {"connect_timeout": SECONDS, "tcp_user_timeout": SECONDS * 1000, "client_encoding": "utf8"}
        asked = {**timeouts, **self._psycopg.conninfo.conninfo_to_dict(self.url)}
        asked["options"] = f"{asked.get('options', '')} -c lock_timeout={SECONDS}s".strip()
        # Prepared statements are not for poolers, which may stand between.
        return self._psycopg.connect(**asked, autocommit=True, prepare_threshold=None)

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except self._psycopg.Error as error:
            raise self._clear(error) from None

    def _clear(self, error: Exception) -> WeftError:
        first = next(iter(str(error).splitlines()), type(error).__name__)
        state = getattr(error, "sqlstate", None) or ""
        kind = next((kind for kind in POSTGRES_ERRORS if state.startswith(kind)), "")
        if not state and isinstance(error, self._psycopg.OperationalError):
            kind = next((kind for word, kind in REFUSALS.items() if word in str(error)), "08")
        if isinstance(error, self._psycopg.ProgrammingError) and not state:
            return ConfigError(
                f"not a PostgreSQL URL ({first})", page=self.name, advice="write postgresql://user@host/database"
            )
        advice = POSTGRES_ERRORS.get(kind, "what was saved before is still there")
        return SourceError(f"{advice.format(seconds=SECONDS)} ({first})", page=self.name)


# A connection that is refused has no state, only the server's words.
REFUSALS = {"password": "28", "authentication": "28", 'role "': "28", "does not exist": "3D"}
# By the first characters of a state (SQLSTATE).
POSTGRES_ERRORS = {
    "08": "the server cannot be reached, so nothing was saved; check that it runs, then try again",
    "28": "the server refused the name or password; write them as postgresql://user:password@host/database",
    "3D": "there is no such database; make it with createdb",
    "42501": "this user may not do that; ask for the right to create and change tables",
    "25006": "the server may be read only, so nothing was saved; name the one that takes writes",
    "53100": "the server's disk is full, so this was not saved; what was saved before is still there",
    "53": "the server has no room for another connection, so nothing was saved; try again",
    "55P03": "another process has been writing for {seconds} seconds, so this was not saved; try again",
    "57P": "the server is going down, so this was not saved; try again when it runs",
}


def _load_psycopg() -> Any:
    try:
        import psycopg
    except ImportError:
        raise ConfigError("a PostgreSQL store needs psycopg: pip install 'weft[studio]', or name a file") from None
    return psycopg
