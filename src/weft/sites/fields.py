"""Learns the fields of a template: the slots that vary from page to page, named by what the pages print.

Labels of a person, where there are any, come first: a marked field takes the address that agrees with all marks.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from weft.content import Label, Metadata
from weft.deadline import check_deadline, check_time
from weft.metadata import find_metadata
from weft.page import Page
from weft.sites.field_images import NAME as IMAGE_NAME
from weft.sites.field_images import choose_image
from weft.sites.field_meanings import MEANINGS
from weft.sites.field_names import make_unique
from weft.sites.field_slots import (
    Candidate,
    TextGroup,
    Texts,
    Values,
    collect_texts,
    find_candidates,
    find_labels,
    read_pages,
    shared_tokens,
)
from weft.sites.field_types import type_by_name
from weft.sites.field_worth import MAX_FIELDS, choose_candidates
from weft.sites.templates.fields import FieldRule, FieldRules, LabelledText, Labels, squeeze
from weft.sites.templates.locator import Locator
from weft.sites.templates.outline import path_of

MAX_PAGES = 16  # more pages no longer change what is learned
SURE_BYLINE = 0.8  # how likely a byline must be the author for it to be a value where all pages say it
MAX_METADATA = 8  # pages whose metadata is read: it costs more than the rest, and a majority is enough
EXAMPLES, MAX_EXAMPLE = 3, 80  # values that are kept of a field, and characters of each
MAX_TAUGHT = 4  # addresses of one taught field


def learn_fields(
    pages: Sequence[Page],
    *,
    labels: Mapping[int, Sequence[Label]] | None = None,
    known_tokens: frozenset[str] = frozenset(),
) -> FieldRules:
    """The fields of the pages of one template; `labels` are a person's marks by the index of the page.

    `known_tokens` are those of rules that were learned before and shall go on beside the new ones.

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
    tokens = shared_tokens(pages) | known_tokens
    marked = [[row for label in taught.get(position, ()) for row in label.rows] for position in range(len(pages))]
    collected = collect_texts(pages, tokens, marked=marked)
    metadata = {position: find_metadata(page) for position, page in enumerate(pages[:MAX_METADATA])}
    values = marked_values(collected, marked) | known_values(collected, metadata)
    printed = find_labels(collected, values=values)
    readings = read_pages(collected, printed)
    candidates = find_candidates(collected, readings, tokens)
    chosen = [with_others(candidate, candidates) for candidate in teach(readings, taught)]
    chosen = with_image(collected, chosen + choose_candidates(pages, candidates, chosen, metadata), metadata)
    chosen = chosen[:MAX_FIELDS]
    return write_rules(pages, chosen, tokens, needed_labels(collected, readings, chosen, tokens, printed))


def with_image(
    collected: Sequence[Texts], chosen: list[Candidate], metadata: Mapping[int, Metadata]
) -> list[Candidate]:
    """The chosen candidates and the picture of the page, behind what else means the same on every site."""
    if any(candidate.name == IMAGE_NAME for candidate in chosen if candidate.whole):  # a person marked it
        return chosen
    title = next((candidate for candidate in chosen if candidate.name == "title"), None)
    image = choose_image(collected, metadata, title)
    place = next((place for place, one in enumerate(chosen) if not (one.whole or one.name in MEANINGS)), len(chosen))
    return [*chosen[:place], image, *chosen[place:]] if image else chosen


def marked_values(collected: Sequence[Texts], marked: Sequence[Iterable[int]]) -> Values:
    """What a person marked is a value even if every page prints it."""
    return {
        (int(texts.paths[row]), squeeze(texts.page.text(row)))
        for texts, rows in zip(collected, marked, strict=True)
        for row in rows
    }


def known_values(collected: Sequence[Texts], metadata: Mapping[int, Metadata]) -> Values:
    """The author of all pages may be one person, and is a value all the same; an unsure byline is often a menu's."""
    known = [data.author for data in metadata.values()]
    authors = {
        squeeze(one.value) for one in known if one.source != "byline" or (one.confidence or 0.0) >= SURE_BYLINE
    } - {""}
    return {(path, text) for texts in collected for _, path, text in texts.texts if text in authors}


def teach(readings: Sequence[Sequence[LabelledText]], taught: Mapping[int, Sequence[Label]]) -> list[Candidate]:
    """A candidate for each marked name: the address that hits the most marks, then those that hit the rest."""
    names = dict.fromkeys(label.name for page in taught.values() for label in page)
    chosen = []
    for name in check_deadline(names):
        marks = {
            page: {row for label in own if label.name == name for row in label.rows} for page, own in taught.items()
        }
        if groups := taught_groups(readings, marks):
            candidate = Candidate(tuple(groups), len(readings), name, whole=True)
            chosen.append(replace(candidate, type=type_by_name(name, list(candidate.values.values()))))
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
    for page, own in check_deadline(enumerate(readings)):
        here = [reading for reading in own if reading.path in paths]
        on_pages.update({reading.path for reading in here})
        for reading in check_deadline(here):
            counts[reading.path] += 1
            by_path.get((reading.path, reading.nth), {})[page] = reading
            by_label.get((reading.path, reading.label, reading.nth_under), {})[page] = reading
    groups = [
        TextGroup(path, "", False, nth, printed, counts[path] / on_pages[path])
        for (path, nth), printed in by_path.items()
    ]
    return groups + [TextGroup(path, label, True, nth, printed) for (path, label, nth), printed in by_label.items()]


def write_rules(
    pages: Sequence[Page],
    chosen: Sequence[Candidate],
    tokens: frozenset[str],
    labels: Mapping[Locator, frozenset[str]],
) -> FieldRules:
    """The candidates as rules, with the labels that the rules need to count as the learner did."""
    paths = [[group.locator(pages, tokens) for group in candidate.groups] for candidate in chosen]
    names = make_unique(candidate.name for candidate in chosen)
    rules = [
        FieldRule(
            name=name,
            path=path,
            prefix=candidate.affixes[0],
            suffix=candidate.affixes[1],
            whole=candidate.whole,
            type=candidate.type,
            examples=examples_of(candidate) if path is own[0] else (),
            presence=round(candidate.presence, 3),
        )
        for name, candidate, own in zip(names, chosen, paths, strict=True)
        for path in own
    ]
    return FieldRules(tuple(rules), tokens, labels)


def examples_of(candidate: Candidate) -> tuple[str, ...]:
    """Some different values, of the first pages that have them."""
    values = dict.fromkeys((candidate.values if candidate.whole else candidate.bare).values())
    return tuple(value[:MAX_EXAMPLE] for value in values if value)[:EXAMPLES]


def needed_labels(
    collected: Sequence[Texts],
    readings: Sequence[Sequence[LabelledText]],
    chosen: Sequence[Candidate],
    tokens: frozenset[str],
    printed: Labels,
) -> dict[Locator, frozenset[str]]:
    """The labels at the paths of the rules, which are no values, and those that stand last before any text there."""
    ours = {group.path for candidate in chosen for group in candidate.groups}
    counted = {group.path for candidate in chosen for group in candidate.groups if group.by_label}
    needed: dict[int, set[str]] = {path: set(printed[path]) for path in ours & printed.keys()}
    paths: dict[int, Locator] = {}
    for texts, own in check_deadline(zip(collected, readings, strict=True)):
        for reading in check_deadline(own):
            if reading.label_row >= 0 and reading.path in counted:
                needed.setdefault(int(texts.paths[reading.label_row]), set()).add(reading.label)
        for row, path, _ in check_deadline(texts.texts):
            if path in needed and path not in paths:
                paths[path] = path_of(texts.page, row, tokens)
    return {paths[path]: frozenset(needed[path]) for path in sorted(needed, key=lambda path: str(paths[path]))}
