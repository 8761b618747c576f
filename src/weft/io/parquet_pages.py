"""Pages from Parquet: a column `html` (text or bytes), and `id` and `url` where they are known."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from weft.errors import LimitError, SourceError, WeftError
from weft.io.damage import tells_damage
from weft.io.raw_page import RawPage, page_of
from weft.io.tables import load_parquet

MAX_ROWS = 64  # at once
MAX_BATCH_BYTES = 64 << 20  # of the rows at once, by what the file says of their size
MIN_SUSPECT_BYTES = 256 << 20  # of a column of a group of rows
MAX_RATIO = 200  # of such a column, unpacked to packed: a decoder may unpack it whole. HTML comes to 10 to 50


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
        # A value that many rows share is held once.
        file = parquet.ParquetFile(source, metadata=file.metadata, read_dictionary=["html"])
        number = 0
        for group in range(file.num_row_groups):
            rows = _rows_at_once(file.metadata.row_group(group))
            for batch in file.iter_batches(batch_size=rows, row_groups=[group]):
                for index in range(batch.num_rows):
                    number += 1
                    yield _read_row(batch.slice(index, 1), f"{name}:{number}", max_bytes)


def _rows_at_once(group: Any) -> int:
    """As many rows as fit into the memory for a batch, by the average of their group."""
    for number in range(group.num_columns):
        column = group.column(number)
        size, packed = column.total_uncompressed_size, max(1, column.total_compressed_size)
        if size > MIN_SUSPECT_BYTES and size > MAX_RATIO * packed:
            raise ValueError(f"{packed} bytes of {column.path_in_schema} would unpack to {size}")
    average = max(1, group.total_byte_size // max(1, group.num_rows))
    return max(1, min(MAX_ROWS, MAX_BATCH_BYTES // average))


def _read_row(row: Any, position: str, max_bytes: int) -> RawPage | WeftError:
    """The page of a batch of one row; only the row is made a Python value, because one value may be in many rows."""
    (values,) = row.to_pylist()
    page = page_of(values, position)
    if isinstance(page, RawPage) and len(page.data) > max_bytes:
        return LimitError("bytes", max_bytes, position)
    return page
