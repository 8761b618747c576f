"""What paper B's flow needs, learned from pages of mixed forum software: library, clusters, a template for each.

Fingerprints name the software. The records of a page are where the library says, else where weft's own finder found
them. H-K groups the pages by the paths in their records, and one SoftMealy template is learned on the centre page of
each cluster; no hand marks anything. A cluster without a template says why.
"""

import heapq
from collections.abc import Iterable, Sequence
from zlib import crc32

from weft.content import Reason, Record
from weft.deadline import in_time
from weft.errors import SourceError
from weft.nouns import with_noun
from weft.page import Page
from weft.papers.b.forum_templates import ForumPage, learn_template, left_cluster
from weft.papers.b.forums import ALONE, Forums, ForumTemplate, LeftCluster
from weft.papers.b.record_paths import BY_RECORDS, HK, MIN_RECORDS, describe_record_page
from weft.records.find import find_records
from weft.records.fingerprints import find_software
from weft.records.location_library import LocationLibrary
from weft.records.locations import main_page_records

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
    described = [describe_record_page(one.page, _located(library, one)) for one in in_time(pages)]
    groups = HK().group([one.paths for one in described], BY_RECORDS)
    templates: list[ForumTemplate] = []
    left: list[LeftCluster] = []
    for group in in_time(sorted(groups, key=lambda group: (-len(group), int(group[0])))):
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
