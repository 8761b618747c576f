"""What was learned, saved so that the old file stays until the new one is whole."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from weft.io import whole_file


class Artifact(Protocol):
    """Anything that saves itself as a text."""

    def save(self, path: Path) -> None:
        """Write the file."""
        ...


def save_artifact(artifact: Artifact, path: Path) -> None:
    """Write the file under its name only when all of it is there."""
    with TemporaryDirectory() as folder:
        part = Path(folder) / "artifact"
        artifact.save(part)
        with whole_file(path) as file:
            file.write(part.read_text(encoding="utf-8"))
