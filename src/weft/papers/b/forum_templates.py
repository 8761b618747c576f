"""One template of a cluster of forum pages (paper B, section 3.3), tried on the other pages of the cluster.

The centre page teaches; where the template takes out something else than weft finds on another page, that page teaches
too. A cluster whose template mostly takes out something else has none, and says why.

What paper B's flow needs, learned from pages of mixed forum software: library, clusters, a template for each.

Fingerprints name the software. The records of a page are where the library says, else where weft's own finder found
them. H-K groups the pages by the paths in their records, and one SoftMealy template is learned on the centre page of
each cluster; no hand marks anything. A cluster without a template says why.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np

from weft.content import Reason, Record
from weft.deadline import check_deadline
from weft.errors import SourceError, with_noun
from weft.page import Page
from weft.papers.b.forums import ALONE, DIFFERS, NO_FIELD, Forums, ForumTemplate, LeftCluster
from weft.papers.b.record_paths import BY_RECORDS, DIGITS, HK, MIN_RECORDS, RecordPage, describe_record_page
from weft.papers.c import SoftMealy, found_example, learn_softmealy
from weft.papers.c.softmealy_examples import BODY, field_names
from weft.records.find import find_records
from weft.records.fingerprints import find_software
from weft.records.location_library import LocationLibrary
from weft.records.locations import POST, PageRecords, main_page_records
from weft.scoring.marks import token_score
from weft.sites.sample import spread

MAX_EXAMPLES = 5  # pages that a template is first learned on: the centre, and others where it has few records
MAX_TRIES = 5  # further pages that teach, of those on which the template takes out something else
MAX_CHECKED = 20  # further pages of a cluster on which a template is tried
MIN_AGREE = 5 / 6  # share of those pages on which a template takes out what was found; else weft's own finder is better
MIN_SAID = 0.9  # F1 of the words of two bodies that say the same: one may have a caption or a button more
MAX_SHOWN = 120  # characters of a value in the example
UNNAMED = "unknown"
RECORDS = "records"  # in the place of a field's name: the number of records


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


def learn_template(
    pages: Sequence[ForumPage], described: Sequence[RecordPage], taken: set[str]
) -> ForumTemplate | LeftCluster:
    """The template of a cluster; where its pages show no field, or it mostly takes out something else, why not."""
    ordered = [pages[position] for position in _from_centre(described)]
    centre = ordered[0]
    examples = _first_examples(ordered)
    names = field_names([record for one in examples for record in one.found.records])
    rest = _judges(ordered, len(examples))
    wrapper, failed = _learn_wrapper(examples, rest, names)
    agree = len(rest) - len(failed)
    if wrapper is None or agree < MIN_AGREE * len(rest):
        return left_cluster(ordered, _why_not(failed, len(rest)) if wrapper else Reason(NO_FIELD))
    software, kind = _counted(pages)
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


def left_cluster(pages: Sequence[ForumPage], reason: Reason) -> LeftCluster:
    """A cluster that has no template, its centre first."""
    software, kind = _counted(pages)
    return LeftCluster(
        kind=kind,
        pages=len(pages),
        centre=pages[0].page_id,
        software=dict(software.most_common()),
        reason=reason,
    )


def _counted(pages: Sequence[ForumPage]) -> tuple[Counter[str], str]:
    """How many pages are of which software, and the kind of most."""
    kinds = Counter(one.found.kind for one in pages)
    return Counter(one.software for one in pages), kinds.most_common(1)[0][0]


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


def _judges(ordered: Sequence[ForumPage], taught: int) -> list[ForumPage]:
    """The pages on which a template is tried: those with several records, where there are such.

    What weft finds on a page with one record has nothing beside it to be read by, and is more often wrong.
    """
    others = ordered[taught:] or ordered[1:] or ordered
    several = [one for one in others if len(one.found.records) > 1] or others
    return [several[place] for place in spread(len(several), MAX_CHECKED)]  # near the centre all pages are alike


def _from_centre(described: Sequence[RecordPage]) -> list[int]:
    """The positions of pages by how near they are to all others, those with several records first."""
    nearness = np.round(BY_RECORDS.matrix([one.paths for one in described]).sum(axis=1), DIGITS).tolist()
    return sorted(range(len(described)), key=lambda at: (described[at].records < MIN_RECORDS, -nearness[at], at))


Failed = list[tuple[ForumPage, list[str]]]  # pages, and in what a template differs there


def _learn_wrapper(
    examples: Sequence[ForumPage], rest: Sequence[ForumPage], names: Sequence[str]
) -> tuple[SoftMealy | None, Failed]:
    """A wrapper from some pages, and from others on which it fails as long as that makes it better."""
    taught, tried = list(examples), set(examples)
    wrapper, failed = _teach(taught, rest, names)
    for _ in range(MAX_TRIES):
        another = next((page for page, _ in failed if page not in tried), None)
        if wrapper is None or another is None:
            break
        tried.add(another)
        better, still_failed = _teach([*taught, another], rest, names)
        if better is not None and len(still_failed) < len(failed):
            taught.append(another)
            wrapper, failed = better, still_failed
    return wrapper, failed


def _teach(
    examples: Sequence[ForumPage], rest: Sequence[ForumPage], names: Sequence[str]
) -> tuple[SoftMealy | None, Failed]:
    """A wrapper from the records found on some pages, and the other pages on which it takes out something else."""
    marked = [found_example(one.page, one.found.records, names) for one in examples]
    if not names or not any(record.marks for example in marked for record in example.records):
        return None, []
    wrapper = learn_softmealy(marked)
    differing = [(one, differences(wrapper, one, names)) for one in check_deadline(rest)]
    return wrapper, [(page, differs) for page, differs in differing if differs]


def differences(wrapper: SoftMealy, forum_page: ForumPage, names: Sequence[str]) -> list[str]:
    """The fields of which a wrapper misses a value that was found on a page, or takes out another; or `records`.

    So are fields that most records of the page have and the wrapper does not know. A value that was not found is no
    difference: the wrapper may know better.
    """
    taken = [record for region in wrapper.find(forum_page.page) for record in region.records]
    found = forum_page.found.records
    if len(taken) != len(found):
        return [RECORDS]
    pairs = list(zip(taken, found, strict=True))
    wrong = [
        name for name in names if not all(_says_same(name, own, other) for own, other in pairs if name in other.fields)
    ]
    return [*wrong, *(name for name in field_names(found) if name not in names)]


def _says_same(name: str, taken: Record, found: Record) -> bool:
    """Whether two records say the same in a field, but for white space and the marks of quotes."""
    if name not in taken.fields:
        return False
    own, other = (record.fields[name].value for record in (taken, found))
    if name == BODY:
        return token_score(own, other).f1 >= MIN_SAID or _squeeze(own) == _squeeze(other)
    return _squeeze(own) == _squeeze(other)


def _squeeze(text: str) -> str:
    return "".join(text.replace(">", " ").split())


def _why_not(failed: Failed, checked: int) -> Reason:
    """In what a template differs from what weft finds, the most frequent first."""
    counts = Counter(name for _, differs in failed for name in differs)
    told = ", ".join(f"{name} on {count}" for name, count in counts.most_common())
    return Reason(DIFFERS, f"{told} of {checked}")


def _name(software: Counter[str], kind: str, taken: set[str]) -> str:
    """The name of a template: its software, `thread` or `board`, and a number where others are called so."""
    named = [name for name, _ in software.most_common() if name]
    words = "".join(char if char.isalnum() or char == "." else " " for char in (named or [UNNAMED])[0].lower()).split()
    base = "-".join([*words, "thread" if kind == POST else "board"])
    number = 1
    while (name := base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return name


MAX_PAGES = 500  # that are grouped: all pairs are compared, and the pages are held in memory
MIN_PLACES = 2  # pages of a place in the library: what one page does is no location


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
    described = [describe_record_page(one.page, _located(library, one)) for one in check_deadline(pages)]
    groups = HK().group([one.paths for one in described], BY_RECORDS)
    templates: list[ForumTemplate] = []
    left: list[LeftCluster] = []
    for group in check_deadline(sorted(groups, key=lambda group: (-len(group), int(group[0])))):
        members, own = [pages[position] for position in group], [described[position] for position in group]
        if len(group) == 1 < len(pages) and len(members[0].found.records) < MIN_RECORDS:
            left.append(left_cluster(members, Reason(ALONE)))
            continue
        learned = learn_template(members, own, {one.name for one in templates})
        if isinstance(learned, ForumTemplate):
            templates.append(learned)
        else:
            left.append(learned)
    if not templates:
        raise SourceError(
            f"no template was learned from {with_noun(len(pages), 'page')}; give more pages of a forum: "
            + "; ".join(dict.fromkeys(one.in_words() for one in left))
        )
    return Forums(library=library, templates=tuple(templates), left=tuple(left))


def _located(library: LocationLibrary, forum_page: ForumPage) -> Sequence[Record]:
    """The records at the places of the library, else those that were found."""
    regions = library.find(forum_page.page)
    return regions[0].records if regions else forum_page.found.records
