"""Files that hold many pages, by the ends of their names."""

from collections.abc import Callable, Iterator
from pathlib import Path

from weft.errors import SourceError, WeftError
from weft.io.files import open_remote
from weft.io.raw_page import RawPage
from weft.registry import Registry

ENDINGS: dict[str, tuple[str, ...]] = {
    "weft.io.jsonl:read_jsonl": (".jsonl", ".jsonl.gz", ".jsonl.zst", ".ndjson", ".ndjson.gz", ".ndjson.zst"),
    "weft.io.warc:read_warc": (".warc", ".warc.gz", ".warc.zst", ".warc.lz4"),
    "weft.io.arc:read_arc": (".arc", ".arc.gz"),
    "weft.io.parquet:read_parquet": (".parquet",),
    "weft.io.archives:read_archive": (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz"),
}

READERS: Registry[Callable[..., Iterator[RawPage | WeftError]]] = Registry(
    {ending: reader for reader, endings in ENDINGS.items() for ending in endings}
)
"""What reads a file of many pages, by how its name ends; imported with the first such file."""


def is_bundle(path: Path | str) -> bool:
    """Whether a file holds many pages.

    >>> is_bundle(Path("crawl.warc.gz")), is_bundle("s3://crawl/pages.jsonl"), is_bundle(Path("page.html"))
    (True, True, False)
    """
    return str(path).lower().endswith(tuple(READERS))


def read_bundle(path: Path | str, *, max_bytes: int) -> Iterator[RawPage | WeftError]:
    """The pages of such a file in their order; one that cannot be read is an entry that says why.

    A text is the address of a file elsewhere, such as `s3://…`.
    """
    ending = next((ending for ending in READERS if str(path).lower().endswith(ending)), "")
    if not ending:
        advice = "it would end in .jsonl, .warc, .arc, .parquet, .zip or .tar"
        raise SourceError("not a file of many pages", page=str(path), advice=advice)
    if isinstance(path, Path):
        return READERS[ending](path, max_bytes=max_bytes)
    return READERS[ending](open_remote(path), max_bytes=max_bytes, name=path)
