"""What the documentation, `--help` and docstrings name is there: paths, modules, names, targets of make, commands."""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doc_blocks import FENCE
from tests.test_docs import PAGES, ROOT, has_home, name_of, strange_words
from weft.cli.main import COMMANDS, make_parser

SOURCES = sorted((ROOT / "src" / "weft").rglob("*.py"))
PATH = re.compile(
    r"`((?:\.github|bench|docs|native|requirements|src|tests|tools)/[\w./*-]+|[a-z_]+/(?:[a-z_]+/)*[a-z_]+\.(?:py|toml))`"
)
PLACES = [ROOT, ROOT / "src", ROOT / "src" / "weft", ROOT / "native"]  # from which paths are told
NAME = re.compile(r"`(weft(?:\.\w+)+)")
NO_NAMES = {"weft.schema"}  # a key in files of Parquet
MODULE = re.compile(r"python -m ((?:bench|tests|tools|weft)\b(?:\.\w+)*)")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
MAKE = re.compile(r"`make ((?:[a-z-]+ ?)+)(?:[A-Z]+=[^`]*)?`|^make ([a-z-]+) *(?:#.*)?$", re.MULTILINE)
COMMAND = re.compile(rf"\bweft (?:{'|'.join(COMMANDS)})(?![\w:-])(?:(?!\bweft )[^`\n;|>&])*")
END = re.compile(r"  |[,.)(](?:\s|$)")  # of a command in a sentence, or before what an example says of it


def missing(text: str) -> Iterator[str]:
    """What a text names and the repository does not have."""
    for path in PATH.findall(text):
        if not any(found for place in PLACES for found in place.glob(path.rstrip("/"))):
            yield path
    yield from (name for name in NAME.findall(text) if name not in NO_NAMES and not has_home(name))
    yield from (f"python -m {name}" for name in MODULE.findall(text) if importlib.util.find_spec(name) is None)


def commands_of(text: str) -> list[str]:
    """The commands of weft in a text, each up to what is said of it."""
    return [END.split(command)[0] for command in COMMAND.findall(text)]


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_what_a_page_names_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = [name for found in MAKE.findall(text) for name in "".join(found).split()]
    assert [*missing(FENCE.sub("", text)), *(name for name in named if name not in TARGETS)] == []


def test_what_the_source_names_is_there() -> None:
    """In help, messages, docstrings and comments."""
    parser = make_parser(COMMANDS)
    wrong = []
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        wrong += [f"{name_of(path)}: {name}" for name in missing(text)]
        nodes = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
        commands = [command for value in nodes if isinstance(value, str) for command in commands_of(value)]
        for command in commands:
            wrong += [f"{name_of(path)}: {command}: {word}" for word in strange_words(command, parser)]
    assert wrong == []


def test_what_is_not_there_is_found() -> None:
    text = "`src/weft/no.py`, `io/no.py`, `weft.Documents`, `python -m bench.no`, `src/weft/auto.py`, `io/files.py`"
    assert list(missing(text)) == ["src/weft/no.py", "io/no.py", "weft.Documents", "python -m bench.no"]
    assert commands_of("as weft extract --vision. See weft run pages/ -o x  (all)") == [
        "weft extract --vision",
        "weft run pages/ -o x",
    ]
