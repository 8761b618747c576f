"""The journal of a run whose output is on an object store: one small file, which every commit writes anew.

A store has no lock. So each run writes its own name into the journal, and looks before every commit whether the journal
is still as it left it. Of two runs into one output, the one that comes second to a commit stops.
"""

from __future__ import annotations

import json
import uuid
from base64 import b64decode
from dataclasses import asdict, replace

from weft.engines.journal import Entry, entry_of, is_another_version
from weft.errors import ConfigError
from weft.io.remote_path import RemotePath
from weft.io.sealed_lines import seal, unseal


class RemoteJournal:
    """The journal beside an output on a store."""

    def __init__(self, output: RemotePath) -> None:
        self.path: RemotePath = output.with_name(f"{output.name}.run")
        self._ids: RemotePath = output.with_name(f"{output.name}.run.ids")
        self._output = output
        self._run = uuid.uuid4().hex.encode()
        self._seen: bytes | None = None

    def close(self) -> None:
        """Nothing is held."""

    def last(self) -> Entry:
        """The last commit; an empty entry where there was none."""
        self._seen = self.path.read_bytes()
        if self._seen is None:
            return Entry()
        data = unseal(self._seen.partition(b"\n")[2])
        if data is None:
            raise is_another_version(self.path)
        return entry_of(self.path, data)

    def hashes(self, sources: int) -> bytes:
        """The hashes of all commits that were made in the source behind so many; not those of lost commits."""
        last = self.last()
        names = [name for name in sorted(file.name for file in self._ids.files()) if _is_of(name, sources, last)]
        return b"".join(self._ids.read_below(names))

    def add(self, entry: Entry) -> None:
        """Remember a commit; it is there when this returns."""
        if self.path.read_bytes() != self._seen:
            raise ConfigError(
                "another run is writing it", page=str(self._output), advice="wait for it, or choose another place"
            )
        if entry.ids:  # beside it, for the journal is written anew by every commit
            (self._ids / f"{entry.sources:08}-{entry.pages:012}").write_bytes(b64decode(entry.ids))
            entry = replace(entry, ids="")
        self._seen = self._run + b"\n" + seal(json.dumps(asdict(entry)).encode())
        self.path.write_bytes(self._seen)

    def clear(self) -> None:
        """Forget what was done: the run starts afresh. The journal goes first: without its ids it would mislead."""
        self.path.unlink()
        self._ids.remove_below()

    def remove(self) -> None:
        """The run is finished. The journal goes last: what is killed before it is gone goes on as the same run."""
        self._ids.remove_below()
        self.path.unlink()


def _is_of(name: str, sources: int, last: Entry) -> bool:
    """Whether a file of hashes is of a source, and no newer than the last commit."""
    source, _, pages = name.partition("-")
    return int(source) == sources and int(pages) <= last.pages
