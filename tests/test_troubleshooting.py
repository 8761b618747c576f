"""docs/troubleshooting.md: every message it quotes stands in the source, and every kind of failure is on it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from weft import errors

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
NODES = [
    node
    for path in (ROOT / "src" / "weft").rglob("*.py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp | ast.Call)
]
GAP = "…"
QUOTED = re.compile(r"`([^`]+)`")
GIVEN_UP = {
    ("fail", 3): 1,
    ("_replace", 4): 2,
}  # of engines and service: which argument is the reason
REASONS = re.compile(r"### Reasons of failed pages\n.*?\n\n(\|.*?)\n\n#", re.DOTALL)


def rows_of(text: str) -> Iterator[list[str]]:
    """The cells of the tables' rows, less their heads."""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        is_head = lines[number + 1 : number + 2] and lines[number + 1].startswith("|--")
        if line.startswith("| ") and not is_head:
            yield [cell.strip() for cell in line.strip("| ").split(" | ")]


def written(node: ast.expr) -> str:
    """A text as the source writes it, with a gap for what is put in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else GAP
    if isinstance(node, ast.JoinedStr):
        return "".join(map(written, node.values))
    if isinstance(node, ast.BinOp):
        return written(node.left) + written(node.right)
    return GAP


TEXTS = {written(node) for node in NODES if not isinstance(node, ast.Call)}
MESSAGES = sorted(
    {
        quoted
        for cells in rows_of(TEXT.replace(REASONS.search(TEXT)[1], ""))  # type: ignore[index]
        for quoted in QUOTED.findall(cells[0])
        if len(quoted.replace(GAP, "").split()) > 2
    }
)
QUOTES = [quoted for quoted in QUOTED.findall(TEXT) if len(quoted.replace(GAP, "").split()) > 2]
CLASSES = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
RAISED = sorted(
    {
        text
        for node in NODES
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CLASSES and node.args
        if re.search("[a-z]{3}", text := written(node.args[0]))
    }
)
COVERED = 0.95  # of what is raised: a new message is soon on the page, and need not be there at once


def test_there_are_messages() -> None:
    assert len(MESSAGES) > 100


@pytest.mark.parametrize("message", MESSAGES)
def test_a_quoted_message_stands_in_the_source(message: str) -> None:
    for part in parts_of(message):
        assert any(says(text, part) for text in TEXTS), f"no source says {part!r}; quote what it says now"


def test_nearly_every_message_is_quoted() -> None:
    parts = [part for message in QUOTES for part in (message, *parts_of(message)) if len(part.split()) > 2]
    missing = [text for text in RAISED if not any(says(text, part) for part in parts)]
    share = 1 - len(missing) / len(RAISED)
    assert share >= COVERED, "not on the page:\n" + "\n".join(missing)


def parts_of(message: str) -> list[str]:
    """What an error says and what it advises, as the source has them: without the page, arguments instead of flags."""
    if any(says(text, message) for text in TEXTS):
        return [message]
    parts = message.removeprefix(f"{GAP}: ").split("; ")
    return [re.sub(r"--([a-z-]+)", lambda flag: flag[1].replace("-", "_") + f"={GAP}", part) for part in parts]


def test_parts() -> None:
    assert parts_of("…: no such thing; allow it with --any-thing") == ["no such thing", "allow it with any_thing=…"]


def says(text: str, message: str) -> bool:
    """Whether a text of the source has the pieces of a quoted message, in their order."""
    place = 0
    for piece in message.split(GAP):
        place = text.find(piece, place)
        if place < 0:
            return False
        place += len(piece)
    return True


def test_says() -> None:
    assert says("…: no such file; check the name", "…: no such file; …")
    assert not says("check the name: no such file", "no such file…check")


def test_every_error_is_explained() -> None:
    explained = {quoted for cells in rows_of(TEXT) for quoted in QUOTED.findall(cells[0])}
    assert CLASSES - {"WeftError"} <= explained


def test_every_reason_of_a_failure_is_explained() -> None:
    found = REASONS.search(TEXT)
    assert found
    explained = set(QUOTED.findall("\n".join(cells[0] for cells in rows_of(found[1] + "\n"))))
    given = {text for node in NODES if isinstance(node, ast.Call) for text in reasons_in(node)}
    assert {"crash", "memory", "limit: memory", f"limit: {GAP}", f"browser: {GAP}"} <= given
    for text in given - {GAP}:
        fits = re.compile(".*".join(map(re.escape, text.split(GAP))))
        assert any(fits.fullmatch(reason) for reason in explained), f"{text!r} is a reason that the page does not have"


def reasons_in(call: ast.Call) -> Iterator[str]:
    """The reasons that a call gives to a failure."""
    if getattr(call.func, "id", "") == "Failure":
        yield from (written(keyword.value) for keyword in call.keywords if keyword.arg == "reason")
    place = GIVEN_UP.get((getattr(call.func, "attr", ""), len(call.args)))
    if place is not None:
        yield written(call.args[place])


def test_every_extra_that_a_message_asks_for_is_named() -> None:
    asked = {extra for text in TEXTS for extra in re.findall(r"weft\[([a-z]+)\]", text)}
    named = set(re.findall(r"weft\[([a-z]+)\]", TEXT))
    assert asked <= named
