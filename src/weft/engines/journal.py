"""What a run has done so far, so that it can go on after anything: a line is added at every commit.

The last whole line counts; one that was torn by a crash is as if it had never been written, and so is the output after
the place that it tells.

The journal of a run whose output is on an object store: one small file, which every commit writes anew.

A store has no lock. So each run writes its own name into the journal, and looks before every commit whether the journal
is still as it left it. Of two runs into one output, the one that comes second to a commit stops.
"""

from __future__ import annotations

import json
import os
import uuid
from base64 import b64decode
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from weft.errors import ConfigError, SourceError
from weft.io.remote_path import OutputPath, RemotePath
from weft.io.safe_files import hold, remove_held, seal, unseal
from weft.io.sinks.sink import cannot_write

VERSION = 2


@dataclass(frozen=True, kw_only=True)
class Entry:
    """How far a run has come."""

    job: str = ""  # digests: another job or other input must not go on with this output
    source: str = ""
    pages: int = 0
    shards: int = 0  # that are done, where the engine goes by them
    sources: int = 0  # that were read to their ends, where it does not
    source_pages: int = 0  # of these
    spot: dict[str, int] = field(default_factory=dict)  # where the next one is gone on with; empty: at its beginning
    ids: str = ""  # hashes of the ids of its pages up to there, from the spot of the commit before
    sink: dict[str, Any] = field(default_factory=dict)  # where the sink was
    counts: dict[str, int] = field(default_factory=dict)  # of reasons; `ok` is one
    is_whole: bool = False  # all pages are in the sink: what is left is to give the output its name
    version: int = VERSION


def entry_of(path: OutputPath, data: bytes) -> Entry:
    """What a journal says; `ConfigError` where it was written by another weft."""
    try:
        entry = Entry(**json.loads(data))
    except (ValueError, TypeError):  # sealed, and with other values
        raise is_another_version(path) from None
    if entry.version != VERSION:
        raise is_another_version(path)
    return entry


def is_another_version(path: OutputPath) -> ConfigError:
    """The error of a journal that another weft wrote."""
    return ConfigError(f"{path} is of another version of weft", advice="remove it to start afresh")


class RunJournal:
    """The journal beside an output; held by one run at a time."""

    def __init__(self, output: Path) -> None:
        self.path: Path = output.with_name(f"{output.name}.run")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Without a buffer: what a full disk did not take would be written, and fail, once more when it is closed.
            self._file = open(self.path, "a+b", buffering=0)  # noqa: SIM115  # closed by close
        except OSError as error:
            raise SourceError(
                f"cannot be written: {error.strerror}", page=str(output), advice="choose another place"
            ) from None
        try:
            hold(self._file)
        except OSError:
            self._file.close()
            raise ConfigError(
                "another run is writing it", page=str(output), advice="wait for it, or choose another place"
            ) from None

    def close(self) -> None:
        """Let another run have it."""
        self._file.close()

    def last(self) -> Entry:
        """The last commit; an empty entry where there was none."""
        self._file.seek(0)
        whole = [line for line in self._file.read().splitlines(keepends=True) if line.endswith(b"\n")]
        self._file.truncate(sum(map(len, whole)))  # else the next line would be torn, too
        for line in reversed(whole):
            if line.startswith(b"{"):  # before lines had checksums
                raise is_another_version(self.path)
            if (data := unseal(line)) is not None:
                return entry_of(self.path, data)
        return Entry()

    def hashes(self, sources: int) -> bytes:
        """The hashes of all commits that were made in the source behind so many."""
        self._file.seek(0)
        lines = self._file.read().splitlines(keepends=True)
        entries = (entry_of(self.path, data) for line in lines if (data := unseal(line)))
        return b"".join(b64decode(entry.ids) for entry in entries if entry.sources == sources)

    def add(self, entry: Entry) -> None:
        """Remember a commit; on the disk when this returns. A full disk takes none of it, or a torn line."""
        line = seal(json.dumps(asdict(entry)).encode())
        try:
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise cannot_write(self.path, error) from None

    def clear(self) -> None:
        """Forget what was done: the run starts afresh."""
        self._file.truncate(0)

    def remove(self) -> None:
        """The run is finished."""
        remove_held(self._file, self.path)


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
