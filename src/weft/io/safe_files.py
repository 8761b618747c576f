"""Files that a crash leaves whole: output that is there or not, a lock for one process, lines with checksums.

One process at a time holds a file: by `flock` where there is one, else by Windows' lock of a byte behind all data. A
line of a journal that was torn or changed is as if it had never been written: a number that a disk changed is still a
number, and a run that went on with it would leave out pages, or have them twice.
"""

from __future__ import annotations

import errno
import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TextIO

from weft.errors import ConfigError, SourceError

_ADDRESS = re.compile("[a-z][a-z0-9+.-]+:/[^/]")  # pathlib takes one of the two slashes away


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file that appears under its name only when everything was written; what was there stays until then.

    A link leads to the file that is meant. A device or a pipe is written as it is: a file in the place of `/dev/null`
    would break the machine.
    """
    from tempfile import mkstemp  # who prints a page writes no file

    check_is_here(path)
    path = path.resolve()
    if path.exists() and not path.is_file():
        with _directly(path) as file:
            yield file
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number, name = mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise SourceError(
            f"cannot be written: {error.strerror}", page=str(path), advice="choose another place"
        ) from None
    part = Path(name)
    try:
        with _open(number) as file:
            yield file
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    except OSError as error:
        raise SourceError(
            f"cannot be written: {error.strerror}", page=str(path), advice="choose another place"
        ) from None
    finally:
        part.unlink(missing_ok=True)


def check_is_here(path: Path) -> None:
    """Raise for an address such as `s3://…` that was taken for a path: a folder called `s3:` is not what is meant."""
    if _ADDRESS.match(path.as_posix()):
        advice = "write it here, then copy it there; weft run, extract, apply and site write pages to object stores"
        raise ConfigError("this can be written on this machine only", page=str(path), advice=advice)


@contextmanager
def _directly(path: Path) -> Iterator[TextIO]:
    """What is there already and is no file."""
    try:
        with _open(path) as file:
            yield file
    except OSError as error:
        raise SourceError(
            f"cannot be written: {error.strerror}", page=str(path), advice="choose another place"
        ) from None


def _open(where: Path | int) -> TextIO:
    """A stream of text. A lone surrogate, which UTF-8 cannot write, becomes the escape that JSON reads again."""
    return open(where, "w", encoding="utf-8", errors="backslashreplace", newline="\n")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


try:
    import fcntl
except ImportError:  # no POSIX system
    fcntl = None  # type: ignore[assignment]
try:
    import msvcrt
except ImportError:  # not Windows
    msvcrt = None  # type: ignore[assignment]


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


DIGITS = 8  # of a checksum


def seal(data: bytes) -> bytes:
    """A line, ready to be written.

    >>> seal(b'{"pages": 4}')
    b'4afeac44 {"pages": 4}\\n'
    """
    return b"%08x %s\n" % (zlib.crc32(data), data)


def unseal(line: bytes) -> bytes | None:
    """What was sealed; None where the line is not whole, or not as it was.

    >>> unseal(seal(b"4")), unseal(seal(b"4")[:-1]), unseal(seal(b"4").replace(b" 4", b" 5"))
    (b'4', None, None)
    """
    data = line[DIGITS + 1 : -1]
    return data if line == seal(data) else None
