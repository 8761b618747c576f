"""`weft extract`: pages in, content out.

What is said on standard error of pages that gave a document without content: why, and what to try.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field

from weft.auto import AUTO
from weft.cli.inputs import add_input_options, open_inputs
from weft.cli.options import (
    add_drawing_options,
    add_method_option,
    add_rendering_options,
    add_url_option,
    check_method,
    open_browser,
    rendering_of,
)
from weft.cli.output import add_output_option, open_output, tell_failure
from weft.cli.terminal import with_progress
from weft.document import Document, Failure, Outcome, SiteTemplates
from weft.errors import WeftError, with_noun
from weft.io import RawPage
from weft.pipeline import Pipeline

WHY = {
    "scripts": "scripts build the page",
    "few_words": "it shows few words and has no content as data",
    "unsure": "nothing on it surely is content",
}
"""Why a page has no content, by the code of the reason."""

LISTS = ("forum", "board", "collection", "listing")
"""Types of pages whose content may be records alone."""

NOTHING = "nothing on it reads like content"
"""Why, where the reason is no other than that nothing was chosen."""


@dataclass(kw_only=True)
class EmptyResults:
    """The pages without content, counted by reason; the first one is kept, for it may be the only one."""

    options: argparse.Namespace
    counts: Counter[str] = field(default_factory=Counter)
    first: str = ""

    def add(self, raw: RawPage | WeftError, outcome: Outcome) -> None:
        """Look at what became of a page."""
        if isinstance(raw, RawPage) and isinstance(outcome, Document) and not len(outcome.keep):
            if not self.counts:
                why, advice = self._words(raw.id, outcome)
                self.first = f"weft: {raw.id}: no content: {why}; {advice}"
            self.counts[outcome.reason.code] += 1

    def tell(self, total: int) -> None:
        """Say it: of a single page why, of several how many."""
        if self.counts and total == 1:
            print(self.first, file=sys.stderr)
        elif self.counts:
            kinds = ", ".join(f"{count} {code}" for code, count in self.counts.most_common())
            empty = f"{self.counts.total()} of {with_noun(total, 'page')} without content ({kinds})"
            print(f"weft: {empty}; -f json and lines have a reason for each", file=sys.stderr)

    def _words(self, page: str, document: Document) -> tuple[str, str]:
        """Why a page has no content, and what to try."""
        from shlex import quote  # most results are not empty

        code, options, name = document.reason.code, self.options, quote(page)
        if options.method != AUTO:
            return f"{options.method} chose nothing", "leave -m out, or try another method"
        if document.page_type in LISTS:
            return f"a {document.page_type} without running text", f"see its records with weft records {name}"
        why = WHY.get(code, NOTHING)
        if code == "scripts" and not (options.scripts and options.network):
            return why, f"draw it with {'--network too' if options.scripts else '--browser --scripts'}"
        if code == "unsure" and not options.browser:
            return why, f"let a browser draw it with --browser, or see its blocks with weft inspect {name}"
        return why, f"see its blocks with weft inspect {name}, or keep all that it shows with -m whole_page"


DESCRIPTION = "Takes the content out of pages. One page is printed; several are printed as JSON lines."
EXAMPLES = """\
examples:
  weft extract page.html                        the text of one page
  weft extract page.html -f markdown -o page.md  a file has the title as its heading
  weft extract page.html -f markdown --title --front-matter
  weft extract thread.html -f markdown          post by post: who wrote it, and when
  weft extract saved/ -f json > pages.jsonl     every page below a folder, one line each
  weft extract 'saved/*.html' -o texts/         one file each
  weft extract saved/ -f chunks --chunk-size 300 > chunks.jsonl      pieces for a model, one line each
  weft extract crawl.warc.gz -f json            every page of a crawler's archive
  curl -s https://example.org | weft extract - --url https://example.org
  weft extract app.html --browser --scripts      draw a page that its scripts build
  weft extract page.html -m vips                choose by how the page looks
  weft extract page.html --site site.json       by the site's templates where one fits, else as without
  weft extract page.html -m survey --site site.json    paper C's table of methods, its first row included

--browser needs pip install 'weft[browser]' and a Chromium. It draws only the pages that need it, for that is slow.
Of a page without content, standard error says why and what to try; -f json has its reason.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_output_option(parser)
    add_rendering_options(parser, default="text")
    parser.add_argument(
        "--browser",
        action="store_true",
        help="let auto draw pages in a browser: those it is unsure of, and with --scripts those that scripts build",
    )
    add_drawing_options(parser)
    add_method_option(parser)
    parser.add_argument(
        "--site", default="", metavar="SITE", help="ask the templates of this site first: weft learn wrote it"
    )
    add_url_option(parser)
    add_input_options(parser, nargs="*")


def run(options: argparse.Namespace) -> int:
    """Extract every input; 1 if a page failed."""
    check_method(options)
    site = _read_site(options.site)
    given = options.input or ([] if sys.stdin.isatty() else ["-"])
    failures = total = 0
    empty = EmptyResults(options=options)
    with open_inputs(options, given, url=options.url) as inputs, open_browser(options) as browser:
        pipeline = Pipeline(
            method=options.method,
            site=site,
            browser=browser,
            limits=inputs.limits,
            format=options.format,
            options=rendering_of(options, several=inputs.holds_many),
        )
        pipeline.check()
        with open_output(options.output, inputs, pipeline, several=inputs.holds_many) as write:
            for raw in with_progress(inputs.read(), total=inputs.total):
                total += 1
                outcome = write(raw)
                if isinstance(outcome, Failure):
                    failures += 1
                    tell_failure(outcome)
                empty.add(raw, outcome)
    empty.tell(total)
    if failures and total > 1:
        print(f"weft: {failures} of {total} pages failed", file=sys.stderr)
    return 1 if failures else 0


def _read_site(path: str) -> SiteTemplates | None:
    """The learned site, where one is named; who names none does not import what learns."""
    if not path:
        return None
    from weft.sites import Site

    return Site.load(path)
