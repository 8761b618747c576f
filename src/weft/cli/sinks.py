"""Where extracted pages are written: the terminal, a file, a file of JSON lines, a folder."""

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TextIO

from weft.document import Failure, Outcome
from weft.errors import ConfigError
from weft.io import STDIN, Source, whole_file
from weft.renderers import RenderOptions

SUFFIXES = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json", "tei": ".xml"}
OF_RUNS = (".parquet", ".sqlite", ".warc", ".warc.gz", ".jsonl.gz", ".jsonl.zst")  # what only `weft run` writes


class Sink(Protocol):
    """Takes the outcome of each page."""

    def write(self, source: Source, outcome: Outcome) -> None:
        """Write one outcome."""
        ...


@dataclass(frozen=True, kw_only=True)
class Single:
    """One page as it is, printed or in a file."""

    path: Path | None
    format: str
    options: RenderOptions

    def write(self, source: Source, outcome: Outcome) -> None:
        """The rendered page; nothing for a failure, which has been told on standard error."""
        if isinstance(outcome, Failure):
            return
        text = outcome.render(self.format, self.options).rstrip("\n") + "\n"
        if self.path is None:
            sys.stdout.write(text)
        else:
            with whole_file(self.path) as file:
                file.write(text)


@dataclass(frozen=True, kw_only=True)
class Lines:
    """A JSON object a line, failures too."""

    stream: TextIO
    format: str
    options: RenderOptions

    def write(self, source: Source, outcome: Outcome) -> None:
        """One line, there as soon as the page is done."""
        line: dict[str, object] = {"id": source.id, "url": source.url or ""}
        if isinstance(outcome, Failure):
            line |= {"status": "failed", "reason": outcome.reason, "message": outcome.message}
        elif self.format == "json":
            line |= {"status": "ok"} | outcome.to_dict(self.options)
        else:
            line |= {"status": "ok", self.format: outcome.render(self.format, self.options)}
        self.stream.write(json.dumps(line, ensure_ascii=False) + "\n")
        self.stream.flush()


@dataclass(frozen=True, kw_only=True)
class Folder:
    """A file a page, named like its source."""

    root: Path
    common: str  # what the paths of all sources begin with
    format: str
    options: RenderOptions
    taken: set[Path] = field(default_factory=set)
    numbers: Counter[Path] = field(default_factory=Counter)  # tried so far: many pages may have one name

    def write(self, source: Source, outcome: Outcome) -> None:
        """The page's file; no file for a failure."""
        if not isinstance(outcome, Failure):
            with whole_file(self._path(source)) as file:
                file.write(outcome.render(self.format, self.options).rstrip("\n") + "\n")

    def _path(self, source: Source) -> Path:
        if source.path is not None:
            stem = Path(os.path.relpath(source.path.absolute(), self.common)).with_suffix("")
        else:
            # A record's number in an archive tells a person nothing; its address does.
            name = source.url if source.url and source.id.startswith("urn:") else source.id
            name = "stdin" if name == STDIN else name.rpartition("://")[2]
            stem = Path(re.sub(r"[^\w.-]+", "_", name)[:100].lstrip(".") or "page")
        path = self.root / f"{stem}{SUFFIXES[self.format]}"
        while path in self.taken:
            self.numbers[stem] += 1
            path = self.root / f"{stem}-{self.numbers[stem] + 1}{SUFFIXES[self.format]}"
        self.taken.add(path)
        return path


@contextmanager
def open_sink(
    output: str | None, sources: Sequence[Source], *, format: str, options: RenderOptions, several: bool = False
) -> Iterator[Sink]:
    """The sink that the output's name asks for; a file of lines is there only when all are written.

    `several` says that there are more pages than sources, as in a file of JSON lines.
    """
    several = several or len(sources) > 1
    if output is not None and output.endswith(OF_RUNS):
        raise ConfigError(f"{output}: weft run writes tables and archives; here give a file, a .jsonl file or a folder")
    if output is None and several:
        yield Lines(stream=sys.stdout, format=format, options=options)
    elif output is not None and output.endswith(".jsonl"):
        with whole_file(Path(output)) as file:
            yield Lines(stream=file, format=format, options=options)
    elif output is not None and (several or output.endswith("/") or Path(output).is_dir()):
        if Path(output).exists() and not Path(output).is_dir():
            raise ConfigError(f"{output} is a file; several pages need a folder or a name that ends in .jsonl")
        yield Folder(root=Path(output), common=_common(sources), format=format, options=options)
    else:
        yield Single(path=Path(output) if output else None, format=format, options=options)


def _common(sources: Sequence[Source]) -> str:
    folders = [str(source.path.absolute().parent) for source in sources if source.path is not None]
    return os.path.commonpath(folders) if folders else ""
