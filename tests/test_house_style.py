"""The house rules that no linter knows: sizes, names, import cycles, what an `__init__` holds.

What ruff can check stands in pyproject.toml: docstrings, parameters, prints, swallowed errors.
"""

import ast
import graphlib
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINES_OF_A_FILE = 400
LINES_OF_A_BODY = 60
LONG_FILES = {  # path: the reason
    "native/text/src/json_text.rs": "one grammar: JSON, and the broken forms of it that pages have",
    "src/weft/content.py": "all that is found on a page, as data: who knows one of these words needs the others",
}
LONG_BODIES = {  # path:function: the reason
    "native/html/src/blocks.rs:is_block": "a set of names, of which rustfmt puts one on a line",
    "native/text/src/class_words.rs:words_from": "a table of words, one on a line",
}
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "settings", "misc"}
SOURCES = [
    path
    for folder in ("src", "native", "bench", "tests")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".rs") and "target" not in path.parts
]
PYTHON = [path for path in SOURCES if path.suffix == ".py"]
WEFT = [path for path in PYTHON if path.is_relative_to(ROOT / "src")]
INITS = [path for path in WEFT if path.name == "__init__.py"]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def python_bodies(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Each function with the lines of its body; a docstring is not of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[1] if ast.get_docstring(node) is not None and len(node.body) > 1 else node.body[0]
            yield node.name, (node.end_lineno or 0) - first.lineno + 1


def rust_bodies(text: str) -> Iterator[tuple[str, int]]:
    """Each function with the lines of its body, by rustfmt's indents."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        head = re.match(r"( *)(?:pub(?:\([a-z]+\))? )?(?:const )?fn (\w+)", line)
        if head is None or line.endswith(("}", ";")):
            continue
        opening = next(at for at in range(number, len(lines)) if lines[at].endswith(("{", ";")))
        if lines[opening].endswith("{"):  # a function of a trait may have no body
            closing = lines.index(head[1] + "}", opening)
            yield head[2], closing - opening - 1


def imports(body: list[ast.stmt], modules: set[str]) -> Iterator[str]:
    """The modules of weft that are imported as soon as this one is: not in functions, not for type checkers."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in modules else node.module
        elif isinstance(node, ast.If) and not is_for_type_checkers(node):
            yield from imports(node.body + node.orelse, modules)
        elif isinstance(node, ast.If):
            yield from imports(node.orelse, modules)
        elif isinstance(node, ast.Try | ast.With | ast.ClassDef):
            yield from imports(node.body, modules)


def is_for_type_checkers(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def test_a_file_over_400_lines_has_its_reason() -> None:
    long = {name_of(path) for path in SOURCES if path.read_text(encoding="utf-8").count("\n") > LINES_OF_A_FILE}
    assert long == set(LONG_FILES)


def test_no_body_is_over_60_lines() -> None:
    found = [(path, name, lines) for path in PYTHON for name, lines in python_bodies(parse(path))]
    rust = [path for path in SOURCES if path.suffix == ".rs"]
    found += [(path, name, lines) for path in rust for name, lines in rust_bodies(path.read_text(encoding="utf-8"))]
    assert {f"{name_of(path)}:{name}" for path, name, lines in found if lines > LINES_OF_A_BODY} == set(LONG_BODIES)


def test_lengths_are_counted() -> None:
    """The two counters see what they should."""
    code = 'def short(): pass\ndef long(\n    a,\n):\n    """Words."""\n' + "    a\n" * 61
    assert list(python_bodies(ast.parse(code))) == [("short", 1), ("long", 61)]
    code = (
        "fn one() -> u8 { 1 }\nimpl A {\n    pub fn two(\n        a: u8,\n    ) {\n"
        + "        a;\n" * 61
        + "    }\n}\n"
    )
    assert list(rust_bodies(code)) == [("two", 61)]


def test_modules_have_names_that_say_something() -> None:
    found = {name_of(path) for path in PYTHON if NAMES_THAT_SAY_NOTHING & {path.stem, path.parent.name}}
    assert not found


def test_no_import_cycle() -> None:
    modules = {module_of(path) for path in WEFT}
    graph = {module_of(path): set(imports(parse(path).body, modules)) & modules for path in WEFT}
    assert graph["weft.auto"] >= {"weft.document"}, "imports are seen"
    graphlib.TopologicalSorter(graph).prepare()  # raises, with the cycle


@pytest.mark.parametrize("path", INITS, ids=module_of)
def test_an_init_re_exports_and_nothing_else(path: Path) -> None:
    tree = parse(path)
    assert ast.get_docstring(tree), "a package says what it is"
    for node in tree.body[1:]:
        if is_for_type_checkers(node):
            assert isinstance(node, ast.If)
            assert all(isinstance(inner, ast.ImportFrom) for inner in node.body)
            assert [ast.unparse(inner).partition("(")[0] for inner in node.orelse] == [
                "__getattr__, __dir__ = on_demand"
            ]
        else:
            is_all = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
            assert is_all or isinstance(node, ast.ImportFrom), ast.unparse(node)


@pytest.mark.parametrize(
    "path", [path for path in INITS if "__all__" in path.read_text(encoding="utf-8")], ids=module_of
)
def test_all_is_right(path: Path) -> None:
    package = importlib.import_module(module_of(path))
    assert [name for name in package.__all__ if not hasattr(package, name)] == []
    homes = [node for top in parse(path).body for node in ast.walk(top) if isinstance(node, ast.ImportFrom)]
    own = [node for node in homes if node.module not in ("typing", "weft.on_demand")]
    assert {alias.asname or alias.name for node in own for alias in node.names} == set(package.__all__)
