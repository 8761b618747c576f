"""`weft completion`: a script that completes weft's commands, options, choices and file names in a shell.

The script is written from the parsers themselves, with all choices in it, so that nothing of weft runs while one types.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

EXAMPLES = """\
for this session; to have it always, put the same line into the file behind it:
  bash   source <(weft completion bash)             ~/.bashrc
  zsh    source <(weft completion zsh)              ~/.zshrc, behind compinit
  fish   weft completion fish | source              ~/.config/fish/config.fish

or keep the script as a file, which starts faster (and make it again when weft is updated):
  weft completion bash > ~/.local/share/bash-completion/completions/weft
  weft completion zsh > ~/.zfunc/_weft              a folder of your fpath
  weft completion fish > ~/.config/fish/completions/weft.fish
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's options."""
    parser = subparsers.add_parser(
        "completion",
        help="print a script that completes weft's commands and options in your shell",
        description="Prints a script that completes commands, options, choices and file names.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", choices=list(SHELLS), help="the shell that you use")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    from weft.cli.main import make_parser  # it imports this module

    print(SHELLS[options.shell](list(describe(make_parser()))))
    return 0


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option of a command: its flags, and the choices of its value; none of them: a file name, or no value."""

    flags: tuple[str, ...]
    help: str
    choices: tuple[str, ...]
    has_value: bool
    repeats: bool


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command as it is typed, empty for weft itself: what may come behind it besides file names."""

    path: tuple[str, ...]
    options: tuple[Option, ...]
    words: dict[str, str]  # commands below it or choices of an argument, with what they do

    @property
    def name(self) -> str:
        """The words as one."""
        return " ".join(self.path)


def describe(parser: argparse.ArgumentParser) -> Iterator[Command]:
    """The command of a parser and all below it, those that are not listed too."""
    waiting: list[tuple[tuple[str, ...], argparse.ArgumentParser]] = [((), parser)]
    while waiting:
        path, parser = waiting.pop(0)
        options: list[Option] = []
        words: dict[str, str] = {}
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                words |= {listed.dest: listed.help or "" for listed in action._choices_actions}
                waiting += [((*path, name), below) for name, below in action.choices.items()]
            elif action.option_strings:
                options.append(_option(parser, action))
            else:
                words |= dict.fromkeys(action.choices or (), "")
        yield Command(path=path, options=tuple(options), words=words)


def _option(parser: argparse.ArgumentParser, action: argparse.Action) -> Option:
    return Option(
        flags=tuple(action.option_strings),
        help=" ".join(parser._get_formatter()._expand_help(action).split()) if action.help else "",
        choices=tuple(map(str, action.choices or ())),
        has_value=action.nargs != 0,
        repeats=action.nargs in ("+", "*") or isinstance(action, argparse._AppendAction),
    )


def write_bash(commands: Sequence[Command]) -> str:
    """The script for bash; where it offers nothing, bash offers file names."""
    values, words = [], []
    for command in commands:
        for option in command.options:
            if option.choices or (option.has_value and command.words):
                flags = "|".join(_quote(f"{command.name} {flag}") for flag in option.flags)
                values.append(f"        {flags}) words={_quote(' '.join(option.choices))} ;;")
        every = " ".join(flag for option in command.options for flag in option.flags)
        given = f"words={_quote(' '.join(command.words))} flags={_quote(every)}"
        words.append(f"            {_quote(command.name)}) {given} ;;")
    return _fill(BASH, known=_known(commands, "|"), values="\n".join(values), words="\n".join(words))


BASH = """\
# Completion of weft for bash, written by `weft completion bash`.
_weft() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= words= flags= index
    if [[ $word == = ]]; then word=; elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
    for ((index = 1; index < COMP_CWORD; index++)); do
        case "$command ${COMP_WORDS[index]}" in
            @known@) command+=${command:+ }${COMP_WORDS[index]} ;;
        esac
    done
    case "$command $before" in
@values@
        *) case $command in
@words@
        esac
        [[ $word == -* ]] && words=$flags ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _weft weft"""


def write_zsh(commands: Sequence[Command]) -> str:
    """The script for zsh, as a file of its completions or to be sourced."""
    cases = []
    for command in commands:
        specs = [_zsh_option(option) for option in command.options]
        specs.append("'1: :{ _describe word offered }'" if command.words else "'*: :_files'")
        offered = " ".join(_quote(f"{word}:{about}") for word, about in command.words.items())
        cases.append(f"    ({_quote(command.name)})\n        offered=({offered})\n        _arguments -s \\")
        cases.append(" \\\n".join(f"            {spec}" for spec in specs) + " ;;")
    return _fill(ZSH, known=_known(commands, "|"), cases="\n".join(cases))


def _zsh_option(option: Option) -> str:
    """A specification as `_arguments` reads it: a flag excludes its twins, or itself where it may not come again."""
    before = _quote("*" if option.repeats else f"({' '.join(option.flags)})")
    joins = {True: "=", False: "+"} if option.has_value else {True: "", False: ""}  # --format=text, -ftext
    named = [flag + joins[flag.startswith("--")] for flag in option.flags]
    flags = f"{{{','.join(named)}}}" if len(named) > 1 else named[0]
    about = option.help
    for special in "\\[]:":
        about = about.replace(special, f"\\{special}")
    value = f": :({' '.join(option.choices)})" if option.choices else ": :_files"
    return f"{before}{flags}{_quote(f'[{about}]' + value * option.has_value)}"


ZSH = """\
#compdef weft
# Completion of weft for zsh, written by `weft completion zsh`.
_weft() {
    local command= index last=1
    local -a offered
    for ((index = 2; index < CURRENT; index++)); do
        case "$command $words[index]" in
            (@known@) command+=${command:+ }$words[index]; last=$index ;;
        esac
    done
    shift $((last - 1)) words
    ((CURRENT -= last - 1))
    case $command in
@cases@
    esac
}
if [[ $funcstack[1] == _weft ]]; then _weft "$@"; else compdef _weft weft; fi"""


def write_fish(commands: Sequence[Command]) -> str:
    """The script for fish; it offers file names besides, but not where choices are all there is."""
    lines = []
    for command in commands:
        at = f"complete -c weft -n {_fish_quote(f'__weft_at {command.name}'.strip())}"
        lines += [f"{at} -f -a {word} -d {_fish_quote(about)}" for word, about in command.words.items()]
        for option in command.options:
            flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
            value = f" -x -a {_fish_quote(' '.join(option.choices))}" if option.choices else " -r" * option.has_value
            lines.append(f"{at} {flags}{value} -d {_fish_quote(option.help)}")
    return _fill(FISH, known=_known(commands, " "), lines="\n".join(lines))


FISH = """\
# Completion of weft for fish, written by `weft completion fish`.
function __weft_at
    set -l command
    for word in (commandline -opc)[2..]
        if contains -- "$command $word" @known@
            set command (string trim -- "$command $word")
        end
    end
    test "$command" = "$argv"
end
@lines@"""


def _known(commands: Sequence[Command], between: str) -> str:
    """Every command as the command above it, a space and its own word: how the scripts find out where they are."""
    return between.join(_quote(f"{' '.join(command.path[:-1])} {command.path[-1]}") for command in commands[1:])


def _quote(text: str) -> str:
    return "'" + text.replace("'", r"'\''") + "'"


def _fish_quote(text: str) -> str:
    return "'" + text.replace("\\", r"\\").replace("'", r"\'") + "'"


def _fill(script: str, **parts: str) -> str:
    for name, part in parts.items():
        script = script.replace(f"@{name}@", part)
    return script


SHELLS: dict[str, Callable[[Sequence[Command]], str]] = {"bash": write_bash, "zsh": write_zsh, "fish": write_fish}
"""What writes the script of each shell."""
