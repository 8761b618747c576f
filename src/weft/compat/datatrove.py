"""A step for datatrove's pipelines: HTML in a document's text becomes its content."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from weft.document import Document, Failure
from weft.errors import ConfigError
from weft.io import RawPage
from weft.pipeline import Pipeline

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    class BaseExtractor:
        """What the step uses of datatrove's class, and what a pipeline asks of it: datatrove itself has no types."""

        def __init__(self, timeout: float = 1) -> None: ...

        def __call__(self, data: Iterable[Any] | None = None, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
            """Run the step."""
            ...

        def stat_update(self, *labels: str, value: int = 1, unit: str | None = None) -> None:
            """Count something."""
            ...

        def update_doc_stats(self, document: Any) -> None:
            """Count what a document is like."""
            ...

        def track_time(self, unit: str | None = None) -> AbstractContextManager[Any]:
            """Measure the time of a document."""
            ...


try:
    if not TYPE_CHECKING:
        from datatrove.pipeline.extractors.base import BaseExtractor
    from datatrove.utils.typeshelper import StatHints
except ImportError as _missing:
    raise ConfigError(f"weft.compat.datatrove needs {_missing.name}: pip install 'weft[datatrove]'") from None

METADATA = "weft"
"""Under which key of a document's metadata the page's own stands; a reader's `date` is the day of the crawl."""


class WeftExtractor(BaseExtractor):
    """Takes the content out of pages, in the place of datatrove's `Trafilatura`.

    It runs in the worker itself: limits on bytes, nodes, depth and seconds stand for the process and the clock that
    datatrove puts around other extractors. What is dropped is counted by its reason: `dropped_empty`,
    `dropped_limit: bytes` and so on.
    """

    name = "🧵 weft"

    def __init__(self, how: Pipeline = Pipeline(), *, metadata: bool = True) -> None:
        super().__init__(timeout=how.limits.seconds)
        how.check()
        self.how: Pipeline = how
        self.metadata: bool = metadata

    def extract(self, text: str) -> str:
        """The content of one page, empty where it has none."""
        content = self.how.make(RawPage.of(text, id="the page"), self.how.render)
        return "" if isinstance(content, Failure) else content

    def run(self, data: Iterable[Any], rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """The documents that have content, with what the page says about itself under `METADATA`."""
        for doc in data or ():
            self.stat_update(StatHints.total)
            with self.track_time():
                reason = self.replace(doc)
            if reason:
                self.stat_update(StatHints.dropped, f"{StatHints.dropped}_{reason}")
            else:
                self.stat_update("extracted", StatHints.forwarded)
                self.update_doc_stats(doc)
                yield doc

    def replace(self, doc: Any) -> str:
        """Put the content in the place of the page; why there is none, empty where there is some."""
        url = doc.metadata.get("url")
        raw = RawPage.of(doc.text, id=doc.id, url=url if isinstance(url, str) else None)
        made = self.how.make(raw, self._describe)
        if isinstance(made, Failure):
            return str(made.reason)
        doc.text, metadata = made
        if not doc.text:
            return "empty"
        if self.metadata:
            doc.metadata[METADATA] = metadata
        return ""

    def _describe(self, document: Document) -> tuple[str, dict[str, str | float]]:
        text = self.how.render(document)
        return text, _metadata(document) if text and self.metadata else {}


def _metadata(document: Document) -> dict[str, str | float]:
    return {
        "title": document.title,
        "author": document.author,
        "date": document.date,
        "language": document.language,
        "page_type": document.page_type,
        "confidence": document.confidence,
        "chosen_by": document.chosen_by,
    }
