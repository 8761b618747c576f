"""Regular expressions that are compiled when they are first used: one page needs few of them, and all take long."""

from __future__ import annotations

import re
from typing import Any, cast


class _LatePattern:
    """Stands for a compiled pattern; its methods are kept when they are first asked for."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self._text, self._flags), name)
        self.__dict__[name] = value
        return value


def late_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern that `re.compile` would give, compiled by its first use.

    >>> late_pattern("[a-z]+", re.IGNORECASE).findall("One two")
    ['One', 'two']
    """
    return cast(re.Pattern[str], _LatePattern(text, flags))


def late_bytes_pattern(text: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """The same for bytes.

    >>> late_bytes_pattern(rb"\\d+").search(b"a 12")[0]
    b'12'
    """
    return cast(re.Pattern[bytes], _LatePattern(text, flags))
