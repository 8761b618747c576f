"""The default extractor and what completes its choice, in one call of the kernel: from bytes, or from a parsed page.

`complete_document(BlockClassifier().extract(page))` says the same step by step, and is the twin. Where posts must
decide, the kernel looks for them, and the page remembers what it found for whoever asks for its records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft import _native
from weft.addresses import without_user
from weft.content import Reason
from weft.deadline import check_time, within
from weft.document import Document, Extractor, no_records
from weft.extractors.block_classifier import NAME, BlockClassifier, Model, default_model, why_chosen
from weft.extractors.finish import DISCUSSION, RECORDS, find_metadata, records_of, why_posts, without
from weft.features.declared import declared_features
from weft.metadata import find_title, title_blocks
from weft.metadata.data_signs import SIGNS
from weft.page import Limits, Page
from weft.page.kernel import kernel_call
from weft.page.limits import kernel_limits
from weft.page.shown_images import caption_blocks
from weft.records import find_comments

if TYPE_CHECKING:
    from weft.records.kernel_draft import Search

Found = tuple[NDArray[np.float32] | None, NDArray[np.int64] | None, NDArray[np.int64] | None]
"""What was found for the questions of a decision: what a page declares, captions, title."""


Told = tuple[_native.Judged | None, _native.Decision | tuple[str, NDArray[np.int64]] | None]
"""What the kernel says of a page: the judgement; the decision, or a question. Without both, posts must decide."""


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
            kernel, data, kernel_limits(limits), charset=encoding, url=url, search=_begin_search
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
        _, decision = decide(page, model, told or page.__dict__.pop(_TOLD, None))
        data = frozenset(sign for sign, is_there in zip(SIGNS, decision.data, strict=True) if is_there)
        signs = PageSigns(data, decision.words, decision.shown_words, decision.may_be_board)
        return _document(page, model, decision), signs


def decide(page: Page, model: Model, told: Told | None = None) -> tuple[_native.Judged, _native.Decision]:
    """What a model says of a page, and what is kept.

    It is one call of the kernel on most pages, or none where it was told before. On others the kernel asks for
    something that Python finds.
    """
    found: Found = (None, None, None)
    judged, decision = told or _ask(page, model, None, found)
    while not isinstance(decision, _native.Decision):
        check_time()
        if decision:
            found = _answer(page, *decision, found)
        judged, decision = _ask(page, model, judged, found)
    assert judged, "a page that was decided on was judged"
    return judged, decision


def _ask(page: Page, model: Model, judged: _native.Judged | None, found: Found) -> Told:
    """What the kernel says of a page, given what was found."""
    with kernel_call() as seconds:
        return _native.decide(
            model.kernel, page.table, page.url or "", judged, found, search=_begin_search, seconds=seconds
        )


# Who wants the text of an article alone does not pay for the import.
def _begin_search(url: str) -> Search:
    """What the kernel looks for the records of a page with."""
    from weft.records.kernel_draft import begin_search

    return begin_search(url)


def _answer(page: Page, question: str, keep: NDArray[np.int64], found: Found) -> Found:
    """What was found before, and what the question asks for."""
    declared, captions, title = found
    if question == "declared":
        declared = declared_features(page)
    elif question == "captions":
        captions = caption_blocks(page, keep)
    else:
        title = title_blocks(page, find_title(page).value, keep)
    return declared, captions, title


def _document(page: Page, model: Model, decision: _native.Decision) -> Document:
    page_type, share = model.page_types[decision.page_type], decision.share
    reason = _reason(decision, page_type)
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


def _reason(decision: _native.Decision, page_type: str) -> Reason:
    if decision.posts:
        return why_posts(decision.posts, beside=decision.beside)
    reason = why_chosen(decision.chosen, decision.blocks, page_type, decision.share)
    return without(reason, title=decision.in_title, comments=decision.in_comments)
