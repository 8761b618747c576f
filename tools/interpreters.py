"""`make interpreters`: the tests on every Python of this machine that weft supports, each in an environment of its own.

    python -m tools.interpreters            every test
    python -m tools.interpreters tests/page tests/renderers

An interpreter is found on the path, among those of pyenv and among those that uv installed. One that is not there is
named and is no failure. Free-threaded ones (3.13t, 3.14t) get a kernel of their own, for they read no abi3.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.parts import ROOT

ASK = (
    "import json, sys, sysconfig;"
    "print(json.dumps([*sys.version_info[:2], bool(sysconfig.get_config_var('Py_GIL_DISABLED'))]))"
)


def supported_versions() -> list[str]:
    """The versions that pyproject.toml names.

    >>> supported_versions()[0]
    '3.11'
    """
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.findall(r'"Programming Language :: Python :: (3\.\d+)"', text)


def find_interpreters() -> dict[str, Path]:
    """The first interpreter of each supported version, by its version; free-threaded ones end in `t`."""
    found: dict[str, Path] = {}
    for path in _candidates():
        if version := _version_of(path):
            found.setdefault(version, path)
    return dict(sorted(found.items()))


def _candidates() -> Iterator[Path]:
    for version in supported_versions():
        for name in (f"python{version}", f"python{version}t"):
            if path := shutil.which(name):
                yield Path(path)
    homes = [
        Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions"),
        Path(os.environ.get("UV_PYTHON_INSTALL_DIR", Path.home() / ".local/share/uv/python")),
    ]
    for home in homes:
        yield from sorted(home.glob("*3.*/bin/python3"), reverse=True)  # the newest of a version first


def _version_of(python: Path) -> str:
    """Such as 3.13 or 3.13t; empty for what is no Python that weft supports."""
    try:
        told = subprocess.run([python, "-c", ASK], capture_output=True, check=True, timeout=20).stdout
        major, minor, is_free_threaded = json.loads(told)
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""
    version = f"{major}.{minor}"
    return f"{version}{'t' if is_free_threaded else ''}" if version in supported_versions() else ""


def prepare(version: str, python: Path) -> Path:
    """An environment with all that the tests need; one that is there is brought up to date. Its interpreter."""
    folder = ROOT / f".venv-{version}"
    own = folder / "bin" / "python"
    if not own.exists():
        subprocess.run([python, "-m", "venv", folder], check=True)
    pip: list[str | Path] = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    subprocess.run([*pip, "--requirement", ROOT / "requirements" / "build.txt"], check=True)
    uv: list[str | Path] = [folder / "bin" / "uv", "pip", "install", "--quiet", "--python", own]
    subprocess.run([*uv, "--require-hashes", "--requirement", ROOT / "requirements" / "dev.txt"], check=True)
    subprocess.run([*uv, "--no-deps", "--no-build-isolation", "--editable", ROOT], check=True)
    return own


def main(tests: list[str]) -> int:
    """Run the tests on each interpreter; 1 if one failed."""
    found = find_interpreters()
    missing = [version for version in supported_versions() if version not in found]
    print(f"found: {', '.join(found) or 'none'}; not on this machine: {', '.join(missing) or 'none'}", flush=True)
    failed = []
    for version, python in found.items():
        print(f"Python {version}: {python}", flush=True)
        command = [
            str(prepare(version, python)),
            "-m",
            "pytest",
            "--numprocesses",
            "auto",
            "--dist",
            "worksteal",
            *tests,
        ]
        if subprocess.run(command, cwd=ROOT).returncode:
            failed.append(version)
    print(f"failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
