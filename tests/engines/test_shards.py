"""What a worker reads for itself."""

from pathlib import Path

import pytest

from weft.engines import Shard
from weft.errors import SourceError
from weft.io import RawPage, find_sources, read_bundle
from weft.io.reader import Reader


def test_pages_files_of_pages_and_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes("<p>Schuß".encode("latin-1"))
    (tmp_path / "pages.jsonl").write_text('{"id": "one", "html": "<p>Kette"}\n')
    (tmp_path / "empty.html").write_text("")
    names = [str(tmp_path / name) for name in ("page.html", "pages.jsonl", "empty.html")]
    shard = Shard(number=0, sources=tuple(find_sources(names)), reader=Reader(max_bytes=1000, encoding="latin-1"))
    page, of_many, empty = shard.read()
    assert isinstance(page, RawPage)
    assert (page.id, page.charset) == (names[0], "latin-1")
    assert isinstance(of_many, RawPage)
    assert (of_many.id, of_many.data) == ("one", b"<p>Kette")
    assert isinstance(empty, SourceError)
    assert "empty, there is no page in it" in str(empty)


def test_a_file_that_holds_one_page_is_no_file_of_many() -> None:
    with pytest.raises(SourceError, match="not a file of many pages"):
        read_bundle(Path("page.html"), max_bytes=1000)
