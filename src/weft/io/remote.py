"""Files of object stores and other file systems (s3://, gs://, hdfs://, …), by fsspec and what the user has for it."""

import re
from importlib import import_module
from typing import IO, Any, cast

from weft.errors import ConfigError, SourceError

_SCHEME = re.compile("[a-z][a-z0-9+.-]*://")
OWN = ("http://", "https://", "file://")  # what weft fetches or reads by itself


def is_remote(text: str) -> bool:
    """Whether a text names a file of another file system.

    >>> is_remote("s3://crawl/00.warc.gz"), is_remote("https://weft.example/"), is_remote("pages/a.html")
    (True, False, False)
    """
    return bool(_SCHEME.match(text.lower())) and not text.lower().startswith(OWN)


def find_remote(pattern: str) -> list[str]:
    """The files that a pattern or a folder names, in order."""
    try:
        system, path = load_fsspec().core.url_to_fs(pattern)
        found = system.find(path) if system.isdir(path) else system.glob(path)
        return sorted(system.unstrip_protocol(name) for name in found)
    except (OSError, ValueError, ImportError) as error:
        raise SourceError(f"cannot be listed: {error}", page=pattern) from None


def open_remote(place: str) -> IO[bytes]:
    """A file as a stream that can be sought in."""
    try:
        return cast(IO[bytes], load_fsspec().open(place, "rb").open())
    except (OSError, ValueError, ImportError) as error:
        raise SourceError(f"cannot be read: {error}", page=place) from None


def load_fsspec() -> Any:
    """The library; `ConfigError` says how to get it."""
    try:
        return import_module("fsspec")
    except ImportError:
        raise ConfigError("paths such as s3:// need fsspec: pip install 'weft[remote]' and s3fs, gcsfs, …") from None
