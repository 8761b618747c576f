"""The sink that an output's name asks for."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from weft.errors import ConfigError
from weft.io.packing import pack_gzip, pack_zstd
from weft.io.sinks.folder import FolderSink, NameFile, name_by_number
from weft.io.sinks.lines import LinesSink
from weft.io.sinks.page_tables import CsvSink, ParquetSink, SqliteSink
from weft.io.sinks.sink import Format, PlainText, Sink
from weft.io.sinks.warc import WarcSink

FOLDER = "/"

SINKS: dict[str, Callable[[Path, Format], Sink]] = {
    ".jsonl": lambda path, format: LinesSink(path),
    ".jsonl.gz": lambda path, format: LinesSink(path, pack_gzip),
    ".jsonl.zst": lambda path, format: LinesSink(path, pack_zstd),
    ".csv": CsvSink,
    ".parquet": ParquetSink,
    ".sqlite": SqliteSink,
    ".db": SqliteSink,
    ".warc": WarcSink,
    ".warc.gz": WarcSink,
    FOLDER: FolderSink,
}
"""Sinks by how the output's name ends."""


def open_sink(output: str, *, format: Format = PlainText(), name_file: NameFile = name_by_number) -> Sink:
    """The sink for an output of pages in a format; an unknown ending is an error."""
    if output.endswith(FOLDER) or Path(output).is_dir():
        return FolderSink(Path(output), format, name_file)
    for ending, make in SINKS.items():
        if output.endswith(ending):
            return make(Path(output), format)
    endings = ", ".join(SINKS)
    raise ConfigError("weft cannot tell what to write", page=output, advice=f"end the name in one of {endings}")


@contextmanager
def writing(sink: Sink) -> Iterator[Sink]:
    """A sink from its beginning to its end in one go; the output is there only when all was written."""
    try:
        sink.open({})
        yield sink
        sink.finish()
    except BaseException:
        sink.close()
        _remove_unfinished(sink.path)
        raise


def _remove_unfinished(path: Path) -> None:
    """Remove what a sink has begun beside its name; only a run goes on with it."""
    path.with_name(f"{path.name}.part").unlink(missing_ok=True)
    shutil.rmtree(path.with_name(f"{path.name}.parts"), ignore_errors=True)
