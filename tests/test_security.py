"""SECURITY.md: every promise names tests, and each of these tests exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| (?P<promise>[^|]+) \| (?P<tests>[^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"`((?:tests|native)/[\w/.]+)(?:::(\w+))?`")
ROWS = [(row["promise"].strip(), row["tests"]) for row in ROW.finditer((ROOT / "SECURITY.md").read_text("utf-8"))][1:]


@pytest.mark.parametrize(("promise", "tests"), ROWS)
def test_a_promise_has_its_tests(promise: str, tests: str) -> None:
    named = TEST.findall(tests)
    assert named, f"{promise}: no test"
    for file, name in named:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not name or _defines(file, text, name), f"{promise}: {file} has no {name}"


def _defines(file: str, text: str, name: str) -> bool:
    if file.endswith(".rs"):
        return f"fn {name}(" in text
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in ast.walk(ast.parse(text)))


def test_there_are_promises() -> None:
    assert len(ROWS) >= 20
