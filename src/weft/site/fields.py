"""Learns the fields of a template: the slots that vary from page to page, named by what the pages print.

Labels of a person, where there are any, come first: a marked field takes the address that agrees with all marks.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from weft.content import Label, Metadata
from weft.deadline import check_time, in_time
from weft.metadata import find_metadata
from weft.page import Page
from weft.records.comments import comment_rows
from weft.site.field_names import (
    find_meaning,
    is_the_sites,
    looks_like,
    make_unique,
    name_readings,
    printed_label,
)
from weft.site.field_slots import (
    Candidate,
    TextGroup,
    Texts,
    Values,
    collect_texts,
    find_candidates,
    find_labels,
    shared_tokens,
)
from weft.templates.fields import FieldRule, FieldRules, LabelledText, Labels, read_texts, squeeze
from weft.templates.locator import Locator
from weft.templates.paths import path_of

MAX_FIELDS = 40  # more is a list of records, not a form
MIN_PRESENCE = 0.3  # share of the pages; rarer slots come from one page's own mark-up
MIN_SCORE = 0.4  # a rare field after a label passes, the third text of a long list does not; true fields score 0.9 up
STEADY = 0.7  # of the pages have the same number of texts in a place: lines of an address, not items of a list
SAMPLE = 3  # readings that tell whether a slot stands after a label
MAX_RANKED = 300  # candidates; the fields of honest pages stand far above, and hostile pages have many thousands
MAX_PAGES = 16  # more pages no longer change what is learned
MAX_METADATA = 8  # pages whose metadata is read: it costs more than the rest, and a majority is enough
SAME_SHARE = 0.9  # of the pages on which two slots print the same: one is enough
MAX_CROWD = 1.5  # texts in the place of a title or date: a page has one, lists of posts and comments have many
MEANING_PRESENCE = 0.7  # of a title or date; rarer ones are those of comments
MEANINGS = ("title", "author", "date")
MAX_TAUGHT = 4  # addresses of one taught field


def learn_fields(pages: Sequence[Page], *, labels: Mapping[int, Sequence[Label]] | None = None) -> FieldRules:
    """The fields of the pages of one template; `labels` are a person's marks by the index of the page.

    >>> from weft import parse
    >>> books = [("Rain", "1999"), ("Snow", "2003"), ("Hail", "2011")]
    >>> pages = [parse(f"<h1>{title}</h1><table><tr><th>Year<td>{year}</table>") for title, year in books]
    >>> {name: field.value for name, field in learn_fields(pages).find(pages[1]).items()}
    {'title': 'Snow', 'year': '2003'}
    """
    marks = labels or {}
    order = [*sorted(marks), *(number for number in range(len(pages)) if number not in marks)][:MAX_PAGES]
    taught = {position: marks[number] for position, number in enumerate(order) if number in marks}
    pages = [pages[number] for number in order]
    if len(pages) < 2 and not taught:
        return FieldRules()
    tokens = shared_tokens(pages)
    marked = [[row for label in taught.get(position, ()) for row in label.rows] for position in range(len(pages))]
    collected = collect_texts(pages, tokens, marked=marked)
    metadata = {position: find_metadata(page) for position, page in enumerate(pages[:MAX_METADATA])}
    values = marked_values(collected, marked) | known_values(collected, metadata)
    printed = find_labels(collected, values=values)
    candidates = find_candidates(collected, printed, tokens)
    chosen = [with_others(candidate, candidates) for candidate in teach(collected, printed, taught)]
    chosen += choose_candidates(pages, candidates, chosen, metadata)
    return write_rules(collected, chosen[:MAX_FIELDS], tokens, printed)


def marked_values(collected: Sequence[Texts], marked: Sequence[Iterable[int]]) -> Values:
    """What a person marked is a value even if every page prints it."""
    return {
        (int(texts.paths[row]), squeeze(texts.page.text(row)))
        for texts, rows in zip(collected, marked, strict=True)
        for row in rows
    }


def known_values(collected: Sequence[Texts], metadata: Mapping[int, Metadata]) -> Values:
    """The author of all pages may be one person, and is a value all the same; a byline alone is often a menu's."""
    authors = {squeeze(data.author.value) for data in metadata.values() if data.author.source != "byline"} - {""}
    return {(path, text) for texts in collected for _, path, text in texts.texts if text in authors}


def choose_candidates(
    pages: Sequence[Page], candidates: Iterable[Candidate], taught: Sequence[Candidate], metadata: dict[int, Metadata]
) -> list[Candidate]:
    """The best candidates that say something new; those with a meaning come first, and need not vary."""
    scores = score_candidates([candidate for candidate in candidates if candidate.presence >= MIN_PRESENCE], pages)
    ranked = sorted(scores, key=lambda candidate: -scores[candidate])[:MAX_RANKED]
    kept = list(taught)
    frequent = [candidate for candidate in ranked if candidate.presence >= MEANING_PRESENCE]
    for name in MEANINGS:
        if all(candidate.name != name for candidate in taught):
            kept += name_meaning(name, pages, frequent, metadata)
    areas = [comment_rows(page) for page in pages]
    for candidate in in_time(ranked):
        if len(kept) == MAX_FIELDS or scores[candidate] < MIN_SCORE:
            break
        if is_comment(candidate, areas):
            continue
        if candidate.varies and not any(repeats(candidate, other) for other in kept):
            kept.append(candidate)
    return kept[len(taught) :]


def is_comment(candidate: Candidate, areas: Sequence[NDArray[np.bool_]]) -> bool:
    """Whether a candidate is what readers wrote below the pages: the first comment is no field, all are `comments`."""
    return all(areas[page][reading.row] for page, reading in candidate.readings.items())


def score_candidates(candidates: Sequence[Candidate], pages: Sequence[Page]) -> dict[Candidate, float]:
    """How much each looks like a field: there on every page, alone in its place, after a label, and no echo."""
    printed = {frozenset(candidate.values.items()) for candidate in candidates}
    scores = {}
    for candidate in in_time(candidates):
        first = candidate.groups[0]
        alone = (first.crowd * first.nth) ** (-0.25 if first.steady >= STEADY else -0.5)
        sample = list(candidate.readings.items())[:SAMPLE]
        labelled = any(printed_label(pages[page], reading) for page, reading in sample) and first.nth == 1
        echo = 0.5 if frozenset(strip_words(candidate.values).items()) in printed else 1.0
        scores[candidate] = candidate.presence * alone * echo * (1.5 if labelled else 1.0)
    return scores


def strip_words(values: Mapping[int, str]) -> dict[int, str]:
    """The values without the words that all begin or end with: of "Hotels in Rome" what another slot may print alone.

    A value without such words is left out, so that no slot is an echo of itself.
    """
    words = {page: value.split() for page, value in values.items()}
    before = _shared(words.values())
    after = _shared([own[:before:-1] for own in words.values()])
    if not before + after:
        return {}
    return {page: " ".join(own[before : len(own) - after]) for page, own in words.items()}


def _shared(lists: Iterable[list[str]]) -> int:
    """How many words all lists begin with."""
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, zip(*lists, strict=False)))


def name_meaning(
    name: str, pages: Sequence[Page], candidates: Sequence[Candidate], metadata: dict[int, Metadata]
) -> list[Candidate]:
    """The candidate that agrees with the metadata, else the first that looks like it on all pages.

    The other way round where the metadata speaks of the site, or of what only some pages have, such as comments.
    """
    alone = [candidate for candidate in candidates if candidate.groups[0].crowd <= MAX_CROWD]
    pool = alone if name == "date" else candidates
    agreeing = find_meaning(name, [candidate.bare for candidate in pool], metadata)
    matches = [pool[agreeing]] if agreeing >= 0 else []
    if not matches or is_the_sites(name, metadata) or matches[0].presence < SAME_SHARE:
        looking = [one for one in alone if one.presence >= SAME_SHARE and looks_all(name, pages, one)]
        looking.sort(key=lambda candidate: min(candidate.readings.items())[1].row)
        matches = looking or matches
    return [replace(matches[0], name=name)] if matches else []


def looks_all(name: str, pages: Sequence[Page], candidate: Candidate) -> bool:
    """Whether a candidate looks like a title, author or date on all pages; titles and dates differ by page."""
    values = candidate.bare
    different = len(set(values.values())) >= SAME_SHARE * len(values) or name == "author"
    return different and all(
        looks_like(name, pages[page], reading, values[page]) for page, reading in candidate.readings.items()
    )


def repeats(candidate: Candidate, other: Candidate) -> bool:
    """Whether a candidate prints what another prints."""
    same = sum(other.values.get(page) == value for page, value in candidate.values.items())
    return same >= SAME_SHARE * len(candidate.values)


def teach(collected: Sequence[Texts], labels: Labels, taught: Mapping[int, Sequence[Label]]) -> list[Candidate]:
    """A candidate for each marked name: the address that hits the most marks, then those that hit the rest."""
    readings = [list(read_texts(texts.texts, labels=labels)) for texts in collected]
    names = dict.fromkeys(label.name for page in taught.values() for label in page)
    chosen = []
    for name in in_time(names):
        marks = {
            page: {row for label in own if label.name == name for row in label.rows} for page, own in taught.items()
        }
        if groups := taught_groups(readings, marks):
            chosen.append(Candidate(tuple(groups), len(collected), name, True))
    return chosen


def with_others(taught: Candidate, candidates: Iterable[Candidate]) -> Candidate:
    """A taught field with the groups that complete its first one on pages that nobody marked."""
    mine = taught.groups[0].address
    others = (candidate for candidate in candidates if any(group.address == mine for group in candidate.groups))
    more = [group for candidate in others for group in candidate.groups if group.address != mine]
    return replace(taught, groups=(*taught.groups, *more))


def taught_groups(readings: Sequence[Sequence[LabelledText]], marks: Mapping[int, set[int]]) -> list[TextGroup]:
    """The addresses of the marked rows, greedily by how many marks they hit and how few other rows."""
    groups = marked_groups(readings, marks)
    chosen: list[TextGroup] = []
    open_pages = set(marks)
    while groups and len(chosen) < MAX_TAUGHT:
        check_time()
        best = max(groups, key=lambda group: trust(group, marks, open_pages))
        hits = {page for page in open_pages & best.readings.keys() if best.readings[page].row in marks[page]}
        if not hits:
            break
        chosen.append(best)
        open_pages -= best.readings.keys()
    return chosen


def trust(group: TextGroup, marks: Mapping[int, set[int]], pages: set[int]) -> tuple[float, ...]:
    """How well an address agrees with the marks on the pages; of equals, what holds on other pages too."""
    on = pages & group.readings.keys()
    hits = sum(group.readings[page].row in marks[page] for page in on)
    agreement = 2 * hits / max(1, len(on) + sum(bool(marks[page]) for page in pages))
    unique = not group.by_label and group.crowd <= 1.1
    labelled = group.by_label and group.nth == 1 and any(map(str.isalpha, group.label))
    return (agreement, float(unique), float(labelled), float(len(group.readings)), -float(group.nth))


def marked_groups(readings: Sequence[Sequence[LabelledText]], marks: Mapping[int, set[int]]) -> list[TextGroup]:
    """Each address of a marked row, by label and by path alone, with what all pages print there."""
    marked = [reading for page, rows in marks.items() for reading in readings[page] if reading.row in rows]
    by_path: dict[tuple[int, int], dict[int, LabelledText]] = {(one.path, one.nth): {} for one in marked}
    by_label: dict[tuple[int, str, int], dict[int, LabelledText]] = {
        (one.path, one.label, one.nth_under): {} for one in marked
    }
    paths = {one.path for one in marked}
    counts: Counter[int] = Counter()
    on_pages: Counter[int] = Counter()
    for page, own in in_time(enumerate(readings)):
        here = [reading for reading in own if reading.path in paths]
        on_pages.update({reading.path for reading in here})
        for reading in in_time(here):
            counts[reading.path] += 1
            by_path.get((reading.path, reading.nth), {})[page] = reading
            by_label.get((reading.path, reading.label, reading.nth_under), {})[page] = reading
    groups = [
        TextGroup(path, "", False, nth, printed, counts[path] / on_pages[path])
        for (path, nth), printed in by_path.items()
    ]
    return groups + [TextGroup(path, label, True, nth, printed) for (path, label, nth), printed in by_label.items()]


def write_rules(
    collected: Sequence[Texts], chosen: Sequence[Candidate], tokens: frozenset[str], printed: Labels
) -> FieldRules:
    """The candidates as rules, with the labels that the rules need to count as the learner did."""
    pages = [texts.page for texts in collected]
    paths = [[group.locator(pages, tokens) for group in candidate.groups] for candidate in chosen]
    names = make_unique(
        candidate.name or name_readings(pages, candidate.readings, own[0])
        for candidate, own in zip(chosen, paths, strict=True)
    )
    rules = [
        FieldRule(
            name=name,
            path=path,
            prefix=candidate.affixes[0],
            suffix=candidate.affixes[1],
            whole=candidate.whole,
            presence=round(candidate.presence, 3),
        )
        for name, candidate, own in zip(names, chosen, paths, strict=True)
        for path in own
    ]
    return FieldRules(tuple(rules), tokens, needed_labels(collected, chosen, tokens, printed))


def needed_labels(
    collected: Sequence[Texts], chosen: Sequence[Candidate], tokens: frozenset[str], printed: Labels
) -> dict[Locator, frozenset[str]]:
    """The labels at the paths of the rules, which are no values, and those that stand last before any text there."""
    ours = {group.path for candidate in chosen for group in candidate.groups}
    counted = {group.path for candidate in chosen for group in candidate.groups if group.by_label}
    needed: dict[int, set[str]] = {path: set(printed[path]) for path in ours & printed.keys()}
    paths: dict[int, Locator] = {}
    for texts in in_time(collected):
        for reading in in_time(read_texts(texts.texts, labels=printed)):
            if reading.label_row >= 0 and reading.path in counted:
                needed.setdefault(int(texts.paths[reading.label_row]), set()).add(reading.label)
        for row, path, _ in in_time(texts.texts):
            if path in needed and path not in paths:
                paths[path] = path_of(texts.page, row, tokens)
    return {paths[path]: frozenset(needed[path]) for path in sorted(needed, key=lambda path: str(paths[path]))}
