"""`weft learn --records`: pages in, a library of the places of their records out."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from weft.cli.inputs import Inputs, open_inputs
from weft.cli.labelled import LabelledPages, save_artifact
from weft.cli.options import words_of
from weft.cli.summary import tell, tell_failures
from weft.cli.terminal import with_progress
from weft.document import Failure
from weft.errors import ConfigError, SourceError, with_noun
from weft.page import Page
from weft.records.find import find_records
from weft.records.location_library import LocationLibrary
from weft.records.locations import PageRecords, labelled_page_records, main_page_records

MIN_PAGES = 2  # of a place: what one page does is no location, unless there is one page only
MAX_SHOWN = 12  # places in the summary
OTHER_OPTIONS = ("update", "similarity", "clustering", "learner")  # of sites


@dataclass(kw_only=True)
class _Counts:
    """The pages that were read, and what was on them."""

    pages: int = 0
    used: int = 0
    failures: dict[str, str] = field(default_factory=dict)


def learn_library(options: argparse.Namespace) -> int:
    """Learn and save; 1 if a page could not be read."""
    for name in OTHER_OPTIONS:
        if getattr(options, name):
            raise ConfigError(f"--{name}: a library of records has no such thing; leave it out")
    if options.output is None:
        raise ConfigError("where should the library go? Name a file with -o library.json")
    labels = LabelledPages.read(options.labels)
    counts = _Counts()
    with open_inputs(options, options.input) as inputs:
        labels.check(inputs)
        examples = list(_examples(inputs, labels, counts))
    tell_failures(counts.failures)
    if not examples:
        raise SourceError(
            f"no page with several records among {counts.pages}, so nothing was learned; give more pages, or --labels"
        )
    library = LocationLibrary.learn(examples, least_pages=min(MIN_PAGES, len(examples)))
    save_artifact(library, options.output)
    tell([*_lines(library, counts), *labels.notes()])
    if options.json:
        print(json.dumps(_summary(library, counts), ensure_ascii=False))
    return 1 if counts.failures else 0


def _examples(inputs: Inputs, labels: LabelledPages, counts: _Counts) -> Iterator[PageRecords]:
    """The pages to learn from: those that a person has marked, else those on which several records are found.

    Where one record is found alone, nothing on the page confirms it.
    """

    def describe(page_id: str, page: Page) -> PageRecords:
        marks = labels.of(page_id)
        return labelled_page_records(page, marks) if marks else main_page_records(page, find_records(page))

    for page_id, example in with_progress(inputs.pages(describe), total=inputs.total):
        if isinstance(example, Failure):
            counts.failures[page_id] = words_of(example)
            continue
        counts.pages += 1
        if example.records if labels.of(page_id) else len(example.records) > 1:
            counts.used += 1
            yield example


def _lines(library: LocationLibrary, counts: _Counts) -> list[str]:
    """The library for people."""
    places = sorted(library.places, key=lambda record_place: -record_place.pages)
    lines = [f"{'pages':>6} {'kind':5} place"]
    lines += [
        f"{record_place.pages:6} {record_place.kind:5} {record_place.location}" for record_place in places[:MAX_SHOWN]
    ]
    if len(places) > MAX_SHOWN:
        lines.append(f"… and {len(places) - MAX_SHOWN} more places")
    lines.append(
        f"{with_noun(len(places), 'place')} from the records of {counts.used} of {counts.pages} pages, "
        f"{len(counts.failures)} could not be read"
    )
    return lines


def _summary(library: LocationLibrary, counts: _Counts) -> dict[str, object]:
    """The same for programs."""
    places = [
        {
            "location": record_place.location,
            "kind": record_place.kind,
            "pages": record_place.pages,
            "siblings": record_place.siblings,
        }
        for record_place in library.places
    ]
    return {"pages": counts.pages, "used": counts.used, "places": places, "failures": counts.failures}
