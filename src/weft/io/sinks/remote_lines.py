"""Lines on object stores: what is committed lies there in parts, which become the output at the end.

A part is a file that was put there whole. Parts that no commit tells of are as if they had never been written, so a run
that was killed, or that another one has overtaken, leaves nothing wrong.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence

from weft.io.packing import plain
from weft.io.remote_path import RemotePath
from weft.io.sinks.sink import Format, Pack, PackLines, PlainText, State, is_gone

MAX_WAITING = 16 << 20  # bytes that are kept until a commit; more are put there before


class RemoteParts:
    """The parts of an output, in order; each run has names of its own for those that it adds."""

    def __init__(self, path: RemotePath) -> None:
        self.folder: RemotePath = path.with_name(f"{path.name}.parts")
        self._before: list[tuple[str, int]] = []  # the runs that committed parts, and how many
        self._run, self._count = "", 0

    def open(self, state: State) -> None:
        """Begin, or go on behind the parts of a commit; all of them must be there."""
        self._run, self._count = uuid.uuid4().hex[:12], 0
        self._before = [(str(run), int(count)) for run, count in state.get("parts", [])]
        there = {path.name for path in self.folder.files()} if self._before else set()
        if not there.issuperset(self._names()):
            raise is_gone(self.folder)

    def add(self, data: bytes) -> None:
        """Put a part there."""
        (self.folder / _name(self._run, self._count)).write_bytes(data)
        self._count += 1

    def state(self) -> State:
        """Which parts there are."""
        return {"parts": [*self._before, *([(self._run, self._count)] if self._count else [])]}

    def read(self) -> Iterator[bytes]:
        """The bytes of each part."""
        return self.folder.read_below(self._names())

    def remove(self) -> None:
        """Remove all parts, those of lost runs too."""
        self.folder.remove_below()

    def _names(self) -> list[str]:
        return [_name(run, number) for run, count in self.state()["parts"] for number in range(count)]


class RemoteLines:
    """A file of lines on a store, as `LinesSink` is one here: the same bytes."""

    def __init__(
        self, path: RemotePath, pack: Callable[[bytes], bytes] = plain, *, format: Format = PlainText()
    ) -> None:
        self.path: RemotePath = path
        self.format: Format = format
        self.pack: Callable[[bytes], bytes] = pack
        self.parts: RemoteParts = RemoteParts(path)
        self._waiting = bytearray()

    def open(self, state: State) -> None:
        """Begin, or go on behind the commit."""
        self.parts.open(state)

    def write(self, lines: Sequence[bytes]) -> None:
        """Add lines, packed as one piece."""
        self.write_packed(self.pack_lines(lines))

    @property
    def pack_lines(self) -> Pack:
        """What packs lines as one piece."""
        return PackLines(self.pack, self.format)

    def write_packed(self, data: bytes) -> None:
        """Add what is packed."""
        self._waiting += data
        if len(self._waiting) > MAX_WAITING:
            self._put()

    def commit(self) -> State:
        """All lines are in parts; which these are."""
        self._put()
        return self.parts.state()

    def _put(self) -> None:
        if self._waiting:
            self.parts.add(bytes(self._waiting))
            self._waiting.clear()

    def finish(self) -> None:
        """All parts as one file."""
        self.commit()
        with self.path.writing() as file:
            for part in self.parts.read():
                file.write(part)
        self.parts.remove()

    def close(self) -> None:
        """Nothing is held open."""


def _name(run: str, number: int) -> str:
    return f"{run}-{number:08}"
