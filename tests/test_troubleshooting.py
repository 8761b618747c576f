"""docs/troubleshooting.md: every message it quotes stands in the source, and every kind of failure is on it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

from weft import errors
from weft.cli.crawl import _with_flags
from weft.cli.options import ADVICE, FLAGS

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
GAP = "…"
QUOTED = re.compile(r"`([^`]+)`")
CODES = re.compile("[a-z_]+")
OF_COMMANDS = {f"{ADVICE.get(detail, 'raise it with')} {flag}" for (_, detail), flag in FLAGS.items()}  # see `words_of`
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


CLASSES = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}


@cache
def nodes() -> list[ast.expr]:
    """The texts and the calls of the source. Read when a test asks: it takes seconds."""
    return [
        node
        for path in (ROOT / "src" / "weft").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp | ast.Call)
    ]


@cache
def raised() -> list[ast.Call]:
    """The calls that make an error."""
    calls = [node for node in nodes() if isinstance(node, ast.Call) and node.args]
    return [call for call in calls if getattr(call.func, "id", "") in CLASSES]


@cache
def texts() -> set[str]:
    """What the source writes, and errors as they are printed."""
    plain = {written(node) for node in nodes() if not isinstance(node, ast.Call)} | set(map(printed, raised()))
    return plain | {_with_flags(text) for text in plain if "=" in text}  # as `weft crawl` prints the options of a crawl


def printed(call: ast.Call) -> str:
    """An error as it is printed: "page: what; advice"."""
    given = {keyword.arg: written(keyword.value) for keyword in call.keywords}
    what = f"{GAP}: " * ("page" in given) + written(call.args[0])
    return f"{what}; {given['advice']}" if "advice" in given else what


MESSAGES = sorted(
    {
        quoted
        for cells in rows_of(TEXT.replace(REASONS.search(TEXT)[1], ""))  # type: ignore[index]
        for quoted in QUOTED.findall(cells[0])
        if len(quoted.replace(GAP, "").split()) > 2
    }
)
QUOTES = [quoted for quoted in QUOTED.findall(TEXT) if len(quoted.replace(GAP, "").split()) > 2]
COVERED = 0.95  # of what is raised: a new message is soon on the page, and need not be there at once


def test_there_are_messages() -> None:
    assert len(MESSAGES) > 100


def test_every_quoted_message_stands_in_the_source() -> None:
    parts = [part for message in MESSAGES for part in parts_of(message)]
    assert [part for part in parts if not is_written(part)] == [], "no source says it; quote what it says now"


def is_written(part: str) -> bool:
    """Whether the source has a text that says it. Only texts with the longest piece of it are looked at."""
    longest, place = max(part.split(GAP), key=len), 0
    while (place := all_texts().find(longest, place)) >= 0:
        begin, end = all_texts().rfind("\0", 0, place) + 1, all_texts().find("\0", place)
        if says(all_texts()[begin:end], part):
            return True
        place = end
    return False


@cache
def all_texts() -> str:
    """The texts as one, each with a mark behind it."""
    return "".join(f"{text}\0" for text in sorted(texts()))


def test_is_written() -> None:
    for part in MESSAGES[::20]:
        for asked in (part, part[1:-1] + GAP, part + "?", f"{GAP}z{part}"):
            assert is_written(asked) == any(says(text, asked) for text in texts()), asked


def test_nearly_every_message_is_quoted() -> None:
    parts = [part for message in QUOTES for part in (message, *parts_of(message)) if len(part.split()) > 2]
    calls = [call for call in raised() if getattr(call.func, "id", "") != "LimitError"]
    messages = sorted({printed(call) for call in calls if re.search("[a-z]{3}", written(call.args[0]))})
    missing = [text for text in messages if not any(says(text, part) for part in parts)]
    share = 1 - len(missing) / len(messages)
    assert share >= COVERED, "not on the page:\n" + "\n".join(missing)


def parts_of(message: str) -> list[str]:
    """What an error says and what it advises, as the source has them: without the page and a command's flag."""
    if is_written(message):
        return [message]
    return [part for part in message.removeprefix(f"{GAP}: ").split("; ") if part not in OF_COMMANDS]


def test_parts() -> None:
    assert parts_of("…: no such thing; or that; allow it with --allow-private") == ["no such thing", "or that"]
    assert parts_of("…: no such thing; allow it with --any-thing") == ["no such thing", "allow it with --any-thing"]


def test_printed() -> None:
    call = ast.parse("SourceError(f'no {kind}', page=name, advice='look')", mode="eval").body
    assert isinstance(call, ast.Call)
    assert printed(call) == "…: no …; look"


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


def test_every_code_of_a_reason_is_explained() -> None:
    explained = set(QUOTED.findall("\n".join(cells[0] for cells in rows_of(TEXT))))
    given = {written(node.args[0]) for node in nodes() if is_reason(node)}
    codes = {text for text in given if CODES.fullmatch(text)} | {getattr(errors, name).code for name in CLASSES}
    assert {"crash", "fault", "no_page", "limit", "browser", "no_template"} <= codes
    missing = codes - {"error"} - explained
    assert not missing, f"codes that the page does not have: {missing}"


def test_every_detail_of_a_failure_is_explained() -> None:
    section = REASONS.search(TEXT)
    assert section
    limits = [node for node in nodes() if is_reason(node) and written(node.args[0]) == "limit"]
    details = {written(node.args[1]) for node in limits if len(node.args) > 1}
    assert {"bytes", "memory", "seconds"} <= details
    assert all(f"`{detail}`" in section[1] for detail in (details | {"nodes", "depth"}) - {GAP})


def is_reason(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether a node makes a reason with a code."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason" and bool(node.args)


def test_every_extra_that_a_message_asks_for_is_named() -> None:
    asked = {extra for text in texts() for extra in re.findall(r"weft\[([a-z]+)\]", text)}
    named = set(re.findall(r"weft\[([a-z]+)\]", TEXT))
    assert asked <= named
