"""Completes the choice of any extractor on a page alone: page type, metadata, an article's body made clean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from weft.content import Metadata, Reason, Record, Region, no_region
from weft.deadline import check_time
from weft.document import Document
from weft.extractors.registry import EXTRACTORS
from weft.lazy_sequence import Lazy
from weft.metadata import begins_with_heading, find_page_type, find_title, title_blocks
from weft.nouns import with_noun
from weft.page import Page
from weft.page.row_lists import union
from weft.records import comment_blocks, find_comments

if TYPE_CHECKING:
    from weft.records import RecordSearch

TRAINED = ("block_classifier", "visual_classifier")
"""Whose choice on a discussion is what the posts say."""

RECORDS, DISCUSSION = "records", "forum"
"""What has chosen what the posts of a page say, and the type of such a page."""

SURE = 0.6
"""How probable it must be that a page is an article before its title and comments are taken out."""

MIN_SCORE = 4.0
"""How much a page that is not typed so must speak as discussions do, to be one."""

POSTS_SHARE = 0.5
"""Of what was chosen outside of comments, the share that posts must say: the body of a thread is a post itself."""

COMMENTS_SHARE = 0.85
"""Of what was chosen, the share of comments from which on the rest does not matter: the page is about them."""

SURE_BLOCK = 0.85
"""How probable a block beside the posts of a discussion must be, to stay: a question above the answers."""


@dataclass(frozen=True, eq=False)
class _Signs:
    """What is looked for on a page when it is first asked for."""

    page: Page

    @cached_property
    def search(self) -> RecordSearch:
        """The search for records; who wants the text of an article alone does not pay for the import."""
        from weft.records import RecordSearch

        return RecordSearch(self.page)

    @cached_property
    def score(self) -> float:
        """How much the page speaks as discussions do; asked before records are searched for, which takes longer."""
        from weft.records.words import discussion_score

        return discussion_score(self.page)

    @cached_property
    def comments(self) -> NDArray[np.int64]:
        """The blocks of comments."""
        return comment_blocks(self.page)


def complete_document(document: Document) -> Document:
    """The document with its page type, metadata and records; an article's title and comments apart from its body.

    On a discussion the default extractor's choice is what the posts say, besides what it is sure of. Other methods
    choose by themselves.
    """
    check_time()
    page = document.page
    signs = _Signs(page)
    # Only trained methods know the type by themselves.
    page_type = document.page_type if document.page_type != "other" else find_page_type(page)
    if page_type != document.page_type:
        document = replace(document, page_type=page_type)
    if document.chosen_by in TRAINED and _is_discussion(document, signs):
        document = _discussion(document, signs.search)
    elif page_type == "article" and _is_sure(document):
        document = _without_title_and_comments(document, signs.comments)
    find_region, records, regions = records_of(page, signs)
    return replace(
        document,
        find_metadata=find_metadata,
        find_region=document.find_region if document.records else find_region,
        records=document.records or records,
        regions=document.regions or regions,
    )


def records_of(
    page: Page, signs: _Signs | None = None
) -> tuple[Callable[[], Region], Sequence[Record], Sequence[Region]]:
    """What finds the main region of a page, its records, and the other regions; all are looked for when asked for."""
    signs = signs or _Signs(page)
    found = Lazy(lambda: signs.search.regions())
    main = Lazy(lambda: signs.search.main_records)
    return lambda: found[0] if found else no_region(), main, Lazy(lambda: found[1:])


def _is_sure(document: Document) -> bool:
    """Whether the page type is sure; one that the page declares is."""
    probability = document.page_type_probability
    return document.page_type != "empty" and (probability >= SURE or not probability)


# Who wants the text alone pays neither for the work nor for the import.
def find_metadata(page: Page) -> Metadata:
    """What the page says about itself."""
    from weft import metadata

    return metadata.find_metadata(page)


def _is_discussion(document: Document, signs: _Signs) -> bool:
    """Whether the posts of a page are to be its content.

    The type says so; or no type is sure, or it is a sure article that would lose its comments, and the page speaks as
    discussions do, and what was chosen are its posts. Comments on an article leave its body outside of the posts.
    """
    if document.page_type == DISCUSSION:
        return True
    is_sure = _is_sure(document)
    if is_sure and (
        document.page_type != "article" or len(_without(document.keep, signs.comments)) == len(document.keep)
    ):
        return False
    return signs.score >= MIN_SCORE and _is_said_in_posts(document, signs, least=2 if is_sure else 1)


def _is_said_in_posts(document: Document, signs: _Signs, *, least: int) -> bool:
    """Whether there are so many posts at least, and what was chosen is what they say."""
    count, blocks = signs.search.post_blocks()
    words, keep = document.page.blocks.words, document.keep
    rest = keep[np.isin(keep, signs.comments, invert=True)]
    is_about_comments = words[rest].sum() <= (1 - COMMENTS_SHARE) * words[keep].sum()
    said = words[rest[np.isin(rest, blocks)]].sum()
    return count >= least and bool(is_about_comments or said >= POSTS_SHARE * words[rest].sum())


def _discussion(document: Document, search: RecordSearch) -> Document:
    """The choice on a discussion: what its posts say; where there are none, the extractor's choice stands."""
    count, blocks = search.post_blocks()
    if not count:
        return document
    beside = _in_no_post(document.page, search, document.keep[np.isin(document.keep, blocks, invert=True)])
    if len(beside):
        likely = EXTRACTORS[TRAINED[0]].score(document.page)
        beside = beside[likely[beside] >= SURE_BLOCK]
    return replace(
        document,
        keep=union(blocks, beside),
        repeats=np.zeros(0, np.int64),  # a post may say what another says, and stands already
        chosen_by=RECORDS,
        reason=why_posts(count, beside=len(beside)),
        page_type=DISCUSSION,
        page_type_probability=document.page_type_probability if document.page_type == DISCUSSION else 0.0,
    )


def why_posts(count: int, *, beside: int) -> Reason:
    """Why the posts of a page are its content, with so many blocks beside them.

    >>> why_posts(2, beside=1).detail
    'a discussion of 2 posts, and 1 block beside'
    """
    detail = f"a discussion of {with_noun(count, 'post')}"
    return Reason("discussion", detail + (f", and {with_noun(beside, 'block')} beside" if beside else ""))


def _in_no_post(page: Page, search: RecordSearch, blocks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the blocks that stand in no post."""
    if not len(blocks):
        return blocks
    from weft.records.posts import in_spans

    in_post = in_spans(page, search.post_spans())
    return blocks[~in_post[page.blocks.first[blocks]]]


def _without_title_and_comments(document: Document, comments: NDArray[np.int64]) -> Document:
    """The document less the title, which is in `.title`, and less readers' comments, which are in `.comments`.

    Where comments are all that was kept, the page is a discussion, and they are its content. The reason says how many
    blocks were taken out, for it may have counted them.
    """
    page, keep = document.page, document.keep
    if begins_with_heading(page, keep):
        keep = _without(keep, title_blocks(page, find_title(page).value, keep))
    rest = _without(keep, comments)
    rest = rest if len(rest) else keep
    reason = without(document.reason, title=len(document.keep) - len(keep), comments=len(keep) - len(rest))
    repeats = _without(document.repeats, comments)
    return replace(document, keep=rest, repeats=repeats, reason=reason, find_comments=find_comments)


def without(reason: Reason, *, title: int, comments: int) -> Reason:
    """The reason, with how many blocks of the title and of comments were taken out.

    >>> without(Reason("chosen", "all"), title=1, comments=2).detail
    'all; 1 block of title and 2 blocks of comments taken out'
    """
    if not title and not comments:
        return reason
    counts = {"title": title, "comments": comments}
    taken = " and ".join(f"{with_noun(count, 'block')} of {what}" for what, count in counts.items() if count)
    return reason.then(f"{taken} taken out")


def _without(blocks: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.int64]:
    """Those of the blocks that are none of the others."""
    return blocks[np.isin(blocks, others, invert=True)] if len(blocks) and len(others) else blocks
