"""Files that hold many pages, by the ends of their names."""

from collections.abc import Iterator
from pathlib import Path

from weft.errors import SourceError, WeftError
from weft.io.arc import is_arc, read_arc
from weft.io.archives import is_archive, read_archive
from weft.io.jsonl import is_jsonl, read_jsonl
from weft.io.parquet_pages import is_parquet, read_parquet
from weft.io.raw_page import RawPage
from weft.io.remote import open_remote
from weft.io.warc import is_warc, read_warc

READERS = (
    (is_jsonl, read_jsonl),
    (is_warc, read_warc),
    (is_arc, read_arc),
    (is_parquet, read_parquet),
    (is_archive, read_archive),
)


def is_bundle(place: Path | str) -> bool:
    """Whether a file holds many pages.

    >>> is_bundle(Path("crawl.warc.gz")), is_bundle("s3://crawl/pages.jsonl"), is_bundle(Path("page.html"))
    (True, True, False)
    """
    return any(is_kind(str(place)) for is_kind, _ in READERS)


def read_bundle(place: Path | str, *, max_bytes: int) -> Iterator[RawPage | WeftError]:
    """The pages of such a file in their order; one that cannot be read is an entry that says why.

    A text is the address of a file elsewhere, such as `s3://…`.
    """
    for is_kind, read in READERS:
        if is_kind(str(place)):
            if isinstance(place, Path):
                return read(place, max_bytes=max_bytes)
            return read(open_remote(place), max_bytes=max_bytes, name=place)
    raise SourceError(
        "not a file of many pages",
        page=str(place),
        advice="it would end in .jsonl, .warc, .arc, .parquet, .zip or .tar",
    )
