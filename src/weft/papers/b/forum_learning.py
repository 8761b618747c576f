"""What paper B's flow needs, learned from pages of mixed forum software: library, clusters, a template for each.

Fingerprints name the software. The records of a page are where the library says, else where weft's own finder found
them. H-K groups the pages by the paths in their records, and one SoftMealy template is learned on the centre page of
each cluster; no hand marks anything. A template that misses records on other pages of its cluster learns from one more
of them.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from weft.content import Record
from weft.deadline import in_time
from weft.errors import SourceError
from weft.page import Page
from weft.papers.b.forums import Forums, ForumTemplate
from weft.papers.b.record_paths import BY_RECORDS, DIGITS, HK, MIN_RECORDS, RecordPage, describe_record_page
from weft.papers.c import SoftMealy, found_example, learn_softmealy
from weft.papers.c.softmealy_examples import field_names
from weft.records.find import find_records
from weft.records.fingerprints import find_software
from weft.records.location_library import LocationLibrary
from weft.records.locations import POST, PageRecords, main_page_records
from weft.site.sample import spread

MAX_PAGES = 500  # that are grouped: all pairs are compared, and the pages are held in memory
MIN_MEMBERS = 2  # of a cluster that gets a template
MIN_PLACES = 2  # pages of a place in the library: what one page does is no location
MAX_EXAMPLES = 5  # pages that a template is learned on: the centre, and those on which it failed
MAX_CHECKED = 20  # further pages of a cluster on which a template is tried
MIN_AGREE = 0.5  # share of those pages on which a template takes out what was found; else weft's own finder is better
MAX_SHOWN = 120  # characters of a value in the example
UNNAMED = "unknown"


@dataclass(frozen=True, kw_only=True, eq=False)
class ForumPage:
    """A page with records, as the flow needs it."""

    page_id: str
    found: PageRecords
    software: str = ""  # name and version

    @property
    def page(self) -> Page:
        """The page."""
        return self.found.page


def read_forum_page(page_id: str, page: Page) -> ForumPage | None:
    """What a page teaches; nothing where it has no records."""
    found = main_page_records(page, find_records(page))
    if not found.records:
        return None
    software = find_software(page)
    return ForumPage(page_id=page_id, found=found, software=" ".join(filter(None, (software.name, software.version))))


def sample_pages(pages: Iterable[ForumPage], most: int = MAX_PAGES) -> list[ForumPage]:
    """At most so many pages, in their order: by a hash of their ids, so that no folder or software has all places.

    >>> sample_pages([])
    []
    """
    kept: list[tuple[int, int, ForumPage]] = []
    for number, forum_page in enumerate(pages):
        entry = (-crc32(forum_page.page_id.encode("utf-8", "surrogatepass")), -number, forum_page)
        if len(kept) < most:
            heapq.heappush(kept, entry)
        else:
            heapq.heappushpop(kept, entry)
    return [entry[2] for entry in sorted(kept, key=lambda entry: -entry[1])]


def learn_forums(pages: Sequence[ForumPage]) -> Forums:
    """The library and the templates of some pages, the largest cluster first."""
    if not pages:
        raise SourceError("no records on any page, so nothing was learned; give pages of threads or boards")
    several = [one.found for one in pages if len(one.found.records) > 1]
    library = LocationLibrary.learn(several, least_pages=min(MIN_PLACES, max(1, len(several))))
    described = [describe_record_page(one.page, _located(library, one)) for one in in_time(pages)]
    groups = HK().group([one.paths for one in described], BY_RECORDS)
    templates: list[ForumTemplate] = []
    for group in in_time(sorted(groups, key=lambda group: (-len(group), int(group[0])))):
        if len(group) >= min(MIN_MEMBERS, len(pages)):
            members, own = [pages[position] for position in group], [described[position] for position in group]
            if template := _learn_template(members, own, {one.name for one in templates}):
                templates.append(template)
    if not templates:
        raise SourceError("no two pages have records alike, so no template was learned; give more pages of a forum")
    return Forums(library=library, templates=tuple(templates))


def _located(library: LocationLibrary, forum_page: ForumPage) -> Sequence[Record]:
    """The records at the places of the library, else those that were found."""
    regions = library.find(forum_page.page)
    return regions[0].records if regions else forum_page.found.records


def _learn_template(
    pages: Sequence[ForumPage], described: Sequence[RecordPage], taken: set[str]
) -> ForumTemplate | None:
    """The template of a cluster; none where its pages show no field, or where it mostly takes out something else."""
    ordered = [pages[position] for position in _from_centre(described)]
    centre = ordered[0]
    names = field_names(centre.found.records)
    examples = _first_examples(ordered)
    others = ordered[len(examples) :] or ordered[1:]
    rest = [others[place] for place in spread(len(others), MAX_CHECKED)]  # near the centre all pages are alike
    wrapper, failed = _teach(examples, rest, names)
    while wrapper and failed and len(examples) < MAX_EXAMPLES:
        examples.append(failed[0])
        better, still_failed = _teach(examples, rest, names)
        if better is None or len(still_failed) >= len(failed):
            break
        wrapper, failed = better, still_failed
    agree = len(rest) - len(failed)
    if wrapper is None or agree < MIN_AGREE * len(rest):
        return None
    software = Counter(one.software for one in pages)
    kinds = Counter(one.found.kind for one in pages)
    kind = kinds.most_common(1)[0][0]
    return ForumTemplate(
        name=_name(software, kind, taken),
        kind=kind,
        pages=len(pages),
        centre=centre.page_id,
        paths=describe_record_page(centre.page, centre.found.records).paths,
        wrapper=wrapper,
        software=dict(software.most_common()),
        checked=len(rest),
        agree=agree,
        example=_shown(centre.found.records[0], names),
    )


def _shown(record: Record, names: Sequence[str]) -> dict[str, str]:
    return {name: " ".join(record.fields[name].value.split())[:MAX_SHOWN] for name in names if name in record.fields}


def _first_examples(ordered: Sequence[ForumPage]) -> list[ForumPage]:
    """The centre, and the pages next to it as far as it has too few records to show what varies."""
    examples, records = [ordered[0]], len(ordered[0].found.records)
    for one in ordered[1:MAX_EXAMPLES]:
        if records >= MIN_RECORDS:
            break
        examples.append(one)
        records += len(one.found.records)
    return examples


def _from_centre(described: Sequence[RecordPage]) -> list[int]:
    """The positions of pages by how near they are to all others, those with several records first."""
    nearness = np.round(BY_RECORDS.matrix([one.paths for one in described]).sum(axis=1), DIGITS).tolist()
    return sorted(range(len(described)), key=lambda at: (described[at].records < MIN_RECORDS, -nearness[at], at))


def _teach(
    examples: Sequence[ForumPage], rest: Sequence[ForumPage], names: Sequence[str]
) -> tuple[SoftMealy | None, list[ForumPage]]:
    """A wrapper from the records found on some pages, and the other pages on which it takes out something else."""
    marked = [found_example(one.page, one.found.records, names) for one in examples]
    if not names or not any(example.records for example in marked):
        return None, []
    wrapper = learn_softmealy(marked)
    failed = [one for one in in_time(rest) if not _agrees(wrapper, one, names)]
    return wrapper, failed


def _agrees(wrapper: SoftMealy, forum_page: ForumPage, names: Sequence[str]) -> bool:
    """Whether a wrapper takes out of a page what was found there, but for white space and the marks of quotes."""
    taken = [record for region in wrapper.find(forum_page.page) for record in region.records]
    found = forum_page.found.records
    return len(taken) == len(found) and all(
        _values(own, names) == _values(other, names) for own, other in zip(taken, found, strict=True)
    )


def _values(record: Record, names: Sequence[str]) -> list[str]:
    return ["".join(record.fields[name].value.replace(">", " ").split()) for name in names if name in record.fields]


def _name(software: Counter[str], kind: str, taken: set[str]) -> str:
    """The name of a template: its software, `thread` or `board`, and a number where others are called so."""
    named = [name for name, _ in software.most_common() if name]
    words = "".join(char if char.isalnum() or char == "." else " " for char in (named or [UNNAMED])[0].lower()).split()
    base = "-".join([*words, "thread" if kind == POST else "board"])
    number = 1
    while (name := base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return name
