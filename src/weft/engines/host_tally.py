"""What chose the pages of each host in a run: counted while the lines go by, and kept with the sites.

The counts of each commit lie in a file beside the output, so that a run that was killed goes on counting where it was.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from weft.engines.pieces import Piece, count_hosts
from weft.engines.site_store import SiteStore
from weft.errors import SourceError
from weft.io.remote_path import OutputPath, RemotePath
from weft.io.sinks import Sink, State
from weft.io.sinks.lines import RemoteParts
from weft.io.sinks.sink import GONE, PackedSink, cannot_write


class CountsFile:
    """A file of lines beside the output, as long as its commit says."""

    def __init__(self, path: Path) -> None:
        self._path, self._size = path, 0

    def open(self, size: int | None) -> None:
        """Begin, or go back to the commit."""
        try:
            with open(self._path, "ab") as file:
                self._size = min(size or 0, file.tell())
                file.truncate(self._size)
        except OSError as error:
            raise cannot_write(self._path, error) from None

    def add(self, line: bytes) -> None:
        """Add a line."""
        try:
            with open(self._path, "ab") as file:
                file.write(line)
                self._size = file.tell()
        except OSError as error:
            raise cannot_write(self._path, error) from None

    def state(self) -> int:
        """How long it is."""
        return self._size

    def read(self) -> bytes:
        """All lines."""
        return self._path.read_bytes()

    def remove(self) -> None:
        """Remove it."""
        self._path.unlink(missing_ok=True)


class RemoteCounts:
    """The same on an object store, in parts."""

    def __init__(self, path: RemotePath) -> None:
        self._parts = RemoteParts(path)

    def open(self, state: State | None) -> None:
        """Begin, or go back to the commit; counts that are gone were given to the store of sites."""
        try:
            self._parts.open(state or {})
        except SourceError as error:
            if error.detail != GONE:
                raise
            self._parts.open({})

    def add(self, line: bytes) -> None:
        """Add a line."""
        self._parts.add(line)

    def state(self) -> State:
        """Which parts there are."""
        return self._parts.state()

    def read(self) -> bytes:
        """All lines."""
        return b"".join(self._parts.read())

    def remove(self) -> None:
        """Remove it."""
        self._parts.remove()


class CountedSink:
    """A sink that counts, by host, what chose the pages that it takes."""

    def __init__(self, sink: Sink, store: SiteStore) -> None:
        self.path: OutputPath = sink.path
        self.totals: Counter[str] = Counter()  # when the run is done
        self._sink, self._store = sink, store
        path = sink.path.with_name(f"{sink.path.name}.hosts")
        self._file = CountsFile(path) if isinstance(path, Path) else RemoteCounts(path)
        self._counts: dict[str, Counter[str]] = {}
        self._run = ""

    def open(self, state: State) -> None:
        """Begin, or go back to the counts of the commit."""
        self._sink.open(state.get("sink", {}))
        self._run = state.get("run") or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        self._file.open(state.get("counted"))

    def write(self, lines: Sequence[bytes]) -> None:
        """Add lines, and count them."""
        self._sink.write(lines)
        self._count(count_hosts(lines))

    @property
    def packed(self) -> PackedSink | None:
        """The sink itself, where it takes what is packed already."""
        return self._sink if isinstance(self._sink, PackedSink) else None

    def write_piece(self, piece: Piece) -> None:
        """Add lines that are packed and counted."""
        if self.packed is not None:
            self.packed.write_packed(piece.data)
        self._count(piece.hosts)

    def _count(self, hosts: Mapping[str, Mapping[str, int]]) -> None:
        for host, kinds in hosts.items():
            self._counts.setdefault(host, Counter()).update(kinds)

    def commit(self) -> State:
        """The counts are on the disk with the lines."""
        if self._counts:
            self._file.add(json.dumps(self._counts).encode() + b"\n")
            self._counts = {}
        return {"sink": self._sink.commit(), "counted": self._file.state(), "run": self._run}

    def finish(self) -> None:
        """Give the counts to the store before the output takes its name: after that, nobody would come back."""
        hosts = self._read()
        if hosts:
            self._store.add_run(self._run, hosts)
            self._store.close()
        for counts in hosts.values():
            self.totals.update(counts)
        self._file.remove()
        self._sink.finish()

    def close(self) -> None:
        """Let go of files."""
        self._sink.close()

    def _read(self) -> Mapping[str, Counter[str]]:
        hosts: dict[str, Counter[str]] = {}
        for line in self._file.read().splitlines():
            for host, counts in json.loads(line).items():
                hosts.setdefault(host, Counter()).update(counts)
        return hosts
