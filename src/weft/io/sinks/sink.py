"""What a run writes into."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

State = dict[str, Any]
"""Where a sink was at a commit, ready for JSON; empty: nothing was written yet."""


class Sink(Protocol):
    """Takes lines (JSON objects in bytes, as engines make them) and can go back to its last commit."""

    path: Path

    def open(self, state: State) -> None:
        """Begin, or go back to where a commit was: what was written after it is gone."""
        ...

    def write(self, lines: Sequence[bytes]) -> None:
        """Add lines."""
        ...

    def commit(self) -> State:
        """Everything that was written is on the disk; where that is."""
        ...

    def finish(self) -> None:
        """The output is whole and gets its name."""
        ...

    def close(self) -> None:
        """Let go of files, finished or not."""
        ...
