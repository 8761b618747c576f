"""One process at a time holds a file: `flock` where there is one, else Windows' lock of a byte behind all data."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import IO, Any

try:
    import fcntl
except ImportError:  # no POSIX system
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:  # not Windows
    msvcrt = None  # type: ignore[assignment]

from weft.errors import ConfigError

BEHIND = 1 << 40  # where Windows locks a byte: it forbids others to read what is locked


def hold(file: IO[Any], *, wait: bool = False) -> None:
    """Hold an open file until it is closed; `BlockingIOError` where another holds it, unless one waits for that."""
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    elif msvcrt is not None:
        _hold_byte(file.fileno(), wait)
    else:
        raise ConfigError("this system has no locks of files", advice="write on Linux, macOS or Windows")


def remove_held(file: IO[Any], path: Path) -> None:
    """Remove a file that is held, and let go of it. Windows removes no open file, so there it is closed first."""
    if fcntl is None:
        file.close()
    path.unlink(missing_ok=True)
    file.close()


def _hold_byte(number: int, wait: bool) -> None:
    windows: Any = msvcrt  # of which mypy knows nothing elsewhere
    place = os.lseek(number, 0, os.SEEK_CUR)
    try:
        os.lseek(number, BEHIND, os.SEEK_SET)
        while True:
            try:
                return windows.locking(number, windows.LK_LOCK if wait else windows.LK_NBLCK, 1)
            except OSError as error:
                if not wait:
                    raise BlockingIOError(errno.EAGAIN, "held by another process") from None
                if error.errno != errno.EDEADLOCK:  # Windows gives up after ten seconds
                    raise
    finally:
        os.lseek(number, place, os.SEEK_SET)
