"""A site: clusters with their templates, and a fallback for pages that fit none. An extractor.

What a person chose for the fields of a site holds for templates that are learned later.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.auto import DEFAULT, NO_BODY, SINGLE_PAGE, extract
from weft.content import Label, Metadata, Reason
from weft.deadline import check_deadline, time_limit
from weft.document import Document, no_choice, no_records
from weft.errors import ArtifactError, with_noun
from weft.extractors import EXTRACTORS
from weft.io import whole_file
from weft.io.damage import reason_of
from weft.io.raw_page import RawPages, no_progress
from weft.kernel.sites import Fitting
from weft.lazy import Lazy
from weft.metadata import merge_fields
from weft.page import Limits, Page
from weft.records import find_comments, find_main_records
from weft.sites import format_1
from weft.sites.clusterings import CLUSTERINGS
from weft.sites.field_types import typed_fields
from weft.sites.finder import Cluster, Finder
from weft.sites.guard import find_doubt
from weft.sites.learning import HOSTS_APART, Learning, Recipe
from weft.sites.similarity import SIMILARITIES
from weft.sites.template_learner import LEARNERS
from weft.sites.templates import Template
from weft.sites.templates.fields import FieldChoices


def keep_choices(old: Sequence[Cluster], new: Sequence[Cluster]) -> tuple[Cluster, ...]:
    """The new clusters with the choices that were made for the old ones of their host.

    Those of the same page type win: a site calls `text` one thing on its articles and another on its lists.
    """
    before = {id(cluster.template.body) for cluster in old}  # where only fields were learned again, choices are kept
    kept = []
    for cluster in new:
        choices = FieldChoices()
        if id(cluster.template.body) not in before:
            own = [one for one in old if one.host == cluster.host and one.template.fields.choices]
            for one in sorted(own, key=lambda one: one.template.page_type == cluster.template.page_type):
                choices = choices.then(one.template.fields.choices)
        if choices:
            fields = cluster.template.fields.choose(choices)
            cluster = replace(cluster, template=replace(cluster.template, fields=fields))
        kept.append(cluster)
    return tuple(kept)


FORMAT = 2


@dataclass(frozen=True, eq=False, kw_only=True)
class Site:
    """What was learned from a site's pages; extracts from each page by the template that it fits."""

    clusters: tuple[Cluster, ...] = ()
    unclustered: tuple[str, ...] = ()  # ids of pages that are in no cluster
    failures: Mapping[str, str] = field(default_factory=dict)  # ids of pages that could not be read, and why
    notes: tuple[str, ...] = ()  # what a person should know of the learning
    fallback: str = "block_classifier"
    learner: str = "slots"
    similarity: str = "same_template"
    clustering: str = "hierarchical"

    def __repr__(self) -> str:
        pages = sum(len(cluster.page_ids) for cluster in self.clusters)
        hosts = sorted({cluster.host for cluster in self.clusters} - {""})
        of = f" of {hosts[0]}" if len(hosts) == 1 else f" of {with_noun(len(hosts), 'host')}" if hosts else ""
        return f"<Site{of}: {with_noun(pages, 'page')} in {with_noun(len(self.clusters), 'cluster')}>"

    def extract(
        self,
        html: bytes | str | Page,
        *,
        url: str | None = None,
        encoding: str | None = None,
        limits: Limits = Limits(),
    ) -> Document:
        """The content of a page, as `weft.extract(html, site=self)` gives it: by a template, or by the page alone."""
        return extract(html, url=url, encoding=encoding, limits=limits, site=self)

    def read(
        self, data: bytes | str, *, url: str | None = None, encoding: str | None = None, limits: Limits = Limits()
    ) -> tuple[Page, Document]:
        """The page, as `parse` reads it, and what `choose` says of it: one call of the kernel on most pages."""
        page, fitting = self._finder.read(data, url=url, encoding=encoding, limits=limits)
        with time_limit(page.seconds):
            return page, self._follow(page, fitting)

    def choose(self, page: Page) -> Document:
        """The choice of the template that the page fits; where there is none, an empty choice that says why."""
        with time_limit(page.seconds):
            return self._follow(page, self._finder.find(page))

    def _follow(self, page: Page, fitting: Fitting) -> Document:
        """What follows from the cluster that a page fits."""
        if fitting.cluster < 0:
            return no_choice(page, Reason("no_template", f"no template fits (the best {fitting.score:.2f})"))
        template = self.clusters[fitting.cluster].template
        if template.is_learned:
            return self._apply(template, fitting, page)
        name, page_type, fitting = template.name, template.page_type, self._finder.find(page, learned=True)
        if fitting.cluster >= 0:
            document = self._apply(self.clusters[fitting.cluster].template, fitting, page)
            return document.with_values(page_type=page_type)
        reason = Reason("small_cluster", f"cluster {name} is too small for a template")
        return no_choice(page, reason).with_values(cluster=name, page_type=page_type)

    def _apply(self, template: Template, fitting: Fitting, page: Page) -> Document:
        """What a template finds; where it finds no body, or is doubted, the choice of another extractor is to come."""
        keep = template.keep(page, fitting)
        document = self._document(page, template, keep, fitting.slots)
        if fitting.is_settled:
            return document
        if not len(keep):
            why = f"template {template.name} {'finds' if template.has_body else 'knows'} no body here"
            return self._without_body(document, Reason(NO_BODY, why))
        doubt = find_doubt(template, page, keep, fit=fitting.score) if self.fallback == DEFAULT else ""
        return self._without_body(document, Reason(SINGLE_PAGE, doubt)) if doubt else document

    @staticmethod
    def _without_body(document: Document, reason: Reason) -> Document:
        """What a template knows of a page whose body another extractor is to choose."""
        return document.with_values(keep=np.zeros(0, np.int64), chosen_by="", reason=reason)

    def _document(self, page: Page, template: Template, keep: NDArray[np.int64], slots: NDArray[np.int32]) -> Document:
        """What a template knows of a page."""
        is_article = template.page_type == "article"
        find_typed = no_records if is_article else find_main_records
        return template.document(
            page,
            keep,
            fields=typed_fields(lambda: template.fields.find(page)),
            records=Lazy(lambda: template.find_records(page, slots, find_typed)),
            find_metadata=self._find_metadata(template),
            find_comments=find_comments if is_article else no_records,
        )

    def score(self, page: Page) -> NDArray[np.float64]:
        """1 for the blocks that are kept, 0 for the others."""
        scores = np.zeros(len(page.blocks))
        document = self.extract(page)
        if document.page is page:  # else the content is in the page's data, and no block of the page holds it
            scores[document.keep] = 1
        return scores

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self.clusters, is_guarded=self.fallback == DEFAULT)

    def find(self, page: Page) -> Fitting:
        """The number of the cluster of a page (`cluster`, -1 where there is none), and how well it fits (`score`)."""
        with time_limit(page.seconds):
            return self._finder.find(page)

    def update(
        self,
        pages: RawPages,
        labels: Iterable[Label] = (),
        *,
        limits: Limits = Limits(),
        progress: Callable[[int], None] = no_progress,
    ) -> Site:
        """The site with new pages: they join the clusters that they fit; those that fit none make new clusters.

        So a new design gets templates of its own beside the old ones. Templates that fit are not learned again; fields
        are, where new pages lack some that nearly all had.
        """
        recipe = Recipe(
            similarity=self.similarity,
            clustering=self.clustering,
            learner=self.learner,
            limits=limits,
            progress=progress,
        )
        by_page: dict[str, list[Label]] = {}
        for label in check_deadline(labels):
            by_page.setdefault(label.page_id, []).append(label)
        learning = Learning(recipe, list(self.clusters), by_page)
        learning.read(pages)
        return replace(
            self,
            clusters=keep_choices(self.clusters, learning.clusters),
            unclustered=(*self.unclustered, *learning.unclustered),
            failures={**self.failures, **learning.failures},
            notes=tuple(dict.fromkeys((*(note for note in self.notes if HOSTS_APART not in note), *learning.notes))),
        )

    def _find_metadata(self, template: Template) -> Callable[[Page], Metadata]:
        """Metadata with what the template knows better: where its pages have title, author, date and image."""

        def find(page: Page) -> Metadata:
            return merge_fields(page, template.fields.find(page))

        return find

    def save(self, path: str | Path) -> None:
        """Write the site as JSON that a person can read, diff and edit; what was there stays until it is whole."""
        with whole_file(Path(path)) as file:
            file.write(json.dumps(self.to_json(), ensure_ascii=False, indent=1) + "\n")

    @staticmethod
    def load(path: str | Path) -> Site:
        """Read what `save` wrote; an ArtifactError says what is wrong with anything else."""
        try:
            return Site.from_json(json.loads(Path(path).read_text(encoding="utf-8")), name=str(path))
        except (OSError, ValueError, RecursionError) as error:
            what = f"{path} cannot be read as a site ({reason_of(error)})"
            raise ArtifactError(what, advice="name what weft learn wrote, or learn it again with weft learn") from None

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values."""
        return {
            "format": FORMAT,
            "fallback": self.fallback,
            "learner": self.learner,
            "similarity": self.similarity,
            "clustering": self.clustering,
            "notes": list(self.notes),
            "unclustered": list(self.unclustered),
            "failures": dict(self.failures),
            "clusters": [cluster.to_json() for cluster in self.clusters],
        }

    @staticmethod
    def from_json(data: Any, *, name: str = "the site") -> Site:
        """What `to_json` wrote; an ArtifactError says what is wrong with anything else."""
        number = data.get("format") if isinstance(data, dict) else None
        if number not in (FORMAT, format_1.FORMAT):
            what = f"has format {number}, this weft reads {FORMAT}" if number is not None else "is no site of weft"
            raise ArtifactError(
                f"{name} {what}", advice="name what weft learn wrote, or learn it again with weft learn"
            )
        try:
            if number == format_1.FORMAT:
                data = format_1.convert(data)
            return Site(
                clusters=tuple(Cluster.from_json(cluster) for cluster in data["clusters"]),
                unclustered=tuple(map(str, data["unclustered"])),
                failures={str(page): str(why) for page, why in data["failures"].items()},
                notes=tuple(map(str, data["notes"])),
                fallback=_known("fallback", data, EXTRACTORS),
                learner=_known("learner", data, LEARNERS),
                similarity=_known("similarity", data, SIMILARITIES),
                clustering=_known("clustering", data, CLUSTERINGS),
            )
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ArtifactError(
                f"{name} is broken ({reason_of(error)})", advice="mend it, or learn it again with weft learn"
            ) from None


def _known(kind: str, data: Mapping[str, Any], names: Collection[str]) -> str:
    name = str(data[kind])
    if name not in names:
        raise ValueError(f"unknown {kind} {name!r}")
    return name


def learn(
    pages: RawPages,
    labels: Iterable[Label] = (),
    *,
    similarity: str = "same_template",
    clustering: str = "hierarchical",
    learner: str = "slots",
    limits: Limits = Limits(),
    progress: Callable[[int], None] = no_progress,
) -> Site:
    """Learn a site from its pages: group them by template, and learn where each template has its content.

    `pages` are RawPages or pairs of a URL (or any id) and the bytes, read once and in any number. `labels` are a
    person's marks, where there are some. Pages that cannot be read are named in `failures`.

    >>> page = "<title>{0}</title><nav>Home</nav><h1>{0}</h1><p>{0} is what this page of the shop is about, at length."
    >>> pages = [(f"http://weft.example/p/{k}", page.format(f"Loom {k}").encode()) for k in range(8)]
    >>> site = learn(pages)
    >>> site.extract(page.format("Shuttle"), url="http://weft.example/p/99").text
    'Shuttle is what this page of the shop is about, at length.'
    """
    recipe = Site(similarity=similarity, clustering=clustering, learner=learner)
    return recipe.update(pages, labels, limits=limits, progress=progress)
