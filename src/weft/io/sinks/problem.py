"""What a person is told when an output cannot be written."""

from pathlib import Path

from weft.errors import SourceError


def is_gone(path: Path) -> SourceError:
    """The error of a sink that does not find what its commit told of; what has the output's own name stays."""
    return SourceError(f"{path} is shorter than it was when the run stopped, or gone; start afresh with --fresh")


def cannot_write(path: Path, error: Exception) -> SourceError:
    """The error of a sink; what was committed stays."""
    why = getattr(error, "strerror", None) or error
    return SourceError(
        f"{path}: cannot be written: {why}; make room or choose another place: "
        "the same command goes on where it stopped"
    )
