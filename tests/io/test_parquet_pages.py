from pathlib import Path

from weft.errors import LimitError
from weft.io import RawPage
from weft.io.parquet import read_parquet
from weft.io.tables import load_parquet

arrow, parquet = load_parquet()


def test_pages_and_what_travels_along(tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    rows = {"url": ["http://weft.example/1", None], "html": [b"<p>One", b"<p>" + b"x" * 50], "seen": [3, 4]}
    parquet.write_table(arrow.table(rows), path)
    first, second = read_parquet(path, max_bytes=40)
    assert isinstance(first, RawPage)
    assert (first.id, first.data, dict(first.extra)) == ("http://weft.example/1", b"<p>One", {"seen": 3})
    assert isinstance(second, LimitError)
    assert str(second).startswith(f"{path}:2: over the limit of 40 bytes;")


def test_what_is_no_table_of_pages(tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    parquet.write_table(arrow.table({"text": ["x"]}), path)
    assert "has no column html; the columns are text" in str(next(read_parquet(path, max_bytes=40)))
    path.write_bytes(b"no parquet")
    assert "cannot be read to its end" in str(next(read_parquet(path, max_bytes=40)))
