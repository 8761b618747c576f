"""Learns the template of one cluster: body, fields, records, page type.

On one page a list of posts looks like an article; over a cluster, with its URLs and its learned body, it does not. The
weights are those of a logistic regression over the clusters of 86 sites; in cross-validation by site, 98 % of the pages
of lists and of articles are told apart.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.page import Page, tag_number
from weft.page.url_shape import UrlShape, find_url
from weft.registry import Registry
from weft.sites.fields import learn_fields
from weft.sites.guard import LISTS, as_mask, learn_guard
from weft.sites.sample import Sample
from weft.sites.slot_learner import SlotLearner, learn_records
from weft.sites.slots import to_outline
from weft.sites.templates import FieldRules, NoBodyRules, RecordRules, SlotBody, Template
from weft.sites.templates.body import BodyRules

MIN_PAGES = 3  # of two pages no one can say which is usual
GUARDED = "slots"  # the learner whose templates are held against the single page
DIGITS = 4  # of a confidence, as it is saved: what is loaded is what was learned

LEARNERS: Registry[Callable[[Sample], BodyRules]] = Registry(
    {
        "slots": SlotLearner().learn,
        "block_rule": "weft.papers.a.block_rule:BlockRuleLearner",
        "delete_same": "weft.papers.d.delete_same:DeleteSame",
        "delete_same_pairwise": "weft.papers.d.delete_same:PAIRWISE",
    },
    instances=True,
)
"""Body learners by name; `slots` is the default."""


def learn_template(sample: Sample, *, learner: str) -> Template:
    """The template of a sample of pages."""
    count = len(sample.pages)
    is_enough = count >= MIN_PAGES or bool(sample.labels)
    body = LEARNERS[learner](sample) if is_enough else NoBodyRules()
    page_type = find_kind(sample, body=body)
    # What repeats beside an article are links to others, not the page's records, unless a person says so.
    is_article = page_type == "article" and not sample.record_rows
    records = (
        RecordRules() if is_article else learn_records(sample, body=body.keep if isinstance(body, SlotBody) else ())
    )
    needed = [*records.paths, *(path for name in records.fields for path in records.field_paths(name))]
    if isinstance(body, SlotBody):
        needed += [*body.keep, *body.drop, *body.around, *body.titles, *body.own]
    outline = to_outline(sample.slots, count, needed=needed)
    if isinstance(body, SlotBody):
        body = replace(body, outline=outline)
    template = Template(
        name="",
        outline=outline,
        body=body,
        fields=learn_fields(sample.pages, labels=sample.field_labels) if is_enough else FieldRules(),
        records=records,
        page_type=page_type,
        pages=count,
    )
    fittings = [template.read(page) for page in check_deadline(sample.pages)] if template.is_learned else []
    chosen = [template.keep(page, fitting) for page, fitting in zip(sample.pages, fittings, strict=False)]
    body_blocks = chosen if template.has_body else [body.choose(page) for page in sample.pages]
    template = replace(template, confidence=round(agreement(sample, body_blocks), DIGITS))
    if learner != GUARDED:
        return template
    least = min((fitting.score for fitting in fittings), default=0.0)
    return replace(template, guard=learn_guard(sample, template, chosen, least_fit=least))


def agreement(sample: Sample, chosen: Sequence[NDArray[np.int64]]) -> float:
    """How far the classifier, page by page, agrees with the rules: mean probability that a word is labelled right."""
    right = []
    for page, probability, keep in check_deadline(zip(sample.pages, sample.probabilities, chosen, strict=True)):
        is_kept = as_mask(page, keep)
        words = page.blocks.words
        right.append(float((np.where(is_kept, probability, 1 - probability) * words).sum() / max(words.sum(), 1)))
    return float(np.mean(right)) if right else 0.0


LISTED = frozenset({"tag", "category", "author", "page", "index", "search"})
"""Kinds of URLs that list pages have; below `archive`, many sites keep their articles too."""

# Share of listed URLs; log of the words of the body; links in the body and on the page; log of linked headings.
WEIGHTS = np.array([-4.8, 0.85, -0.85, -0.91, -1.02])
OFFSET = -1.23
SHALLOW = 2  # segments of an index that lists a site's pages
NO_ARTICLES = frozenset({"empty", "listing", "collection", "other"})
MOSTLY_LINKS = 0.5  # share of a body's characters; with that, pages that all look like lists are lists
_HEADINGS = [tag_number(f"h{level}") for level in range(1, 5)]


def find_kind(sample: Sample, *, body: BodyRules) -> str:
    """`listing`, or the type that the classifier gives most pages; `empty` where no page says anything."""
    types = Counter(sample.page_types).most_common()
    usual = next((name for name, _ in types if name not in NO_ARTICLES), "article")
    is_empty = not any(len(page.blocks) for page in sample.pages)
    if is_empty or isinstance(body, NoBodyRules):
        return "listing" if _share_listed(sample.pages) > 0.5 else "empty" if is_empty else types[0][0]
    signs = kind_signs(sample.pages, body)
    is_list = LISTS.issuperset(sample.page_types) and signs[2] > MOSTLY_LINKS
    return usual if WEIGHTS @ signs + OFFSET > 0 and not is_list else "listing"


def kind_signs(pages: Sequence[Page], body: BodyRules) -> NDArray[np.float64]:
    """What is weighed: the share of listed URLs, then the medians over the pages."""
    return np.array([_share_listed(pages), *np.median([_signs(page, body) for page in pages], axis=0)])


def _share_listed(pages: Sequence[Page]) -> float:
    return float(np.mean([is_listed(page) for page in pages]))


def is_listed(page: Page) -> bool:
    """Whether the URL of a page is one of a list; without a URL nobody knows.

    Deep in a site every article may be the index of its own folder.
    """
    url = find_url(page)
    shape = UrlShape.of(url)
    return bool(url) and shape.kind in LISTED and (shape.kind != "index" or len(shape.segments) <= SHALLOW)


def _signs(page: Page, body: BodyRules) -> tuple[float, float, float, float]:
    """Words of the body, links in it, links on the page, headings that are links."""
    blocks, keep = page.blocks, body.choose(page)
    in_body = blocks.link_chars[keep].sum() / max(blocks.chars[keep].sum(), 1)
    on_page = blocks.link_chars.sum() / max(blocks.chars.sum(), 1)
    headings = np.flatnonzero(np.isin(page.tag, _HEADINGS))
    linked = page.subtree_sum(page.in_link)[headings] > 0
    return np.log1p(blocks.words[keep].sum()), in_body, on_page, np.log1p(np.count_nonzero(linked))
