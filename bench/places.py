"""Where the data and the peers are on this machine, and how they get there."""

import argparse
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
ARCHIVES = CHECKOUT.parent / "shared" / "data"
PEERS = CHECKOUT / ".venv-peers"
OUT = CHECKOUT / "bench" / "out"  # what runs leave behind; git ignores it
RECORD = CHECKOUT / "bench" / "record"  # the runs that are kept
REQUIREMENTS = Path(__file__).resolve().parent / "peers" / "requirements.txt"
NEEDS_NEWER_PYTHON = REQUIREMENTS.with_name("needs-newer-python.txt")
WITHOUT_DEPENDENCIES = REQUIREMENTS.with_name("without-dependencies.txt")
NODE_LISTS = tuple(REQUIREMENTS.with_name(name) for name in ("package.json", "package-lock.json"))


class Missing(Exception):
    """Something the bench needs is not on this machine; the message says how to get it."""


def data_path(given: str = "") -> Path:
    """Where the unpacked data belongs: the folder given, else `WEFT_DATA`, else `data` in the checkout."""
    return Path(given or os.environ.get("WEFT_DATA", "") or CHECKOUT / "data")


def data_folder(given: str = "") -> Path:
    """The folder of the unpacked data, which must be there."""
    folder = data_path(given)
    if not folder.is_dir():
        raise Missing(
            f"no data in {folder}: unpack it with `python -m bench data`, or name it with --data or WEFT_DATA"
        )
    return folder


def unpack_data(destination: Path, names: list[str]) -> None:
    """Unpack the archives beside the checkout; those already unpacked are left alone."""
    unpack = ARCHIVES / "unpack"
    if not unpack.is_file():
        raise Missing(f"no archives: {unpack} does not exist; copy the shared data there, or unpack it by hand")
    subprocess.run([sys.executable, str(unpack), str(destination), *names], check=True)


def peers_python() -> Path:
    """The Python that has the peers, which must be there."""
    if not peers_present():
        raise Missing(f"no peers: {_peers_path()} does not exist; make it with `python -m bench peers`")
    return _peers_path()


def peers_present() -> bool:
    """Whether the peers are installed."""
    return _peers_path().exists()


def node_program() -> str:
    """Node, which some peers run under and which must be there."""
    program = shutil.which("node")
    if program is None:
        raise Missing("no node: defuddle and readability.js need Node 18 or newer, then `python -m bench peers`")
    return program


def node_packages() -> Path:
    """The folder of the peers that run under Node, which must be there."""
    folder = _node_folder(_peers_folder())
    if not (folder / "node_modules").is_dir():
        raise Missing(f"no peers under Node: {folder} does not exist; make it with `python -m bench peers`")
    return folder


def _peers_folder() -> Path:
    """`WEFT_PEERS` names the environment's folder, else `.venv-peers` in the checkout."""
    return Path(os.environ.get("WEFT_PEERS", "") or PEERS)


def _peers_path() -> Path:
    return _peers_folder() / "bin" / "python"


def _node_folder(peers: Path) -> Path:
    return peers / "node"


def install_peers(folder: Path = PEERS) -> None:
    """Make the environment of the peers from the pinned requirements; those of Node only where npm is.

    pip is upgraded first: the one that Python 3.11 brings cannot resolve `lxml[html_clean]` beside `lxml[html-clean]`.
    """
    venv.create(folder, with_pip=True, upgrade_deps=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q"]
    subprocess.run([*pip, "-r", str(REQUIREMENTS)], check=True)
    subprocess.run([*pip, "--ignore-requires-python", "--no-deps", "-r", str(NEEDS_NEWER_PYTHON)], check=True)
    subprocess.run([*pip, "--no-deps", "-r", str(WITHOUT_DEPENDENCIES)], check=True)
    if shutil.which("npm") is None:
        print("bench: npm is not on this machine: defuddle and readability.js are left out", flush=True)
        return
    node = _node_folder(folder)
    node.mkdir(exist_ok=True)
    for file in NODE_LISTS:
        shutil.copy(file, node)
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=node, check=True)


def folder_argument(program: str, about: str | None, *, what: str) -> Path:
    """The one folder that a program of the bench is given; `--help` says what it is."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}", description=about)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help=what)
    folder: Path = parser.parse_args().folder
    return folder
