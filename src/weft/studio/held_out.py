"""A test of what the marks teach: learned without the marks of some pages, asked on those pages.

The marked pages of a cluster are dealt into at most five parts. For each part the template is learned again from the
marks of the others, and what it gives on the part is compared with what a person marked there. Beside it stands what
weft gave before anybody marked anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from weft.auto import extract
from weft.document import Failure
from weft.errors import ConfigError
from weft.page import Page
from weft.scoring.marks import PageScore, field_names, score_marks, summarise_scores
from weft.sites import Cluster, Site
from weft.studio.project import Project
from weft.studio.teaching import learn_again, marked_pages, with_template

PARTS = 5  # more would only make people wait
MAX_PAGES = 40  # marked pages that are asked


def ask_held_out(project: Project, cluster: Cluster) -> dict[str, Any]:
    """The figures over the marked pages of a cluster, each asked of a template that did not see its marks."""
    marked = marked_pages(project, cluster.name)[:MAX_PAGES]
    if len(marked) < 2:
        raise ConfigError("a test needs two marked pages of this cluster", advice="mark one more")
    parts = [marked[start::PARTS] for start in range(min(PARTS, len(marked)))]
    before, after = [], []
    learned = next(one for one in project.learned.clusters if one.name == cluster.name)
    for part in parts:
        template = learn_again(project, cluster, without=part)
        before += _scores(project, part, with_template(project.site, learned.template))
        after += _scores(project, part, with_template(project.site, replace(template, name=cluster.name)))
    return {
        "pages": len(marked),
        "parts": len(parts),
        "before": summarise_scores(before).to_dict(),
        "after": summarise_scores(after).to_dict(),
        "each": [{**score.to_dict(), "number": project.numbers[score.page_id]} for score in after],
    }


def _scores(project: Project, numbers: Sequence[int], site: Site) -> list[PageScore]:
    labels = {number: project.marks_of(number).to_labels(project.stored[number].id) for number in numbers}
    names = frozenset().union(*(field_names(own) for own in labels.values()))

    def score(number: int, page: Page) -> PageScore:
        document = extract(page, site=site)
        if document.page is not page:  # its text is only in the page's data, where nobody can mark it
            document = replace(document, page=page, keep=np.zeros(0, np.int64))
        return score_marks(project.stored[number].id, document, labels[number], names=names)

    made = [project.pages.attempt(project.stored[number].id, partial(score, number)) for number in numbers]
    return [one for one in made if not isinstance(one, Failure)]
