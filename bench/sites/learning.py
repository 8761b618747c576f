"""The one place that calls `weft.learn`: pages in, a site out, its answers and clusters as plain dicts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import weft
from bench.datasets import Case
from bench.sites.corpora import SiteCases
from weft.io import RawPage
from weft.sites.sample import SIZE, Sample, spread
from weft.sites.templates.template import UNGUARDED


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """How a site is learned: names of the registries, empty for weft's default."""

    similarity: str = ""
    clustering: str = ""
    learner: str = ""

    @property
    def choices(self) -> dict[str, Any]:
        """The keywords of `weft.learn`, defaults left out."""
        named = {"similarity": self.similarity, "clustering": self.clustering, "learner": self.learner}
        return {keyword: name for keyword, name in named.items() if name}


PAPER_A = Recipe(similarity="block_paths", clustering="leader", learner="block_rule")
PAPER_D = Recipe(similarity="istm", clustering="hierarchical", learner="delete_same")


def learn(cases: Sequence[Case], recipe: Recipe = Recipe(), *, labels: Sequence[weft.Label] = ()) -> weft.Site:
    """A site learned from pages, read from their bytes as a user would."""
    return weft.learn([as_raw(case) for case in cases], labels, **recipe.choices)


def as_raw(case: Case) -> RawPage:
    """The page as a reader of files hands it over."""
    return RawPage(id=case.id, url=case.url or None, data=case.data)


def parse(case: Case) -> weft.Page:
    """The page with its URL, which some similarities look at."""
    return weft.parse(case.data, url=case.url or None)


def with_learner(site: weft.Site, pages: Mapping[str, weft.Page], learner: str) -> weft.Site:
    """The site with the bodies that a learner learns on its clusters, all else as it is.

    What `weft.learn(learner=...)` gives, without learning clusters, fields and records again.
    """
    clusters = []
    for cluster in site.clusters:
        members = [pages[page] for page in cluster.page_ids if page in pages]
        if cluster.template.is_learned and members:
            cluster = replace(
                cluster, template=replace(cluster.template, body=learn_body(members, learner), guard=UNGUARDED)
            )
        clusters.append(cluster)
    return replace(site, clusters=tuple(clusters), learner=learner)


def learn_body(pages: Sequence[weft.Page], learner: str) -> Any:
    """What a learner says of the bodies of pages of one template, from as many as `weft.learn` looks at."""
    return weft.LEARNERS[learner](Sample([pages[place] for place in spread(len(pages), SIZE)]))


def answer_by_learner(
    learner: str, given: Sequence[weft.Page], asked: Mapping[str, weft.Page]
) -> dict[str, dict[str, Any]]:
    """What a learner's rules say of pages of the template they were learned on; such a rule knows no page types."""
    chooser = learn_body(given, learner)
    return answer(
        lambda page: weft.Document(page=page, keep=chooser.choose(page), chosen_by=learner, page_type=""), asked
    )


def answer(extract: Callable[[weft.Page], weft.Document], pages: Mapping[str, weft.Page]) -> dict[str, dict[str, Any]]:
    """What an extractor says of each page."""
    return {page_id: as_dict(extract(page)) for page_id, page in pages.items()}


def as_dict(document: weft.Document) -> dict[str, Any]:
    """The parts of a document that are measured; fields are read when asked for, which takes its time."""
    return {
        "text": document.text,
        "page_type": document.page_type,
        "chosen_by": document.chosen_by,
        "fields": document.fields,
    }


def found_clusters(site: weft.Site) -> dict[str, int]:
    """The cluster number by page; a page in no cluster is left out."""
    return {page: number for number, cluster in enumerate(site.clusters) for page in cluster.page_ids}


def by_template(site: SiteCases) -> dict[str, list[str]]:
    """The pages of each true template; pages whose template is not known are one template."""
    groups: dict[str, list[str]] = {}
    for case in site.cases:
        groups.setdefault(case.truth.get("template") or "", []).append(case.id)
    return groups
