"""What is done to every extractor's choice on a page alone: page type, metadata, an article's body made clean."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from weft.document import Document
from weft.metadata import begins_with_heading, find_metadata, find_page_type, find_title, title_blocks
from weft.page import Page
from weft.records import comment_blocks, find_comments

SURE = 0.6
"""How probable it must be that a page is an article before its title and comments are taken out."""


def finish(document: Document) -> Document:
    """The document with its page type and metadata; an article's title and comments apart from its body."""
    page = document.page
    # Only trained methods know the type by themselves.
    page_type = document.page_type if document.page_type != "other" else find_page_type(page)
    if page_type == "article" and (document.page_type_probability >= SURE or not document.page_type_probability):
        document = replace(document, keep=_body_of_article(page, document.keep), find_comments=find_comments)
    return replace(document, page_type=page_type, find_metadata=find_metadata)


def _body_of_article(page: Page, keep: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kept blocks less the title, which is in `.title`, and less readers' comments, which are in `.comments`.

    Where comments are all that was kept, the page is a discussion, and they are its content.
    """
    if begins_with_heading(page, keep):
        keep = np.setdiff1d(keep, title_blocks(page, find_title(page).value, keep))
    rest = np.setdiff1d(keep, comment_blocks(page))
    return rest if len(rest) else keep
