"""LlamaIndex: a reader of pages, alone or for `SimpleDirectoryReader` (extra `[llamaindex]`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from weft.compat.loading import Inputs, Loading, ReadOptions, load_site
from weft.document import Extractor
from weft.errors import ConfigError
from weft.renderers import Chunking
from weft.sites import Site

try:
    from llama_index.core.readers.base import BaseReader
    from llama_index.core.schema import Document
except ImportError as _missing:
    raise ConfigError(f"LlamaIndex's reader needs {_missing.name}: pip install 'weft[llamaindex]'") from None

__all__ = ["Chunking", "ReadOptions", "WeftReader"]

NOT_FOR_MODELS = ["page_type", "confidence", "record", "chunk", "tokens", "rows"]
"""Metadata to filter by, which says nothing that a model should embed or read."""


class WeftReader(BaseReader):
    """Reads the content of pages: files, folders, patterns, addresses, and files of many pages such as WARC.

    A document has the metadata source, title, author, date, language, page_type and confidence. `by_record` makes a
    document of every post, row or card, with its own author and date. `chunks=Chunking(size=…)` makes a document of
    every chunk, in Markdown, with the metadata chunk, headings, tokens and rows.
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

    def lazy_load_data(self, inputs: Inputs, *, extra_info: dict[str, Any] | None = None) -> Iterator[Document]:
        """A page at a time; `extra_info` is metadata that somebody else knows, such as `SimpleDirectoryReader`."""
        for text in self.loading.load(inputs):
            yield Document(
                id_=text.id,
                text=text.text,
                metadata={**(extra_info or {}), **text.metadata},
                excluded_embed_metadata_keys=NOT_FOR_MODELS,
                excluded_llm_metadata_keys=NOT_FOR_MODELS,
            )
