"""SQLite: a table `pages`; a commit is a transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from weft.errors import ConfigError
from weft.io.sinks.columns import COLUMNS, REAL, to_row
from weft.io.sinks.problem import cannot_write, is_gone
from weft.io.sinks.sink import State

SCHEMA = 1


class SqliteSink:
    """A database with a row a page, in a file that grows beside its name."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part: Path = path.with_name(f"{path.name}.part")
        self.rows: int = 0
        self._database: sqlite3.Connection | None = None

    def open(self, state: State) -> None:
        """Begin, or forget the rows that were written after the commit."""
        self.rows = int(state.get("rows", 0))
        try:
            if not self.rows:
                self.part.unlink(missing_ok=True)
            elif not self.part.exists():
                raise is_gone(self.part)
            self._database = sqlite3.connect(self.part, isolation_level=None)
            kinds = ", ".join(f'"{name}" {"REAL" if kind == REAL else "TEXT"}' for name, kind in COLUMNS.items())
            self._database.execute(f"CREATE TABLE IF NOT EXISTS pages (number INTEGER PRIMARY KEY, {kinds})")
            self._database.execute(f"PRAGMA user_version = {SCHEMA}")
            self._database.execute("DELETE FROM pages WHERE number >= ?", (self.rows,))
            ((found,),) = self._database.execute("SELECT COUNT(*) FROM pages")
            self._database.execute("BEGIN")
        except (sqlite3.Error, OSError) as error:
            raise cannot_write(self.path, error) from None
        if found < self.rows:
            raise is_gone(self.part)

    def write(self, lines: Sequence[bytes]) -> None:
        """Add rows."""
        marks = ", ".join("?" * (len(COLUMNS) + 1))
        rows = [(number, *to_row(line).values()) for number, line in enumerate(lines, start=self.rows)]
        try:
            self._opened.executemany(f"INSERT INTO pages VALUES ({marks})", rows)
        except sqlite3.Error as error:
            raise cannot_write(self.path, error) from None
        self.rows += len(rows)

    def commit(self) -> State:
        """The end of a transaction, and the beginning of the next."""
        try:
            self._opened.execute("COMMIT")
            self._opened.execute("BEGIN")
        except sqlite3.Error as error:
            raise cannot_write(self.path, error) from None
        return {"rows": self.rows}

    def finish(self) -> None:
        """The file takes its name."""
        try:
            self._opened.execute("COMMIT")
            self._opened.execute("CREATE INDEX IF NOT EXISTS pages_url ON pages (url)")
        except sqlite3.Error as error:
            raise cannot_write(self.path, error) from None
        self.close()
        self.part.replace(self.path)

    def close(self) -> None:
        """Close the database; what was not committed is gone."""
        if self._database is not None:
            self._database.close()
            self._database = None

    @property
    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            raise ConfigError(f"{self.path} was not opened")
        return self._database
