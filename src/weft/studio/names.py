"""Names that both databases can keep, and find again."""

from weft.errors import SourceError
from weft.io.raw_page import writable

MAX_LENGTH = 2000  # bytes: PostgreSQL finds nothing by a name of more than 2,700


def check_name(name: str) -> str:
    """The name; `SourceError` where a database could not keep it as it is."""
    if not name or "\0" in name or name != writable(name):
        raise SourceError(f"{name!r}: no name for the store; names are text, not empty and without NUL")
    if len(name.encode()) > MAX_LENGTH:
        raise SourceError(f"{name[:60]}…: too long a name for the store; at most {MAX_LENGTH} bytes")
    return name


def clean(text: str) -> str:
    """The text without what no database keeps: NUL, and halves of surrogate pairs."""
    return writable(text.replace("\0", ""))
