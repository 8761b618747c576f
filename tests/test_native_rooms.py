"""The rooms of the kernel: one crate each, in one order, and inside of a room no two modules that use each other."""

import graphlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[1] / "native"
CARGO = tomllib.loads((NATIVE.parent / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]
ROOMS = [member.removeprefix("native/") for member in CARGO["members"]]  # each may use those before it
ONLY_PYTHON = {"numpy", "pyo3"}

Module = tuple[str, ...]
NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|\br(?P<hashes>#*)".*?"(?P=hashes)|"(?:\\.|[^"\\])*"|\'(?:\\[^\n]{1,8}|[^\\\'\n])\'', re.DOTALL
)
TESTS = re.compile(r"^#\[cfg\(test\)\]", re.MULTILINE)
USE = re.compile(r"\buse\s+([^;]+);")
PATH = re.compile(r"(?<![\w:$])(?:crate|super)(?:\s*::\s*\w+)+")


def code_of(path: Path) -> str:
    """A file without comments, literals and tests."""
    return TESTS.split(NOISE.sub(" ", path.read_text(encoding="utf-8")))[0]


def leaves(tree: str) -> Iterator[Module]:
    """The paths of a `use`, such as `a::{b, c::d as e}`."""
    head, brace, rest = tree.partition("{")
    if not brace:
        yield tuple(part.strip() for part in tree.split(" as ")[0].split("::"))
        return
    start = tuple(part.strip() for part in head.split("::") if part.strip())
    depth, item = 0, ""
    for sign in rest.rpartition("}")[0] + ",":
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            yield from (start + leaf for leaf in leaves(item) if item.strip())
            item = ""
        else:
            item += sign


def paths_in(code: str) -> Iterator[Module]:
    """What a file imports, and what it names by a whole path."""
    for found in USE.finditer(code):
        yield from leaves(found[1])
    for path in PATH.findall(USE.sub("", code)):
        yield tuple(part.strip() for part in path.split("::"))


def modules_of(source: Path) -> dict[Module, Path]:
    """The modules of a crate by their paths; () is its root."""
    found = {}
    for path in source.rglob("*.rs"):
        module = path.relative_to(source).with_suffix("").parts
        found[module[:-1] if module[-1] in ("lib", "mod") else module] = path
    return found


def uses_of(source: Path) -> dict[Module, set[Module]]:
    """Which modules of a crate use which; a name that a module takes from a child is the child's."""
    modules = modules_of(source)
    paths = {
        module: [absolute(path, module, modules) for path in paths_in(code_of(file))]
        for module, file in modules.items()
    }
    taken = {
        (module, path[-1]): path[:-1]
        for module, own in paths.items()
        for path in own
        if len(path) == len(module) + 2 and path[: len(module)] == module and path[:-1] in modules
    }
    uses: dict[Module, set[Module]] = {module: set() for module in modules}
    for module, own in paths.items():
        for path in own:
            used = next((path[:end] for end in range(len(path), 0, -1) if path[:end] in modules), ())
            name = path[len(used)] if len(path) > len(used) else ""
            uses[module].add(taken.get((used, name), used))
    return uses


def absolute(path: Module, module: Module, modules: dict[Module, Path]) -> Module:
    """A path from the root of its crate; () for what is of another crate."""
    if path[0] == "crate":
        return path[1:]
    ups = next((number for number, part in enumerate(path) if part != "super"), len(path))
    if ups:
        return module[: max(len(module) - ups, 0)] + path[ups:]
    return module + path if module + path[:1] in modules else ()


def graphs(uses: dict[Module, set[Module]]) -> Iterator[dict[str, set[str]]]:
    """Of every folder, which of what stands in it uses which; what a child takes from its parent does not count."""
    for folder in sorted({module[:depth] for module in uses for depth in range(len(module))}):
        place = len(folder)
        below = [module for module in uses if module[:place] == folder and len(module) > place]
        graph: dict[str, set[str]] = {"/".join(module[: place + 1]): set() for module in below}
        for module in below:
            inside = {used for used in uses[module] if used[:place] == folder and len(used) > place}
            names = {"/".join(used[: place + 1]) for used in inside if used[place] != module[place]}
            graph["/".join(module[: place + 1])] |= names
        yield graph


@pytest.mark.parametrize("room", ROOMS)
def test_no_modules_of_a_room_use_each_other(room: str) -> None:
    for graph in graphs(uses_of(NATIVE / room / "src")):
        graphlib.TopologicalSorter(graph).prepare()  # raises, with the cycle


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_those_before_it(room: str) -> None:
    manifest = tomllib.loads((NATIVE / room / "Cargo.toml").read_text(encoding="utf-8"))
    used = {*manifest.get("dependencies", {}), *manifest.get("dev-dependencies", {})}
    assert used & set(ROOMS) <= set(ROOMS[: ROOMS.index(room)])
    assert room == "python" or not used & ONLY_PYTHON


def test_every_folder_is_a_room() -> None:
    assert {path.parent.name for path in NATIVE.glob("*/Cargo.toml")} - {"fuzz"} == set(ROOMS)


def test_no_room_has_unsafe_code() -> None:
    without = [room for room in ROOMS if "#![forbid(unsafe_code)]" not in code_of(NATIVE / room / "src" / "lib.rs")]
    assert without == []


@pytest.mark.parametrize(
    ("files", "cycle"),
    [
        ({"a.rs": "use crate::b::{self, B as C};", "b.rs": "fn f() { super::a::g() }"}, {"a", "b"}),
        ({"a/mod.rs": "mod c;\npub use c::C;", "a/c.rs": "use super::A;", "b.rs": "use crate::a::A;"}, set()),
        ({"a/mod.rs": "use c::C;", "a/c.rs": "use super::d::D;", "a/d.rs": "use super::C;"}, {"a/c", "a/d"}),
        ({"a/c.rs": "use crate::b;", "a/d.rs": "", "b.rs": "use crate::a::d::D; // use crate::b"}, {"a", "b"}),
        ({"a.rs": "", "b.rs": "use crate::a::A;\n#[cfg(test)]\nmod tests { use crate::b; }"}, set()),
    ],
)
def test_cycles_are_found(tmp_path: Path, files: dict[str, str], cycle: set[str]) -> None:
    (tmp_path / "lib.rs").write_text("pub mod a;\npub mod b;\n")
    for name, code in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(code)
    found: set[str] = set()
    for graph in graphs(uses_of(tmp_path)):
        try:
            graphlib.TopologicalSorter(graph).prepare()
        except graphlib.CycleError as error:
            found |= set(error.args[1])
    assert found == cycle
