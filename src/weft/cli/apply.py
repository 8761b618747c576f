"""`weft apply`: pages through what was learned of their site; `weft site` does the same after it has learned."""

import argparse
from dataclasses import dataclass, field

from weft.cli.inputs import Inputs, add_input_options, open_inputs
from weft.cli.options import add_rendering_options, add_url_option, rendering_of
from weft.cli.output import WritePage, add_output_option, open_output
from weft.cli.summary import Tally, tell
from weft.cli.terminal import with_progress
from weft.document import Document, Failure
from weft.errors import WeftError
from weft.io import RawPage
from weft.pipeline import Pipeline, attempt
from weft.sites import Site
from weft.sites.join import Part, describe_part, find_series, join_documents

DESCRIPTION = "Takes the content out of pages by what `weft learn` learned of their site."
EXAMPLES = """\
examples:
  weft apply site.json new/ -o pages.jsonl                  one JSON object a page: text, fields, records
  weft apply site.json page.html -f markdown                one page is printed
  weft apply site.json pages.jsonl.gz -f text -o texts/     one file each
  weft apply site.json new/ -o pages.jsonl --join           the pages of one article as one
  curl -s https://example.org/a.html | weft apply site.json - --url https://example.org/a.html

A page that fits no template is taken by the classifier; `chosen_by` and `reason` say so.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("site", metavar="SITE", help="what weft learn wrote")
    add_output_option(parser)
    add_url_option(parser)
    add_document_options(parser)
    add_input_options(parser)


def add_document_options(parser: argparse.ArgumentParser) -> None:
    """How documents are written."""
    add_rendering_options(parser, default="json")
    parser.add_argument("--join", action="store_true", help="make the pages that one article was cut into one document")


def run(options: argparse.Namespace) -> int:
    """Extract every page; 1 if a page failed."""
    site = Site.load(options.site)
    with open_inputs(options, options.input, again=options.join, url=options.url) as inputs:
        tally = apply_site(site, inputs, options)
    if inputs.several:
        tell(tally.lines())
    return 1 if tally.failures else 0


def apply_site(site: Site, inputs: Inputs, options: argparse.Namespace) -> Tally:
    """Extract every page by the site and write it; what came out, counted."""
    tally = Tally()
    shown = rendering_of(options, several=inputs.several)
    pipeline = Pipeline(site=site, limits=inputs.limits, format=options.format, options=shown)
    series = _find_series(site, inputs, pipeline) if options.join else []
    with open_output(options.output, inputs, pipeline, several=inputs.several) as write:
        joiner = _Joiner(series, pipeline, write, tally)
        for number, raw in enumerate(with_progress(inputs.read(), total=inputs.total)):
            joiner.take(number, raw)
        joiner.write_rest()
    return tally


def _find_series(site: Site, inputs: Inputs, pipeline: Pipeline) -> list[list[int]]:
    """The pages that belong together: they must all have been seen before the first can be written."""
    parts = []
    for raw in with_progress(inputs.read(), total=inputs.total):
        page_id = raw.page if isinstance(raw, WeftError) else raw.id

        def describe(document: Document, page_id: str = page_id) -> Part:
            return describe_part(page_id, document, cluster=site.find(document.page).cluster)

        part = pipeline.make(raw, describe)
        parts.append(Part(url=page_id) if isinstance(part, Failure) else part)
    return find_series(parts)


@dataclass(kw_only=True)
class _Held:
    """A series of which not all pages have come yet."""

    numbers: list[int]  # of the pages in the input
    pages: dict[int, tuple[RawPage, Document]] = field(default_factory=dict)


class _Joiner:
    """Holds the pages of a series until all are there, and writes them as one."""

    def __init__(self, series: list[list[int]], pipeline: Pipeline, write: WritePage, tally: Tally) -> None:
        self.held = {number: held for held in (_Held(numbers=numbers) for numbers in series) for number in held.numbers}
        self.pipeline, self.write, self.tally = pipeline, write, tally

    def take(self, number: int, raw: RawPage | WeftError) -> None:
        """Write what can be written."""
        held = self.held.get(number)
        if held is None or isinstance(raw, WeftError):
            self.tally.add(self.write(raw))
            return
        outcome = self.pipeline.outcome(raw)
        if isinstance(outcome, Failure):
            self.tally.add(self.write(raw, lambda _: outcome))
            return
        held.pages[number] = (raw, outcome)
        if len(held.pages) == len(held.numbers):
            pages = [held.pages[number] for number in held.numbers]
            held.pages.clear()
            self._write_joined(pages)

    def write_rest(self) -> None:
        """Write the pages whose series never got whole, each for itself: one of them failed at the second reading."""
        for number in sorted(self.held):
            if page := self.held[number].pages.get(number):
                self._write_alone(*page)

    def _write_alone(self, raw: RawPage, document: Document) -> None:
        self.tally.add(self.write(raw, lambda _: document))

    def _write_joined(self, pages: list[tuple[RawPage, Document]]) -> None:
        joined = attempt(
            pages[0][0],
            lambda _: join_documents([page for _, page in pages], names=[raw.id for raw, _ in pages]),
            seconds=self.pipeline.limits.seconds,
        )
        if isinstance(joined, Failure):  # such as too long as one, so each for itself
            for raw, document in pages:
                self._write_alone(raw, document)
            return
        outcome = self.write(pages[0][0], lambda _: joined)
        for _, document in pages:
            self.tally.add(outcome if isinstance(outcome, Failure) else document)
        self.tally.joined += 0 if isinstance(outcome, Failure) else len(pages) - 1
