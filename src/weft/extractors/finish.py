"""Completes the choice of any extractor on a page alone: page type, metadata, an article's body made clean."""

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from weft.content import Lazy, Metadata, Reason
from weft.deadline import check_time
from weft.document import Document
from weft.metadata import begins_with_heading, find_page_type, find_title, title_blocks
from weft.nouns import with_noun
from weft.page import Page
from weft.records import comment_blocks, find_comments

if TYPE_CHECKING:
    from weft.records import RecordSearch

MIN_POSTS = 2
"""Posts of a discussion: one alone may be all that was recognised."""

TRAINED = ("block_classifier", "visual_classifier")
"""Whose choice on a discussion is what the posts say."""

SURE = 0.6
"""How probable it must be that a page is an article before its title and comments are taken out."""


def complete_document(document: Document) -> Document:
    """The document with its page type, metadata and records; an article's title and comments apart from its body.

    On a discussion the default extractor's choice is what the posts say: on the forum pages of wcxb-dev, in
    cross-validation, word F1 0.821 against 0.804. Other methods choose by themselves.
    """
    check_time()
    page = document.page
    search = cache(lambda: _search_records(page))
    regions = Lazy(lambda: search().regions())
    # Only trained methods know the type by themselves.
    page_type = document.page_type if document.page_type != "other" else find_page_type(page)
    if page_type == "article" and (document.page_type_probability >= SURE or not document.page_type_probability):
        document = replace(_without_title_and_comments(document), find_comments=find_comments)
    elif page_type == "forum" and document.chosen_by in TRAINED:
        document = replace(document, **_discussion(search()))
    return replace(
        document,
        page_type=page_type,
        find_metadata=_find_metadata,
        records=document.records or Lazy(lambda: regions[0].records if regions else ()),
        regions=document.regions or Lazy(lambda: regions[1:]),
    )


# Who wants the text alone pays neither for the work nor for the import.
def _find_metadata(page: Page) -> Metadata:
    from weft.metadata import find_metadata

    return find_metadata(page)


def _search_records(page: Page) -> "RecordSearch":
    from weft.records import RecordSearch

    return RecordSearch(page)


def _discussion(search: "RecordSearch") -> dict[str, Any]:
    """The choice on a discussion: what its posts say; where there are not several, the extractor's choice stands."""
    count, blocks = search.post_blocks()
    if count < MIN_POSTS:
        return {}
    return {"keep": blocks, "chosen_by": "records", "reason": Reason("discussion", f"a discussion of {count} posts")}


def _without_title_and_comments(document: Document) -> Document:
    """The document less the title, which is in `.title`, and less readers' comments, which are in `.comments`.

    Where comments are all that was kept, the page is a discussion, and they are its content. The reason says how many
    blocks were taken out, for it may have counted them.
    """
    page, keep = document.page, document.keep
    if begins_with_heading(page, keep):
        keep = keep[np.isin(keep, title_blocks(page, find_title(page).value, keep), invert=True)]
    rest = keep[np.isin(keep, comment_blocks(page), invert=True)]
    rest = rest if len(rest) else keep
    counts = {"title": len(document.keep) - len(keep), "comments": len(keep) - len(rest)}
    taken = " and ".join(f"{with_noun(count, 'block')} of {what}" for what, count in counts.items() if count)
    reason = document.reason.then(f"{taken} taken out") if taken else document.reason
    return replace(document, keep=rest, reason=reason)
