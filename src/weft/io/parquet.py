"""Pages from Parquet: a column `html` (text or bytes), and `id` and `url` where they are known.

A slice of a file is groups of rows, whose numbers the file tells.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import IO, Any

from weft.errors import LimitError, SourceError, WeftError
from weft.io.damage import tells_damage
from weft.io.raw_page import RawPage, page_of
from weft.io.slices import AT_END, WHOLE_BYTES, Bounds, Reading, Slice
from weft.io.tables import load_parquet

MAX_ROWS = 64  # at once
MAX_BATCH_BYTES = 64 << 20  # of the rows at once, by what the file says of their size
MIN_SUSPECT_BYTES = 256 << 20  # of a group of rows
MAX_RATIO = 200  # of such a group to the whole file: a decoder may unpack it whole. HTML comes to 10 to 50


@tells_damage
def read_parquet(source: Path | IO[bytes], *, max_bytes: int, name: str = "") -> Iterator[RawPage | WeftError]:
    """The pages of a file, a few rows at a time; other columns travel along."""
    name = name or str(source)
    _, parquet = load_parquet()
    with parquet.ParquetFile(source) as file:
        names = file.schema_arrow.names
        if "html" not in names:
            yield SourceError("has no column html", page=name, advice=f"the columns are {', '.join(names)}")
            return
        for _, entry in read_groups(source, file.metadata, range(file.num_row_groups), max_bytes=max_bytes, name=name):
            yield entry


def read_groups(
    source: Path | IO[bytes], metadata: Any, groups: Iterable[int], *, max_bytes: int, name: str
) -> Iterator[tuple[int, RawPage | WeftError]]:
    """The pages of some groups of rows that lie together, with the number of each row in the file."""
    _, parquet = load_parquet()
    # A value that many rows share is held once.
    file = parquet.ParquetFile(source, metadata=metadata, read_dictionary=["html"])
    file_bytes = _size_of(source)
    number = 0
    for group in groups:
        number = number or sum(metadata.row_group(before).num_rows for before in range(group))
        rows = _rows_at_once(metadata.row_group(group), file_bytes)
        for batch in file.iter_batches(batch_size=rows, row_groups=[group]):
            for index in range(batch.num_rows):
                number += 1
                yield number, _read_row(batch.slice(index, 1), f"{name}:{number}", max_bytes)


def _size_of(source: Path | IO[bytes]) -> int:
    return source.stat().st_size if isinstance(source, Path) else source.seek(0, os.SEEK_END)


def _rows_at_once(group: Any, file_bytes: int) -> int:
    """As many rows as fit into the memory for a batch, by the average of their group.

    Nothing more is asked of the metadata: pyarrow ends the process where a damaged file has none of a column.
    """
    size = group.total_byte_size
    if size > MIN_SUSPECT_BYTES and size > MAX_RATIO * file_bytes:
        raise ValueError(f"its {file_bytes} bytes would unpack to {size}")
    average = max(1, group.total_byte_size // max(1, group.num_rows))
    return max(1, min(MAX_ROWS, MAX_BATCH_BYTES // average))


def _read_row(row: Any, position: str, max_bytes: int) -> RawPage | WeftError:
    """The page of a batch of one row; only the row is made a Python value, because one value may be in many rows."""
    (values,) = row.to_pylist()
    page = page_of(values, position)
    if isinstance(page, RawPage) and len(page.data) > max_bytes:
        return LimitError("bytes", max_bytes, position)
    return page


STEP = 4 << 20  # bytes of rows, unpacked
MAX_GROUP_BYTES = 64 << 20  # unpacked: a larger one is read by one process, and given out page by page


class ParquetSlicer:
    """Cuts tables of pages."""

    def cut(self, path: Path, start: int) -> Iterator[Slice]:
        """Slices of some groups each; none where there is one group, a large one, or no table of pages."""
        sizes = _group_sizes(path)
        if len(sizes) < 2 or path.stat().st_size <= WHOLE_BYTES or max(sizes) > MAX_GROUP_BYTES:
            return
        sums = [0, *accumulate(sizes)]
        begin = start
        for group in range(start + 1, len(sizes)):
            if sums[group] // STEP > sums[begin] // STEP:  # by the sum from the first group: the same from any start
                yield Slice(start=begin, end=group)
                begin = group
        yield Slice(start=begin, end=AT_END)

    def open(self, path: Path, bounds: Bounds) -> Reading:
        """A reading of one slice."""
        return ParquetReading(path, bounds)


SLICER = ParquetSlicer()


def _group_sizes(path: Path) -> list[int]:
    """The bytes of each group; none where this is no table of pages that can be read well."""
    try:
        _, parquet = load_parquet()
        with parquet.ParquetFile(path) as file:
            if "html" not in file.schema_arrow.names:
                return []
            groups: list[Any] = [file.metadata.row_group(group) for group in range(file.num_row_groups)]
            return [group.total_byte_size for group in groups]
    except Exception:  # whatever a damaged file makes pyarrow raise: reading the file tells it
        return []


class ParquetReading:
    """One reading of some groups."""

    def __init__(self, path: Path, bounds: Bounds) -> None:
        self.path = path
        self.bounds = bounds
        self.end: int = bounds.slice.end
        self.number: int = 0  # the file tells the numbers of its rows
        self.is_exact: bool = True
        self.hashes: bytes = b""

    def read(self) -> Iterator[RawPage | WeftError]:
        """The pages of the rows."""
        _, parquet = load_parquet()
        wanted, name = self.bounds.slice, str(self.path)
        with parquet.ParquetFile(self.path) as file:
            groups = range(wanted.start, file.num_row_groups if wanted.end == AT_END else wanted.end)
            for _, entry in read_groups(self.path, file.metadata, groups, max_bytes=self.bounds.max_bytes, name=name):
                yield entry
