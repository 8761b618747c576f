"""The sink that an output's name asks for."""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from weft.errors import ConfigError
from weft.io.remote_path import OutputPath, RemotePath, output_path
from weft.io.sinks.sink import Format, NameFile, PlainText, Sink
from weft.registry import Registry

FOLDER = "/"

SINKS: Registry[Callable[[Path, Format], Sink]] = Registry(
    {
        ".jsonl": "weft.io.sinks.lines:plain_lines",
        ".jsonl.gz": "weft.io.sinks.lines:gzip_lines",
        ".jsonl.zst": "weft.io.sinks.lines:zstd_lines",
        ".csv": "weft.io.sinks.page_tables:CsvSink",
        ".parquet": "weft.io.sinks.page_tables:ParquetSink",
        ".sqlite": "weft.io.sinks.page_tables:SqliteSink",
        ".db": "weft.io.sinks.page_tables:SqliteSink",
        ".warc": "weft.io.sinks.warc:WarcSink",
        ".warc.gz": "weft.io.sinks.warc:WarcSink",
        FOLDER: "weft.io.sinks.folder:FolderSink",
    }
)
"""Sinks by how the output's name ends; imported with the first such output."""

REMOTE_SINKS: Registry[Callable[[RemotePath, Format], Sink]] = Registry(
    {
        ".jsonl": "weft.io.sinks.lines:plain_lines",
        ".jsonl.gz": "weft.io.sinks.lines:gzip_lines",
        ".jsonl.zst": "weft.io.sinks.lines:zstd_lines",
        ".csv": "weft.io.sinks.page_tables:CsvSink",
        ".parquet": "weft.io.sinks.remote:RemoteParquet",
        ".warc": "weft.io.sinks.warc:WarcSink",
        ".warc.gz": "weft.io.sinks.warc:WarcSink",
        FOLDER: "weft.io.sinks.remote:RemoteFolder",
    }
)
"""The same on object stores; a database is changed in place, which a store cannot."""


def open_sink(
    output: str, *, format: Format = PlainText(), name_file: NameFile | None = None, raw_csv: bool = False
) -> Sink:
    """The sink for an output of pages in a format, here or on a store; an unknown ending is an error.

    `name_file` names the files of a folder; by default each has its number in the input and its id. `raw_csv` writes
    cells of CSV as they are, which spreadsheets may calculate.
    """
    path = output_path(output)
    if raw_csv:
        if not output.endswith(".csv"):
            raise ConfigError("raw_csv is for an output that ends in .csv", page=output)
        from weft.io.sinks.page_tables import CsvSink

        return CsvSink(path, format, raw=True)
    if isinstance(path, RemotePath):
        return _open_remote(path, output, format, name_file)
    if output.endswith(FOLDER) or path.is_dir():
        from weft.io.sinks.folder import FolderSink, name_by_number

        return FolderSink(path, format, name_file or name_by_number)
    for ending in SINKS:
        if output.endswith(ending):
            return SINKS[ending](path, format)
    raise _unknown(output, SINKS)


def _open_remote(path: RemotePath, output: str, format: Format, name_file: NameFile | None) -> Sink:
    if output.endswith(FOLDER) and name_file:
        from weft.io.sinks.remote import RemoteFolder

        return RemoteFolder(path, format, name_file)
    for ending in REMOTE_SINKS:
        if output.endswith(ending):
            return REMOTE_SINKS[ending](path, format)
    raise _unknown(output, REMOTE_SINKS)


def _unknown(output: str, endings: Iterable[str]) -> ConfigError:
    advice = f"end the name in one of {', '.join(endings)}"
    return ConfigError("weft cannot tell what to write", page=output, advice=advice)


@contextmanager
def writing(sink: Sink) -> Iterator[Sink]:
    """A sink from its beginning to its end in one go; the output is there only when all was written."""
    try:
        sink.open({})
        yield sink
        sink.finish()
    except BaseException:
        sink.close()
        remove_unfinished(sink.path)
        raise


def remove_unfinished(path: OutputPath) -> None:
    """Remove what a sink has begun beside its name; only a run goes on with it."""
    if isinstance(path, RemotePath):
        path.with_name(f"{path.name}.parts").remove_below()
        return
    path.with_name(f"{path.name}.part").unlink(missing_ok=True)
    shutil.rmtree(path.with_name(f"{path.name}.parts"), ignore_errors=True)
