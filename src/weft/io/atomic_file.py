"""Output that is whole or not there."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

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
