"""What the loaders of LangChain and LlamaIndex share: pages in, texts with their metadata out."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path

from weft.content import Record
from weft.document import Document, Extractor, Failure
from weft.errors import ConfigError, SourceError, WeftError
from weft.io import Fetcher, RawPage, find_sources
from weft.io.reader import Reader
from weft.page import Limits
from weft.pipeline import Pipeline
from weft.renderers import Chunk, Chunking
from weft.sites import Site

logger: logging.Logger = logging.getLogger("weft.compat")

Inputs = str | PathLike[str] | Iterable[str | PathLike[str]]
"""One or several of: a file, a folder, a pattern, an http(s) address, a file of many pages (JSON lines, WARC, zip)."""

LOG, RAISE = "log", "raise"
BODIES = ("body", "text")  # fields of a record that are its text


@dataclass(frozen=True, kw_only=True)
class ReadOptions:
    """How pages are read: what one may cost, how addresses are fetched, and what becomes of a page that fails."""

    limits: Limits = field(default_factory=Limits)
    fetcher: Fetcher = field(default_factory=Fetcher)  # refuses private addresses unless it was made to allow them
    on_failure: str = LOG  # or "raise"

    def check(self) -> None:
        """Raise for what makes no sense."""
        if self.on_failure not in (LOG, RAISE):
            raise ConfigError(f"on_failure is {LOG!r} or {RAISE!r}, not {self.on_failure!r}")


@dataclass(frozen=True, kw_only=True)
class LoadedText:
    """A text of a page: its content, or one of its records or chunks."""

    id: str
    text: str
    metadata: dict[str, str | int | float] = field(default_factory=dict)  # flat, as stores of vectors want it


@dataclass(frozen=True, kw_only=True)
class Loading:
    """From pages to texts: a text a page, or one a record or a chunk."""

    format: str = "text"
    by_record: bool = False
    chunks: Chunking | None = None
    method: str | Extractor = "auto"
    site: Site | None = None
    reading: ReadOptions = field(default_factory=ReadOptions)

    def check(self) -> None:
        """Raise for what makes no sense, before anything is read."""
        self.reading.check()
        self.how.check()
        if self.by_record and self.format != "text":
            raise ConfigError("the texts of records are plain", advice="leave the format out, or by_record")
        if self.chunks is not None:
            self.chunks.check()
            if self.by_record or self.format not in ("text", "markdown"):
                raise ConfigError("chunks are Markdown of whole pages", advice="leave format and by_record out")

    @property
    def how(self) -> Pipeline:
        """What is done to one page."""
        return Pipeline(method=self.method, site=self.site, format=self.format, limits=self.reading.limits)

    def load(self, inputs: Inputs) -> Iterator[LoadedText]:
        """The texts of all pages, in order; a page that fails is logged or raised, one without content gives none."""
        given = [inputs] if isinstance(inputs, str | PathLike) else inputs
        reader = Reader(max_bytes=self.reading.limits.bytes, fetcher=self.reading.fetcher)
        for raw in reader.read_all(find_sources([fspath(path) for path in given])):
            yield from self.texts(raw)

    def texts(self, raw: RawPage | WeftError) -> Iterator[LoadedText]:
        """The texts of one page."""
        texts = self.how.make(raw, lambda document: list(self._texts_of(raw, document)))
        if isinstance(texts, Failure):
            self._fail(texts)
        else:
            yield from texts

    def _texts_of(self, raw: RawPage | WeftError, document: Document) -> Iterator[LoadedText]:
        if isinstance(raw, WeftError):  # it gives no document
            return
        metadata = describe(raw, document)
        if self.chunks is not None:
            for chunk in document.chunks(self.chunks):
                yield LoadedText(id=f"{raw.id}#{chunk.index}", text=chunk.text, metadata=metadata | _describe(chunk))
            return
        if not self.by_record:
            if len(document.keep):
                yield LoadedText(id=raw.id, text=self.how.render(document), metadata=metadata)
            return
        for number, record in enumerate(document.records, start=1):
            if text := _text_of(record):
                described = _describe_record(record, metadata) | {"record": number}
                yield LoadedText(id=f"{raw.id}#{number}", text=text, metadata=described)

    def _fail(self, failure: Failure) -> None:
        if self.reading.on_failure == RAISE:
            raise SourceError(failure.what, page=failure.page, advice=failure.advice, detail=str(failure.reason))
        logger.warning("%s: %s", failure.reason, failure.message)


def load_site(site: Site | str | Path | None) -> Site | None:
    """A site, or the one that a file holds."""
    return Site.load(site) if isinstance(site, str | Path) else site


def describe(raw: RawPage, document: Document) -> dict[str, str | int | float]:
    """The metadata of a page: the same names always, empty where nothing was found."""
    return {
        "source": raw.url or raw.id,
        "title": document.title,
        "author": document.author,
        "date": document.date,
        "language": document.language,
        "page_type": document.page_type,
        "confidence": round(document.confidence, 4),
    }


def _describe(chunk: Chunk) -> dict[str, str | int | float]:
    """Which chunk of its page it is, the headings above it, how large it is, and the rows that it comes from."""
    rows = " ".join(f"{start}-{end}" for start, end in chunk.rows)
    return {"chunk": chunk.index, "headings": " > ".join(chunk.headings), "tokens": chunk.tokens, "rows": rows}


def _text_of(record: Record) -> str:
    """What a record says: its body, else its title, as of a row, else all that it has."""
    values = {name: entry.value for name, entry in record.fields.items() if entry.value}
    return next((values[name] for name in (*BODIES, "title") if name in values), "\n".join(values.values()))


def _describe_record(record: Record, page: dict[str, str | int | float]) -> dict[str, str | int | float]:
    """What a record says of itself goes before what its page says: the author of a post, not of the thread."""
    values = {name: entry.value for name, entry in record.fields.items() if name not in BODIES}
    own = {"author": values.get("author", ""), "date": values.pop("time", "")}
    return {**values, **page, **own, "title": values.get("title") or page["title"]}
