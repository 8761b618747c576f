"""What `weft learn` and `weft site` share: the options of learning, and the learning itself."""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from weft.auto import learn
from weft.cli.inputs import Inputs
from weft.cli.progress import with_progress
from weft.content import Label
from weft.document import Failure
from weft.errors import SourceError
from weft.io import RawPage, read_labels
from weft.similarity import SIMILARITIES
from weft.site import CLUSTERINGS, LEARNERS, Site

DEFAULTS = Site()
MAX_NAMED = 5  # pages in a message


def add_learning_options(parser: argparse.ArgumentParser) -> None:
    """How to learn: each part by its name."""
    for name, known, what in (
        ("similarity", SIMILARITIES, "how pages are compared"),
        ("clustering", CLUSTERINGS, "how they are grouped"),
        ("learner", LEARNERS, "how a body's place is learned"),
    ):
        default = getattr(DEFAULTS, name)
        parser.add_argument(f"--{name}", choices=list(known), help=f"{what} (default: {default})")
    parser.add_argument("--labels", type=Path, metavar="FILE", help="a person's marks: lines {page_id, rows, name}")


def learn_site(inputs: Inputs, options: argparse.Namespace, *, old: Site | None = None) -> Site:
    """The site of the pages, or the old one with them; the pages that cannot be read are among its failures."""
    labels = read_labels(options.labels) if options.labels else []
    if inputs.total and (missing := _missing(labels, {source.id for source in inputs.sources})):
        raise SourceError(missing)
    pages = _Readable(inputs)
    if old is not None:
        site = old.update(pages, labels, limits=inputs.limits)
    else:
        names = {name: getattr(options, name) for name in ("similarity", "clustering", "learner")}
        chosen = {name: value for name, value in names.items() if value}
        site = learn(pages, labels, limits=inputs.limits, **chosen)
    if not pages.count:
        why = next(iter(pages.failures.values()), "there is none")
        raise SourceError(f"no page could be read ({why}), so nothing was learned")
    missing = _missing(labels, pages.ids)
    notes = (*site.notes, missing) if missing else site.notes
    return replace(site, failures={**site.failures, **pages.failures}, notes=notes)


class _Readable:
    """The pages that can be read; remembers why others cannot."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.failures: dict[str, str] = {}
        self.count = 0
        self.ids: set[str] = set()

    def __iter__(self) -> Iterator[RawPage]:
        for source, found in with_progress(self.inputs.read(), total=self.inputs.total):
            if isinstance(found, Failure):
                self.failures[source.id] = found.message
            else:
                self.count += 1
                self.ids.add(found.id)
                yield found
        if sys.stderr.isatty():
            print("weft: learning …", file=sys.stderr, flush=True)


def _missing(labels: list[Label], known: set[str]) -> str:
    """Labels of pages that are not there are a mistake that would go unnoticed; empty where there are none."""
    missing = sorted({label.page_id for label in labels} - known)
    return (
        f"labelled, but not among the pages: {', '.join(missing[:MAX_NAMED])}; ids must be the same" if missing else ""
    )
