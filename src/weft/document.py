"""A document: a page plus a choice of its blocks; and the two protocols that everything which chooses follows.

Where a page does not say how many words were chosen and how long it takes to read them, they are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil
from typing import Any, Protocol, Unpack, cast, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from weft.content import NO_REASON, NUMBER, Field, Metadata, Reason, Record, Region, no_region
from weft.deadline import time_limit
from weft.errors import WeftError
from weft.lazy import METADATA_NAMES, LazyMetadata
from weft.page import Limits, Page
from weft.registry import Registry
from weft.render_options import Chunk, Chunking, ChunkingFields, RenderOptions

COUNTED = "counted"
"""The source of a number that weft counted in what was chosen."""

COUNTS = ("word_count", "reading_time")
"""The fields that are counted where a page does not tell them."""

WORDS_A_MINUTE = 238  # read in silence, the mean of 190 studies (Brysbaert 2019)
SIGNS_A_MINUTE = 400  # of Chinese and Japanese, where every sign counts as a word
SIGN_LANGUAGES = frozenset({"zh", "ja", "yue"})


def with_counts(metadata: Metadata, count: Callable[[], int]) -> Metadata:
    """The metadata with the number of words that were chosen and the minutes they take, where the page told neither.

    >>> counted = with_counts(Metadata(), lambda: 500)
    >>> counted.word_count.typed, counted.reading_time.typed, counted.reading_time.source
    (500, 3, 'counted')
    """

    def find_all() -> Mapping[str, object]:
        found = {name: getattr(metadata, name) for name in METADATA_NAMES}
        words = 0 if all(found[name] for name in COUNTS) else count()
        if words:
            found["word_count"] = found["word_count"] or _counted(words)
            found["reading_time"] = found["reading_time"] or _counted(count_minutes(words, metadata.language.value))
        return found

    return LazyMetadata(find_all)


def count_minutes(words: int, language: str) -> int:
    """The minutes that so many words take, at least one.

    >>> count_minutes(1_000, "en"), count_minutes(1_000, "zh"), count_minutes(3, "en")
    (5, 3, 1)
    """
    return max(ceil(words / (SIGNS_A_MINUTE if language in SIGN_LANGUAGES else WORDS_A_MINUTE)), 1)


def _counted(number: int) -> Field:
    return Field(value=str(number), source=COUNTED, type=NUMBER, typed=number)


PAGE_TYPES = (
    "article", "forum", "board", "product", "collection", "listing", "documentation", "service", "empty", "other",
)  # fmt: skip


TEMPLATE = "template"
"""What a document of a site is chosen by, where one of its templates fits the page."""


REPORT = "report it with the page, and with what WEFT_DEBUG=1 in the environment prints"
"""What to do about a fault."""


WRITERS: Registry[Callable[..., Any]] = Registry(
    {
        "render": "weft.renderers.render:render",
        "to_dict": "weft.renderers.json:to_dict",
        "chunks": "weft.renderers.kernel_formats:find_chunks",
    }
)
"""What writes documents, by name: renderers read documents, and are imported when one is written."""


def no_records(page: Page) -> tuple[Record, ...]:
    """The records or comments of a document whose extractor looks for none."""
    return ()


def no_metadata(page: Page) -> Metadata:
    """The metadata of a document whose extractor looks for none."""
    return Metadata()


@dataclass(frozen=True, eq=False, kw_only=True)
class Document:
    """What an extractor chose on a page.

    Text, Markdown and HTML are rendered and metadata is looked for when asked, so that a crawl pays for what it uses.

    >>> import weft
    >>> html = "<title>Looms</title><article><h1>Looms</h1><p>A loom holds the warp.</p></article>"
    >>> document = weft.extract(html, method="whole_page")
    >>> document.title, document.text
    ('Looms', 'A loom holds the warp.')
    """

    page: Page
    keep: NDArray[np.int64]  # the chosen blocks, in document order
    chosen_by: str = ""  # the extractor's name
    cluster: str = ""  # of a site, where the page is in one
    reason: Reason = NO_REASON  # why this extractor and this choice
    page_type: str = "other"
    page_type_probability: float = 0.0  # 0 where the extractor cannot say
    confidence: float = 0.0  # 0 where the extractor cannot say
    fields: Mapping[str, Field] = field(default_factory=dict)
    records: Sequence[Record] = ()
    find_region: Callable[[], Region] = no_region  # that of `records`
    regions: Sequence[Region] = ()
    repeats: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))  # second copies of passages
    find_metadata: Callable[[Page], Metadata] = no_metadata
    find_comments: Callable[[Page], tuple[Record, ...]] = no_records

    @cached_property
    def metadata(self) -> Metadata:
        """Title, author, dates and so on, each with its source; words are counted where the page tells no number."""
        with time_limit(self.page.seconds):
            if self.find_metadata is no_metadata:
                return Metadata()
            page, keep = self.page, self.keep  # not the document, which would hold itself by its metadata
            return with_counts(self.find_metadata(page), lambda: page.blocks.count_words(keep))

    @cached_property
    def comments(self) -> tuple[Record, ...]:
        """What readers wrote under an article; on a discussion the posts are the content."""
        with time_limit(self.page.seconds):
            return self.find_comments(self.page)

    @property
    def region(self) -> Region:
        """What `records` are, and which page of them this is: `kind`, `page`, `next_page`."""
        return self.find_region()

    @property
    def title(self) -> str:
        """The title, empty where none was found."""
        return self.metadata.title.value

    @property
    def author(self) -> str:
        """The author or authors, separated by semicolons."""
        return self.metadata.author.value

    @property
    def date(self) -> str:
        """When it was published, in ISO 8601."""
        return self.metadata.date.value

    @property
    def language(self) -> str:
        """The language code, declared or guessed."""
        return self.metadata.language.value

    @property
    def text(self) -> str:
        """The chosen content as plain text."""
        return self.render("text")

    @property
    def markdown(self) -> str:
        """The chosen content as Markdown."""
        return self.render("markdown")

    @property
    def html(self) -> str:
        """The chosen content as clean HTML."""
        return self.render("html")

    def to_dict(self, options: RenderOptions = RenderOptions()) -> dict[str, object]:
        """Everything a program may want, ready for JSON."""
        with time_limit(self.page.seconds):
            return cast(dict[str, object], WRITERS["to_dict"](self, options))

    def render(self, format: str, options: RenderOptions = RenderOptions()) -> str:
        """The document in one of `weft.RENDERERS`' formats."""
        with time_limit(self.page.seconds):
            return cast(str, WRITERS["render"](self, format=format, options=options))

    def chunks(
        self,
        chunking: Chunking | None = None,
        *,
        options: RenderOptions = RenderOptions(),
        **how: Unpack[ChunkingFields],
    ) -> list[Chunk]:
        """The document as pieces of Markdown for models, of whole structures each.

        `how` has fields of `Chunking`: `size`, `overlap`, `by`, `split_tables`, `count`.

        >>> import weft
        >>> html = "<h1>Looms</h1><p>A loom holds the warp.</p><h2>Kinds</h2><ul><li>floor loom</li></ul>"
        >>> for chunk in weft.extract(html, method="whole_page").chunks(size=100):
        ...     print(chunk.headings, repr(chunk.text), chunk.tokens)
        ('Looms',) '# Looms\\n\\nA loom holds the warp.' 7
        ('Looms', 'Kinds') '## Kinds\\n\\n- floor loom' 6
        """
        with time_limit(self.page.seconds):
            chunking = replace(chunking or options.chunking, **how)
            return cast(list[Chunk], WRITERS["chunks"](self, options, chunking))

    def with_values(self, **values: Any) -> Document:
        """The document with other values of some fields: as `dataclasses.replace` says it, in a fifth of the time.

        >>> import weft
        >>> weft.extract("<p>A loom holds the warp.").with_values(cluster="looms").cluster
        'looms'
        """
        own = self.__dict__
        made = {name: own[name] for name in _FIELDS}
        made.update(values)
        if len(made) > len(_FIELDS):
            raise TypeError(f"a document has no {', '.join(sorted(values.keys() - set(_FIELDS)))}")
        document = object.__new__(Document)
        document.__dict__.update(made)
        return document

    def __repr__(self) -> str:
        kept = f"{len(self.keep)} of {len(self.page.blocks)} blocks"
        return f"<Document {self.page.url or 'without URL'}: {kept} by {self.chosen_by}>"


_FIELDS = tuple(Document.__dataclass_fields__)


def no_choice(page: Page, reason: Reason) -> Document:
    """A document without any block, by nobody: the reason says why."""
    return Document(page=page, keep=np.zeros(0, np.int64), chosen_by="", reason=reason)


@dataclass(frozen=True, kw_only=True)
class Failure:
    """A page that gave no document: a reason for programs; page, fault and advice for people."""

    reason: Reason
    what: str
    page: str = ""
    advice: str = ""

    @staticmethod
    def of(error: BaseException, page: str = "") -> Failure:
        """The failure of a page by an error: the one place where errors become failures.

        An error that is none of weft's own is a fault of weft or of an installed extractor: its class tells which.
        """
        if isinstance(error, WeftError):
            reason = Reason(error.code, error.detail)
            return Failure(reason=reason, what=error.what, page=error.page or page, advice=error.advice)
        if isinstance(error, MemoryError):
            return Failure(reason=Reason("limit", "memory"), what="there is not enough memory for this page", page=page)
        kind = type(error).__name__
        return Failure(reason=Reason("fault", kind), what=f"a fault of weft ({kind})", page=page, advice=REPORT)

    @property
    def message(self) -> str:
        """One sentence for people, as the error would print it."""
        return str(WeftError(self.what, page=self.page, advice=self.advice))


Outcome = Document | Failure


class Extractor(Protocol):
    """Chooses content on a page. Frozen, deterministic, can be sent to a worker."""

    def extract(self, page: Page) -> Document:
        """The document that this extractor sees in the page; an empty choice is an answer."""
        ...

    def score(self, page: Page) -> NDArray[np.float64]:
        """How much each block looks like content, for people who inspect a page: larger is more."""
        ...


class SiteTemplates(Protocol):
    """What was learned of a site, or of several: it chooses on the pages that fit one of its templates."""

    @property
    def fallback(self) -> str:
        """The name of the extractor for pages that fit none."""
        ...

    def choose(self, page: Page) -> Document:
        """The document of the template that fits; one that is not `chosen_by` a template says why none does."""
        ...

    def read(
        self, data: bytes | str, *, url: str | None, encoding: str | None, limits: Limits
    ) -> tuple[Page, Document]:
        """The page, as `parse` reads it, and what `choose` says of it."""
        ...


@runtime_checkable
class SiteMethod(Protocol):
    """An extractor that asks the templates of a site first, and may want the page as a browser draws it."""

    def with_site(self, site: SiteTemplates | None) -> SiteMethod:
        """The same extractor with that site, where it has none."""
        ...

    def needs_drawing(self, page: Page) -> bool:
        """Whether a drawing would change the answer; without one there is a next best."""
        ...

    def extract(self, page: Page) -> Document:
        """As of any extractor."""
        ...

    def score(self, page: Page) -> NDArray[np.float64]:
        """As of any extractor."""
        ...


@runtime_checkable
class Explainer(Protocol):
    """An extractor that can say why it scored a block as it did."""

    def explain(self, page: Page, block: int) -> list[tuple[str, float, float]]:
        """The features that moved a block's score: name, value and how far, the strongest first."""
        ...
