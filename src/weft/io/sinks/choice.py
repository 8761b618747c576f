"""The sink that an output's name asks for."""

from collections.abc import Callable
from pathlib import Path

from weft.errors import ConfigError
from weft.io.packing import pack_gzip, pack_zstd
from weft.io.sinks.folder import FolderSink
from weft.io.sinks.lines import LinesSink
from weft.io.sinks.parquet import ParquetSink
from weft.io.sinks.sink import Sink
from weft.io.sinks.sqlite import SqliteSink
from weft.io.sinks.warc import WarcSink

SINKS: dict[str, Callable[[Path], Sink]] = {
    ".jsonl": LinesSink,
    ".jsonl.gz": lambda path: LinesSink(path, pack_gzip),
    ".jsonl.zst": lambda path: LinesSink(path, pack_zstd),
    ".parquet": ParquetSink,
    ".sqlite": SqliteSink,
    ".db": SqliteSink,
    ".warc": WarcSink,
    ".warc.gz": WarcSink,
    "/": FolderSink,
}
"""Sinks by how the output's name ends."""


def open_sink(output: str) -> Sink:
    """The sink for an output; an unknown ending is an error."""
    for ending, make in SINKS.items():
        if output.endswith(ending):
            return make(Path(output))
    if Path(output).is_dir():
        return FolderSink(Path(output))
    raise ConfigError(f"{output}: weft cannot tell what to write; end the name in one of {', '.join(SINKS)}")
