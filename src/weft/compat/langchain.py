"""LangChain: a loader of pages, and a transformer of documents that hold HTML (extra `[langchain]`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from weft.compat.loading import Inputs, Loading, ReadOptions, load_site
from weft.document import Extractor
from weft.errors import ConfigError
from weft.io import RawPage, is_url
from weft.renderers import Chunking
from weft.sites import Site

try:
    from langchain_core.document_loaders import BaseLoader
    from langchain_core.documents import BaseDocumentTransformer, Document
except ImportError as _missing:
    raise ConfigError(f"LangChain's loader needs {_missing.name}: pip install 'weft[langchain]'") from None

__all__ = ["Chunking", "ReadOptions", "WeftLoader", "WeftTransformer"]


class WeftLoader(BaseLoader):
    """Loads the content of pages: files, folders, patterns, addresses, and files of many pages such as WARC.

    A document has the metadata source, title, author, date, language, page_type and confidence. `by_record` makes a
    document of every post, row or card, with its own author and date. `chunks=Chunking(size=…)` makes a document of
    every chunk, in Markdown, with the metadata chunk, headings, tokens and rows.
    """

    def __init__(  # noqa: PLR0913  # options, each by its name
        self,
        inputs: Inputs,
        *,
        format: str = "text",
        by_record: bool = False,
        chunks: Chunking | None = None,
        method: str | Extractor = "auto",
        site: Site | str | Path | None = None,
        reading: ReadOptions = ReadOptions(),
    ) -> None:
        self.inputs = inputs
        self.loading: Loading = Loading(
            format=format, by_record=by_record, chunks=chunks, method=method, site=load_site(site), reading=reading
        )
        self.loading.check()

    def lazy_load(self) -> Iterator[Document]:
        """A page at a time, or its records or chunks."""
        for text in self.loading.load(self.inputs):
            yield Document(page_content=text.text, id=text.id, metadata=text.metadata)


class WeftTransformer(BaseDocumentTransformer):
    """Turns documents that hold HTML, as other loaders fetch it, into documents that hold the content.

    What the documents knew of themselves stays where weft finds nothing; `source` is taken as the address.
    """

    def __init__(
        self,
        *,
        format: str = "text",
        by_record: bool = False,
        chunks: Chunking | None = None,
        method: str | Extractor = "auto",
        site: Site | str | Path | None = None,
        reading: ReadOptions = ReadOptions(),
    ) -> None:
        self.loading: Loading = Loading(
            format=format, by_record=by_record, chunks=chunks, method=method, site=load_site(site), reading=reading
        )
        self.loading.check()

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """The documents of the pages that have content, in order."""
        return [output for number, document in enumerate(documents) for output in self._transform(number, document)]

    def _transform(self, number: int, document: Document) -> Iterator[Document]:
        source = str(document.metadata.get("source") or document.id or f"document {number}")
        raw = RawPage.of(document.page_content, id=source, url=source if is_url(source) else None)
        for text in self.loading.texts(raw):
            values = {name: value for name, value in text.metadata.items() if value != ""}
            yield Document(page_content=text.text, id=text.id, metadata=text.metadata | document.metadata | values)
