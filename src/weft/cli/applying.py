"""What `weft apply` and `weft site` share: pages through a site into a sink."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

from weft.cli.failures import failure_of
from weft.cli.inputs import Inputs
from weft.cli.options import add_rendering_options, rendering_of
from weft.cli.progress import with_progress
from weft.cli.sinks import Sink, open_sink
from weft.cli.summary import Tally
from weft.document import Document, Failure, Outcome
from weft.errors import LimitError, WeftError
from weft.io import RawPage, Source
from weft.site import Site
from weft.site.join import Part, describe_part, find_series, join_documents


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """How documents are written."""
    add_rendering_options(parser, default="json")
    parser.add_argument("--join", action="store_true", help="make the pages that one article was cut into one document")


def apply_site(site: Site, inputs: Inputs, options: argparse.Namespace) -> Tally:
    """Extract every page by the site and write it; what came out, counted."""
    tally = Tally()
    joiner = _Joiner(_find_series(site, inputs) if options.join else [])
    with open_sink(
        options.output, inputs.sources, format=options.format, options=rendering_of(options), several=inputs.several
    ) as sink:
        for place, (source, outcome) in enumerate(_outcomes(site, inputs)):
            tally.add(outcome)
            tally.joined += joiner.write(place, source, outcome, sink)
        joiner.write_rest(sink)
    return tally


def _outcomes(site: Site, inputs: Inputs) -> Iterator[tuple[Source, Outcome]]:
    for source, found in with_progress(inputs.read(), total=inputs.total):
        yield source, found if isinstance(found, Failure) else _outcome(site, found, inputs)


def _outcome(site: Site, raw: RawPage, inputs: Inputs) -> Outcome:
    try:
        return site.extract(raw.data, url=raw.url, encoding=raw.charset, limits=inputs.limits)
    except WeftError as error:
        return failure_of(error, raw.id)


def _find_series(site: Site, inputs: Inputs) -> list[list[int]]:
    """The pages that belong together: they must all have been seen before the first can be written."""
    parts = []
    for source, outcome in _outcomes(site, inputs):
        if isinstance(outcome, Failure):
            parts.append(Part(url=source.id))
        else:
            parts.append(describe_part(source.id, outcome, cluster=site.find(outcome.page).cluster))
    return find_series(parts)


@dataclass(kw_only=True)
class _Held:
    """A series of which not all pages have come yet."""

    places: list[int]
    pages: dict[int, tuple[Source, Document]] = field(default_factory=dict)


class _Joiner:
    """Holds the pages of a series until all are there, and writes them as one."""

    def __init__(self, series: list[list[int]]) -> None:
        self.held = {place: held for held in (_Held(places=places) for places in series) for place in held.places}

    def write(self, place: int, source: Source, outcome: Outcome, sink: Sink) -> int:
        """Write what can be written; how many pages were joined to another."""
        held = self.held.get(place)
        if held is None or isinstance(outcome, Failure):
            sink.write(source, outcome)
            return 0
        held.pages[place] = (source, outcome)
        if len(held.pages) < len(held.places):
            return 0
        pages = [held.pages[number] for number in held.places]
        held.pages.clear()
        return self._write_joined(pages, sink)

    def write_rest(self, sink: Sink) -> None:
        """Write the pages whose series never got whole, each for itself: one of them failed at the second reading."""
        for place in sorted(self.held):
            if page := self.held[place].pages.get(place):
                sink.write(*page)

    def _write_joined(self, pages: list[tuple[Source, Document]], sink: Sink) -> int:
        try:
            joined = join_documents([page for _, page in pages], names=[source.id for source, _ in pages])
        except LimitError:  # too long as one, so each for itself
            for source, document in pages:
                sink.write(source, document)
            return 0
        sink.write(pages[0][0], joined)
        return len(pages) - 1
