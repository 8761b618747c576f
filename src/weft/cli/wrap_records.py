"""What the wrappers share at the command line: pages through a wrapper into a sink."""

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
