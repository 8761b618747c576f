"""Learns the template of one cluster: body, fields, records, page type."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from weft.registry import Registry
from weft.site.fields import learn_fields
from weft.site.page_kind import find_kind
from weft.site.record_slots import learn_records
from weft.site.sample import Sample
from weft.site.slot_learner import SlotLearner
from weft.site.slots import to_outline
from weft.templates import FieldRules, NoBodyRules, RecordRules, SlotBody, Template
from weft.templates.body import BodyRules

MIN_PAGES = 3  # of two pages no one can say which is usual
DIGITS = 4  # of a confidence, as it is saved: what is loaded is what was learned

LEARNERS: Registry[Callable[[Sample], BodyRules]] = Registry(
    {
        "slots": SlotLearner().learn,
        "block_rule": "weft.papers.a.block_rule:learn_block_rule",
        "delete_same": "weft.papers.d.delete_same:learn_cluster",
        "delete_same_pairwise": "weft.papers.d.delete_same:learn_pairwise",
    }
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
        needed += [*body.keep, *body.drop, *body.around, *body.titles]
    outline = to_outline(sample.slots, count, needed=needed)
    if isinstance(body, SlotBody):
        body = replace(body, outline=outline)
    return Template(
        name="",
        outline=outline,
        body=body,
        fields=learn_fields(sample.pages, labels=sample.field_labels) if is_enough else FieldRules(),
        records=records,
        page_type=page_type,
        pages=count,
        confidence=round(agreement(sample, body), DIGITS),
    )


def agreement(sample: Sample, body: BodyRules) -> float:
    """How far the classifier, page by page, agrees with the rules: mean probability that a word is labelled right."""
    right = []
    for page, probability in zip(sample.pages, sample.probabilities, strict=True):
        chosen = np.zeros(len(probability), np.bool_)
        chosen[body.choose(page)] = True
        words = page.blocks.words
        right.append(float((np.where(chosen, probability, 1 - probability) * words).sum() / max(words.sum(), 1)))
    return float(np.mean(right)) if right else 0.0
