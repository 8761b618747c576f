"""`weft --version --json`: which weft this is and what it runs on, for reports of bugs and records of runs."""

import hashlib
import json
import platform
import re
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import numpy

from weft import extractors
from weft.auto import DEFAULT
from weft.kernel import compiled
from weft.model_file import read_model
from weft.version import __version__

_EXTRA = re.compile(r"""([\w.-]+)[^;]*; extra == ['"]([\w-]+)['"]""")  # `pyarrow>=17; extra == 'parquet'`


def describe_version() -> str:
    """One JSON object: weft, Python, numpy, the platform, the kernel, the default model, the extras that are there.

    An extra has the versions of its packages; one of which a package is missing is not there.
    """
    model = Path(extractors.__file__).with_name("models") / f"{DEFAULT}.zip"
    return json.dumps(
        {
            "weft": __version__,
            "python": platform.python_version(),
            "numpy": numpy.__version__,
            "platform": platform.platform(),
            "kernel": {"file": Path(compiled.__file__).name, "sha256": _digest(Path(compiled.__file__))},
            "model": {
                "name": DEFAULT,
                "sha256": _digest(model),
                "attribution": read_model(model).header["attribution"],
            },
            "extras": find_extras(),
        },
        indent=1,
    )


def find_extras() -> dict[str, dict[str, str]]:
    """The extras of weft whose packages are all installed, with the packages' versions."""
    return {extra: versions for extra, versions in read_extras().items() if all(versions.values())}


def read_extras() -> dict[str, dict[str, str]]:
    """Every extra of weft with its packages and their versions; a package that is not there has none."""
    packages: dict[str, list[str]] = {}
    for line in requires("weft") or []:
        if match := _EXTRA.match(line):
            packages.setdefault(match[2], []).append(match[1])
    return {extra: {name: version_of(name) for name in names} for extra, names in sorted(packages.items())}


def version_of(package: str) -> str:
    """The version of a package; empty where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
