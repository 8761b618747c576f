"""What is said on standard error of pages that gave a document without content: why, and what to try."""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field

from weft.auto import AUTO
from weft.document import Document, Outcome
from weft.errors import WeftError
from weft.io import RawPage
from weft.nouns import with_noun

WHY = {
    "scripts": "scripts build the page",
    "no_markup": "it has no markup: was a path or an address given in the place of the page?",
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
