"""What weft is made of: the crates inside of its kernel, and the Python packages of the lock."""

import json
import re
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "dev.txt"
BUILD_LOCK = ROOT / "requirements" / "build.txt"
KERNEL = "weft-native"
# `numpy==2.4.6 ; python_full_version < '3.12' \` and, on lines of their own, `--hash=sha256:…`
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)(?: *; *(.*?))? *\\?$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True, kw_only=True)
class Crate:
    """A Rust package."""

    name: str
    version: str
    licence: str  # an SPDX expression
    source: str  # the registry; empty for our own
    repository: str
    folder: Path  # where its files are on this machine
    checksum: str  # sha256 of its archive; empty for our own


@dataclass(frozen=True, kw_only=True)
class Pin:
    """A Python package of a lock file."""

    name: str
    version: str
    marker: str  # on which Pythons and systems; empty for all
    hashes: tuple[str, ...]


def read_crates(*, shipped: bool) -> list[Crate]:
    """The crates of `Cargo.lock` by name; `shipped`: those that end in the kernel, which tests and builds do not."""
    metadata = json.loads(
        subprocess.run(
            ["cargo", "metadata", "--format-version=1", "--locked", "--all-features"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
    )
    packages = {package["id"]: package for package in metadata["packages"]}
    chosen = _below_kernel(metadata, packages) if shipped else set(packages)
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    checksums = {(entry["name"], entry["version"]): entry.get("checksum", "") for entry in locked}
    crates = [
        Crate(
            name=package["name"],
            version=package["version"],
            licence=package["license"] or "",
            source=package["source"] or "",
            repository=package["repository"] or "",
            folder=Path(package["manifest_path"]).parent,
            checksum=checksums[package["name"], package["version"]],
        )
        for package in (packages[number] for number in chosen)
    ]
    return sorted(crates, key=lambda crate: (crate.name, crate.version))


def _below_kernel(metadata: dict[str, Any], packages: dict[str, Any]) -> set[str]:
    """The ids of what the kernel is linked with, on any system: neither tests nor build scripts."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    chosen: set[str] = set()
    waiting = [number for number, package in packages.items() if package["name"] == KERNEL]
    while waiting:
        number = waiting.pop()
        if number not in chosen:
            chosen.add(number)
            waiting += [
                needed["pkg"]
                for needed in nodes[number]["deps"]
                if any(kind["kind"] is None for kind in needed["dep_kinds"])
            ]
    return chosen


def read_pins(path: Path = LOCK) -> list[Pin]:
    """The packages of a lock file, in its order; one may be there in several versions, with a marker each."""
    pins: list[Pin] = []
    for block in re.split(r"\n(?=[A-Za-z0-9])", path.read_text(encoding="utf-8")):
        lines = [line for line in block.splitlines() if not line.lstrip().startswith("#")]
        if lines and (match := PINNED.match(lines[0])):
            hashes = tuple(HASH.findall(block))
            pins.append(Pin(name=normal_name(match[1]), version=match[2], marker=match[3] or "", hashes=hashes))
    return pins


def normal_name(name: str) -> str:
    """The one spelling of a package's name (PEP 503).

    >>> normal_name("Psycopg_Binary")
    'psycopg-binary'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def required_names() -> dict[str, set[str]]:
    """The packages that `pyproject.toml` names: by extra, and those of weft itself as an extra without a name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {"": project["dependencies"], **project["optional-dependencies"]}
    return {extra: {_name_of(line) for line in lines} - {"weft"} for extra, lines in extras.items()}


def _name_of(requirement: str) -> str:
    match = NAME.match(requirement)
    assert match, requirement
    return normal_name(match[0])
