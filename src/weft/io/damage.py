"""Files that are damaged: one sentence about the file, whatever its decoder raised."""

from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import IO, Concatenate, ParamSpec

from weft.errors import SourceError, WeftError
from weft.io.raw_page import RawPage, writable

Options = ParamSpec("Options")
Entries = Iterator[RawPage | WeftError]
Source = Path | IO[bytes]

MAX_WORDS = 300  # characters of a decoder's own words: some repeat what they could not read


def damaged(name: str, error: BaseException, *, advice: str = "make the file again") -> SourceError:
    """The error of a file that cannot be read to its end.

    >>> str(damaged("a.zip", EOFError("cut off")))
    'a.zip: cannot be read to its end: cut off; make the file again'
    """
    if isinstance(error, OSError) and error.errno is not None:  # of the system, not of a decoder
        what, advice = f"cannot be read: {error.strerror}", "check the file and its permissions"
        return SourceError(what, page=writable(name), advice=advice)
    return SourceError(f"cannot be read to its end: {reason_of(error)}", page=writable(name), advice=advice)


def reason_of(error: BaseException) -> str:
    """Why a decoder gave up, in one line: its words, or the name of the error that it raised without any.

    >>> reason_of(MemoryError()), reason_of(KeyError("html"))
    ('not enough memory', "it has no 'html'")
    """
    if isinstance(error, MemoryError):
        return "not enough memory"
    words = " ".join(str(getattr(error, "strerror", None) or error).split())[:MAX_WORDS]
    if isinstance(error, KeyError):  # its words are a bare key
        return f"it has no {words}"
    if isinstance(error, LookupError) or not words:
        return f"{type(error).__name__} {words}".strip()
    return writable(words)


def tells_damage(
    read: Callable[Concatenate[Source, Options], Entries],
) -> Callable[Concatenate[Source, Options], Entries]:
    """A reader whose last entry says that the file is damaged, where the decoder of its format fails in any way.

    Decoders are made for whole files. A damaged one makes them raise whatever their code runs into: an index, a key,
    a character set. Each of these means the same: from here on the file cannot be read. The pages before it stay.
    """

    @wraps(read)
    def reading(source: Source, /, *args: Options.args, **options: Options.kwargs) -> Entries:
        try:
            yield from read(source, *args, **options)
        except WeftError:
            raise
        except Exception as error:
            yield damaged(str(options.get("name") or source), error)

    return reading
