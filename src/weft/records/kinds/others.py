"""What repeats on a page beside posts, rows and cards: tables, questions, reviews, comments, events and the like.

Cheap signs come first: a page that has no such tag, attribute or word pays for the look at them alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from weft.content import Region
from weft.deadline import in_time
from weft.page import tag_number
from weft.page.tags import TAG_NUMBERS
from weft.records.cards import are_matter
from weft.records.comments import comment_regions
from weft.records.evidence import Evidence
from weft.records.kinds.answers import as_answers, read_answers
from weft.records.kinds.dated_lists import read_dated
from weft.records.kinds.declared import declared_regions
from weft.records.kinds.names import POSTS_KIND
from weft.records.kinds.questions import read_faq
from weft.records.kinds.results import read_results
from weft.records.kinds.reviews import read_reviews
from weft.records.kinds.tables import read_tables
from weft.records.pagers import with_pager

Reader = Callable[[Evidence], list[Region]]

READERS: tuple[tuple[Reader, str], ...] = (
    (declared_regions, ""),
    (read_faq, "details dt h2 h3 h4 h5 h6 button"),
    (read_answers, ""),
    (read_reviews, ""),
    (comment_regions, ""),
    (read_dated, ""),
    (read_results, "input"),
    (read_tables, "th"),
)
"""The readers, what is surest first: what one has read no other reads again. With the tags of which each needs one."""

_NEEDED = [np.array([tag_number(tag) for tag in tags.split()], np.int64) for _, tags in READERS]


def other_regions(evidence: Evidence) -> tuple[Region, ...]:
    """The regions of other kinds, none inside of the records of another; empty where there is no sign of any.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> html = "<details><summary>Is it {0}?</summary><p>It is {0}, always.</details>"
    >>> [region] = other_regions(gather(parse("".join(html.format(word) for word in ("wool", "silk", "hemp")))))
    >>> region.kind, region.records[1].values
    ('faq', {'question': 'Is it silk?', 'answer': 'It is silk, always.'})
    """
    regions: list[Region] = []
    counts = np.bincount(evidence.page.tag, minlength=len(TAG_NUMBERS))
    for (read, _), tags in zip(READERS, _NEEDED, strict=True):
        if len(tags) and not counts[tags].any():
            continue
        for region in in_time(read(evidence)):
            if not any(_overlap(region, other) for other in regions):
                regions.append(region)
    return tuple(regions)


def with_other_regions(evidence: Evidence, regions: Sequence[Region], *, is_discussion: bool) -> tuple[Region, ...]:
    """The regions of a page, the main one first, with those of other kinds.

    On a discussion the posts are all that is looked at; where they answer a question they are told as answers. On
    another page without main records the region that the page is about leads.
    """
    main, *rest = regions or (Region(row=-1),)
    if main.records and is_discussion:
        main = as_answers(evidence, main) if main.kind == POSTS_KIND else main
        return (with_pager(evidence, main), *rest)
    others = [region for region in other_regions(evidence) if not _overlap(region, main)]
    if not main.records and not is_discussion:
        main = next((region for region in others if _leads(evidence, region)), main)
        others = [region for region in others if region is not main]
    rest = [region for region in rest if not any(_overlap(region, other) for other in (main, *others))]
    return (with_pager(evidence, main), *rest, *others) if main.records or rest or others else ()


def _leads(evidence: Evidence, region: Region) -> bool:
    """Whether the page is about a region: never about the comments on something else."""
    spans = [(record.start, record.end) for record in region.records]
    return region.kind != "comments" and are_matter(evidence.page, spans)


def _overlap(one: Region, other: Region) -> bool:
    """Whether the records of two regions share rows."""
    if not one.records or not other.records:
        return False
    return one.records[0].start < other.records[-1].end and other.records[0].start < one.records[-1].end
