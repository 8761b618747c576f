"""The guard: a template answers only where it earned it, else the single page does.

On the learning pages of a cluster the template's choice stands beside the block classifier's. They mostly agree; what
speaks for either is in the words that only one of them keeps. Needing no truth, the guard asks how likely the words
that the template leaves are content, and those that it adds, and what F1 the classifier expects of both choices; texts
that most pages print are none. A logistic regression weighs the means over the pages. It was fitted on sites whose
texts are known, each page by what the template gains or loses there, a loss twice (`bench/sites/refit_guard.py`).

What the classifier says of single pages is a prior that fades with the number of pages: few pages must agree with it
closely, of many the template is believed though it differs.
"""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline
from weft.errors import with_noun
from weft.page import Page
from weft.sites.prior import SinglePage
from weft.sites.sample import Sample, spaced_blocks
from weft.sites.templates import Template
from weft.sites.templates.template import DIGITS, MAX_WORDS, MIN_TRUST, UNGUARDED, Guard
from weft.sites.whole_articles import find_articles, other_blocks

Vector = NDArray[np.float64]
SIGNS = (
    "left",  # of the words of the page alone those that the template leaves
    "added",  # of the template's words those that the page alone leaves
    "left_likely",  # the mean probability of what is left
    "added_likely",
    "expected",  # the F1 that the classifier expects of the template's choice, less that of its own
    "length",  # log of the template's words, less that of the page's
    "is_list",  # by the classifier
    "agreement",  # the F1 of the two choices
    "sureness",  # the mean probability of the words that the page alone keeps
)
AGREEMENT, SURENESS = SIGNS.index("agreement"), SIGNS.index("sureness")
LISTS = frozenset({"listing", "collection"})
WARP = 0.02  # the probability of a text that most pages print
REPEATED, MIN_REPEATS = 0.8, 3  # share of the pages, and pages, that make a text such

# What the classifier expects of the template, how likely the template leaves content and how likely it adds some, each
# by the root of the pages, so that it fades with their number; then one by the root of the pages.
WEIGHTS = np.array([6.9, -4.9, 12.3, -9.6])
OFFSET = 3.5

WIDER = 2  # times more or less words than any learning page has, and a body is unusual
LESS_FIT = 0.1  # than the least of the learning pages
ALONE = 8  # pages that a page unlike its siblings is judged by: so many that they speak for neither
SURE = 0.95  # of a word of such a page, for it to overrule: beside a text of one line much looks like content


def learn_guard(sample: Sample, template: Template, blocks: Sequence[NDArray[np.int64]], *, least_fit: float) -> Guard:
    """What the learning pages and their bodies say; one that a person taught needs no guard."""
    if sample.labels or not template.is_learned or not sample.pages:
        return UNGUARDED
    chosen = [as_mask(page, keep) for page, keep in zip(sample.pages, blocks, strict=True)]
    means = mean_signs(sample, chosen)
    words = [int(page.blocks.words[mask].sum()) for page, mask in zip(sample.pages, chosen, strict=True) if mask.any()]
    trust = round(trust_of(means, len(sample.pages)), DIGITS)
    return Guard(
        trust=trust,
        words=(min(words, default=0) // WIDER, max(words, default=MAX_WORDS) * WIDER),
        fit=round(max(least_fit - LESS_FIT, 0), DIGITS),
        why=_why(trust, float(means[AGREEMENT]), len(sample.pages)),
    )


def _why(trust: float, agreement: float, pages: int) -> str:
    """The sentence that is saved and shown."""
    better = "template" if trust >= MIN_TRUST else "single page"
    return f"on {with_noun(pages, 'page')} they agree in {agreement:.2f} of their words; the {better} should be better"


def mean_signs(sample: Sample, chosen: Sequence[NDArray[np.bool_]]) -> Vector:
    """The signs of a cluster: the means of its pages."""
    repeated = repeated_blocks(sample.texts)
    articles = find_articles(sample)
    for number, page in check_deadline(
        enumerate(sample.pages)
    ):  # the classifier cannot know that a text is another page's
        repeated[number][other_blocks(page, number, articles)] = True
    rows = zip(sample.pages, chosen, sample.singles, repeated, strict=True)
    means: Vector = np.mean([page_signs(page, mask, single, again) for page, mask, single, again in rows], axis=0)
    return means


def repeated_blocks(texts: Sequence[Sequence[str]]) -> list[NDArray[np.bool_]]:
    """Of each page the blocks whose text most pages print."""
    counts = Counter(text for page in texts for text in set(page))
    least = max(MIN_REPEATS, REPEATED * len(texts))
    return [np.array([counts[text] >= least for text in page], np.bool_) for page in texts]


def page_signs(page: Page, chosen: NDArray[np.bool_], single: SinglePage, repeated: NDArray[np.bool_]) -> Vector:
    """What both choices on one page say of each other, in the order of `SIGNS`; what the pages repeat is no content."""
    words, alone = page.blocks.words.astype(np.float64), single.is_kept
    likely = words * np.where(repeated, WARP, single.probability)
    added, left = chosen & ~alone, alone & ~chosen
    own, other, hoped = words[chosen].sum(), words[alone].sum(), likely.sum()
    return np.array(
        [
            _share(words[left].sum(), other),
            _share(words[added].sum(), own),
            _share(likely[left].sum(), words[left].sum(), 0.5),
            _share(likely[added].sum(), words[added].sum(), 0.5),
            _share(2 * likely[chosen].sum(), own + hoped) - _share(2 * likely[alone].sum(), other + hoped),
            np.log1p(own) - np.log1p(other),
            float(single.page_type in LISTS),
            _share(2 * words[chosen & alone].sum(), own + other, 1.0),
            _share((words * single.probability)[alone].sum(), other),
        ]
    )


def features(signs: Vector, pages: int) -> Vector:
    """What is weighed of the signs of so many pages."""
    left_likely, added_likely, expected = signs[2:5]
    few = 1 / np.sqrt(pages)
    return np.array([2 * few * expected, 2 * few * (left_likely - 0.5), 2 * few * (added_likely - 0.5), few])


def trust_of(signs: Vector, pages: int) -> float:
    """The probability that a template is better."""
    return float(1 / (1 + np.exp(-(WEIGHTS @ features(signs, pages) + OFFSET))))


def _share(part: float, whole: float, nothing: float = 0.0) -> float:
    return float(part / whole) if whole else nothing


def as_mask(page: Page, blocks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Blocks as a mask over all."""
    mask = np.zeros(len(page.blocks), np.bool_)
    mask[blocks] = True
    return mask


def find_doubt(template: Template, page: Page, keep: NDArray[np.int64], *, fit: float) -> str:
    """Why the single page answers in the place of a template; empty where the template does.

    Where the template is in doubt as a whole, or a person wrote a trust of 1, no page is looked at. Else the classifier
    is asked on the pages that are unlike those that the template was learned from; if it keeps nothing there, or
    believes in little of what it keeps, the page is only shorter than its siblings.
    """
    guard = template.guard
    if not guard.holds:
        return f"the single page is better than template {template.name} (trust {guard.trust:.2f})"
    words = int(page.blocks.words[keep].sum())
    if guard.trust == 1 or guard.is_usual(words=words, fit=fit):
        return ""
    signs = _signs_alone(template, page, keep)
    trust = trust_of(signs, ALONE)
    if trust >= MIN_TRUST or signs[SURENESS] < SURE:
        return ""
    return f"the single page is better than template {template.name} here (trust {trust:.2f})"


def _signs_alone(template: Template, page: Page, keep: NDArray[np.int64]) -> Vector:
    """The signs of one page, of whose siblings the template knows the texts that they all print."""
    texts: frozenset[str] = getattr(template.body, "texts", frozenset())
    repeated = np.array([text in texts for text in spaced_blocks(page)] if texts else False, np.bool_)
    return page_signs(page, as_mask(page, keep), SinglePage.read(page), repeated)
