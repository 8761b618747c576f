"""`weft completion`: a script that completes weft's commands, options, choices and file names in a shell.

The package shtab writes the script from the parsers, with all choices in it: nothing of weft runs while one types.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from weft.errors import ConfigError

SHELLS = ("bash", "zsh", "fish")

DESCRIPTION = "Prints a script that completes commands, options, choices and file names."
EXAMPLES = """\
for this session; to have it always, put the same line into the file behind it:
  bash   eval "$(weft completion bash)"             ~/.bashrc
  zsh    eval "$(weft completion zsh)"              ~/.zshrc, behind compinit
  fish   weft completion fish | source              ~/.config/fish/config.fish

or keep the script as a file, which starts faster; make its folder first, and the file again when weft is updated:
  weft completion bash > ~/.local/share/bash-completion/completions/weft
  weft completion zsh > ~/.zfunc/_weft              a folder of your fpath
  weft completion fish > ~/.config/fish/completions/weft.fish
"""


BASH = """
_weft() {  # bash takes the = of --format=json for a word
    local word words=()
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do [[ $word == = ]] || words+=("$word"); done
    [[ ${COMP_WORDS[COMP_CWORD]} == = ]] && words+=("")
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
    _shtab_weft
}
complete -o default -F _weft weft"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that you use")


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    from weft.cli.main import make_parser  # it imports this module

    print(write_script(make_parser(), options.shell))
    return 0


def write_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script of a shell; a value without choices is completed as a file name."""
    try:
        import shtab
    except ImportError:
        advice = "install it with pip install 'weft[completion]'"
        raise ConfigError("weft completion needs shtab", advice=advice) from None
    for below in every_parser(parser):
        for action in below._actions:
            if action.nargs != 0 and not action.choices:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    return shtab.complete(parser, shell) + (BASH if shell == "bash" else "")


def every_parser(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and those of the commands below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from every_parser(below)
