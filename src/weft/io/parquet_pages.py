"""Pages from Parquet: a column `html` (text or bytes), and `id` and `url` where they are known."""

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from weft.errors import LimitError, SourceError, WeftError
from weft.io.raw_page import RawPage, page_of
from weft.io.tables import load_parquet

ROWS = 64  # at once: pages may be large


def read_parquet(source: Path | IO[bytes], *, max_bytes: int, name: str = "") -> Iterator[RawPage | WeftError]:
    """The pages of a file, a few rows at a time; other columns travel along."""
    name = name or str(source)
    arrow, parquet = load_parquet()
    try:
        with parquet.ParquetFile(source) as file:
            if "html" not in file.schema_arrow.names:
                yield SourceError(
                    "has no column html", page=name, advice=f"the columns are {', '.join(file.schema_arrow.names)}"
                )
                return
            number = 0
            for batch in file.iter_batches(batch_size=ROWS):
                for row in batch.to_pylist():
                    number += 1
                    yield _read_row(row, f"{name}:{number}", max_bytes)
    except (OSError, arrow.ArrowException) as error:
        yield SourceError(f"cannot be read to its end: {error}", page=name, advice="make the file again")


def _read_row(row: dict[str, Any], position: str, max_bytes: int) -> RawPage | WeftError:
    page = page_of(row, position)
    if isinstance(page, RawPage) and len(page.data) > max_bytes:
        return LimitError("bytes", max_bytes, position)
    return page
