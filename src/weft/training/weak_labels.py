"""Weak labels: what the templates of a learned site choose, as labels of pages that no person has marked.

A template sees what all pages of its kind share, so it is right on many pages where a page alone is not. On sites whose
truth is known, its choice agrees with the truth for 97 % of a page's words on 37 news hosts and for 99 % on 47 other
sites (on which constants of site learning were chosen), if the template's confidence is at least `MIN_CONFIDENCE`;
below it for 83 %. The bound was chosen on two thirds of the hosts; on the others the agreement is 98 %. On the 49 news
pages where the page alone chooses otherwise (F1 of both choices under 0.8), the template has an F1 of 0.84 with the
truth and the page alone 0.47. All of this is measured on articles and says nothing about products or listings.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from weft.document import TEMPLATE, Document, SiteTemplates
from weft.page import parse
from weft.training.training_pages import TrainingPage, make_training_page
from weft.training.truth_pages import TruthPage

MIN_CONFIDENCE = 0.8  # of a template
WEAK_TRUST = 0.97  # the share of words that are labelled right, measured on news


def unmarked_pages(folder: Path, *, corpus: str, page_type: str = "article") -> list[TruthPage]:
    """The pages of a site that lie in a folder, at any depth, by name; the folder's name is the site's."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".html", ".htm"))
    return [
        TruthPage(
            page_id=f"{corpus}/{folder.name}/{file.relative_to(folder).as_posix()}",
            url="",
            page_type=page_type,
            truth="",
            drafted=False,
            path=file,
            corpus=corpus,
            site=folder.name,
        )
        for file in files
    ]


def label_by_site(pages: Iterable[TruthPage], site: SiteTemplates) -> Iterator[TrainingPage]:
    """Training pages of those that a sure template of the site finds content on; the others are left out.

    The site was learned from these pages, and more: `weft.learn`.
    """
    for page in pages:
        document = site.choose(parse(page.path.read_bytes(), url=page.url))
        is_sure = document.chosen_by == TEMPLATE and document.confidence >= MIN_CONFIDENCE
        if is_sure and len(document.keep):
            yield _labelled(page, document)


def _labelled(page: TruthPage, document: Document) -> TrainingPage:
    """The page with the kept blocks for its truth: exactly these are labelled, wherever else their text stands."""
    blocks = document.page.blocks
    truth = "\n".join(blocks.text(block) for block in document.keep.tolist())
    example = make_training_page(replace(page, truth=truth, trust=WEAK_TRUST), document.page)
    label = np.zeros(len(blocks), np.float32)
    label[document.keep] = 1
    return replace(example, label=label)
