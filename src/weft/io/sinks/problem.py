"""What a person is told when an output cannot be written."""

from pathlib import Path

from weft.errors import SourceError


def cannot_write(path: Path, error: Exception) -> SourceError:
    """The error of a sink; what was committed stays."""
    why = getattr(error, "strerror", None) or error
    return SourceError(
        f"{path}: cannot be written: {why}; make room or choose another place: "
        "the same command goes on where it stopped"
    )
