"""What the wrappers share at the command line: pages through a wrapper into a sink."""

import argparse
from collections.abc import Iterator

from weft.cli.failures import failure_of
from weft.cli.inputs import Inputs
from weft.cli.record_pages import reference_time_of, run_records
from weft.content import Record
from weft.document import Failure
from weft.errors import WeftError
from weft.io import Source
from weft.page import Page, parse
from weft.wrappers import Wrapper
from weft.wrappers.time_fields import add_times


def run_wrapper(wrapper: Wrapper, options: argparse.Namespace) -> int:
    """Write the records that a wrapper finds on every page; 1 if a page failed."""
    reference = reference_time_of(options)

    def find(page: Page) -> tuple[Record, ...]:
        return add_times([record for region in wrapper.find(page) for record in region.records], reference=reference)

    return run_records(find, options)


def parsed_pages(inputs: Inputs) -> Iterator[tuple[Source, Page | Failure]]:
    """Every page, or why there is none."""
    for source, raw in inputs.read():
        if isinstance(raw, Failure):
            yield source, raw
            continue
        try:
            yield source, parse(raw.data, url=raw.url, encoding=raw.charset, limits=inputs.limits)
        except WeftError as error:
            yield source, failure_of(error, raw.id)
