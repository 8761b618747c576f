"""What repeats on a page beside posts, rows and cards: tables, questions, reviews, comments, events and the like.

Cheap signs come first: a page that has no such tag, attribute or word pays for the look at them alone
(`records/kinds/names.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from weft.content import Region
from weft.deadline import check_deadline, time_limit
from weft.errors import LimitError
from weft.page import Page
from weft.page.name_words import rows_named
from weft.records.comments import comment_regions
from weft.records.evidence import Evidence, gather
from weft.records.kinds.answers import as_answers, read_answers
from weft.records.kinds.dated_lists import read_dated
from weft.records.kinds.declared import declared_regions
from weft.records.kinds.names import POSTS_KIND, find_signs
from weft.records.kinds.parts import groups_alike
from weft.records.kinds.questions import read_faq
from weft.records.kinds.reviews import read_reviews
from weft.records.kinds.tables import read_tables
from weft.records.pagers import with_pager
from weft.records.times import inside
from weft.records.words import BOARD, looks_like_discussion

MAIN_SHARE = 0.4  # of the page's text that records must hold to be its matter, beside what frames it

MIN_ARTICLES = 3  # two may be an article and one that is appended

_COMMENTS = frozenset({"comment", "comments", "commentlist"})

Reader = Callable[[Evidence], list[Region]]

READERS: tuple[tuple[Reader, str], ...] = (
    (declared_regions, "declared"),
    (read_faq, "faq"),
    (read_answers, "answers"),
    (read_reviews, "reviews"),
    (comment_regions, "comments"),
    (read_dated, "dated"),
    (read_tables, "tables"),
)
"""The readers, what is surest first: what one has read no other reads again. With the sign that each needs."""


class OtherRegions(Iterable[Region]):
    """The regions of other kinds, none inside of the records of another; each is looked for when it is first needed.

    >>> from weft import parse
    >>> from weft.records.evidence import gather
    >>> html = "<details><summary>Is it {0}?</summary><p>It is {0}, always.</details>"
    >>> [region] = OtherRegions(gather(parse("".join(html.format(word) for word in ("wool", "silk", "hemp")))))
    >>> region.kind, region.records[1].values
    ('faq', {'question': 'Is it silk?', 'answer': 'It is silk, always.'})
    """

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._begin()

    def _begin(self) -> None:
        self._found: list[Region] = []
        self._more: Iterator[Region] = _read_others(self._evidence, self._found)

    def __iter__(self) -> Iterator[Region]:
        """The regions, those that were found before first; a search that a limit ends begins anew."""
        yield from self._found
        try:
            for region in self._more:
                self._found.append(region)
                yield region
        except LimitError:
            self._begin()
            raise


def _read_others(evidence: Evidence, found: Sequence[Region]) -> Iterator[Region]:
    """The regions of all readers that share no rows with those that were found before; none where there is no sign."""
    signs = find_signs(evidence.page)
    for read, sign in READERS:
        if sign not in signs:
            continue
        for region in check_deadline(read(evidence)):
            if not any(_overlap(region, other) for other in found):
                yield region


def regions_beside(page: Page) -> tuple[Region, ...]:
    """The regions of a page that is surely about one thing, what it is about first: no posts, rows, cards or items.

    What repeats on an article are teasers and comments, which posts and items were taken from.

    >>> from weft import parse
    >>> question = "<details><summary>Is it {0}?</summary><p>It is {0}, always.</details>"
    >>> [region.kind for region in regions_beside(parse("".join(map(question.format, ("wool", "silk", "hemp")))))]
    ['faq']
    """
    with time_limit(page.seconds):
        if not find_signs(page):
            return ()
        evidence = gather(page)
        others = OtherRegions(evidence)
        main = main_region(evidence, Region(row=-1), others, is_discussion=False)
        return with_other_regions(evidence, (main,), others)


def lists_articles(page: Page) -> bool:
    """Whether a page is an index, whatever its type seems to be: articles of one build stand beside each other.

    Comments are such elements too; they do not count. What speaks as discussions do is one, a list of posts.

    >>> from weft import parse
    >>> lists_articles(parse("<article>One</article><article>Two</article><article>Three</article>"))
    True
    """
    rows = page.rows_of("article")
    if len(rows) < MIN_ARTICLES:
        return looks_like_discussion(page, BOARD)
    rows = rows[~inside(page, rows_named(page, _COMMENTS))[rows]]
    return bool(groups_alike(page, rows, MIN_ARTICLES)) or looks_like_discussion(page, BOARD)


def main_region(evidence: Evidence, main: Region, others: OtherRegions, *, is_discussion: bool) -> Region:
    """The region of the main records, which those of posts, rows and cards are; without such, one of another kind.

    On a discussion the posts are all that is looked at; where they answer a question they are told as answers. On
    another page without main records the region that the page is about leads.
    """
    if is_discussion:
        return as_answers(evidence, main) if main.records and main.kind == POSTS_KIND else main
    return main if main.records else next((region for region in others if _leads(evidence, region)), main)


def with_other_regions(evidence: Evidence, regions: Sequence[Region], others: OtherRegions) -> tuple[Region, ...]:
    """The regions of a page, the main one first, with those of other kinds."""
    main, *rest = regions
    kept = [region for region in others if region is not main and not _overlap(region, main)]
    rest = [region for region in rest if not any(_overlap(region, other) for other in (main, *kept))]
    return (with_pager(evidence, main), *rest, *kept) if main.records or rest or kept else ()


def _leads(evidence: Evidence, region: Region) -> bool:
    """Whether the page is about a region: never about the comments on something else."""
    spans = [(record.start, record.end) for record in region.records]
    return region.kind != "comments" and are_matter(evidence.page, spans)


def are_matter(page: Page, ranges: Sequence[tuple[int, int]]) -> bool:
    """Whether records in these rows hold so much of the page's text that it is about them.

    What frames a page (menus, head, foot, sides, what is hidden) is longer than the cards of many a shop. On wcxb-dev
    36 of 91 collections have cards and 3 of 711 articles; with a share of all the text, any title and any length 17 and
    31. The rules were written while looking at these pages.
    """
    own = np.zeros(len(page), np.bool_)
    for start, end in check_deadline(ranges):
        own[start:end] = True
    frame = page.hidden | inside(page, page.rows_of("nav", "header", "footer", "aside"))
    return int(page.chars[own].sum()) > MAIN_SHARE * int(page.chars[own | ~frame].sum())


def _overlap(one: Region, other: Region) -> bool:
    """Whether the records of two regions share rows."""
    if not one.records or not other.records:
        return False
    return one.records[0].start < other.records[-1].end and other.records[0].start < one.records[-1].end
