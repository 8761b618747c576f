"""The text of a lexical pattern, read: regular expressions less what `ontology_patterns` cannot run."""

import re
from dataclasses import dataclass
from functools import cached_property

from weft.errors import ArtifactError

MAX_CHARACTERS = 2_000  # of a pattern
MAX_DEPTH = 20  # groups in groups
MAX_TIMES = 300  # in `{m,n}`

_QUANTIFIER = re.compile(r"[?*+]|\{([0-9]{1,9})(,)?([0-9]{1,9})?\}")
_LOOK = re.compile(r"\(\?(<?[=!])")
_CODE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})")
_CLASSES = "dDwWsS"


@dataclass(frozen=True)
class Chars:
    """A set of characters, as its text in `re`."""

    text: str
    flags: int

    @cached_property
    def _set(self) -> re.Pattern[str]:
        return re.compile(self.text, self.flags)

    def has(self, char: str) -> bool:
        """Whether a character is in the set."""
        return bool(self._set.match(char))


@dataclass(frozen=True)
class Look:
    """An assertion about the characters beside a place: `^ $ \\b \\B` and look-arounds of one character."""

    text: str
    chars: Chars | None = None

    def holds(self, before: str, char: str) -> bool:
        """Whether it holds between two characters; empty ones stand for the ends of the text."""
        if self.text == "^":
            return not before
        if self.text == "$":
            return not char
        if self.chars is None:
            return (_is_word(before) != _is_word(char)) == (self.text == r"\b")
        beside = before if self.text.startswith("(?<") else char
        has = bool(beside) and self.chars.has(beside)
        return has == (self.text[2 + self.text.startswith("(?<")] == "=")


@dataclass(frozen=True)
class Node:
    """A part of a pattern: `chars`, `look`, `cat` (one behind the other), `alt` (one of them), `rep` (repeated)."""

    kind: str
    parts: tuple["Node", ...] = ()
    chars: Chars | None = None
    look: Look | None = None
    least: int = 1
    most: int | None = 1


@dataclass(frozen=True)
class Read:
    """A pattern that was read."""

    text: str
    node: Node
    flags: int

    def fail(self, message: str, place: int) -> ArtifactError:
        """An error that points to a place of the pattern."""
        return _error(self.text, message, place)


def read_pattern(text: str) -> Read:
    """Read a pattern; an error points to what is not understood and says what to write instead."""
    if len(text) > MAX_CHARACTERS:
        raise ArtifactError(f"a pattern has at most {MAX_CHARACTERS} characters; this one begins with {text[:40]!r}")
    reader = _Reader(text)
    node = reader.alternatives(0)
    if reader.place < len(text):
        raise reader.fail("this `)` closes nothing; write \\) for the character", reader.place)
    return Read(text, node, reader.flags)


class _Reader:
    """A pattern while it is read, by recursive descent of limited depth."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 4 if text.startswith("(?i)") else 0
        self.flags = re.IGNORECASE if self.place else 0

    def fail(self, message: str, place: int) -> ArtifactError:
        return _error(self.text, message, place)

    def alternatives(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise self.fail(f"more than {MAX_DEPTH} groups in groups", self.place)
        branches = [self._sequence(depth)]
        while self.text.startswith("|", self.place):
            self.place += 1
            branches.append(self._sequence(depth))
        return branches[0] if len(branches) == 1 else Node("alt", tuple(branches))

    def _sequence(self, depth: int) -> Node:
        parts: list[Node] = []
        while self.place < len(self.text) and self.text[self.place] not in "|)":
            at = self.place
            part = self._part(depth)
            parts.append(self._repeated(part, at))
        return parts[0] if len(parts) == 1 else Node("cat", tuple(parts))

    def _part(self, depth: int) -> Node:
        text, at = self.text, self.place
        if look := _LOOK.match(text, at):
            return self._look(look)
        if text[at] == "(":
            return self._group(depth)
        if text[at] in "^$":
            self.place += 1
            return Node("look", look=Look(text[at]))
        if text.startswith((r"\b", r"\B"), at):
            self.place += 2
            return Node("look", look=Look(text[at : at + 2]))
        if text[at] in "?*+" or _QUANTIFIER.match(text, at):
            raise self.fail(f"nothing stands before this quantifier; write \\{text[at]} for the character", at)
        return Node("chars", chars=self._chars())

    def _group(self, depth: int) -> Node:
        at = self.place
        if self.text.startswith("(?:", at):
            self.place += 3
        elif self.text.startswith("(?", at):
            raise self.fail("of the groups with `?` there are (?:…), (?=x) (?!x) (?<=x) (?<!x), and (?i) in front", at)
        else:
            self.place += 1
        node = self.alternatives(depth + 1)
        self._close(at)
        return node

    def _look(self, opened: re.Match[str]) -> Node:
        self.place = opened.end()
        if self.text[self.place : self.place + 1] in ("", "(", ")", "|"):
            raise self.fail("a look-around holds one character or class, such as (?![0-9])", self.place)
        chars = self._chars()
        if not self.text.startswith(")", self.place):
            raise self.fail("a look-around holds one character or class, such as (?![0-9])", self.place)
        self.place += 1
        return Node("look", look=Look(self.text[opened.start() : self.place], chars))

    def _close(self, opened: int) -> None:
        if not self.text.startswith(")", self.place):
            raise self.fail("this group has no closing `)`", opened)
        self.place += 1

    def _chars(self) -> Chars:
        """One character, escape or class in brackets."""
        at, char = self.place, self.text[self.place]
        if char == "[":
            self.place = self._class_end(at)
        elif char == "\\":
            self.place = self._escape_end(at)
        else:
            self.place += 1
            return Chars(char if char == "." else re.escape(char), self.flags)
        chars = self.text[at : self.place]
        try:
            re.compile(chars, self.flags)
        except (re.error, FutureWarning) as error:
            raise self.fail(f"{chars} is not understood: {error}", at) from None
        return Chars(chars, self.flags)

    def _class_end(self, at: int) -> int:
        place = at + 1 + self.text.startswith("^", at + 1)
        place += self.text.startswith("]", place)
        while place < len(self.text) and self.text[place] != "]":
            place += 2 if self.text[place] == "\\" else 1
        if place >= len(self.text):
            raise self.fail("this class has no closing `]`", at)
        return place + 1

    def _escape_end(self, at: int) -> int:
        if code := _CODE.match(self.text, at):
            return code.end()
        char = self.text[at + 1 : at + 2]
        if char and (char in _CLASSES or char in "tnr" or not char.isalnum()):
            return at + 2
        advice = "of the escapes there are \\d \\w \\s \\b, their capitals, \\t, \\xHH, \\uHHHH, and those of signs"
        raise self.fail(advice, at)

    def _repeated(self, part: Node, at: int) -> Node:
        quantifier = _QUANTIFIER.match(self.text, self.place)
        if not quantifier:
            return part
        if part.kind == "look":
            raise self.fail("an assertion cannot be repeated", self.place)
        least, most = _times(quantifier)
        if least > MAX_TIMES or (most is not None and (most > MAX_TIMES or most < least)):
            raise self.fail(f"{{m,n}} needs m <= n <= {MAX_TIMES}", self.place)
        self.place = quantifier.end()
        if _QUANTIFIER.match(self.text, self.place):
            raise self.fail("a quantifier behind a quantifier: the longest match is always taken", self.place)
        return Node("rep", (part,), least=least, most=most)


def _times(quantifier: re.Match[str]) -> tuple[int, int | None]:
    fixed: dict[str, tuple[int, int | None]] = {"?": (0, 1), "*": (0, None), "+": (1, None)}
    if quantifier[0] in fixed:
        return fixed[quantifier[0]]
    least = int(quantifier[1])
    return least, int(quantifier[3]) if quantifier[3] else None if quantifier[2] else least


def _is_word(char: str) -> bool:
    return bool(char) and (char.isalnum() or char == "_")


def _error(text: str, message: str, place: int) -> ArtifactError:
    return ArtifactError(f"{message}\n  {text}\n  {' ' * place}^")
