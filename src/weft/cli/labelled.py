"""What commands learn from, the marks of a file by page; and the file in which they save what they learned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from weft.cli.inputs import Inputs
from weft.content import Label
from weft.errors import SourceError
from weft.io import read_labels, whole_file

MAX_NAMED = 5  # pages in a message


@dataclass(frozen=True, kw_only=True)
class LabelledPages:
    """Labels by page id; remembers which were asked for."""

    labels: Mapping[str, Sequence[Label]] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, path: Path | None) -> "LabelledPages":
        """The labels of a file; none where there is no file."""
        labels: dict[str, list[Label]] = {}
        for label in read_labels(path) if path else ():
            labels.setdefault(label.page_id, []).append(label)
        return cls(labels=labels)

    def of(self, page_id: str) -> Sequence[Label]:
        """The labels of a page."""
        self.asked.add(page_id)
        return self.labels.get(page_id, ())

    def check(self, inputs: Inputs) -> None:
        """Labels of pages that are not there are an error before anything is read, where that can be known."""
        ids = {source.id for source in inputs.sources}
        if inputs.total and (missing := sorted(self.labels.keys() - ids)):
            raise SourceError(_message(missing))

    def notes(self) -> list[str]:
        """The same when everything was read."""
        missing = sorted(self.labels.keys() - self.asked)
        return [f"note: {_message(missing)}"] if missing else []


def _message(missing: Sequence[str]) -> str:
    return f"labelled, but not among the pages: {', '.join(missing[:MAX_NAMED])}; ids must be the same"


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
