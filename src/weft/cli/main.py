"""The command itself: finds the subcommand, turns errors into messages and exit codes."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from weft.cli.terminal import printable_output
from weft.errors import ConfigError, WeftError

if TYPE_CHECKING:
    import argparse

COMMANDS = {
    "extract": "take the content out of pages",
    "records": "take posts, rows and cards out of pages that repeat",
    "crawl": "fetch a sample of a site's pages, politely (extra [crawl])",
    "site": "take the content out of a whole site: learn and apply in one",
    "learn": "learn the templates of a site from its pages",
    "apply": "take the content out of pages by a learned site",
    "fields": "list, rename and drop the fields of a learned site",
    "run": "extract any number of pages on all cores, resumable",
    "stats": "count what an output holds",
    "serve": "answer HTTP requests (extra [serve])",
    "mcp": "serve an assistant over the Model Context Protocol (extra [mcp])",
    "studio": "mark pages in a browser: see, teach and export",
    "report": "show what was learned of a site as an HTML page",
    "diff": "show what changed between two learned sites",
    "score": "score an extractor or a site against your own marks",
    "fingerprint": "tell which software made pages, and in which version",
    "inspect": "show a page's blocks with their scores",
    "look": "make a picture of a page with its blocks outlined",
    "browser-html": "write the HTML that a browser makes of pages",
    "train": "train the default extractor",
    "demo": "see weft work on a small site that comes with it",
    "doctor": "say what is installed, what is missing and how to get it",
    "completion": "print a script that completes weft in your shell (extra [completion])",
    "forum": "take posts and rows out of forums of any software: learn, apply",
    "wrap": "take records out by a wrapper of paper C: tsimmis, ontology, softmealy",
}
"""Each command is the module of its name, and imported when it is called; `--help` needs no more than this."""

EPILOG = """\
example:
  weft extract page.html -f markdown

completion of commands, options and choices in the shell (weft completion --help says how to keep it):
  eval "$(weft completion bash)"       or zsh; in fish: weft completion fish | source

exit codes:
  0    every page gave a document
  1    some page failed, or there was nothing to read; the message says which and why
  2    the command line makes no sense
  3    the site has changed since it was learned (weft report)
  130  interrupted
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `weft` and return its exit code."""
    _take_every_character()
    with printable_output():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    given = sys.argv[1:] if arguments is None else arguments
    if is_plain(given):
        from weft.cli.plain_page import print_page

        if print_page(given[1]):
            return 0
    _spare_threads(given)
    parser = make_parser([argument for argument in given if argument in COMMANDS][:1])
    options = parser.parse_args(given)
    if options.version:
        options.run = _print_version
    elif options.command is None or options.as_json:
        parser.error("--json goes with --version" if options.as_json else "a COMMAND is required; see weft --help")
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except WeftError as error:
        from weft.cli.options import words_of  # few commands fail

        print(f"weft: {words_of(error)}", file=sys.stderr)
        return 2 if isinstance(error, ConfigError) else 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone, as in `weft … | head`; Python must not try to flush into the closed pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        from weft.pipeline import failure_of

        print(f"weft: {failure_of(error).message}", file=sys.stderr)
        return 1


def is_plain(given: Sequence[str]) -> bool:
    """Whether a command line asks for the text of one page in a file, and for nothing else.

    >>> is_plain(["extract", "page.html"]), is_plain(["extract", "page.html", "-f", "json"]), is_plain(["extract", "-"])
    (True, False, False)
    """
    return len(given) == 2 and given[0] == "extract" and given[1].endswith((".html", ".htm"))


def _spare_threads(given: Sequence[str]) -> None:
    """Keep numpy from starting a thread for each core, which takes longer than a page: training alone uses them."""
    if "train" not in given[:1]:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _take_every_character() -> None:
    """Let standard output take what pages say: as UTF-8, as files do, but on a terminal as it can show it."""
    out = sys.stdout
    if not isinstance(out, io.TextIOWrapper) or out.encoding.lower() in ("utf-8", "utf8"):
        return
    if not out.isatty() and "PYTHONIOENCODING" not in os.environ:
        out.reconfigure(encoding="utf-8")
    elif out.errors in ("strict", "surrogateescape"):  # these would break off at a character
        out.reconfigure(errors="replace")


def make_parser(commands: Collection[str] = tuple(COMMANDS)) -> argparse.ArgumentParser:
    """The command line; only the named commands are imported and know their options."""
    import argparse  # a page alone needs none

    parser = argparse.ArgumentParser(
        prog="weft",
        description="Takes the content out of web pages: body text, fields and repeated records.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="show weft's version and exit")
    parser.add_argument(
        "--json", action="store_true", dest="as_json", help="with --version: what weft runs on, as a JSON object"
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        if name in commands:
            _add_command(subparsers, name)
        else:
            subparsers.add_parser(name, help=summary)
    return parser


def _add_command(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], name: str) -> None:
    """A command from its module: `DESCRIPTION`, `EXAMPLES`, `add_options` and `run`."""
    from argparse import RawDescriptionHelpFormatter

    module = import_module(f"weft.cli.{name.replace('-', '_')}")
    parser = subparsers.add_parser(
        name,
        help=COMMANDS[name],
        description=module.DESCRIPTION,
        epilog=module.EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    module.add_options(parser)
    if hasattr(module, "run"):  # else its subcommands have one each
        parser.set_defaults(run=module.run)


def _print_version(options: argparse.Namespace) -> int:
    if options.as_json:
        from weft.cli.version import describe_version

        print(describe_version())
    else:
        from weft.version import __version__

        print(f"weft {__version__}")
    return 0
