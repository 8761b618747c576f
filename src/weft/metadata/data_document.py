"""A document with what the data of a page says and the page lacks.

A document is a page and a choice of its blocks, so the data becomes a page: small HTML of our own, parsed like any
other. What was chosen before is written as HTML and read again before it, as the pages of a series are joined. So every
format, chunk and report works on it as on any document, and `document.page` says where each block stands in it. The
page as it was read gives title, dates and the rest, as always.
"""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

import numpy as np

from weft.content import Reason, Record, no_region
from weft.document import Document, no_records
from weft.lazy import Lazy
from weft.metadata.data_content import find_lacking, parse_content
from weft.metadata.data_signs import find_page_type
from weft.metadata.titles import find_title, title_blocks
from weft.page import Page
from weft.renderers.page_addresses import base_of

EMBEDDED = "embedded"
"""What a document is chosen by that holds data of the page."""

WHOLE = frozenset({"article", "state"})
"""What is all that a page is about: it takes the place of any choice that says less."""

MUCH_LESS = 0.2
"""The share of its words that a choice has at most, for anything else to take its place.

A short description is right though a product's data, or the questions about it, say more. On half of the hosts of
wcxb-dev every choice that was not empty was better without them."""

ADDED = frozenset({"recipe", "instructions"})
"""What is added to a choice that says more: a story with a recipe lacks the recipe. Questions and products that stand
beside an article are written for search machines more often than for its readers."""

TYPES = {"article": "article", "recipe": "article", "instructions": "article", "product": "product"}
"""The types of pages that show such data."""

NAMES = {
    "article": "an article in its JSON-LD",
    "recipe": "a recipe in its JSON-LD",
    "instructions": "instructions in its JSON-LD",
    "questions": "questions and answers in its JSON-LD",
    "product": "a product in its JSON-LD",
    "post": "a post in its JSON-LD",
    "state": "a text in the state of its program",
}


def with_data(document: Document, signs: frozenset[str]) -> Document | None:
    """The document of what the page's data says, or with it; none where the page lacks nothing.

    `signs` are the kinds of data to look at.
    """
    page = document.page
    if (lacking := find_lacking(page, signs)) is None:
        return None
    count = int(page.blocks.words[document.keep].sum())
    kind, html = lacking.content.kind, lacking.content.html
    shown = f"the page shows {lacking.shown:.0%} of {NAMES[kind]}"
    if count <= lacking.words * (1 if kind in WHOLE else MUCH_LESS):
        return in_place(document, html, Reason("data", f"{shown}, so that is taken"), kind=kind)
    if kind in ADDED:
        return _added(document, html, Reason("data", f"{shown}, so that is added").then(document.reason.detail))
    return None


def in_place(document: Document, html: str, reason: Reason, *, kind: str = "") -> Document | None:
    """The document of some data alone, without the title; none where it goes over a limit.

    The type is what the page declares, or its site knows, or that of the data: the classifier saw its frame only.
    """
    page = content_page(document.page, html)
    if page is None:
        return None
    keep = np.flatnonzero(~page.blocks.hidden)
    keep = np.setdiff1d(keep, title_blocks(page, find_title(document.page).value, keep))
    page_type = document.page_type if document.cluster else find_page_type(document.page)
    page_type = TYPES.get(kind, page_type) if page_type == "other" else page_type
    document = replace(document, page_type=page_type, page_type_probability=0.0, confidence=0.0)
    return replace(_moved(document, page), keep=keep, reason=reason)


def _added(document: Document, html: str, reason: Reason) -> Document | None:
    page = content_page(document.page, f"{document.html}\n{html}")
    if page is None:
        return None
    records = Lazy(lambda: move_records(document.records))
    comments = Lazy(lambda: move_records(document.comments))
    moved = replace(_moved(document, page), records=records, find_comments=lambda _: tuple(comments))
    return replace(moved, keep=np.flatnonzero(~page.blocks.hidden), reason=reason)


def _moved(document: Document, page: Page) -> Document:
    """The document on another page, without rows of its own."""
    return replace(
        document,
        page=page,
        chosen_by=EMBEDDED,
        fields={name: replace(value, row=-1) for name, value in document.fields.items()},
        records=(),
        find_region=no_region,
        regions=(),
        repeats=np.zeros(0, np.int64),
        find_metadata=lambda _: document.metadata,
        find_comments=no_records,
    )


def content_page(page: Page, html: str) -> Page | None:
    """The page of some content of another one: in its language, its addresses seen from there."""
    root = {name: page.attribute(0, name) or "" for name in ("lang", "dir")}
    base = base_of(page)
    head = f'<base href="{escape(base)}">' if base else ""
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in root.items() if value)
    parsed = parse_content(page, f"<!doctype html><html{attributes}><head>{head}</head><body>{html}")
    return parsed and replace(parsed, seconds=page.seconds)


def move_records(records: Sequence[Record]) -> tuple[Record, ...]:
    """The records on a page that has none of their rows."""
    return tuple(
        Record(start=0, end=0, fields={name: replace(value, row=-1) for name, value in record.fields.items()})
        for record in records
    )
