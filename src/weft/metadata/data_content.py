"""What the data of a page says and the page does not show: the two are compared by what they say.

Texts are compared by their runs of three words. On the pages of wcxb-dev whose data holds a text, the page shows
nearly all of these runs or nearly none: of 131 texts on half of the hosts, 111 stand there to 77 % or more, 20 to 48 %
or less. Where a page shows a good part already, the rest is worded otherwise, and nothing is lacking.

A document with what the data of a page says and the page lacks.

A document is a page and a choice of its blocks, so the data becomes a page: small HTML of our own, parsed like any
other. What was chosen before is written as HTML and read again before it, as the pages of a series are joined. So every
format, chunk and report works on it as on any document, and `document.page` says where each block stands in it. The
page as it was read gives title, dates and the rest, as always.
"""

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

import numpy as np

from weft.content import Reason, Record, no_region
from weft.deadline import check_deadline, kernel_call, time_limit
from weft.document import Document, no_records
from weft.errors import LimitError
from weft.kernel.metadata import count_shared_runs
from weft.lazy import Lazy
from weft.metadata.data_signs import BESIDE, MAIN, STATE, find_page_type
from weft.metadata.json_ld import linked_values, main_objects
from weft.metadata.linked_content import DataContent, linked_contents, markup_of
from weft.metadata.names import PageNames
from weft.metadata.state_content import MIN_WORDS, state_contents, state_texts
from weft.metadata.titles import find_title, title_blocks
from weft.page import Page, parse
from weft.renderers.page_addresses import base_of

MAX_SHOWN = 0.5
"""The share of a text that a page may show at most, for the text to be lacking."""

MAX_VALUES = 50_000  # of one script
BODIES = ("articleBody", "text", "reviewBody", "description")  # schema.org's names, the fullest first
MIN_WORDS_OF = {"article": MIN_WORDS, "state": MIN_WORDS, "post": MIN_WORDS, "questions": MIN_WORDS}
MIN_LISTED = 20  # words of a recipe, of instructions or of a product, which are short
RANKS = {"article": 0, "recipe": 0, "instructions": 0, "state": 0, "product": 1, "post": 1, "questions": 2}
"""What a page is about comes before what often stands beside it."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Lacking:
    """A content that the page does not show: its words, and the share of it that the page does show."""

    content: DataContent
    words: int
    shown: float


def find_lacking(page: Page, signs: frozenset[str]) -> Lacking | None:
    """What the page is about by its data, where the page does not show it; the longest of the first rank."""
    contents = [*_linked(page, signs), *(state_contents(page) if STATE in signs else ())]
    if not contents:
        return None
    lacking = [entry for content in check_deadline(contents, 1) if (entry := _lacking(page, content))]
    return min(lacking, key=lambda entry: (RANKS[entry.content.kind], -entry.words), default=None)


def _linked(page: Page, signs: frozenset[str]) -> Iterator[DataContent]:
    """The contents in JSON-LD; of posts, and where several are of one kind, those that are called as the page is."""
    if not signs & {MAIN, BESIDE}:
        return
    contents = list(linked_contents(item for item, _ in main_objects(page)))
    counts = Counter(content.kind for content in contents)
    names: PageNames | None = None
    for content in contents:
        if counts[content.kind] > 1 or content.kind == "post":
            names = names or PageNames.of(page)
            if not names.fit(content.name, content.address):
                continue
        yield content


def _lacking(page: Page, content: DataContent) -> Lacking | None:
    if len(content.body) < MIN_LISTED or (parsed := parse_content(page, content.body)) is None:
        return None
    count = int(parsed.blocks.words.sum())
    if count < MIN_WORDS_OF.get(content.kind, MIN_LISTED) or (share := share_shown(parsed, page)) > MAX_SHOWN:
        return None
    return Lacking(content=content, words=count, shown=share)


def share_shown(part: Page, whole: Page) -> float:
    """The share of the runs of three words of one page that another has; 0 where there is none.

    What is hidden counts: what can be opened need not be said again. Of fewer words each counts for itself.

    >>> share_shown(parse("<p>The warp is fixed"), parse("<p>So the warp is."))
    0.5
    """
    with kernel_call() as seconds:
        shared, runs = count_shared_runs(part.table, whole.table, seconds=seconds)
    return shared / runs if runs else 0.0


def parse_content(page: Page, html: str) -> Page | None:
    """The page of some content of another page; none where it goes over a limit, as no content of people does."""
    try:
        return parse(html, url=page.url)
    except LimitError as error:
        if error.limit == "seconds":
            raise
        return None


def find_embedded(page: Page) -> str:
    """The longest text in the page's data, as HTML; empty where there is none worth showing.

    It is for pages that show nothing: all that is asked of the text is that it reads like one.

    >>> from weft import parse
    >>> body = "The weaver put the last threads on the loom before it grew dark. " * 4
    >>> page = parse('<script type="application/ld+json">{"articleBody": "%s"}</script>' % body)
    >>> find_embedded(page) == f"<p>{body.strip()}</p>"
    True
    """
    with time_limit(page.seconds):
        text = max((text for value in linked_values(page) for text in _bodies(value)), key=len, default="")
        if len(text.split()) >= MIN_WORDS or (len(text) >= 4 * MIN_WORDS and not text.isascii()):
            return markup_of(text)
        lines = max((lines for lines, _ in state_texts(page)), key=lambda lines: sum(map(len, lines)), default=[])
        return "".join(map(markup_of, lines))


def _bodies(value: Any) -> Iterator[str]:
    """The texts in JSON-LD that may be a body, however deep they stand."""
    queue = deque([("", value)])
    for _ in check_deadline(range(MAX_VALUES)):
        if not queue:
            return
        name, value = queue.popleft()
        if isinstance(value, dict):
            queue += value.items()
        elif isinstance(value, list):
            queue += [(name, entry) for entry in value]
        elif isinstance(value, str) and name in BODIES:
            yield value


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
