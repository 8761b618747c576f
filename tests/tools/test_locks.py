"""The lock files hold all that pyproject.toml asks for, by hash, and name no server."""

import re
import tomllib
from pathlib import Path

import pytest

from tools.parts import ROOT, read_pins, required_names

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
EXACT = re.compile(r"([\w.-]+)(?:\[.*\])?==([\w.]+)")


@pytest.mark.parametrize("extra", required_names())
def test_every_package_of_an_extra_is_locked(extra: str) -> None:
    missing = required_names()[extra] - {pin.name for pin in read_pins()}
    assert not missing, "make lock writes them"


def test_the_lock_has_the_versions_that_developers_are_told() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    lines = [EXACT.match(line) for group in groups.values() for line in group if isinstance(line, str)]
    asked = {(match[1], match[2]) for match in lines if match}
    locked = {(pin.name, pin.version) for pin in read_pins()}
    assert None not in lines
    assert len(asked) > 30
    assert asked <= locked, "make lock"


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_line_is_an_exact_version_with_its_hashes(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if re.match(r"[A-Za-z0-9-]", line)]
    pins = read_pins(path)
    assert len(lines) == len(pins) > 0  # no option, no address, no range of versions
    assert all(pin.hashes for pin in pins)


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_no_server_is_named(path: Path) -> None:
    assert "://" not in path.read_text(encoding="utf-8")


def test_what_only_developers_need_is_no_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert not {"bench", "dev", "docs"} & set(project["project"]["optional-dependencies"])
    assert {"bench", "dev", "docs"} == set(project["dependency-groups"])


def test_the_demo_installs_what_weft_needs_in_the_same_versions() -> None:
    base = read_pins(ROOT / "requirements" / "base.txt")
    assert {pin.name for pin in base} == required_names()[""]
    assert {(pin.name, pin.version, pin.marker) for pin in base} <= {
        (pin.name, pin.version, pin.marker) for pin in read_pins()
    }


def test_what_builds_weft_is_locked_too() -> None:
    assert {pin.name for pin in read_pins(ROOT / "requirements" / "build.txt")} == {"maturin", "uv"}
    system = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    assert [line.partition(">")[0] for line in system["requires"]] == ["maturin"]


def test_every_installation_checks_hashes() -> None:
    for name in ("Makefile", "Dockerfile"):
        text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
        commands = [line for line in text.splitlines() if re.search(r"\bpip install\b|\$\(UV\)", line)]
        unchecked = [line for line in commands if "--require-hashes" not in line and not line.startswith("UV =")]
        assert len(commands) >= 2
        assert all("--no-deps --no-build-isolation --editable ." in line for line in unchecked)


def test_images_are_named_by_an_exact_version() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    bases = dict(re.findall(r"^ARG (\w+_IMAGE)=(\S+)$", text, re.MULTILINE))
    assert re.findall(r"^FROM (\S+)", text, re.MULTILINE) == [f"${{{name}}}" for name in bases]
    assert all(re.fullmatch(r"\w+:\d+\.\d+\.\d+-[\w-]+(@sha256:[0-9a-f]{64})?", base) for base in bases.values())
    told = dict(re.findall(r"^(\w+_IMAGE) \?= (\S+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert told == bases
