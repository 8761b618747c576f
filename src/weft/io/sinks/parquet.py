"""Parquet: every commit is a part of its own; the parts become one file at the end."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from weft.io.sinks.columns import COLUMNS, REAL, TEXT, to_row
from weft.io.sinks.problem import cannot_write, is_gone
from weft.io.sinks.sink import State
from weft.io.tables import load_parquet

SCHEMA = b"1"


class ParquetSink:
    """A Parquet file with a row a page."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder: Path = path.with_name(f"{path.name}.parts")
        self.parts: int = 0
        self._waiting: list[dict[str, Any]] = []
        self._arrow, self._parquet = load_parquet()
        kinds = {REAL: self._arrow.float64(), TEXT: self._arrow.string()}
        columns = [(name, kinds[kind]) for name, kind in COLUMNS.items()]
        self._schema = self._arrow.schema(columns, metadata={b"weft.schema": SCHEMA})

    def open(self, state: State) -> None:
        """Begin, or forget the parts that were written after the commit."""
        self.parts = int(state.get("parts", 0))
        try:
            if not all(self._part(number).exists() for number in range(self.parts)):
                raise is_gone(self.folder)
            self.folder.mkdir(parents=True, exist_ok=True)
            for extra in self.folder.iterdir():
                if not extra.stem.isdigit() or int(extra.stem) >= self.parts or extra.suffix != ".parquet":
                    extra.unlink()
        except OSError as error:
            raise cannot_write(self.path, error) from None

    def write(self, lines: Sequence[bytes]) -> None:
        """Keep rows until they are committed."""
        self._waiting += map(to_row, lines)

    def commit(self) -> State:
        """The rows since the last commit are a part now."""
        if self._waiting:
            part = self._part(self.parts)
            unfinished = part.with_suffix(".writing")
            try:
                self._parquet.write_table(self._arrow.Table.from_pylist(self._waiting, schema=self._schema), unfinished)
                unfinished.replace(part)
            except OSError as error:
                raise cannot_write(self.path, error) from None
            self._waiting = []
            self.parts += 1
        return {"parts": self.parts}

    def finish(self) -> None:
        """All parts as one file, a row group each."""
        self.commit()
        whole = self.path.with_name(f"{self.path.name}.part")
        try:
            with self._parquet.ParquetWriter(whole, self._schema) as writer:
                for number in range(self.parts):
                    writer.write_table(self._parquet.read_table(self._part(number)))
            whole.replace(self.path)
        except OSError as error:
            raise cannot_write(self.path, error) from None
        shutil.rmtree(self.folder)

    def _part(self, number: int) -> Path:
        return self.folder / f"{number:08}.parquet"

    def close(self) -> None:
        """Nothing is held open between commits."""
