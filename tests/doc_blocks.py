"""Runs the examples of a Markdown file as a reader would: from top to bottom, in one folder.

- ``` ```python ```: doctests (`>>>`, with ELLIPSIS); code without prompts is run as it stands. One name space a file.
- ``` ```console ```: `$ command`, below it what it prints (`...` fits anything, also lines). Nothing below: the output
  is not looked at. The exit code must be 0, or N where a line `[exit N]` follows.
- ``` ```sh ```: commands that must exit with 0; their output is not looked at.
- A fence of any language with `title="name"` is written to that file first and, in Python, not run.
- A command that ends in `&` is a server: a free port takes the place of its 8xxx in the rest of the file, and the next
  command waits until it listens. Servers are ended with the file.
- `cd` and `export` hold for the commands that follow. `python` and `weft` are those that run the tests.
"""

import contextlib
import doctest
import io
import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^`\n]*)\n(?P<code>.*?)^ *```$", re.DOTALL | re.MULTILINE)
TITLE = re.compile(r'title="([^"]+)"')
SHELLS = ("console", "sh")
PORT = re.compile(r"\b8\d{3}\b")
EXIT = re.compile(r"\[exit (\d+)\]")
CLOSED_PIPE = 128 + signal.SIGPIPE  # `cat … | head` on a page that is longer than a pipe holds
COMMAND_SECONDS = 120  # a browser on a busy machine; most commands take half a second
LISTEN_SECONDS = 60


@dataclass(frozen=True)
class Block:
    """A fenced block: what it is written in, the name of its file if it has one, its code, its first line's number."""

    language: str
    title: str
    code: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command of a shell block and what is expected of it; `output` is empty where nobody looks."""

    text: str
    line: int
    output: str = ""
    code: int = 0


def read_blocks(text: str) -> list[Block]:
    """The fenced blocks of a Markdown text, in order."""
    blocks = []
    for match in FENCE.finditer(text):
        language, _, rest = match["info"].strip().partition(" ")
        title = TITLE.search(rest)
        line = text.count("\n", 0, match.start("code")) + 1
        blocks.append(Block(language, title[1] if title else "", textwrap.dedent(match["code"]), line))
    return blocks


def read_commands(block: Block) -> list[Command]:
    """The commands of a shell block, with the output that stands below them in a console."""
    console = block.language == "console"
    lines = list(enumerate(block.code.splitlines(), block.line))
    commands: list[Command] = []
    while lines:
        number, line = lines.pop(0)
        if console and not line.startswith("$ "):
            raise ValueError(f"line {number}: a console begins with a command: $ weft …")
        text = line.removeprefix("$ ") if console else line
        while not is_complete(text):
            if not lines:
                raise ValueError(f"line {number}: the command has no end: {text}")
            text += "\n" + lines.pop(0)[1]
        below = []
        while console and lines and not lines[0][1].startswith("$ "):
            below.append(lines.pop(0)[1])
        code = EXIT.fullmatch(below.pop()) if below and EXIT.fullmatch(below[-1]) else None
        if text.strip() and not text.lstrip().startswith("#"):
            commands.append(Command(text, number, "\n".join(below).strip("\n"), int(code[1]) if code else 0))
    return commands


def is_complete(text: str) -> bool:
    """Whether bash would run this now rather than ask for the next line: no open quote, loop or here-document."""
    if text.endswith("\\"):
        return False
    read = subprocess.run(["bash", "-n", "-c", text], capture_output=True, check=False)
    return read.returncode == 0 and not read.stderr


@dataclass
class Reader:
    """One who types a file's examples: a folder, a Python name space, the environment of a shell, running servers."""

    folder: Path
    name: str
    not_run: dict[str, str] = field(default_factory=dict)
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__main__"})
    ports: dict[str, str] = field(default_factory=dict)
    servers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def follow(self, text: str) -> Iterator[str]:
        """Run every block; yields what went wrong, each with its place."""
        try:
            for block in read_blocks(text):
                yield from self.run(block)
        finally:
            for server in self.servers:
                end(server)

    def run(self, block: Block) -> Iterator[str]:
        """Run one block by its language."""
        if block.title:
            (self.folder / block.title).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / block.title).write_text(self.place_ports(block.code), encoding="utf-8")
        elif block.language == "python":
            yield from self.run_python(block)
        elif block.language in SHELLS:
            for command in read_commands(block):
                if not any(command.text.startswith(beginning) for beginning in self.not_run):
                    yield from self.run_command(command)

    def run_python(self, block: Block) -> Iterator[str]:
        """Doctests, or code as it stands, in the file's name space."""
        code = self.place_ports(block.code)
        if ">>>" not in code:
            try:
                exec(compile("\n" * (block.line - 1) + code, self.name, "exec"), self.names)
            except Exception as error:
                yield f"{self.name}:{block.line}: {type(error).__name__}: {error}\n{textwrap.indent(code, '    ')}"
            return
        test = doctest.DocTestParser().get_doctest(code, {}, self.name, self.name, block.line - 1)
        test.globs = self.names
        report = io.StringIO()
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(test, out=report.write, clear_globs=False)
        if report.getvalue():
            yield report.getvalue()

    def run_command(self, command: Command) -> Iterator[str]:
        """A command in a shell; what it prints and its exit code, where they are not as expected."""
        if command.text.rstrip().endswith("&"):
            yield from self.start(command)
            return
        shell = self.shell(self.place_ports(command.text))
        try:
            printed = shell.communicate(timeout=COMMAND_SECONDS)[0].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            end(shell)
            yield f"{self.name}:{command.line}: $ {command.text}\n    took more than {COMMAND_SECONDS} s"
            return
        got = "\n".join(line.rstrip() for line in self.unplace_ports(printed).splitlines()).strip("\n")
        right_code = shell.returncode == command.code or (command.code == 0 and shell.returncode == CLOSED_PIPE)
        if not right_code:
            yield self.complain(command, got, f"exit code {shell.returncode}, expected {command.code}")
        elif command.output and not fits(command.output, got):
            yield self.complain(command, got, f"expected:\n{textwrap.indent(command.output, '    ')}")

    def start(self, command: Command) -> Iterator[str]:
        """A server, up to where it listens."""
        for port in PORT.findall(command.text):
            self.ports.setdefault(port, free_port())
        server = self.shell(self.place_ports(command.text).rstrip().removesuffix("&"), log=self.folder / ".server.log")
        self.servers.append(server)
        waiting = [self.ports[port] for port in PORT.findall(command.text)]
        until = time.monotonic() + LISTEN_SECONDS
        while waiting and server.poll() is None and time.monotonic() < until:
            waiting = [port for port in waiting if not listens(port)]
            time.sleep(0.02)
        if waiting:
            said = (self.folder / ".server.log").read_text(encoding="utf-8", errors="replace")
            yield self.complain(command, said, f"it does not listen on {', '.join(waiting)}")

    def shell(self, text: str, log: Path | None = None) -> subprocess.Popen[bytes]:
        """Bash with what earlier commands left: the folder they went to, what they exported."""
        state = self.folder / ".shell"
        keep = f'{{ export -p; printf "cd %q\\n" "$PWD"; }} > {state}'
        recall = f"[ -e {state} ] && . {state}"
        script = f"{recall}\nset -o pipefail\n{text}" + ("" if log else f"\ncode=$?\n{keep}\nexit $code")
        with contextlib.ExitStack() as files:
            return subprocess.Popen(
                ["bash", "-c", script],
                cwd=self.folder,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=files.enter_context(log.open("wb")) if log else subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def environment(self) -> dict[str, str]:
        """That of the tests, with their Python first, a home of its own, and a terminal of a known width."""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        return {**os.environ, "PATH": path, "HOME": str(self.folder), "COLUMNS": "120", "PYTHONUNBUFFERED": "1"}

    def place_ports(self, text: str) -> str:
        """The text with the ports that are free here."""
        return PORT.sub(lambda match: self.ports.get(match[0], match[0]), text)

    def unplace_ports(self, text: str) -> str:
        """The text with the ports that the file shows."""
        for shown, real in self.ports.items():
            text = text.replace(real, shown)
        return text

    def complain(self, command: Command, got: str, what: str) -> str:
        """A message with the place, the command, what was wrong and what it printed."""
        return f"{self.name}:{command.line}: $ {command.text}\n{what}\ngot:\n{textwrap.indent(got, '    ')}"


def fits(expected: str, got: str) -> bool:
    """Whether the output is as expected, where `...` stands for anything."""
    lines = "\n".join(line.rstrip() for line in expected.splitlines())
    return doctest.OutputChecker().check_output(lines + "\n", got + "\n", doctest.ELLIPSIS)


def free_port() -> str:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def listens(port: str) -> bool:
    """Whether somebody answers on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", int(port))) == 0


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it has started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
    if process.stdout:
        process.stdout.close()
