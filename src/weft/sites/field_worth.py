"""Worth: which slots of a template are fields, and in which order.

First what means the same on every site; then what the pages print under a label or name in their data; then what is
told by a known word or by its type alone; last a few short texts beside the title. All else that varies is junk: menus,
counts, teasers, phrases around the title, parts of the body.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from weft.content import DATE, EMAIL, ENUMERATED, MONEY, NUMBER, PERSON, PHONE, PLACE, RATING, TEXT, URL, Metadata
from weft.deadline import check_deadline
from weft.page import Page
from weft.records.comments import comment_rows
from weft.sites.field_meanings import MAX_CROWD, MEANING_PRESENCE, MEANINGS, SAME_SHARE, choose_meaning, label_of
from weft.sites.field_names import (
    BESIDE,
    PLACED,
    SPOKEN,
    TOGETHER,
    TYPE,
    WORD,
    Name,
    linked_names,
    name_readings,
    printed_label,
)
from weft.sites.field_places import is_beside, is_elsewhere, is_near
from weft.sites.field_slots import Candidate
from weft.sites.field_types import type_by_name, type_of
from weft.sites.field_words import strip_words
from weft.sites.templates.fields import COLONS

MAX_FIELDS = 40  # more is a list of records, not a form
MIN_PRESENCE = 0.3  # share of the pages; rarer slots come from one page's own mark-up
MIN_SCORE = 0.4  # a rare field after a label passes, the third text of a long list does not; true fields score 0.9 up
STEADY = 0.7  # of the pages have the same number of texts in a place: lines of an address, not items of a list
SAMPLE = 3  # readings that tell whether a slot stands after a label
MAX_RANKED = 300  # candidates; the fields of honest pages stand far above, and hostile pages have many thousands
MAX_CONSTANT = 0.8  # of the pages print one value: the template says it
TOGETHER_PRESENCE = 0.5  # of a field that stands together with its label
UNNAMED_PRESENCE = 0.7  # of a field without a label
PLACED_PRESENCE = 0.9  # of a field beside the title, of which nothing else is known
NEAR_TITLE = (-3, 8)  # texts before and after the title
MAX_LISTED, MAX_LISTED_WORDS = 4, 3  # values in a list under a label, and words of each: cuisines, not teasers
NEAR_TYPED = (-20, 60)  # texts before and after the title, for what its type alone names
MAX_BESIDE_TEXTS = 15  # of an element that holds the title and what belongs to it
COUNT_WORDS = frozenset("share shares tweet tweets like likes pin pins comment comments view views follow".split())
MAX_WORDS = 12  # of a field that is no pair
MAX_PLACED_WORDS = 6  # of such a field; longer texts are prose
TYPE_WORTH = {
    PHONE: 1.5,
    EMAIL: 1.5,
    URL: 1.5,
    PLACE: 1.0,
    MONEY: 0.5,
    DATE: 0.5,
    PERSON: 0.5,
    RATING: 0.5,
    ENUMERATED: 0.2,
}
"""What a type adds to the worth of a field: a page has many numbers and texts, and few addresses."""


def choose_candidates(
    pages: Sequence[Page],
    candidates: Iterable[Candidate],
    taught: Sequence[Candidate],
    metadata: Mapping[int, Metadata],
) -> list[Candidate]:
    """The candidates that are worth a field, named and typed, the best first; those that were taught are left out."""
    scores = score_candidates([one for one in candidates if one.presence >= MIN_PRESENCE], pages)
    ranked = [one for one in sorted(scores, key=lambda one: -scores[one])[:MAX_RANKED] if scores[one] >= MIN_SCORE]
    areas = [comment_rows(page) for page in pages]
    ranked = [one for one in check_deadline(ranked) if not is_comment(one, areas)]
    shown = [one for one in check_deadline(ranked) if not is_elsewhere(pages, one.readings)]
    labels = {one: label_of(pages, one) for one in check_deadline(shown) if one.presence >= MEANING_PRESENCE}
    kept = list(taught)
    for name in MEANINGS:
        if all(one.name != name for one in kept):
            free = [one for one in shown if not any(repeats(one, other) for other in kept if other.name in MEANINGS)]
            title = next((one for one in kept if one.name == "title"), None)
            if chosen := choose_meaning(name, pages, free, metadata, labels, title):
                kept.append(replace(chosen, name=name, type=type_by_name(name, list(chosen.bare.values()))))
    for candidate in weigh(pages, ranked, next((one for one in kept if one.name == "title"), None)):
        if len(kept) == MAX_FIELDS:
            break
        if not any(repeats(candidate, other) for other in kept):
            kept.append(candidate)
    return kept[len(taught) :]


def is_comment(candidate: Candidate, areas: Sequence[NDArray[np.bool_]]) -> bool:
    """Whether a candidate is what readers wrote below the pages: the first comment is no field, all are `comments`."""
    return all(areas[page][reading.row] for page, reading in candidate.readings.items())


def score_candidates(candidates: Sequence[Candidate], pages: Sequence[Page]) -> dict[Candidate, float]:
    """How much each looks like a field: there on every page, alone in its place, after a label, and no echo."""
    printed = {frozenset(candidate.values.items()) for candidate in candidates}
    scores = {}
    for candidate in check_deadline(candidates):
        first = candidate.groups[0]
        alone = (first.crowd * first.nth) ** (-0.25 if first.steady >= STEADY else -0.5)
        sample = list(candidate.readings.items())[:SAMPLE]
        labelled = any(printed_label(pages[page], reading) for page, reading in sample) and first.nth == 1
        echo = 0.5 if frozenset(strip_words(candidate.values).items()) in printed else 1.0
        scores[candidate] = candidate.presence * alone * echo * (1.5 if labelled else 1.0)
    return scores


def weigh(pages: Sequence[Page], candidates: Sequence[Candidate], title: Candidate | None) -> list[Candidate]:
    """The candidates that are no junk, with their names and types, the most trusted first."""
    linked = [linked_names(page) for page in pages]
    weighed: list[tuple[float, int, Candidate, float]] = []
    for candidate in check_deadline(candidates):
        values = list(candidate.bare.values())
        if not candidate.varies or is_constant(values) or sum(one.endswith(COLONS) for one in values) * 2 > len(values):
            continue
        name = name_readings(pages, candidate.readings, type_of(values), linked)
        named = replace(candidate, name=name.text, type=type_by_name(name.text, values))
        if is_worth(pages, named, name, title):
            worth = name.trust * candidate.presence + TYPE_WORTH.get(named.type, 0.0)
            weighed.append((-worth, _first_row(candidate), named, name.trust))
    weighed.sort(key=lambda own: own[:2])
    return at_most(own[2:] for own in weighed)


def at_most(weighed: Iterable[tuple[Candidate, float]]) -> list[Candidate]:
    """The candidates, of each name only the first few: a page that says one thing often speaks of others."""
    counts: Counter[str] = Counter()
    kept = []
    for candidate, trust in weighed:
        counts[candidate.name] += 1
        if counts[candidate.name] <= (2 if trust >= SPOKEN or trust == TYPE else 1):
            kept.append(candidate)
    return kept


def is_constant(values: Sequence[str]) -> bool:
    """Whether one value stands on nearly all pages."""
    return Counter(values).most_common(1)[0][1] >= MAX_CONSTANT * len(values)


def is_worth(pages: Sequence[Page], candidate: Candidate, name: Name, title: Candidate | None) -> bool:
    """Whether a candidate is a field: printed under a label, else alone in its place, on most pages, and no phrase."""
    if name.trust >= SPOKEN:  # a pair in a tab that is not shown at first is one, too
        return True
    least = TOGETHER_PRESENCE if name.trust == TOGETHER else UNNAMED_PRESENCE
    if candidate.presence < least or is_elsewhere(pages, candidate.readings) or is_phrase(candidate):
        return False
    if not is_alone(candidate, name):
        return False
    if candidate.type == NUMBER and (name.trust == BESIDE or COUNT_WORDS.intersection(name.text.split("_"))):
        return False
    if name.trust == WORD:
        return candidate.groups[0].path_crowd <= MAX_CROWD
    if name.trust == TYPE:
        return title is None or is_near(pages, candidate, title, NEAR_TYPED) or has_label(pages, candidate)
    return name.trust > PLACED or (title is not None and belongs(pages, candidate, title))


def has_label(pages: Sequence[Page], candidate: Candidate) -> bool:
    """Whether most pages print a label before a candidate, or any text that may be one."""
    return sum(bool(printed_label(pages[page], one)) for page, one in candidate.readings.items()) * 2 > len(
        candidate.readings
    )


def is_phrase(candidate: Candidate) -> bool:
    """Whether a candidate is prose, such as a part of the body, or a phrase around a value: "Find a … dealer"."""
    is_text = candidate.type in (TEXT, ENUMERATED)
    return is_text and (_words(candidate) > MAX_WORDS or bool(strip_words(candidate.values)))


def is_alone(candidate: Candidate, name: Name) -> bool:
    """Whether a candidate is the only text of its place, a line of a form, or the first of a short labelled list."""
    first = candidate.groups[0]
    is_first = name.trust == BESIDE and first.nth == 1 and first.crowd <= MAX_LISTED
    return first.crowd <= MAX_CROWD or first.steady >= STEADY or (is_first and _words(candidate) <= MAX_LISTED_WORDS)


def belongs(pages: Sequence[Page], candidate: Candidate, title: Candidate) -> bool:
    """Whether a text without any name is a short one that stands on nearly all pages beside the title."""
    if candidate.type not in (TEXT, ENUMERATED) or candidate.presence < PLACED_PRESENCE or holds(candidate, title):
        return False
    is_close = is_near(pages, candidate, title, NEAR_TITLE) or is_beside(pages, candidate, title, MAX_BESIDE_TEXTS)
    return is_close and _words(candidate) <= MAX_PLACED_WORDS


def _words(candidate: Candidate) -> float:
    return median(len(value.split()) for value in candidate.bare.values())


def holds(candidate: Candidate, other: Candidate) -> bool:
    """Whether a candidate prints what another prints, with more around it, or a part of it."""
    pairs = [(value, other.values.get(page, "")) for page, value in candidate.values.items()]
    return sum(bool(theirs) and (theirs in value or value in theirs) for value, theirs in pairs) * 2 > len(pairs)


def _first_row(candidate: Candidate) -> int:
    return min(candidate.readings.items())[1].row


def repeats(candidate: Candidate, other: Candidate) -> bool:
    """Whether a candidate prints what another prints."""
    same = sum(other.values.get(page) == value for page, value in candidate.values.items())
    return same >= SAME_SHARE * len(candidate.values)
