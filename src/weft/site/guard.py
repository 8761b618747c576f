"""The guard: a template answers only where it earned it, else the single page does.

On the learning pages of a cluster the template's choice stands beside the block classifier's. What speaks for either
needs no truth: how far they agree, what the classifier expects of both, and of the words that only one of them keeps
how likely they are content, how many are links, and how many other pages say too. A logistic regression weighs the
means over the pages. It was fitted on sites whose texts are known, each page by what the template gains or loses there,
so that one large loss counts for more than many small gains (`bench/sites/refit_guard.py`).

Few pages are weaker evidence than many: their number is weighed too, so that a small cluster must agree with the
classifier more closely than a large one.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time
from weft.nouns import with_noun
from weft.page import Page
from weft.site.sample import Sample
from weft.site.single_page import SinglePage
from weft.templates import Template
from weft.templates.guard import DIGITS, MAX_WORDS, UNGUARDED, Guard

PAGE_SIGNS = (
    "agreement",  # F1 of the words of both choices
    "added",  # of the template's words those that the page alone leaves
    "left",  # of the page's words those that the template leaves
    "expected",  # F1 that the classifier expects of the template's choice
    "expected_alone",  # and of its own
    "added_probability",
    "left_probability",
    "links",  # share of the template's characters
    "links_alone",
    "added_links",
    "left_links",
    "words",  # log
    "words_alone",
    "is_list",  # by the classifier
)
SIGNS = (*PAGE_SIGNS, "repeats", "repeats_alone", "added_repeats", "left_repeats", "pages", "listing", "records")
"""What is weighed: the means of the pages' signs, the shares of words that other pages say too, then the cluster's."""

WEIGHTS = np.zeros(len(SIGNS))
OFFSET = 0.0
PAGE_WEIGHTS = np.zeros(len(PAGE_SIGNS) + 1)  # of one page's signs, and of the margin of its cluster
PAGE_OFFSET = 0.0

LISTS = frozenset({"listing", "collection"})
WIDER = 2  # times more or less words than any learning page has, and a body is unusual
LESS_FIT = 0.1  # than the least of the learning pages
SMALL = 10  # pages of a cluster up to which every page is compared


def learn_guard(sample: Sample, template: Template) -> Guard:
    """What the learning pages say; a template that a person taught needs no guard."""
    if sample.labels or not template.is_learned or not sample.pages:
        return UNGUARDED
    slots, fits = zip(*(template.read(page) for page in in_time(sample.pages)), strict=True)
    chosen = [as_mask(page, template.choose_in(page, own)) for page, own in zip(sample.pages, slots, strict=True)]
    signs = cluster_signs(sample, template, chosen)
    words = [int(page.blocks.words[mask].sum()) for page, mask in zip(sample.pages, chosen, strict=True) if mask.any()]
    trust = round(probability(float(WEIGHTS @ signs + OFFSET)), DIGITS)
    return Guard(
        trust=trust,
        words=(min(words, default=0) // WIDER, max(words, default=MAX_WORDS) * WIDER),
        fit=round(max(min(fit.score for fit in fits) - LESS_FIT, 0), DIGITS),
        why=_why(trust, signs, len(sample.pages)),
    )


def _why(trust: float, signs: NDArray[np.float64], pages: int) -> str:
    """The sentence that is saved and shown."""
    winner = "the template is" if trust >= 0.5 else "the single page is"
    agreement = float(signs[SIGNS.index("agreement")])
    return f"on {with_noun(pages, 'page')} both agree in {agreement:.2f} of their words; {winner} expected to be better"


def cluster_signs(sample: Sample, template: Template, chosen: Sequence[NDArray[np.bool_]]) -> NDArray[np.float64]:
    """The signs of a cluster: means over the pages, then what is known of the cluster."""
    singles = sample.singles
    repeated = _repeated(sample.pages)
    rows = [
        [*page_signs(page, mask, single), *_repeat_signs(page, mask, single, again)]
        for page, mask, single, again in zip(sample.pages, chosen, singles, repeated, strict=True)
    ]
    return np.array([*np.mean(rows, axis=0), *_cluster_facts(len(sample.pages), template)])


def _cluster_facts(pages: int, template: Template) -> tuple[float, float, float]:
    return float(np.log(pages)), float(template.page_type == "listing"), float(not template.has_body)


def page_signs(page: Page, chosen: NDArray[np.bool_], single: SinglePage) -> NDArray[np.float64]:
    """What one page says of both choices, in the order of `PAGE_SIGNS`."""
    blocks, alone, likely = page.blocks, single.is_kept, single.probability
    words = blocks.words.astype(np.float64)
    added, left = chosen & ~alone, alone & ~chosen
    own, other = words[chosen].sum(), words[alone].sum()
    hoped = words @ likely
    likely_words = words * likely
    return np.array(
        [
            _share(2 * words[chosen & alone].sum(), own + other, 1.0),
            _share(words[added].sum(), own),
            _share(words[left].sum(), other),
            _share(2 * likely_words[chosen].sum(), own + hoped),
            _share(2 * likely_words[alone].sum(), other + hoped),
            _share(likely_words[added].sum(), words[added].sum(), 0.5),
            _share(likely_words[left].sum(), words[left].sum(), 0.5),
            *(_share(blocks.link_chars[m].sum(), blocks.chars[m].sum()) for m in (chosen, alone, added, left)),
            np.log1p(own),
            np.log1p(other),
            float(single.page_type in LISTS),
        ]
    )


def _repeat_signs(
    page: Page, chosen: NDArray[np.bool_], single: SinglePage, again: NDArray[np.bool_]
) -> tuple[float, ...]:
    """Which share of the words other pages say too: of both choices, and of what only one of them keeps."""
    words, alone = page.blocks.words, single.is_kept
    parts = (chosen, alone, chosen & ~alone, alone & ~chosen)
    return tuple(_share(words[part & again].sum(), words[part].sum()) for part in parts)


def _repeated(pages: Sequence[Page]) -> list[NDArray[np.bool_]]:
    """Of each page the blocks whose text another page has too."""
    texts = [[" ".join(block.text.split()) for block in page.blocks] for page in in_time(pages)]
    counts = Counter(text for page in texts for text in set(page))
    return [np.array([counts[text] > 1 for text in page], np.bool_) for page in texts]


def _share(part: float, whole: float, nothing: float = 0.0) -> float:
    return float(part / whole) if whole else nothing


def as_mask(page: Page, blocks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Blocks as a mask over all."""
    mask = np.zeros(len(page.blocks), np.bool_)
    mask[blocks] = True
    return mask


def probability(margin: float) -> float:
    """A margin as a probability."""
    return float(1 / (1 + np.exp(-margin)))


def find_doubt(template: Template, page: Page, keep: NDArray[np.int64], *, fit: float) -> str:
    """Why the single page answers in the place of a template; empty where the template does.

    Where most pages of the template are in doubt, or a person wrote a trust of 0 or 1, no page is looked at. Else the
    classifier is asked on pages unlike the learning pages, and on all pages of a small cluster.
    """
    guard = template.guard
    if not guard.holds:
        return f"the single page is better than template {template.name} (trust {guard.trust:.2f})"
    words = int(page.blocks.words[keep].sum())
    is_usual = template.pages > SMALL and guard.is_usual(words=words, fit=fit)
    if guard.trust == 1 or is_usual:
        return ""
    trust = page_trust(guard, page_signs(page, as_mask(page, keep), SinglePage.read(page)))
    if trust >= 0.5:
        return ""
    return (
        f"the single page is better than template {template.name} here (trust {trust:.2f}, {with_noun(words, 'word')})"
    )


def page_trust(guard: Guard, signs: NDArray[np.float64]) -> float:
    """The probability that a template is better on one page."""
    margin = float(np.log(guard.trust / (1 - guard.trust))) if guard.trust < 1 else 0.0
    return probability(float(PAGE_WEIGHTS @ [*signs, margin] + PAGE_OFFSET))
