"""Frames of pandas and polars: a column of pages in, a frame of the same library out, one row a page or one a record.

A page that fails is a row with its reason, never a missing row. Pages are taken a few at a time, and of each only its
row is kept, so that a frame costs its texts and not its documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, overload

from weft.content import Reason
from weft.document import Document, Failure
from weft.errors import ConfigError
from weft.io import RawPage
from weft.pipeline import Pipeline

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

Row = TypeVar("Row")

BATCH = 64  # pages that are copied out of a column at once; one alone may have 64 MB

FRAMES = {(library, kind) for library in ("pandas", "polars") for kind in ("DataFrame", "Series")}

COLUMNS = (
    "text", "title", "author", "date", "language", "page_type", "confidence", "error", "message",
)  # fmt: skip
"""What `extract_frame` gives: empty where nothing was found; `error` has the reason of a failure, in a word or two."""

RECORD_COLUMNS = ("page", "record", "error", "message")
"""What a row of `records_frame` begins with: the page's label, and the number of the record on it, -1 for a failure."""


@overload
def extract_frame(
    frame: pl.DataFrame | pl.Series, *, html: str = ..., url: str = ..., how: Pipeline = ...
) -> pl.DataFrame: ...
@overload
def extract_frame(
    frame: pd.DataFrame | pd.Series, *, html: str = ..., url: str = ..., how: Pipeline = ...
) -> pd.DataFrame: ...
def extract_frame(frame: Any, *, html: str = "html", url: str = "url", how: Pipeline = Pipeline()) -> Any:
    """The content of every page: a row a page, in the same order and under the same index, with the `COLUMNS`.

    `html` names the column with the pages (str or bytes), `url` the one with their addresses, which may be missing; a
    series holds the pages itself.
    """
    table = _Table.of(frame, html, url)

    def to_row(document: Document) -> tuple[Any, ...]:
        said = (document.title, document.author, document.date, document.language)
        return how.render(document), *said, document.page_type, document.confidence, "", ""

    def to_failed_row(failure: Failure) -> tuple[Any, ...]:
        return "", "", "", "", "", "", 0.0, str(failure.reason), failure.message

    rows = list(_work(table, how, to_row, to_failed_row))
    columns = {name: [row[position] for row in rows] for position, name in enumerate(COLUMNS)}
    return table.build(columns, numbers={"confidence"}, is_labelled=True)


@overload
def records_frame(
    frame: pl.DataFrame | pl.Series, *, html: str = ..., url: str = ..., how: Pipeline = ...
) -> pl.DataFrame: ...
@overload
def records_frame(
    frame: pd.DataFrame | pd.Series, *, html: str = ..., url: str = ..., how: Pipeline = ...
) -> pd.DataFrame: ...
def records_frame(frame: Any, *, html: str = "html", url: str = "url", how: Pipeline = Pipeline()) -> Any:
    """The records of every page (posts, cards, rows): a row a record, with the `RECORD_COLUMNS` and a column a field.

    `page` is the label of the page's row in a frame of pandas, its number in one of polars. A page without records has
    no row; one that failed has one.
    """
    table = _Table.of(frame, html, url)
    rows: list[dict[str, Any]] = []
    for label, page_rows in zip(table.labels(), _work(table, how, _records, _failed_records), strict=True):
        rows += [{"page": label, **row} for row in page_rows]
    names = dict.fromkeys((*RECORD_COLUMNS, *(name for row in rows for name in row)))
    return table.build({name: [row.get(name, "") for row in rows] for name in names}, numbers={"record"})


def _records(document: Document) -> list[dict[str, Any]]:
    return [
        {"record": number, **{_free(name): value for name, value in record.columns.items()}}
        for number, record in enumerate(document.records)
    ]


def _failed_records(failure: Failure) -> list[dict[str, Any]]:
    return [{"record": -1, "error": str(failure.reason), "message": failure.message}]


def _free(name: str) -> str:
    """The column of a field, which is none of our own."""
    return f"{name}_" if name in RECORD_COLUMNS else name


def _work(
    table: _Table, how: Pipeline, to_row: Callable[[Document], Row], to_failed_row: Callable[[Failure], Row]
) -> Iterator[Row]:
    """What becomes of every page, in order.

    In one thread: parsing runs outside of Python's lock, but is a fifth of the work; on two busy cores two threads took
    0.76, 0.88 and 1.02 of the time of one.
    """
    how.check()
    for start in range(0, len(table.pages), BATCH):
        for raw in table.read(start):
            row = raw if isinstance(raw, Failure) else how.make(raw, to_row)
            yield to_failed_row(row) if isinstance(row, Failure) else row


@dataclass(frozen=True)
class _Table:
    """The columns of a frame of either library."""

    frame: Any
    library: str
    pages: Any
    addresses: Any = None

    @staticmethod
    def of(frame: Any, html: str, url: str) -> _Table:
        """The columns of the given names; a series has no addresses."""
        library, kind = _class_of(frame)
        if (library, kind) not in FRAMES:
            raise ConfigError(
                f"a frame is a DataFrame or a Series of pandas or polars, not {library}.{kind}; "
                "collect a LazyFrame first; pip install 'weft[pandas]' or 'weft[polars]'"
            )
        if kind == "Series":
            return _Table(frame, library, frame)
        missing = [name for name in (html, url) if name not in frame.columns and name != "url"]
        if missing:
            raise ConfigError(
                f"the frame has no column {missing[0]!r}", advice=f"it has {', '.join(map(str, frame.columns))}"
            )
        if twice := [name for name in (html, url) if list(frame.columns).count(name) > 1]:
            raise ConfigError(f"the frame has the column {twice[0]!r} twice", advice="name each once")
        return _Table(frame, library, frame[html], frame[url] if url in frame.columns else None)

    def read(self, start: int) -> Iterator[RawPage | Failure]:
        """The pages of one batch; what is none is a failure."""
        pages = self.part(self.pages, start)
        urls = [None] * len(pages) if self.addresses is None else self.part(self.addresses, start)
        for number, (page, url) in enumerate(zip(pages, urls, strict=True), start):
            if isinstance(page, bytes | str):
                yield RawPage.of(page, id=str(number), url=url if isinstance(url, str) else None)
            else:
                what = f"neither text nor bytes, but {page!r:.60}"
                yield Failure(reason=Reason("no_page"), what=what, page=f"row {number}")

    def part(self, column: Any, start: int) -> list[Any]:
        """The values of one batch."""
        if self.library == "pandas":
            return column.iloc[start : start + BATCH].tolist()
        return column.slice(start, BATCH).to_list()

    def labels(self) -> list[Any]:
        """What names each row."""
        return self.frame.index.tolist() if self.library == "pandas" else list(range(len(self.frame)))

    def build(self, columns: dict[str, list[Any]], *, numbers: set[str], is_labelled: bool = False) -> Any:
        """A frame of the same library; columns are text but for `numbers` and labels, also where there are no rows."""
        if self.library == "pandas":
            from pandas import DataFrame

            made = DataFrame(columns, index=self.frame.index if is_labelled else None)
            texts = {name: "str" for name in columns if name not in numbers and name != "page"}
            return made.astype(texts | ({"record": "int64"} if "record" in numbers else {}))
        import polars

        types = {"confidence": polars.Float64, "record": polars.Int64, "page": polars.Int64}
        own = {*numbers, "page"}  # a record may have a field of such a name, which is text
        schema = {name: types[name] if name in own else polars.String for name in columns}
        return polars.DataFrame(columns, schema=schema)


def _class_of(frame: object) -> tuple[str, str]:
    """The library and the name of a frame's class, or of the one that it was made from, as geopandas' is."""
    named = [(base.__module__.partition(".")[0], base.__name__) for base in type(frame).__mro__]
    return next((pair for pair in named if pair in FRAMES), named[0])
