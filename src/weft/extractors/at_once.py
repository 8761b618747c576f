"""The default extractor and what completes its choice, in one call of the kernel: from bytes, or from a parsed page.

Where posts must decide, the kernel looks for them, and the page remembers what it found for whoever asks for its
records.
"""

from __future__ import annotations

from typing import NamedTuple

from weft import _native
from weft.addresses import without_user
from weft.content import Reason
from weft.deadline import within
from weft.document import Document, Extractor, no_records
from weft.extractors.block_classifier import NAME, BlockClassifier, Model, default_model, why_chosen
from weft.extractors.finish import (
    DISCUSSION,
    RECORDS,
    begin_search,
    find_metadata,
    records_of,
    why_posts,
    without,
)
from weft.metadata.data_signs import SIGNS
from weft.page import Limits, Page
from weft.page.kernel import kernel_call
from weft.page.limits import kernel_limits
from weft.records import find_comments

Told = tuple[_native.Judged, _native.Decision | None]
"""What the kernel says of a page: the judgement; the decision, if it need not be made by posts."""


_SHIPPED = BlockClassifier()
_TOLD = "what the kernel told of the page alone"  # no attribute has a space in its name


class PageSigns(NamedTuple):
    """What the kernel saw of a page on the way."""

    data: frozenset[str]  # the kinds of data that may say more than what was chosen
    words: int
    shown_words: int
    may_be_board: bool


def read_at_once(data: bytes | str, *, url: str | None, encoding: str | None, limits: Limits) -> tuple[Page, Told]:
    """The page, as `parse` reads it, and what the kernel says of it; its table remembers the text of what is kept."""
    url = url and without_user(url)
    with within(limits.seconds), kernel_call(url or ""):
        kernel = default_model().kernel
        table, judged, decision = _native.extract(
            kernel, data, kernel_limits(limits), charset=encoding, url=url, search=begin_search
        )
    return Page(table, url, seconds=limits.seconds), (judged, decision)


def remember_told(page: Page, told: Told) -> None:
    """Let a page that a site has read remember what the kernel said of it alone, until it is asked for that."""
    page.__dict__[_TOLD] = told


def is_shipped(extractor: Extractor) -> bool:
    """Whether an extractor is the default one with the model that ships, which the kernel asks at once."""
    return isinstance(extractor, BlockClassifier) and extractor == _SHIPPED and extractor.model is None


def extract_at_once(page: Page, told: Told | None = None) -> tuple[Document, PageSigns]:
    """The completed document of the default extractor, and what the kernel saw of the page."""
    with within(page.seconds):
        model = default_model()
        decision = decide(page, model, told or page.__dict__.pop(_TOLD, None))
        data = frozenset(sign for sign, is_there in zip(SIGNS, decision.data, strict=True) if is_there)
        signs = PageSigns(data, decision.words, decision.shown_words, decision.may_be_board)
        return _document(page, model, decision), signs


def decide(page: Page, model: Model, told: Told | None = None) -> _native.Decision:
    """What is kept of a page, in one call of the kernel, or none where it was told before."""
    judged, decision = told or (None, None)
    if decision is None:
        with kernel_call() as seconds:
            _, decision = _native.decide(
                model.kernel, page.table, page.url or "", judged, search=begin_search, seconds=seconds
            )
        assert decision, "posts decide where they can be looked for"
    return decision


def _document(page: Page, model: Model, decision: _native.Decision) -> Document:
    page_type, share = decision.page_type, decision.share
    reason = _reason(decision)
    if decision.posts:
        share = share if page_type == DISCUSSION and decision.chosen else 0.0
        page_type = DISCUSSION
    find_region, records, regions = records_of(page)
    return Document(
        page=page,
        keep=decision.keep,
        repeats=decision.repeats,
        chosen_by=RECORDS if decision.posts else NAME,
        reason=reason,
        page_type=page_type if decision.chosen or decision.posts else "empty",
        page_type_probability=share,
        confidence=model.confidence(decision.expected),
        find_metadata=find_metadata,
        find_comments=find_comments if decision.is_article else no_records,
        find_region=find_region,
        records=records,
        regions=regions,
    )


def _reason(decision: _native.Decision) -> Reason:
    if decision.posts:
        return why_posts(decision.posts, beside=decision.beside)
    reason = why_chosen(decision.chosen, decision.blocks, decision.page_type, decision.share)
    return without(reason, title=decision.in_title, comments=decision.in_comments)
