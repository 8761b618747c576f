"""How far people agree who marked the same pages: what each of them left there, compared mark by mark.

Of every page the last value that each person wrote counts. Two people see each other's marks in studio, so the figures
say how often one changed what the other had left, and not what both would do alone; for that give them two stores.

A test of what the marks teach: learned without the marks of some pages, asked on those pages.

The marked pages of a cluster are dealt into at most five parts. For each part the template is learned again from the
marks of the others, and what it gives on the part is compared with what a person marked there. Beside it stands what
weft gave before anybody marked anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from weft.auto import extract
from weft.document import Failure
from weft.errors import ConfigError
from weft.page import Page
from weft.scoring.marks import PageScore, field_names, score_marks, summarise_scores
from weft.sites import Cluster, Site
from weft.studio.changes import PAGE
from weft.studio.marking import Marks, read_marks
from weft.studio.project import Project
from weft.studio.store import Store
from weft.studio.teaching import learn_again, marked_pages, with_template

Pairs = set[tuple[int, str]]  # a row and its name


@dataclass
class Counts:
    """Marks of two people on pages that both wrote: those that both left, and those that one of them left."""

    both: int = 0
    one: int = 0
    pages: int = 0
    names: dict[str, Counts] = field(default_factory=dict)

    def add(self, mine: Pairs, yours: Pairs) -> None:
        """Count one page."""
        self.pages += 1
        self.both += len(mine & yours)
        self.one += len(mine ^ yours)

    @property
    def f1(self) -> float:
        """The F1 of one person's marks against the other's, which is the same either way; 1 where nobody marked."""
        total = 2 * self.both + self.one
        return 2 * self.both / total if total else 1.0

    def to_json(self) -> dict[str, Any]:
        """For the export."""
        own = {"pages": self.pages, "both": self.both, "only_one": self.one, "f1": round(self.f1, 4)}
        return {
            **own,
            **({"names": {name: one.to_json() for name, one in sorted(self.names.items())}} if self.names else {}),
        }


def last_marks(store: Store) -> dict[str, dict[str, Marks]]:
    """By page id and person the last marks that the person wrote there."""
    written: defaultdict[str, dict[str, Marks]] = defaultdict(dict)
    for change in store.changes():
        for edit in store.edits(change.number):
            if edit.target.startswith(PAGE):
                try:
                    written[edit.target.removeprefix(PAGE)][change.author] = read_marks(edit.after)
                except ConfigError:
                    continue  # another weft wrote it
    return written


def find_agreement(store: Store) -> dict[str, Any]:
    """The agreement of every two people over the pages that both wrote, all names together and each alone."""
    counts: defaultdict[tuple[str, str], Counts] = defaultdict(Counts)
    for by_author in last_marks(store).values():
        for one, other in combinations(sorted(by_author), 2):
            mine, yours = set(by_author[one].names.items()), set(by_author[other].names.items())
            pair = counts[one, other]
            pair.add(mine, yours)
            for name in {name for _, name in mine | yours}:
                named = pair.names.setdefault(name, Counts())
                named.add({entry for entry in mine if entry[1] == name}, {entry for entry in yours if entry[1] == name})
    return {"people": [{"one": one, "other": other, **pair.to_json()} for (one, other), pair in sorted(counts.items())]}


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
