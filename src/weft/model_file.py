"""Model files: trees and other models as plain arrays with a readable header, never a pickle."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from weft.errors import ArtifactError
from weft.kernel.trees import Trees

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT = 1
MAX_BYTES = 256 << 20  # of what a file unpacks to; the largest of ours has a hundredth


@dataclass(frozen=True, eq=False, kw_only=True)
class TreeArrays:
    """Boosted trees as columns, as `Trees` reads them: a leaf is its own child."""

    feature: NDArray[np.uint16]
    threshold: NDArray[np.float32]
    child: NDArray[np.uint32]
    value: NDArray[np.float32]
    roots: NDArray[np.uint32]
    base: NDArray[np.float32]

    def check(self) -> None:
        """`ValueError` where a column is not what it must be; the kernel checks that nodes lie in their trees."""
        import numpy as np  # who builds the trees that ship needs none

        for column in fields(self):
            array, kind = getattr(self, column.name), np.dtype(KINDS[column.name])
            if array.ndim != 1 or array.dtype != kind:
                raise ValueError(f"{column.name} is no list of {kind}")
        if not (np.isfinite(self.value).all() and np.isfinite(self.base).all()):
            raise ValueError("a value of a tree is no number")

    def build(self, width: int, columns: Sequence[int] | None = None) -> Trees:
        """The trees, ready to predict from `width` features; `columns` has the number of each feature among them."""
        return build_trees({name: getattr(self, name).tobytes() for name in KINDS}, width, columns)


def no_trees(width: int) -> Trees:
    """Trees of so many features that say the same of everything: where a model has none yet."""
    node = {name: bytes(8 if kind == "<u8" else int(kind[2])) for name, kind in KINDS.items()}
    return build_trees(node, width)


KINDS = {"feature": "<u2", "threshold": "<f4", "child": "<u4", "value": "<f4", "roots": "<u4", "base": "<f4"}
"""The type of each column, as numpy writes it."""


def build_trees(columns: Mapping[str, bytes], width: int, numbers: Sequence[int] | None = None) -> Trees:
    """Trees from the bytes of their columns."""
    nodes = (columns["feature"], columns["threshold"], columns["child"], columns["value"])
    return Trees(nodes, columns["roots"], columns["base"], width, numbers)


@dataclass(frozen=True, eq=False, kw_only=True)
class ModelFile:
    """What a model file holds: a header (recipe, data digest, scores, feature names), sets of trees, other arrays."""

    header: Mapping[str, Any]
    trees: Mapping[str, TreeArrays]
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)  # of models that are no trees
    name: str = "the model"  # in messages

    def to_bytes(self) -> bytes:
        """The file: a zip of arrays. The same model gives the same bytes."""
        import numpy as np

        arrays = {
            f"{name}.{column.name}": getattr(trees, column.name)
            for name, trees in self.trees.items()
            for column in fields(trees)
        } | dict(self.arrays)
        header = json.dumps({"format": FORMAT, **self.header}, ensure_ascii=False, indent=1, sort_keys=True)
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(_entry("header.json"), header)
            for name, array in sorted(arrays.items()):
                column = BytesIO()
                np.save(column, array, allow_pickle=False)
                archive.writestr(_entry(f"{name}.npy"), column.getvalue())
        return packed.getvalue()

    @staticmethod
    def from_bytes(data: bytes, *, name: str = "model") -> ModelFile:
        """Read a model file; `ArtifactError` says what is wrong with it."""
        try:
            header, members = unpack_model(data)
            number = header["format"]
            columns = _read_columns(members) if number == FORMAT else {}
            trees = _read_trees({name: array for name, array in columns.items() if "." in name})
            arrays = {name: array for name, array in columns.items() if "." not in name}
        except Exception as error:  # whatever a damaged file makes zipfile, json and numpy raise
            raise ArtifactError(
                f"not a model file of weft, or broken: {error}", page=name, advice="weft train writes them"
            ) from None
        if number != FORMAT:
            what = f"made by another version of weft (format {number})"
            raise ArtifactError(what, page=name, advice="train it again")
        return ModelFile(header=header, trees=trees, arrays=arrays, name=name)

    def broken(self, error: Exception) -> ArtifactError:
        """The error of a model that can be read, and makes no sense."""
        return ArtifactError(f"the model is broken: {error!r}", page=self.name, advice="train it again")

    def write(self, path: Path) -> None:
        """Write the file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.to_bytes())


def read_model(path: Path) -> ModelFile:
    """Read the model file at a path."""
    try:
        data = path.read_bytes()
    except OSError as error:
        what, advice = f"cannot be read: {error.strerror}", "name what weft train wrote"
        raise ArtifactError(what, page=str(path), advice=advice) from None
    return ModelFile.from_bytes(data, name=str(path))


def unpack_model(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The header of a model file, and its other files by their names."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        members = _unpack(archive)
    return json.loads(members.pop("header.json")), members


def tree_bytes(members: Mapping[str, bytes], name: str) -> dict[str, bytes]:
    """The columns of some trees of a file that ships with weft, as bytes: nobody else has written it."""
    return {column: array_bytes(members[f"{name}.{column}.npy"]) for column in KINDS}


def array_bytes(data: bytes) -> bytes:
    """The numbers of an array of the form that `np.save` writes, behind its header."""
    start = 10  # behind the mark, the version and the length of the header
    return data[start + int.from_bytes(data[8:start], "little") :]


def _unpack(archive: zipfile.ZipFile) -> dict[str, bytes]:
    """The files of an archive by their names, within a limit: few bytes may unpack to any number."""
    members: dict[str, bytes] = {}
    left = MAX_BYTES
    for entry in archive.infolist():
        with archive.open(entry) as file:
            members[entry.filename] = file.read(left + 1)
        left -= len(members[entry.filename])
        if left < 0:
            raise ValueError(f"it unpacks to more than {MAX_BYTES} bytes")
    return members


def _read_columns(members: Mapping[str, bytes]) -> dict[str, NDArray[Any]]:
    return {name.removesuffix(".npy"): _read_array(data) for name, data in members.items() if name.endswith(".npy")}


def _read_trees(columns: Mapping[str, NDArray[Any]]) -> dict[str, TreeArrays]:
    names = sorted({column.partition(".")[0] for column in columns})
    trees = {name: TreeArrays(**{column: columns[f"{name}.{column}"] for column in KINDS}) for name in names}
    for arrays in trees.values():
        arrays.check()
    return trees


def _read_array(data: bytes) -> NDArray[Any]:
    """An array of the form that `np.save` writes; `np.load` makes room for what the header says before it looks."""
    import numpy as np

    file = BytesIO(data)
    if np.lib.format.read_magic(file) != (1, 0):
        raise ValueError("an array has another version")
    shape, _, dtype = np.lib.format.read_array_header_1_0(file)
    rest = file.read()
    if dtype.hasobject or len(shape) != 1 or shape[0] * dtype.itemsize != len(rest):
        raise ValueError("an array is not as long as its header says")
    return np.frombuffer(rest, dtype)


def _entry(name: str) -> zipfile.ZipInfo:
    """A file in the archive with a fixed date, so that the bytes depend on the model alone."""
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
