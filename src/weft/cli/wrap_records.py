"""What the wrappers share at the command line: pages through a wrapper into a sink."""

import argparse
from collections.abc import Iterator

from weft.cli.inputs import Inputs
from weft.cli.record_pages import reference_time_of, run_records
from weft.cli.summary import tell
from weft.content import Record
from weft.document import Failure
from weft.io import Source
from weft.metadata.merge import DAY_FIRST, find_metadata
from weft.page import Page
from weft.papers.c import Wrapper
from weft.papers.c.wrappers import add_times


def run_wrapper(wrapper: Wrapper, options: argparse.Namespace) -> int:
    """Write the records that a wrapper finds on every page; 1 if a page failed."""
    reference = reference_time_of(options)

    def find(page: Page) -> tuple[Record, ...]:
        records = [record for region in wrapper.find(page) for record in region.records]
        day_first = find_metadata(page, bylines=False).language.value in DAY_FIRST
        return add_times(records, reference=reference, day_first=day_first)

    return run_records(find, options)


def parsed_pages(inputs: Inputs, failures: list[Failure]) -> Iterator[tuple[Source, Page]]:
    """Every page; where there is none, that is told and added to the failures."""
    for source, raw in inputs.read():
        page = inputs.parse(raw)
        if isinstance(page, Failure):
            failures.append(page)
            tell([f"weft: {page.message}"])
        else:
            yield source, page
