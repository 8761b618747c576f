"""What the wrappers share at the command line: pages through a wrapper into a sink."""

import argparse
from collections.abc import Iterator

from weft.cli.inputs import Inputs
from weft.cli.options import words_of
from weft.cli.record_pages import reference_time_of, run_records
from weft.cli.summary import tell
from weft.content import Record
from weft.document import Failure
from weft.metadata import day_first
from weft.page import Page
from weft.papers.c import Wrapper
from weft.papers.c.wrappers import add_times


def run_wrapper(wrapper: Wrapper, options: argparse.Namespace) -> int:
    """Write the records that a wrapper finds on every page; 1 if a page failed."""
    reference = reference_time_of(options)

    def find(page: Page) -> tuple[Record, ...]:
        records = [record for region in wrapper.find(page) for record in region.records]
        return add_times(records, reference=reference, day_first=bool(day_first(page)))

    return run_records(find, options)


def parsed_pages(inputs: Inputs, failures: list[Failure]) -> Iterator[tuple[str, Page]]:
    """Every page; where there is none, that is told and added to the failures."""
    for page_id, page in inputs.pages():
        if isinstance(page, Failure):
            failures.append(page)
            tell([f"weft: {words_of(page)}"])
        else:
            yield page_id, page
