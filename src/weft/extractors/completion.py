"""Completes choices on a page alone: page type, metadata, records, an article made clean; in one call of the kernel.

The default extractor reads a page and completes its choice in the same call, from bytes or from a parsed page; what any
other extractor chose is completed by `complete_document`. Where posts must decide, the kernel looks for them, and the
page remembers what it found for whoever asks for its records.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from weft.addresses import without_user
from weft.content import Metadata, Reason, Record, Region, no_region
from weft.deadline import check_time, kernel_call, time_limit
from weft.document import Document, Extractor, no_records
from weft.errors import with_noun
from weft.extractors.block_classifier import NAME, BlockClassifier, Model, default_model, why_chosen
from weft.kernel import extractors as kernel_extractors
from weft.kernel.extractors import Decision, Judged
from weft.lazy import Lazy
from weft.metadata.data_signs import SIGNS
from weft.page import Limits, Page
from weft.page.limits import kernel_limits
from weft.records import find_comments

if TYPE_CHECKING:
    from weft.records import RecordSearch
    from weft.records.kernel_draft import Search

Judgement = tuple[Judged, Decision | None]
"""What the kernel says of a page: the judgement; the decision, if it need not be made by posts."""

TRAINED = ("block_classifier", "visual_classifier")
"""Whose choice on a discussion is what the posts say."""

RECORDS, DISCUSSION = "records", "forum"
"""What has chosen what the posts of a page say, and the type of such a page."""

ONE_THING = frozenset({"article", "documentation", "product", "service"})
SURE_OF_ONE = 0.8
MIN_PROSE, MIN_LONG = 150, 2
"""Types of pages that are about one thing, and how probable one must be for no posts, rows or cards to be looked for.

They also need so many chosen blocks of so many characters: of small made pages that are threads, boards, shops or lists
and seem to be articles none has them. What was found on articles were comments, teasers, or the article as a post.
"""

SURE = kernel_extractors.SURE
"""How probable it must be that a page is of a type to be sure."""

_SHIPPED = BlockClassifier()
_TOLD = "what the kernel told of the page alone"  # no attribute has a space in its name


class PageSigns(NamedTuple):
    """What the kernel saw of a page on the way."""

    data: frozenset[str]  # the kinds of data that may say more than what was chosen
    words: int
    shown_words: int
    may_be_board: bool


def parse_and_decide(
    data: bytes | str, *, url: str | None, encoding: str | None, limits: Limits
) -> tuple[Page, Judgement]:
    """The page, as `parse` reads it, and what the kernel says of it; its table remembers the text of what is kept."""
    url = url and without_user(url)
    with time_limit(limits.seconds), kernel_call(url or ""):
        kernel = default_model().kernel
        table, judged, decision = kernel_extractors.extract(
            kernel, data, kernel_limits(limits), charset=encoding, url=url, search=begin_search
        )
    return Page(table, url, seconds=limits.seconds), (judged, decision)


def keep_decision(page: Page, told: Judgement) -> None:
    """Let a page that a site has read remember what the kernel said of it alone, until it is asked for that."""
    page.__dict__[_TOLD] = told


def is_shipped(extractor: Extractor) -> bool:
    """Whether an extractor is the default one with the model that ships, which the kernel asks at once."""
    return isinstance(extractor, BlockClassifier) and extractor == _SHIPPED and extractor.model is None


def extract_at_once(page: Page, told: Judgement | None = None) -> tuple[Document, PageSigns]:
    """The completed document of the default extractor, and what the kernel saw of the page."""
    with time_limit(page.seconds):
        model = default_model()
        decision = decide(page, model, told or page.__dict__.pop(_TOLD, None))
        data = frozenset(sign for sign, is_there in zip(SIGNS, decision.data, strict=True) if is_there)
        signs = PageSigns(data, decision.words, decision.shown_words, decision.may_be_board)
        return _document(page, model, decision), signs


def decide(page: Page, model: Model, told: Judgement | None = None) -> Decision:
    """What is kept of a page, in one call of the kernel, or none where it was told before."""
    judged, decision = told or (None, None)
    if decision is None:
        with kernel_call() as seconds:
            _, decision = kernel_extractors.decide(
                model.kernel, page.table, page.url or "", judged, search=begin_search, seconds=seconds
            )
        assert decision, "posts decide where they can be looked for"
    return decision


def _document(page: Page, model: Model, decision: Decision) -> Document:
    page_type, share = decision.page_type, decision.share
    reason = _reason(decision)
    if decision.posts:
        share = share if page_type == DISCUSSION and decision.chosen else 0.0
        page_type = DISCUSSION
    is_one = page_type in ONE_THING and share >= SURE_OF_ONE
    find_region, records, regions = records_of(page, prose=decision.keep if is_one else None)
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
        find_comments=find_comments if decision.is_article or decision.in_comments else no_records,
        find_region=find_region,
        records=records,
        regions=regions,
    )


def _reason(decision: Decision) -> Reason:
    if decision.posts:
        return why_posts(decision.posts, beside=decision.beside)
    reason = why_chosen(decision.chosen, decision.blocks, decision.page_type, decision.share)
    return without(reason, title=decision.in_title, comments=decision.in_comments)


def complete_document(document: Document) -> Document:
    """The document with its page type, metadata and records; an article's title and all comments apart from the body.

    Only trained methods know the type by themselves; for others it is what the page declares. On a discussion their
    choice is what the posts say, besides what the default extractor is sure of. Other methods choose by themselves.
    The reason says how many blocks were taken out, for it may have counted them.
    """
    check_time()
    page, kind = document.page, (document.page_type, document.page_type_probability)
    chosen = np.ascontiguousarray(document.keep), np.ascontiguousarray(document.repeats)
    trained = (default_model().kernel, begin_search) if document.chosen_by in TRAINED else None
    with kernel_call() as seconds:
        done = kernel_extractors.complete(page.table, page.url or "", chosen, kind, trained, seconds=seconds)
    find_region, records, regions = records_of(page)
    values: dict[str, Any] = {"page_type": done.page_type}
    if done.posts:
        share = done.share if done.page_type == DISCUSSION else 0.0
        reason = why_posts(done.posts, beside=done.beside)
        values = {"page_type": DISCUSSION, "page_type_probability": share, "chosen_by": RECORDS, "reason": reason}
    elif done.is_article or done.in_comments:
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


def records_of(
    page: Page, *, prose: NDArray[np.int64] | None = None
) -> tuple[Callable[[], Region], Sequence[Record], Sequence[Region]]:
    """What finds the main region of a page, its records, and the other regions; all are looked for when asked for.

    Of a page that is surely about one thing `prose` are the chosen blocks: where some are long, posts, rows and cards
    are not looked for, but where it lists articles or is a discussion.
    """

    @cache
    def search() -> RecordSearch:
        from weft.records import RecordSearch

        return RecordSearch(page)

    @cache
    def is_about_one() -> bool:
        from weft.records.kinds import lists_articles

        if prose is None or np.count_nonzero(page.blocks.chars[prose] >= MIN_PROSE) < MIN_LONG:
            return False
        return not lists_articles(page)

    def regions() -> Sequence[Region]:
        from weft.records.kinds import regions_beside

        return regions_beside(page) if is_about_one() else search().regions()

    found = Lazy(regions)
    main = Lazy(lambda: [*found[:1], no_region()][0].records if is_about_one() else search().main_records)
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
