"""Where output goes: a path of this machine, or a file of an object store or another file system, by fsspec.

A store has no append, no rename and no lock: a file is there with all its bytes, or it is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from weft.errors import SourceError, WeftError
from weft.io.files import RIGHTS, is_remote, load_fsspec

AT_ONCE = 32  # files that are asked for together
ADVICE = f"{RIGHTS}: a run goes on where it stopped"


@dataclass(frozen=True)
class RemotePath:
    """A file of another file system, by its address; where pathlib has the same, under the same name."""

    address: str

    def __str__(self) -> str:
        return self.address

    def __truediv__(self, name: str) -> RemotePath:
        return RemotePath(f"{self.address}/{name}")

    @property
    def name(self) -> str:
        """The last step of the address."""
        return self.address.rpartition("/")[2]

    @property
    def parent(self) -> RemotePath:
        """The address without its last step."""
        return RemotePath(self.address.rpartition("/")[0])

    def with_name(self, name: str) -> RemotePath:
        """The file of that name beside it."""
        return self.parent / name

    def absolute(self) -> RemotePath:
        """Itself: an address is the same for everyone."""
        return self

    def mkdir(self, *, parents: bool = True, exist_ok: bool = True) -> None:
        """Nothing: a store has no folders, only names that begin alike."""

    def exists(self) -> bool:
        """Whether it is there now."""
        with self._told("read") as (system, path):
            return bool(system.isfile(path))

    def read_bytes(self) -> bytes | None:
        """All its bytes; None where it is not there."""
        with self._told("read") as (system, path):
            try:
                data: bytes = system.cat_file(path)
            except FileNotFoundError:
                return None
            return data

    def write_bytes(self, data: bytes) -> None:
        """Put it there with all its bytes."""
        with self._told("written") as (system, path):
            system.pipe_file(path, data)

    @contextmanager
    def writing(self) -> Iterator[IO[bytes]]:
        """A stream; the file is there when it ends, and not if it fails."""
        with self._told("written") as (system, path), system.transaction, system.open(path, "wb") as file:
            yield file

    def unlink(self) -> None:
        """Remove it, if it is there."""
        with self._told("written") as (system, path):
            if system.isfile(path):
                system.rm_file(path)

    def files(self) -> list[RemotePath]:
        """All files below it, in order."""
        with self._told("read") as (system, path):
            names = system.find(path) if system.isdir(path) else []
            return [RemotePath(system.unstrip_protocol(name)) for name in sorted(names)]

    def remove_below(self) -> None:
        """Remove all files below it."""
        with self._told("written") as (system, path):
            if system.isdir(path):
                system.rm(path, recursive=True)

    def write_below(self, files: Mapping[str, bytes]) -> None:
        """Put files there by their names, many at once."""
        with self._told("written") as (system, path):
            system.pipe({f"{path}/{name}": data for name, data in files.items()})

    def read_below(self, names: list[str]) -> Iterator[bytes]:
        """The bytes of files by their names, in that order, many at once."""
        for first in range(0, len(names), AT_ONCE):
            with self._told("read") as (system, path):
                paths = [f"{path}/{name}" for name in names[first : first + AT_ONCE]]
                found: dict[str, bytes] = system.cat(paths) if len(paths) > 1 else {paths[0]: system.cat_file(paths[0])}
            yield from (found[name] for name in paths)

    @contextmanager
    def _told(self, verb: str) -> Iterator[tuple[Any, str]]:
        """The file system, with nothing remembered of what was there; its errors as ours."""
        try:
            system, path = load_fsspec().core.url_to_fs(self.address)
            system.invalidate_cache()
            yield system, path
        except WeftError:
            raise
        except Exception as error:  # each store has errors of its own
            why = getattr(error, "strerror", None) or error
            raise SourceError(f"cannot be {verb}: {why}", page=self.address, advice=ADVICE) from None


OutputPath = Path | RemotePath
"""Where output goes."""


def output_path(text: str) -> OutputPath:
    """The path that an output's name means; `s3://…` and the like are of other file systems."""
    return RemotePath(text.rstrip("/")) if is_remote(text) else Path(text)
