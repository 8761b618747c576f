"""`weft completion`: the scripts, as the shells themselves run them."""

import os
import pty
import select
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from weft import EXTRACTORS, RENDERERS
from weft.cli import main
from weft.cli.completion import SHELLS, every_parser, write_script
from weft.cli.main import COMMANDS, make_parser

LINES = {
    "weft ": list(COMMANDS),
    "weft ex": ["extract"],
    "weft extract -f ": list(RENDERERS),
    "weft extract -f m": ["markdown"],
    "weft extract page.html -m v": [name for name in EXTRACTORS if name.startswith("v")],
    "weft extract --no": ["--no-links", "--no-images", "--no-captions", "--no-title", "--no-sandbox"],
    "weft wrap ": ["tsimmis", "ontology", "softmealy"],
    "weft wrap ontology ": ["find", "test", "list", "show"],
    "weft wrap softmealy learn --fi": ["--fields"],
    "weft site saved/ --clustering h": ["hierarchical", "h_k"],
    "weft completion ": list(SHELLS),
    "weft extract pag": ["page.html"],
    "weft extract -o pag": ["page.html"],
}
DRIVER = """
source {script}
COMP_WORDS=({words}) COMP_CWORD={last} COMPREPLY=()
_weft 2>/dev/null  # outside a terminal compopt complains
((${{#COMPREPLY[@]}})) || COMPREPLY=($(compgen -f -- "${{COMP_WORDS[COMP_CWORD]}}"))  # as `-o default` does
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts, and a page whose name can be completed."""
    folder = tmp_path_factory.mktemp("completion")
    (folder / "page.html").write_text("<p>One", encoding="utf-8")
    for shell in SHELLS:
        (folder / shell).write_text(write_script(make_parser(), shell), encoding="utf-8")
    return folder


def complete_in_bash(words: list[str], folder: Path) -> list[str]:
    code = DRIVER.format(script=folder / "bash", words=shlex.join(words), last=len(words) - 1)
    done = subprocess.run(["bash", "--norc", "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(("line", "offered"), LINES.items())
def test_bash(line: str, offered: list[str], scripts: Path) -> None:
    *words, last = line.split(" ")
    assert complete_in_bash([*words, last], scripts) == offered


def test_bash_with_an_equals_sign_which_it_takes_for_a_word(scripts: Path) -> None:
    assert complete_in_bash(["weft", "extract", "--format", "="], scripts) == list(RENDERERS)
    assert complete_in_bash(["weft", "extract", "--format", "=", "j"], scripts) == ["json"]


def test_bash_is_told_which_function_completes(scripts: Path) -> None:
    code = f"source {scripts / 'bash'}; complete -p weft"
    done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "complete -o default -F _weft weft\n"


def find_shell(name: str) -> str:
    found = shutil.which(name)
    assert found, f"{name} is missing; `make system` installs what the tests need"
    return found


def test_fish(scripts: Path) -> None:
    code = f"source {scripts / 'fish'}; for line in $argv; complete -C $line | cut -f 1; echo; end"
    command = [find_shell("fish"), "-c", code, *LINES]
    environment = os.environ | {"HOME": str(scripts), "XDG_CONFIG_HOME": str(scripts)}
    done = subprocess.run(command, cwd=scripts, env=environment, capture_output=True, text=True, check=True)
    answers = [sorted(answer.split()) for answer in done.stdout.split("\n\n")]
    assert answers == [*map(sorted, LINES.values()), []]


@pytest.mark.parametrize("line", ["weft extract -f ", "weft extract --no", "weft wrap ontology ", "weft extract pag"])
def test_zsh(line: str, scripts: Path) -> None:
    shown = list_in_zsh(find_shell("zsh"), line, scripts)
    assert all(word in shown for word in LINES[line]), shown


def list_in_zsh(zsh: str, line: str, folder: Path, *, patience: float = 30.0) -> str:
    """What zsh, in a terminal, lists where one types the line and then ^D."""
    terminal, its_end = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "TERM": "dumb", "HOME": str(folder)}
    start = "PS1='go''> '; stty cols 200; autoload -Uz compinit; compinit -u -D; eval \"$(<./zsh)\"\n"
    with subprocess.Popen(
        [zsh, "-f", "-i"], cwd=folder, env=environment, stdin=its_end, stdout=its_end, stderr=its_end
    ):
        os.close(its_end)
        try:
            os.write(terminal, start.encode())
            _read_until(terminal, "go> ", patience)
            os.write(terminal, f"{line}\x04".encode())
            return _read_until(terminal, "go> ", patience)  # it lists, and shows the line again
        finally:
            os.close(terminal)


def _read_until(terminal: int, mark: str, patience: float) -> str:
    shown, deadline = "", time.monotonic() + patience
    while mark not in shown and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 1 << 16).decode(errors="replace")
    return shown


def test_every_option_of_every_command_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    assert all(flag in script for parser in every_parser(make_parser()) for flag in parser._option_string_actions)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    message = "weft: weft completion needs shtab; install it with pip install 'weft[completion]'\n"
    assert capsys.readouterr().err == message
