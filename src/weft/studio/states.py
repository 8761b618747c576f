"""The state of each page in the lists: its cluster, its title, how sure weft is of its document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.auto import extract
from weft.document import Document
from weft.extractors.block_classifier import default_model
from weft.metadata import find_title
from weft.page import Page
from weft.sites import Site
from weft.sites.lost_fields import NEARLY_ALL
from weft.sites.similarity.sketch import SIZE, Signature, sign
from weft.sites.templates import NoBodyRules, Outline, Template
from weft.sites.templates.fields import squeeze

MAX_TITLE = 200  # characters
MISSING = 0.5  # of its confidence a page loses that has none of the usual fields
NO_TEMPLATE = Template(name="", outline=Outline((), (), ()), body=NoBodyRules())


@dataclass(frozen=True, eq=False, kw_only=True)
class PageState:
    """A page in a list; `doubt` is high where a person should look first."""

    number: int
    id: str
    url: str = ""
    title: str = ""
    cluster: str = ""  # a name; empty: in none
    page_type: str = "other"
    confidence: float = 0.0
    doubt: float = 1.0
    failure: str = ""  # why it cannot be opened
    sketch: Signature = field(default_factory=lambda: np.zeros(SIZE, np.uint64), repr=False)

    def to_json(self) -> dict[str, Any]:
        """For the overview."""
        return {
            "number": self.number,
            "id": self.id,
            "url": self.url,
            "title": self.title,
            "cluster": self.cluster,
            "page_type": self.page_type,
            "confidence": round(self.confidence, 4),
            "doubt": round(self.doubt, 4),
        }


@dataclass(frozen=True, kw_only=True)
class Membership:
    """The clusters of pages as they were learned, and the clusters that people taught; the site has neither by id."""

    clusters: Mapping[str, str] = field(default_factory=dict)  # names by page id
    taught: frozenset[str] = frozenset()  # clusters whose templates a person saved


def describe_page(site: Site, page: Page, *, number: int, page_id: str, membership: Membership) -> PageState:
    """The state of a page: it belongs to the cluster that has its id, else to the one that it fits."""
    document = extract(page, site=site)
    title = document.fields.get("title") or find_title(page)  # all of the metadata would cost as much as the rest
    match = site.find(page)
    template = site.clusters[match.cluster].template if match.cluster >= 0 else NO_TEMPLATE
    confidence = match.score * (1 - MISSING * missing_fields(template, document))
    if template.name not in membership.taught:  # else a person has marked the body and needs no second opinion
        # The classifier knows bodies, not records: on a list it is asked whether there is no body.
        is_list = template.is_learned and not template.has_body
        confidence *= agreement(page, document.page, [] if is_list else document.keep, classify(page))
    return PageState(
        number=number,
        id=page_id,
        url=page.url or "",
        title=squeeze(title.value)[:MAX_TITLE],
        cluster=membership.clusters.get(page_id, template.name),
        page_type=document.page_type,
        confidence=confidence,
        doubt=1 - confidence,
        sketch=sign(np.unique(page.table.path_tags[page.tag > 0])),
    )


def missing_fields(template: Template, document: Document) -> float:
    """The share of the fields that nearly all pages of a template have and this one does not."""
    usual = {rule.name for rule in template.fields.rules if rule.presence >= NEARLY_ALL}
    return len(usual - document.fields.keys()) / max(len(usual), 1)


def classify(page: Page) -> NDArray[np.float64]:
    """How likely each block is content, by the classifier that knows this page alone."""
    return default_model().judge(page).probability


def agreement(
    page: Page, read: Page, keep: Sequence[int] | NDArray[np.int64], probability: NDArray[np.float64]
) -> float:
    """How far the classifier agrees with a choice of blocks on a page: the mean probability that a word is right."""
    words = page.blocks.words
    if read is not page or not len(words):
        return 0.0  # the page shows nothing, or the text is from its data: a person should look
    chosen = np.zeros(len(words), np.bool_)
    chosen[np.asarray(keep, np.int64)] = True
    return float((np.where(chosen, probability, 1 - probability) * words).sum() / max(words.sum(), 1))
