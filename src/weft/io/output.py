"""Output that is whole or not there."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from weft.errors import SourceError


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A file that appears under its name only when everything was written; what was there stays until then."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise SourceError(f"{path}: cannot be written: {error.strerror}; choose another place") from None
    part = Path(name)
    try:
        # A lone surrogate, which UTF-8 cannot write, becomes the escape that JSON reads again.
        with open(number, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            yield file
        part.chmod(0o666 & ~_umask())
        part.replace(path)
    except OSError as error:
        raise SourceError(f"{path}: cannot be written: {error.strerror}; choose another place") from None
    finally:
        part.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
