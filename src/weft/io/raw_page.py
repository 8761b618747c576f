"""A page as it was read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class RawPage:
    """The bytes of a page, what it is called in the output, and where it is known to come from."""

    id: str
    data: bytes
    url: str | None = None
    charset: str | None = None  # from the HTTP header
    extra: Mapping[str, Any] = field(default_factory=dict)  # what else was known of it where it was read


def writable(text: str) -> str:
    """The text without lone surrogates, which no file could hold: those of a name that is no UTF-8, or of JSON.

    >>> writable("caf\\udce9.html")
    'caf?.html'
    """
    return text.encode(errors="replace").decode()
