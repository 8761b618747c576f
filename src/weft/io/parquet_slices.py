"""Slices of Parquet: groups of rows, whose numbers the file tells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

from weft.errors import WeftError
from weft.io.parquet_pages import read_groups
from weft.io.raw_page import RawPage
from weft.io.slices import AT_END, WHOLE_BYTES, Bounds, Reading, Slice
from weft.io.tables import load_parquet

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
