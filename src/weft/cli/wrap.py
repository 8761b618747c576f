"""`weft wrap`: wrappers by name, programs that a person writes or teaches to take records out of pages.

Here is also what the wrappers share: pages through a wrapper into a sink.
"""

import argparse
from collections.abc import Callable, Iterator
from typing import TypeVar

from weft.cli.inputs import Inputs
from weft.cli.options import words_of
from weft.cli.record_output import reference_time_of, run_records
from weft.cli.summary import tell
from weft.content import Region
from weft.document import Failure
from weft.metadata import day_first
from weft.page import Page
from weft.papers.c import Wrapper
from weft.papers.c.wrappers import add_times

Result = TypeVar("Result")

DESCRIPTION = "Takes records out of pages by a wrapper that a person wrote or taught."
EXAMPLES = """\
examples:
  weft wrap tsimmis program.txt pages/ -f csv            commands that you write: [variables, source, pattern]
  weft wrap ontology find contact pages/                 what values look like, whatever the page's structure
  weft wrap softmealy learn a.html --labels marks.jsonl -o wrapper.json   taught by a few marks
  weft wrap softmealy apply wrapper.json pages/ -f table

`weft wrap learn` and `weft wrap apply` are short for softmealy's. docs/wrappers.md says more.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    from weft.cli import wrap_ontology, wrap_softmealy, wrap_tsimmis  # each imports this module

    wrappers = parser.add_subparsers(dest="wrapper_kind", metavar="tsimmis|ontology|softmealy", required=True)
    wrap_tsimmis.add_parser(wrappers)
    wrap_ontology.add_parser(wrappers)
    wrap_softmealy.add_parser(wrappers)
    wrap_softmealy.add_actions(wrappers, listed=False)


def run_wrapper(wrapper: Wrapper, options: argparse.Namespace) -> int:
    """Write the records that a wrapper finds on every page; 1 if a page failed."""
    reference = reference_time_of(options)

    def find(page: Page) -> Region:
        records = [record for region in wrapper.find(page) for record in region.records]
        timed = add_times(records, reference=reference, day_first=bool(day_first(page)))
        return Region(row=-1, records=timed)

    return run_records(find, options)


def made_pages(inputs: Inputs, do: Callable[[str, Page], Result], failures: list[Failure]) -> Iterator[Result]:
    """What is made of every page; where there is nothing, that is told and added to the failures."""
    for _, made in inputs.pages(do):
        if isinstance(made, Failure):
            failures.append(made)
            tell([f"weft: {words_of(made)}"])
        else:
            yield made
