"""The kernel has one door, and the picture of the architecture shows the layers that are checked."""

import ast
import runpy
from collections import Counter
from importlib import import_module
from pathlib import Path

from weft import _native

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
KERNEL = ROOT / "src" / "weft" / "kernel"
ROOMS = [path.stem for path in KERNEL.glob("[!_]*.py")]


def names_compiled(path: Path) -> bool:
    """Whether a file imports the compiled kernel."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        if "_native" in (*names, module) or any("weft._native" in name for name in (*names, module)):
            return True
    return False


def test_the_kernel_alone_names_what_is_compiled() -> None:
    found = {path for path in (ROOT / "src").rglob("*.py") if names_compiled(path)}
    assert found == set(KERNEL.glob("*.py"))


def test_every_name_of_the_kernel_is_in_one_room() -> None:
    names = [(room, name) for room in ROOMS for name in vars(import_module(f"weft.kernel.{room}")) if name[0] != "_"]
    assert Counter(name for _, name in names) == Counter(_native.__all__)
    assert all(getattr(import_module(f"weft.kernel.{room}"), name) is getattr(_native, name) for room, name in names)


def test_the_picture_is_current() -> None:
    draw = runpy.run_path(str(PICTURES / "architecture.py"))["draw"]
    assert (PICTURES / "architecture.svg").read_text(encoding="utf-8") == draw(), "python docs/pictures/architecture.py"
