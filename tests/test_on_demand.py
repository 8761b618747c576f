"""Packages whose names are imported when they are asked for: what type checkers read and what runs is the same."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import weft
from weft.on_demand import MOVED

SOURCE = Path(weft.__file__).parent
PACKAGES = [path.parent for path in SOURCE.rglob("__init__.py") if "on_demand(" in path.read_text(encoding="utf-8")]


def name_of(package: Path) -> str:
    return ".".join(("weft", *package.relative_to(SOURCE).parts))


def read_init(package: Path) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """The names by module, as the type checker sees them and as they are handed to `on_demand`."""
    tree = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    (choice,) = [node for node in tree.body if isinstance(node, ast.If)]
    typed = {
        str(node.module): {alias.name for alias in node.names}
        for node in choice.body
        if isinstance(node, ast.ImportFrom)
    }
    (call,) = [node for node in ast.walk(choice) if isinstance(node, ast.Call)]
    run = {
        f"{name_of(package)}.{keyword.arg}": set(ast.literal_eval(keyword.value).split()) for keyword in call.keywords
    }
    return typed, run


def test_the_packages_are_found() -> None:
    assert {"weft", "weft.io", "weft.extractors", "weft.records"} <= set(map(name_of, PACKAGES))


@pytest.mark.parametrize("package", PACKAGES, ids=name_of)
def test_names_are_the_same_for_people_and_for_the_interpreter(package: Path) -> None:
    typed, run = read_init(package)
    assert typed == run


@pytest.mark.parametrize("package", PACKAGES, ids=name_of)
def test_every_name_is_found_and_listed(package: Path) -> None:
    module = import_module(name_of(package))
    _, run = read_init(package)
    for home, names in run.items():
        for name in names:
            assert getattr(module, name) is getattr(import_module(home), name)
            assert name in module.__all__
    assert set(module.__all__) <= set(dir(module))
    assert all(hasattr(module, name) for name in module.__all__)


@pytest.mark.parametrize("package", PACKAGES, ids=name_of)
def test_no_name_is_also_that_of_a_module(package: Path) -> None:
    """Once such a module was imported, it would stand where the name is expected."""
    _, run = read_init(package)
    modules = {path.stem for path in package.iterdir()}
    assert not modules & set().union(*run.values())


def test_modules_are_attributes_as_after_an_import() -> None:
    assert weft.page is sys.modules["weft.page"]
    assert "page" in dir(weft)
    code = "import weft; weft.records.find_records, weft.io.sinks.SINKS, weft.engines.run"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_library_that_a_module_needs_is_named() -> None:
    code = "import sys, weft; sys.modules['mcp'] = None; weft.mcp"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError: No module named 'mcp.server'")


@pytest.mark.parametrize("name", MOVED)
def test_a_package_of_old_says_where_it_is(name: str) -> None:
    sentence = f"^{name} is now {MOVED[name]}: import from there$"
    with pytest.raises(ModuleNotFoundError, match=sentence):
        import_module(f"{name}.anything")
    with pytest.raises(ModuleNotFoundError, match=sentence):
        getattr(weft, name.removeprefix("weft."))
    import_module(MOVED[name])


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'weft' has no attribute 'extrakt'"):
        weft.extrakt  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(weft, "__main__")
