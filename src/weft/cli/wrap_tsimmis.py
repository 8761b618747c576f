"""`weft wrap tsimmis`: run a program of commands `[variables, source, pattern]` over pages."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from weft.cli.inputs import open_inputs
from weft.cli.record_output import add_record_options
from weft.cli.terminal import printable
from weft.cli.wrap import made_pages, run_wrapper
from weft.document import Failure
from weft.errors import ConfigError
from weft.page import Page
from weft.papers.c import Tsimmis
from weft.papers.c.softmealy_tokens import INLINE
from weft.papers.c.tsimmis import Run

MAX_VALUE = 100  # characters of a value in a trace of all variables
MAX_VALUES = 5  # of a variable there
_BREAK = re.compile(rf"(?<=>)(?=<(?!/)(?!(?:{'|'.join(sorted(INLINE))})[ >]))")

EXAMPLES = """\
examples:
  weft wrap tsimmis program.txt pages/ -f csv -o records.csv
  weft wrap tsimmis program.txt page.html -f table
  weft wrap tsimmis program.txt page.html --trace          what each variable holds
  weft wrap tsimmis program.txt page.html --trace root     the page as patterns see it
  weft wrap tsimmis program.txt --allow example.org        the pages that get(…) of the program names

program.txt is a text like this: * skips, # binds, a name that begins with _ is not put out
  [root, get("https://example.org/weather"), "#"]          where the page is, if none is given
  [_rows, elements(root, "<tr")[1:], "#"]
  [[city, high], _rows, "*<td>#</td><td>#</td>*"]
  [url, _rows, '*<a href="#"*>*']
"""


def add_parser(wrappers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the wrapper's options."""
    parser = wrappers.add_parser(
        "tsimmis",
        help="a program of commands that you write",
        description="Runs the commands [variables, source, pattern] of a text file over the markup of every page.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("program", type=Path, metavar="PROGRAM", help="a file of commands")
    parser.add_argument(
        "--trace", nargs="?", const="", metavar="NAME", help="print what the variables hold, or all of one, not records"
    )
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="HOST",
        help="a host from which get(…) of the program may read, where no pages are given; may be given again",
    )
    add_record_options(parser, nargs="*")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the records of every page, or the trace; 1 if a page failed."""
    program = Tsimmis.load(options.program)
    options.input = options.input or _own_pages(program, options.allow)
    return run_wrapper(program, options) if options.trace is None else _trace(program, options)


def _own_pages(program: Tsimmis, allowed: Sequence[str]) -> list[str]:
    """The pages that the program names, if the person who runs it lets it read from their hosts; else what is piped."""
    for url in program.urls:
        host = urlsplit(url).hostname or ""
        if host not in allowed:
            raise ConfigError(f"the program reads {url}", advice=f"let it with --allow {host}, or name saved pages")
    return list(program.urls) or ["-"]


def _trace(program: Tsimmis, options: argparse.Namespace) -> int:
    failures: list[Failure] = []
    with open_inputs(options, options.input, url=options.url) as inputs:

        def trace(page_id: str, page: Page) -> tuple[str, Run]:
            return page_id, program.run(page)

        for page_id, ran in made_pages(inputs, trace, failures):
            if inputs.several:
                print(f"== {printable(page_id)}")
            print("\n".join(_lines(ran, options.trace)))
    return 1 if failures else 0


def _lines(ran: Run, name: str) -> list[str]:
    """All variables, shortened, or the one of that name in full, broken before tags: patterns do not see that."""
    if name and name not in ran.variables:
        raise ConfigError(f"--trace: the program has no variable {name}; there are {', '.join(ran.variables)}")
    if name:
        return [printable(line) for value in ran.values(name) for line in _BREAK.sub("\n", value).split("\n")]
    lines = []
    for variable in ran.variables:
        values = ran.values(variable)
        lines.append(f"{variable}: {len(values)}")
        lines += (f"  {printable(value[:MAX_VALUE])}{'…' * (len(value) > MAX_VALUE)}" for value in values[:MAX_VALUES])
        lines += ["  …"] * (len(values) > MAX_VALUES)
    return lines
