"""What a newcomer calls: the one place that composes extractors, metadata and records."""

from dataclasses import replace
from html import escape
from importlib.metadata import entry_points

import numpy as np
from numpy.typing import NDArray

from weft.document import Document, Extractor
from weft.errors import ConfigError
from weft.extractors import EXTRACTORS
from weft.metadata import begins_with_heading, find_embedded, find_metadata, find_page_type, find_title, title_blocks
from weft.page import Limits, Page, parse
from weft.records import comment_blocks, find_comments

NEARLY_EMPTY = 50
"""A page that shows fewer words may hold its content as data, for scripts to show."""

SURE = 0.6
"""How probable it must be that a page is an article before its title and comments are taken out."""

DEFAULT = "block_classifier"
"""What `auto` uses; an empty choice of it is an answer: the page has no content."""


def extract(
    html: bytes | str | Page,
    *,
    url: str | None = None,
    method: str | Extractor = "auto",
    encoding: str | None = None,
    limits: Limits = Limits(),
) -> Document:
    """Take the content out of a page.

    `method` is `auto`, a name in `weft.EXTRACTORS` or an extractor of your own. `encoding` is the charset that the HTTP
    header gave. A page on which nothing is found gives an empty document.

    >>> extract("<p>The warp is fixed, the weft runs through it.", method="whole_page").text
    'The warp is fixed, the weft runs through it.'
    """
    page = html if isinstance(html, Page) else parse(html, url=url, encoding=encoding, limits=limits)
    if method == "auto" and (document := _from_data(page)):
        return document
    document = _choose(page, method)
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


def find_extractor(method: str) -> Extractor:
    """The extractor of that name, ours or one that an installed package offers (entry points `weft.extractors`)."""
    if method in EXTRACTORS:
        return EXTRACTORS[method]
    for entry in entry_points(group="weft.extractors", name=method):
        extractor: Extractor = entry.load()()
        return extractor
    raise ConfigError(f"unknown method {method!r}; choose one of {', '.join(method_names())}")


def method_names() -> list[str]:
    """Every name that `method` may have."""
    return ["auto", *EXTRACTORS, *sorted(entry.name for entry in entry_points(group="weft.extractors"))]


def _from_data(page: Page) -> Document | None:
    """The content that the page carries only as data, as a document of its own; none where the page shows content."""
    blocks = page.blocks
    if blocks.words[~blocks.hidden].sum() >= NEARLY_EMPTY or not (text := find_embedded(page)):
        return None
    shown = text if "<p" in text or "<br" in text else "".join(f"<p>{escape(line)}" for line in text.splitlines())
    document = EXTRACTORS["whole_page"].extract(parse(shown, url=page.url))
    reason = "the page shows nothing; this is in its data"
    return replace(
        document,
        chosen_by="embedded",
        reason=reason,
        page_type=find_page_type(page),
        find_metadata=lambda _: find_metadata(page),
    )


def _choose(page: Page, method: str | Extractor) -> Document:
    if not isinstance(method, str):
        return method.extract(page)
    return find_extractor(DEFAULT if method == "auto" else method).extract(page)
