"""Completes the choice of any extractor on a page alone: page type, metadata, an article's body made clean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from weft import _native
from weft.content import Metadata, Reason, Record, Region, no_region
from weft.deadline import check_time
from weft.document import Document
from weft.extractors.block_classifier import default_model
from weft.lazy_sequence import Lazy
from weft.nouns import with_noun
from weft.page import Page
from weft.page.kernel import kernel_call
from weft.records import find_comments

if TYPE_CHECKING:
    from weft.records import RecordSearch
    from weft.records.kernel_draft import Search

TRAINED = ("block_classifier", "visual_classifier")
"""Whose choice on a discussion is what the posts say."""

RECORDS, DISCUSSION = "records", "forum"
"""What has chosen what the posts of a page say, and the type of such a page."""

SURE = 0.6
"""How probable it must be that a page is of a type to be sure; the kernel has the same number."""


def complete_document(document: Document) -> Document:
    """The document with its page type, metadata and records; an article's title and comments apart from its body.

    Only trained methods know the type by themselves; for others it is what the page declares. On a discussion their
    choice is what the posts say, besides what the default extractor is sure of. Other methods choose by themselves.
    The reason says how many blocks were taken out, for it may have counted them.
    """
    check_time()
    page, kind = document.page, (document.page_type, document.page_type_probability)
    chosen = np.ascontiguousarray(document.keep), np.ascontiguousarray(document.repeats)
    trained = (default_model().kernel, begin_search) if document.chosen_by in TRAINED else None
    with kernel_call() as seconds:
        done = _native.complete(page.table, page.url or "", chosen, kind, trained, seconds=seconds)
    find_region, records, regions = records_of(page)
    values: dict[str, Any] = {"page_type": done.page_type}
    if done.posts:
        share = done.share if done.page_type == DISCUSSION else 0.0
        reason = why_posts(done.posts, beside=done.beside)
        values = {"page_type": DISCUSSION, "page_type_probability": share, "chosen_by": RECORDS, "reason": reason}
    elif done.is_article:
        reason = without(document.reason, title=done.in_title, comments=done.in_comments)
        values |= {"reason": reason, "find_comments": find_comments}
    return replace(
        document,
        keep=done.keep,
        repeats=done.repeats,
        find_metadata=find_metadata,
        find_region=document.find_region if document.records else find_region,
        records=document.records or records,
        regions=document.regions or regions,
        **values,
    )


# Who wants the text of an article alone does not pay for the import.
def begin_search() -> Search:
    """What the kernel looks for the records of a page with."""
    from weft.records import kernel_draft

    return kernel_draft.begin_search()


def records_of(page: Page) -> tuple[Callable[[], Region], Sequence[Record], Sequence[Region]]:
    """What finds the main region of a page, its records, and the other regions; all are looked for when asked for."""

    @cache
    def search() -> RecordSearch:
        from weft.records import RecordSearch

        return RecordSearch(page)

    found, main = Lazy(lambda: search().regions()), Lazy(lambda: search().main_records)
    return lambda: found[0] if found else no_region(), main, Lazy(lambda: found[1:])


# Who wants the text alone pays neither for the work nor for the import.
def find_metadata(page: Page) -> Metadata:
    """What the page says about itself."""
    from weft import metadata

    return metadata.find_metadata(page)


def why_posts(count: int, *, beside: int) -> Reason:
    """Why the posts of a page are its content, with so many blocks beside them.

    >>> why_posts(2, beside=1).detail
    'a discussion of 2 posts, and 1 block beside'
    """
    detail = f"a discussion of {with_noun(count, 'post')}"
    return Reason("discussion", detail + (f", and {with_noun(beside, 'block')} beside" if beside else ""))


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
