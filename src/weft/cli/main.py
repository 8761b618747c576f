"""The command itself: finds the subcommand, turns errors into messages and exit codes."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from weft.cli import (
    apply,
    crawl,
    demo,
    diff,
    extract,
    fingerprint,
    inspect,
    learn,
    look,
    records,
    render,
    report,
    run,
    score,
    serve,
    site,
    stats,
    studio,
    train,
    wrap,
)
from weft.errors import ConfigError, WeftError

COMMANDS = (
    extract,
    records,
    wrap,
    crawl,
    site,
    learn,
    apply,
    run,
    stats,
    serve,
    studio,
    report,
    diff,
    score,
    fingerprint,
    inspect,
    look,
    render,
    train,
    demo,
)

EXIT_CODES = """\
exit codes:
  0    every page gave a document
  1    some page failed, or there was nothing to read; the message says which and why
  2    the command line makes no sense
  130  interrupted
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `weft` and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="weft",
        description="Takes the content out of web pages: body text, fields and repeated records.",
        epilog=f"example:\n  weft extract page.html -f markdown\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"weft {version('weft')}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except WeftError as error:
        print(f"weft: {error}", file=sys.stderr)
        return 2 if isinstance(error, ConfigError) else 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone, as in `weft … | head`; Python must not try to flush into the closed pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
