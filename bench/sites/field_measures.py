"""Fields: whether a learned field holds a true attribute, page after page (SWDE)."""

import html
from collections.abc import Mapping, Sequence
from statistics import fmean

from bench.metrics import Score

MAX_LABEL = 40  # characters of a label that begins a true value
SEPARATORS = " |•·»›>-–—/"
MAX_FIELDS = 40
"""Fields a page may have: more would find any attribute by offering everything."""

Values = Mapping[str, str]  # a value by field name
Truth = Mapping[str, Sequence[str]]  # an attribute may be printed in several ways; none: the page has it not


def normal(text: str) -> str:
    """White space, case and markup of characters apart.

    >>> normal(" Ann&nbsp; Weaver ")
    'ann weaver'
    """
    return " ".join(html.unescape(text).lower().split())


def best_fields(answers: Sequence[Values], truths: Sequence[Truth]) -> dict[str, tuple[str, float]]:
    """Per true attribute the field that holds it most often, and on which share of the pages that have it.

    The choice of the field is the truth's: this measures whether the value was set apart, not whether it was named.
    """
    best = {}
    for attribute in sorted({name for truth in truths for name, values in truth.items() if values}):
        pages = [
            (answer, _wanted(truth[attribute]))
            for answer, truth in zip(answers, truths, strict=True)
            if truth.get(attribute)
        ]
        names = sorted({name for answer, _ in pages for name in answer})
        shares = {name: fmean(normal(answer.get(name, "")) in wanted for answer, wanted in pages) for name in names}
        found = max(shares, key=lambda name: shares[name], default="")
        best[attribute] = (found, shares.get(found, 0.0))
    return best


def labelled_scores(answers: Sequence[Values], truths: Sequence[Truth]) -> dict[str, Score]:
    """Per attribute that was labelled by name: of the values answered how many are true, of the true how many came."""
    scores = {}
    for attribute in sorted({name for truth in truths for name, values in truth.items() if values}):
        right = answered = true = 0
        for answer, truth in zip(answers, truths, strict=True):
            value, wanted = normal(answer.get(attribute, "")), _wanted(truth.get(attribute, ()))
            right += bool(value) and value in wanted
            answered += bool(value)
            true += bool(wanted)
        scores[attribute] = Score(right / answered if answered else 0.0, right / true if true else 0.0)
    return scores


def holds(value: str, values: Sequence[str]) -> bool:
    """Whether a field's value is that of an attribute, in any of its printed forms, bare ones too."""
    return bool(value) and normal(value) in _wanted(values) | {bare(form) for form in values}


def bare(text: str) -> str:
    """A true value without its label and the separators around it: SWDE's values are whole texts of the page.

    >>> bare("Publisher: Faber"), bare("$23,995 |"), bare("12:30")
    ('faber', '$23,995', '12:30')
    """
    text = normal(text).strip(SEPARATORS)
    head, colon, tail = text.partition(":")
    is_label = colon and tail.startswith(" ") and len(head) <= MAX_LABEL
    return (tail if is_label else text).strip(SEPARATORS)


def with_bare(values: Sequence[str]) -> list[str]:
    """The true values with their bare forms, and all of them together as one."""
    return [*values, *map(bare, values), " ".join(values)] if values else []


def _wanted(values: Sequence[str]) -> set[str]:
    """What counts as the attribute's value: any of its printed forms, or all of them together."""
    forms = [normal(value) for value in values]
    return {form for form in [*forms, " ".join(forms)] if form}


def site_fields(answers: Sequence[Values], truths: Sequence[Truth]) -> dict[str, float]:
    """A site without labels: mean share over attributes, attributes held on nearly all pages, fields a page."""
    best = best_fields(answers, truths)
    bared = best_fields(answers, [{name: with_bare(own) for name, own in truth.items()} for truth in truths])
    counts = [sum(bool(value) for value in answer.values()) for answer in answers]
    return {
        "pages": len(answers),
        "attributes": len(best),
        "share": fmean(share for _, share in best.values()) if best else 0.0,
        "bare_share": fmean(share for _, share in bared.values()) if bared else 0.0,
        "held": fmean(share >= 0.9 for _, share in best.values()) if best else 0.0,
        "fields_mean": fmean(counts) if counts else 0.0,
        "fields_most": max(counts, default=0),
        "over_limit": fmean(count > MAX_FIELDS for count in counts) if counts else 0.0,
    }


def site_labelled(answers: Sequence[Values], truths: Sequence[Truth]) -> dict[str, float]:
    """A site with labels: precision, recall and F1, each the mean over attributes."""
    scores = list(labelled_scores(answers, truths).values())
    if not scores:
        return {"pages": len(answers), "attributes": 0, "precision": 0.0, "recall": 0.0, "f1": 0.0}
    return {
        "pages": len(answers),
        "attributes": len(scores),
        "precision": fmean(score.precision for score in scores),
        "recall": fmean(score.recall for score in scores),
        "f1": fmean(score.f1 for score in scores),
    }
