"""The language of TSIMMIS programs: `[variables, source, pattern]`, read with errors that point to the place.

Hammer, Garcia-Molina, Cho, Aranha and Crespo 1997, "Extracting semistructured information from the Web". A list of
variables is in brackets; `root` is the page; `elements` is ours, since an element that holds others of its kind has no
text that ends it.

In a pattern `*` skips, `#` binds, and anything else is text that must stand there. A pattern covers the whole of what
it is held against. Every `*` and `#` takes as little as it can, from left to right; one at the end takes what is left.
So one search for each literal suffices, and the time is linear: no pattern can hang."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from weft.errors import ArtifactError
from weft.io.damage import reason_of
from weft.papers.c.tsimmis_markup import lower

SKIP, BIND = "*", "#"


@dataclass(frozen=True)
class Pattern:
    """Literals in canonical form and the wildcards around them: wildcard `i` stands before literal `i`.

    `wildcards` is one longer than `literals`; an empty one stands for none, so only the first and last may be.
    """

    literals: tuple[str, ...]
    wildcards: tuple[str, ...]

    @property
    def binds(self) -> int:
        """How many values it binds."""
        return self.wildcards.count(BIND)

    def match(self, text: str, start: int, end: int) -> tuple[tuple[int, int], ...] | None:
        """The stretches that are bound in `text[start:end]`, which is in lower case; None where it does not match.

        >>> pattern = Pattern(("<td>", "</td>"), ("*", "#", "*"))
        >>> pattern.match("<tr><td>one</td><td>two</td></tr>", 0, 33)
        ((8, 11),)
        """
        stretches: list[tuple[int, int]] = []
        position = start
        for index, literal in enumerate(self.literals):
            literal_at = self._find(text, index, literal, position, end)
            if literal_at < 0:
                return None
            if self.wildcards[index] == BIND:
                stretches.append((position, literal_at))
            position = literal_at + len(literal)
        if self.wildcards[-1] == BIND:
            stretches.append((position, end))
        elif not self.wildcards[-1] and position != end:
            return None
        return tuple(stretches)

    def _find(self, text: str, index: int, literal: str, position: int, end: int) -> int:
        """Where a literal stands: at once without a wildcard before it, at the end without one behind the last."""
        if not self.wildcards[index]:
            return position if text.startswith(literal, position, end) else -1
        if index == len(self.literals) - 1 and not self.wildcards[-1]:
            return end - len(literal) if text.endswith(literal, position, end) else -1
        return text.find(literal, position, end)


def canonical(literal: str) -> str:
    """A literal as the page is written: one space for white space, none beside a tag or at the ends, in lower case.

    A space behind a tag's name stays: `<b ` is not the beginning of `<br>`.

    >>> canonical('</TD>  <td CLASS="a" > Price: '), canonical("<b ")
    ('</td><td class="a">price:', '<b ')
    """
    text = " ".join(literal.split())
    for mark in "<>":
        text = text.replace(f" {mark}", mark).replace(f"{mark} ", mark)
    in_tag = text.rfind("<") > text.rfind(">") and literal[-1:].isspace()
    return lower(text) + " " * in_tag


ROOT = "root"
FUNCTIONS = ("split", "elements")
GET = "get"
"""The function of the command that says where a page is, as the paper writes it; it stands before the others."""
MAX_CHARACTERS = 200_000  # of a program
MAX_COMMANDS = 500
MAX_STEPS = 20  # of a source: `split(split(a[1:], …)[0], …)` has four

_TOKEN = re.compile(r"[A-Za-z_]\w*|-?[0-9]{1,9}|[][(),:]")
_TAG = re.compile(r"<[a-z][\w:-]*")


@dataclass(frozen=True)
class Split:
    """Cuts each stretch of the source at a text; the first piece is what stands before it."""

    separator: str


@dataclass(frozen=True)
class Elements:
    """The outermost elements of each stretch whose opening tag begins so."""

    tag: str


@dataclass(frozen=True)
class Slice:
    """Some of a list, as in Python."""

    first: int | None
    last: int | None


Step = Split | Elements | Slice


@dataclass(frozen=True)
class Source:
    """A variable and what is done to it in turn."""

    name: str
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Command:
    """One command of a program and the line it is on."""

    names: tuple[str, ...]
    source: Source
    pattern: Pattern
    line: int = 0
    url: str = ""  # of a command that says where the page is: [root, get("https://…"), "#"]


@dataclass
class _Reader:
    """A program while it is read."""

    text: str
    name: str
    place: int = 0
    known: dict[str, int] = field(default_factory=lambda: {ROOT: 0})  # variables and the lines that bind them

    def fail(self, message: str, position: int) -> ArtifactError:
        """An error that shows the line and points to the column."""
        before = self.text[:position]
        start = before.rfind("\n") + 1
        line = self.text[start:].partition("\n")[0].rstrip("\r")
        column = position - start
        pointer = "".join("\t" if character == "\t" else " " for character in line[:column])
        return ArtifactError(f"{self.name}:{before.count(chr(10)) + 1}:{column + 1}: {message}\n  {line}\n  {pointer}^")

    def skip(self) -> None:
        """Pass white space and comments."""
        while self.place < len(self.text):
            if self.text[self.place] == "#":
                end = self.text.find("\n", self.place)
                self.place = len(self.text) if end < 0 else end
            elif self.text[self.place].isspace():
                self.place += 1
            else:
                break

    def peek(self) -> str:
        """The next token, without passing it; empty at the end, a quote where a text begins."""
        self.skip()
        match = _TOKEN.match(self.text, self.place)
        return match[0] if match else self.text[self.place : self.place + 1]

    def take(self) -> str:
        """The next token."""
        token = self.peek()
        self.place += len(token)
        return token

    def expect(self, token: str, why: str) -> None:
        """Pass a token that must be there."""
        if self.peek() != token:
            raise self.fail(f"`{token}` is expected {why}", self.place)
        self.place += len(token)

    def string(self, what: str, example: str) -> tuple[str, int]:
        """A text in quotes as it is written, escapes kept, and where it begins."""
        quote = self.peek()
        if quote not in ('"', "'"):
            raise self.fail(f"{what} is expected, a text in quotes such as {example}", self.place)
        start = end = self.place + 1
        while end < len(self.text) and self.text[end] != quote:
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            raise self.fail(f"this text has no closing {quote}", self.place)
        self.place = end + 1
        return self.text[start:end], start


def read_program(text: str, *, name: str = "program") -> tuple[Command, ...]:
    """The commands of a program.

    >>> command, = read_program('[[city, high], elements(root, "<tr"), "*<td>#</td><td>#</td>*"]  # a comment')
    >>> command.names, command.source.steps, command.pattern.binds
    (('city', 'high'), (Elements(tag='<tr'),), 2)
    """
    reader = _Reader(text, name)
    if len(text) > MAX_CHARACTERS:
        raise ArtifactError(f"{name} has more than {MAX_CHARACTERS} characters: it is no TSIMMIS program")
    commands: list[Command] = []
    while reader.peek():
        if len(commands) == MAX_COMMANDS:
            raise reader.fail(f"more than {MAX_COMMANDS} commands: split the program", reader.place)
        commands.append(_read_command(reader))
    return tuple(commands)


def load_program(path: Path) -> tuple[Command, ...]:
    """The commands of a file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        what = f"{path} cannot be read as a TSIMMIS program: {reason_of(error)}"
        raise ArtifactError(what, advice="name a text file of commands") from None
    return read_program(text, name=str(path))


def _read_command(reader: _Reader) -> Command:
    reader.expect("[", "where a command begins: [variables, source, pattern]")
    line = reader.text.count("\n", 0, reader.place) + 1
    if reader.peek() == ROOT:
        return _read_get(reader, line)
    names = _read_names(reader)
    reader.expect(",", "behind the variables")
    source = _read_source(reader)
    reader.expect(",", "behind the source")
    pattern, at = _read_pattern(reader)
    reader.expect("]", "behind the pattern, at the end of the command")
    if pattern.binds != len(names):
        raise reader.fail(f"the pattern has {pattern.binds} `#` and the command {len(names)} variables", at)
    reader.known |= {name: line for name in names if name != "_"}
    return Command(names, source, pattern, line)


def _read_get(reader: _Reader, line: int) -> Command:
    """`root, get("https://…"), "#"]`: where a page is that the program is for."""
    start = reader.place
    reader.take()
    reader.expect(",", "behind the variables")
    if reader.peek() != GET or len(reader.known) > 1:
        what = (
            '`root` is bound already by weft, as the page; only a first [root, get("https://…"), "#"] says where it is'
        )
        raise reader.fail(what, start)
    reader.take()
    reader.expect("(", f"behind `{GET}`")
    url, at = reader.string("an address", '"https://example.org/"')
    if not url.startswith(("https://", "http://")):
        raise reader.fail("an address begins with https:// or http://", at)
    reader.expect(")", f"to close `{GET}`")
    reader.expect(",", "behind the source")
    pattern, at = _read_pattern(reader)
    if pattern.binds != 1 or pattern.literals:
        raise reader.fail('the whole page is `root`: write "#"', at)
    reader.expect("]", "behind the pattern, at the end of the command")
    return Command((), Source(ROOT, ()), pattern, line, url)


def _read_names(reader: _Reader) -> tuple[str, ...]:
    if reader.peek() != "[":
        return (_read_name(reader, ()),)
    reader.take()
    names = [_read_name(reader, ())]
    while reader.peek() == ",":
        reader.take()
        names.append(_read_name(reader, names))
    reader.expect("]", "or `,` in the list of variables")
    return tuple(names)


def _read_name(reader: _Reader, before: "tuple[str, ...] | list[str]") -> str:
    name = reader.peek()
    if not name.isidentifier():
        raise reader.fail("a variable is expected, such as `title`, `_rows` (not put out) or `_` (lost)", reader.place)
    if name in FUNCTIONS:
        raise reader.fail(f"`{name}` is a function; give the variable another name", reader.place)
    if name != "_" and (name in reader.known or name in before):
        line = reader.known.get(name, 0)
        where = f"on line {line}" if line else "by weft, as the page" if name == ROOT else "in this list"
        raise reader.fail(f"`{name}` is bound already {where}; give it another name", reader.place)
    return reader.take()


def _read_source(reader: _Reader) -> Source:
    """A variable in any number of calls, each with a text and slices behind it."""
    calls: list[str] = []
    while reader.peek() in FUNCTIONS:
        if len(calls) == MAX_STEPS:
            raise reader.fail(f"more than {MAX_STEPS} functions in a source: bind a variable in between", reader.place)
        calls.append(reader.take())
        reader.expect("(", f"behind `{calls[-1]}`")
    name = reader.peek()
    if not name.isidentifier() or name == "_":
        raise reader.fail("a source is expected: a variable bound above, `root`, split(…) or elements(…)", reader.place)
    if name not in reader.known:
        bound = ", ".join(reader.known)
        raise reader.fail(f"`{name}` is not bound above; there are: {bound}", reader.place)
    reader.take()
    steps = _read_slices(reader)
    for call in reversed(calls):
        reader.expect(",", f"and a text, as {call} needs")
        steps.append(_read_step(reader, call))
        reader.expect(")", f"to close `{call}`")
        steps += _read_slices(reader)
    return Source(name, tuple(steps))


def _read_step(reader: _Reader, call: str) -> Split | Elements:
    written, at = reader.string("what to look for", '"<tr"')
    literal = canonical(_unescape(reader, written, at)) or " " * bool(written)  # words are split at white space
    if not literal:
        raise reader.fail("this text is empty; give something to look for", at)
    if call == "split":
        return Split(literal)
    if not _TAG.match(literal) or ">" in literal[:-1]:
        raise reader.fail('how an opening tag begins is expected, such as "<li" or \'<div class="post\'', at)
    return Elements(literal)


def _read_slices(reader: _Reader) -> list[Step]:
    slices: list[Step] = []
    while reader.peek() == "[" and len(slices) < MAX_STEPS:
        reader.take()
        first = _read_number(reader)
        if reader.peek() == ":":
            reader.take()
            slices.append(Slice(first, _read_number(reader)))
        elif first is None:
            raise reader.fail("a number or `:` is expected, as in [0], [1:] or [:-1]", reader.place)
        else:
            slices.append(Slice(first, first + 1 or None))
        reader.expect("]", "behind the numbers")
    return slices


def _read_number(reader: _Reader) -> int | None:
    return int(reader.take()) if reader.peek().lstrip("-").isdecimal() else None


def _read_pattern(reader: _Reader) -> tuple[Pattern, int]:
    written, at = reader.string("a pattern", '"*<td>#</td>*"')
    literals: list[str] = []
    wildcards = [""]
    literal_at = at
    index = 0
    while index <= len(written):
        mark = written[index : index + 1]
        if mark in (SKIP, BIND, ""):
            literal = canonical(_unescape(reader, written[literal_at - at : index], literal_at))
            if literal:
                literals.append(literal)
                wildcards.append(mark)
            elif mark and wildcards[-1]:
                raise reader.fail(f"`{wildcards[-1]}` and `{mark}` side by side: what ends the first?", at + index)
            elif mark:
                wildcards[-1] = mark
            literal_at = at + index + 1
        index += 2 if mark == "\\" else 1
    if not literals and not wildcards[0]:
        raise reader.fail('this pattern is empty; "#" binds all of the source', at)
    return Pattern(tuple(literals), tuple(wildcards)), at


def _unescape(reader: _Reader, text: str, at: int) -> str:
    """The text without the backslashes before `* # " ' \\`."""
    said, index = [], 0
    while index < len(text):
        if text[index] == "\\":
            if text[index + 1 : index + 2] not in tuple("*#\"'\\"):
                raise reader.fail("a backslash stands before * # \" ' or \\ only; write \\\\ for itself", at + index)
            index += 1
        said.append(text[index])
        index += 1
    return "".join(said)
