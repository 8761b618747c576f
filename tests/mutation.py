"""Mutation run: change one thing in a module, run the module's tests, and print each change that no test noticed.

`make mutation` does it for the core modules, `python -m tests.mutation text json` for some. The source is changed in a
copy, so the working tree stays as it is. Which mutants are tried is drawn with a fixed seed: the same every time.
"""

import argparse
import ast
import difflib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SEED = 15
COUNT = 25  # mutants of a module: the whole would take a day
NEEDS_MORE = {"core/VariableReplacer", "core/VariableInserter"}  # operators with arguments of their own
MODULES = {
    "renderers/render": "renderers/test_render.py renderers/test_json.py renderers/test_markdown_inline.py "
    "contract/test_renderers.py",
    "renderers/json": "renderers/test_json.py",
    "renderers/markdown": "renderers/test_kernel_passages.py renderers/test_markdown_blocks.py renderers/test_code.py "
    "renderers/test_markdown_tables.py renderers/test_footnotes.py renderers/test_golden.py "
    "renderers/test_markdown_inline.py renderers/test_formulas.py",
    "document": "test_document.py",
    "extractors/block_classifier": "extractors/test_block_classifier.py extractors/test_expected_f1.py",
    "extractors/finish": "extractors/test_finish.py",
    "metadata/merge": "metadata/test_merge.py",
    "engines/chunks": "engines/test_chunks.py",
    "engines/journal": "engines/test_resuming.py engines/test_run.py::test_two_runs_cannot_write_one_output "
    "engines/test_run.py::test_an_output_that_cannot_be_written engines/test_run.py::test_another_job_does_not_go_on",
    "io/files": "io/test_files.py io/test_remote.py",
    "io/warc": "io/test_warc.py",
}
SKIPPED = "not huge and not five_thousand"  # pages whose size is the point say nothing about a mutant


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """The module's source with one change."""

    code: str
    operator: str
    change: str


def find_mutants(code: str) -> list[Mutant]:
    """One mutant for each of `COUNT` places, with one of the operators that fit the place."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator, operator_names

    places: dict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
    nodes = list(ast_nodes(get_ast(code)))
    for name in sorted(set(operator_names()) - NEEDS_MORE):
        positions = [start for node in nodes for start, _ in get_operator(name)().mutation_positions(node)]
        for occurrence, start in enumerate(positions):
            places[start].append((name, occurrence))
    rng, mutants = random.Random(SEED), list[Mutant]()
    for place in rng.sample(sorted(places), len(places)):
        name, occurrence = rng.choice(places[place])
        mutated = mutate_code(code, get_operator(name)(), occurrence)
        if len(mutants) < COUNT and mutated and is_changed(code, mutated):
            lines = difflib.unified_diff(code.splitlines(), mutated.splitlines(), lineterm="", n=0)
            change = "\n".join(line for line in lines if not line.startswith(("---", "+++")))
            mutants.append(Mutant(code=mutated, operator=name.removeprefix("core/"), change=change))
    return mutants


def is_changed(code: str, mutated: str) -> bool:
    """Whether a program runs differently at all: annotations do nothing, and what a dataclass forbids nobody does."""
    try:
        return what_runs(code) != what_runs(mutated)
    except SyntaxError:
        return False


def what_runs(code: str) -> str:
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg | ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.ClassDef):
            node.decorator_list = []
    return ast.dump(tree)


def copy_tree(folder: Path) -> None:
    """What the tests of a module need, with compiled files that are valid by content: mutants have equal times."""
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("src", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    compiling = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "src", "tests"]
    subprocess.run(compiling, cwd=folder, check=False)


def run_tests(folder: Path, tests: list[str], limit: float) -> bool:
    """Whether the tests pass, in a fork of this process: it has imported what takes long, but nothing of weft."""
    child = os.fork()
    if child == 0:
        os.setsid()
        os.chdir(folder)
        sys.path[:] = [str(folder / "src"), str(folder), *(path for path in sys.path if path != str(ROOT))]
        sys.modules.pop("tests", None)  # ours is not that of the copy
        os.environ["PYTHONPATH"] = str(folder / "src")
        for stream in (1, 2):
            os.dup2(os.open(folder / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        import pytest

        os._exit(int(pytest.main(["-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", SKIPPED, *tests])))
    end = time.monotonic() + limit
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status == 0
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def survivors(folder: Path, module: str) -> Iterator[Mutant | None]:
    """Each mutant of a module that its tests let pass; None for one that they kill."""
    path = folder / "src" / "weft" / f"{module}.py"
    code = path.read_text(encoding="utf-8")
    tests = [f"tests/{name}" for name in MODULES[module].split()]
    start = time.monotonic()
    if not run_tests(folder, tests, 600):
        printed = (folder / "output.txt").read_text(encoding="utf-8")
        sys.exit(f"{module}: its tests fail without a change:\n{printed[-3000:]}")
    limit = 20 + 5 * (time.monotonic() - start)
    for mutant in find_mutants(code):
        path.write_text(mutant.code, encoding="utf-8")
        yield mutant if run_tests(folder, tests, limit) else None
    path.write_text(code, encoding="utf-8")


def main() -> None:
    """Print the survivors of each module as they are found, then how many there were."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", help="part of their names; all where none is given")
    wanted = parser.parse_args().modules or [""]
    import markdown_it  # noqa: F401
    import numpy  # noqa: F401
    import pytest  # noqa: F401

    with tempfile.TemporaryDirectory() as name:
        copy_tree(Path(name))
        for module in MODULES:
            if any(part in module for part in wanted):
                tried = killed = 0
                for survivor in survivors(Path(name), module):
                    tried, killed = tried + 1, killed + (survivor is None)
                    if survivor:
                        print(f"{module}: {survivor.operator}\n{survivor.change}", flush=True)
                print(f"{module}: {tried} mutants, {killed} killed, {tried - killed} survived", flush=True)


if __name__ == "__main__":
    main()
