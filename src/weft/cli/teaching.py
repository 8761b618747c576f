"""What `weft wrap softmealy learn` does: pages and marks, or pages alone, to a wrapper."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from weft.cli.inputs import Inputs
from weft.cli.labelled import LabelledPages
from weft.cli.options import words_of
from weft.cli.summary import tell_failures
from weft.cli.terminal import with_progress
from weft.document import Failure
from weft.errors import ConfigError, SourceError, with_noun
from weft.page import Page
from weft.papers.b.record_paths import RecordPage, describe_record_page, find_centre
from weft.papers.c import SoftMealy, found_example, learn_softmealy
from weft.papers.c.softmealy_examples import MarkedPage, field_names
from weft.papers.c.softmealy_learning import taught_example
from weft.records.find import find_main_records

Result = TypeVar("Result")

MAX_PAGES = 500  # that are grouped: all pairs are compared


@dataclass(frozen=True, kw_only=True)
class Taught:
    """A wrapper and what it was learned from."""

    wrapper: SoftMealy
    pages: Sequence[str]
    records: int
    fields: Sequence[str]
    failures: dict[str, str]
    checked: int = 0  # other pages with records
    agree: int = 0  # of them, those on which the wrapper finds as many records as were found without it
    notes: Sequence[str] = ()

    def lines(self) -> list[str]:
        """For people."""
        records = with_noun(self.records, "record")
        lines = [f"learned {', '.join(self.fields) or 'no fields'} from {records} of {', '.join(self.pages)}"]
        if self.checked:
            lines.append(
                f"it finds as many records as weft does without it on {self.agree} of {self.checked} more pages"
            )
        return [*lines, *self.notes]


def teach_by_labels(inputs: Inputs, options: argparse.Namespace) -> Taught:
    """A wrapper from the pages that a person has marked."""
    if options.fields:
        raise ConfigError("--fields: with --labels the fields are those that are marked; leave it out")
    labels = LabelledPages.read(options.labels)
    labels.check(inputs)
    pages = _Pages(inputs, shown=True)

    def describe(page_id: str, page: Page) -> MarkedPage | None:
        marks = labels.of(page_id)
        return taught_example(page, marks) if marks else None

    examples = {page_id: example for page_id, example in pages.make(describe) if example}
    tell_failures(pages.failures)
    if not examples:
        raise SourceError("none of the labelled pages could be read, so nothing was learned; ids must be the same")
    wrapper = learn_softmealy(list(examples.values()))
    return Taught(
        wrapper=wrapper,
        pages=list(examples),
        records=sum(len(example.records) for example in examples.values()),
        fields=_names(wrapper),
        failures=pages.failures,
        notes=labels.notes(),
    )


def teach_by_centre(inputs: Inputs, options: argparse.Namespace) -> Taught:
    """A wrapper from the records that weft finds on the centre page: needs no person."""
    pages = _Pages(inputs, shown=True)
    descriptions: dict[str, RecordPage] = {}

    def describe(page_id: str, page: Page) -> RecordPage | None:
        is_wanted = len(descriptions) < MAX_PAGES and (records := find_main_records(page))
        return describe_record_page(page, records) if is_wanted else None

    for page_id, description in pages.make(describe):
        if description:
            descriptions[page_id] = description
    tell_failures(pages.failures)
    if not descriptions:
        raise SourceError("no records on any page, so nothing was learned; mark some and give them with --labels")
    ids = list(descriptions)
    centre = ids[find_centre(list(descriptions.values()))]
    page = next(page for page_id, page in _Pages(inputs).make(lambda _, page: page) if page_id == centre)
    records = find_main_records(page)
    names = options.fields.split(",") if options.fields else field_names(records)
    wrapper = learn_softmealy([found_example(page, records, names)])
    others = {page_id: descriptions[page_id].records for page_id in ids if page_id != centre}
    return Taught(
        wrapper=wrapper,
        pages=[centre],
        records=len(records),
        fields=_names(wrapper),
        failures=pages.failures,
        checked=len(others),
        agree=_count_agreeing(wrapper, inputs, others),
        notes=_notes(set(names) - set(_names(wrapper))),
    )


class _Pages:
    """What is made of each page; remembers why nothing could be made of others."""

    def __init__(self, inputs: Inputs, *, shown: bool = False) -> None:
        self.inputs, self.shown = inputs, shown
        self.failures: dict[str, str] = {}

    def make(self, do: Callable[[str, Page], Result]) -> Iterator[tuple[str, Result]]:
        """The id of each page, and what is made of it."""
        pages = self.inputs.pages(do)
        for page_id, made in with_progress(pages, total=self.inputs.total) if self.shown else pages:
            if isinstance(made, Failure):
                self.failures[page_id] = words_of(made)
            else:
                yield page_id, made


def _count_agreeing(wrapper: SoftMealy, inputs: Inputs, records: dict[str, int]) -> int:
    """On how many pages the wrapper finds as many records as are known."""

    def count(page_id: str, page: Page) -> int:
        return sum(len(region.records) for region in wrapper.find(page)) if page_id in records else -1

    return sum(records.get(page_id) == counted for page_id, counted in _Pages(inputs).make(count))


def _names(wrapper: SoftMealy) -> list[str]:
    return [name for name in wrapper.states if name]


def _notes(unlearned: set[str]) -> list[str]:
    names = ", ".join(sorted(unlearned))
    return [f"note: no field of its own on the page, so not learned: {names}"] if names else []
