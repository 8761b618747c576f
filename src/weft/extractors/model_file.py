"""Model files: trees as plain arrays with a readable header, never a pickle."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, fields
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft._native import Trees
from weft.errors import ArtifactError

FORMAT = 1


@dataclass(frozen=True, eq=False, kw_only=True)
class TreeArrays:
    """Boosted trees as columns, as `_native.Trees` reads them: a leaf is its own child."""

    feature: NDArray[np.uint16]
    threshold: NDArray[np.float32]
    child: NDArray[np.uint32]
    value: NDArray[np.float32]
    roots: NDArray[np.uint32]
    base: NDArray[np.float32]

    def build(self, width: int) -> Trees:
        """The trees, ready to predict from `width` features."""
        return Trees(self.feature, self.threshold, self.child, self.value, self.roots, self.base, width)


@dataclass(frozen=True, eq=False, kw_only=True)
class ModelFile:
    """What a model file holds: a header (recipe, data digest, scores, feature names) and named sets of trees."""

    header: Mapping[str, Any]
    trees: Mapping[str, TreeArrays]

    def to_bytes(self) -> bytes:
        """The file: a zip of arrays. The same model gives the same bytes."""
        arrays = {
            f"{name}.{column.name}": getattr(trees, column.name)
            for name, trees in self.trees.items()
            for column in fields(trees)
        }
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
            with zipfile.ZipFile(BytesIO(data)) as archive:
                header = json.loads(archive.read("header.json"))
                if header.get("format") != FORMAT:
                    raise ArtifactError(
                        f"made by another version of weft (format {header.get('format')})",
                        page=name,
                        advice="train it again",
                    )
                columns = {
                    entry.removesuffix(".npy"): np.load(BytesIO(archive.read(entry)), allow_pickle=False)
                    for entry in archive.namelist()
                    if entry.endswith(".npy")
                }
            names = sorted({column.partition(".")[0] for column in columns})
            trees = {
                key: TreeArrays(**{column.name: columns[f"{key}.{column.name}"] for column in fields(TreeArrays)})
                for key in names
            }
            return ModelFile(header=header, trees=trees)
        except (zipfile.BadZipFile, KeyError, ValueError, EOFError, OSError) as error:
            raise ArtifactError(
                f"not a model file of weft, or broken: {error}", page=name, advice="weft train writes them"
            ) from None

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


def _entry(name: str) -> zipfile.ZipInfo:
    """A file in the archive with a fixed date, so that the bytes depend on the model alone."""
    entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
