"""Frames of pandas and polars."""

import tracemalloc

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.typing import NDArray

import weft
from tests.compat.looms import ARTICLE, DEEP, EMPTY, THREAD
from weft import Pipeline
from weft.compat import frames
from weft.compat.frames import COLUMNS, RECORD_COLUMNS, extract_frame, records_frame
from weft.errors import ConfigError

STRICT = Pipeline(limits=weft.Limits(depth=1_000))


def pandas_pages() -> pd.DataFrame:
    pages = [ARTICLE, ARTICLE.encode(), EMPTY, None, DEEP]
    return pd.DataFrame({"url": "https://weft.example/looms", "html": pages}, index=list("abcde"))


def polars_pages() -> pl.DataFrame:
    pages = [ARTICLE, EMPTY, None, DEEP]
    return pl.DataFrame({"url": ["https://weft.example/looms"] * 4, "html": pages})


def test_pandas_has_a_row_a_page_under_the_same_index() -> None:
    told = extract_frame(pandas_pages(), how=STRICT)
    assert tuple(told.columns) == COLUMNS
    assert told.index.tolist() == list("abcde")
    assert told["error"].tolist() == ["", "", "", "no_page", "limit: depth"]
    assert "Limits(depth=…)" in told.loc["e", "message"]
    document = weft.extract(ARTICLE, url="https://weft.example/looms")
    assert told.loc["a", "text"] == told.loc["b", "text"] == document.text
    assert told.loc["a", "title":"page_type"].tolist() == ["Looms", "Ann Weaver", document.date, "en", "article"]
    assert told.loc["c", ["text", "page_type"]].tolist() == ["", "empty"]
    assert told["confidence"].dtype == float


def test_polars_has_a_row_a_page() -> None:
    told = extract_frame(polars_pages(), how=STRICT)
    assert isinstance(told, pl.DataFrame)
    assert tuple(told.columns) == COLUMNS
    assert told["error"].to_list() == ["", "", "no_page", "limit: depth"]
    assert told["title"].to_list() == ["Looms", "Nothing", "", ""]
    assert told.schema["confidence"] == pl.Float64
    joined = pl.concat([polars_pages(), told], how="horizontal")
    assert joined.height == 4


def test_bytes_of_polars_and_addresses_make_links_absolute() -> None:
    pages = pl.DataFrame({"page": [ARTICLE.encode()], "address": ["https://weft.example/a/b"]})
    told = extract_frame(pages, html="page", url="address", how=Pipeline(format="markdown"))
    assert "[the weft](https://weft.example/weft)" in told["text"][0]


@pytest.mark.parametrize("library", [pd, pl])
def test_a_series_holds_the_pages_itself(library) -> None:
    told = extract_frame(library.Series([ARTICLE, EMPTY]))
    assert type(told) is library.DataFrame
    assert list(told["title"]) == ["Looms", "Nothing"]


@pytest.mark.parametrize("frame", [pandas_pages().iloc[:0], polars_pages().head(0)])
def test_no_pages_are_an_empty_frame_of_the_same_types(frame) -> None:
    full = extract_frame(frame)
    assert len(full) == 0
    assert list(full.dtypes) == list(extract_frame(frame.__class__({"html": [ARTICLE]})).dtypes)
    assert tuple(records_frame(frame).columns) == RECORD_COLUMNS


def test_records_have_a_row_each() -> None:
    told = records_frame(pd.DataFrame({"html": [THREAD, EMPTY, None]}, index=["thread", "empty", "none"]))
    assert told["page"].tolist() == ["thread"] * 5 + ["none"]
    assert told["record"].tolist() == [0, 1, 2, 3, 4, -1]
    assert told["author"].tolist() == [f"Ann {number}" for number in range(1, 6)] + [""]
    assert told["body"][2] == "This is what I say in post number 3 of the thread."
    assert told["error"].tolist() == [""] * 5 + ["no_page"]


def test_records_of_polars_name_their_page_by_its_number() -> None:
    told = records_frame(pl.DataFrame({"html": [EMPTY, THREAD]}))
    assert told["page"].to_list() == [1] * 5
    assert told.schema["record"] == pl.Int64


def test_a_field_never_hides_a_column_of_ours() -> None:
    assert frames._free("page") == "page_"
    assert frames._free("author") == "author"


@pytest.mark.parametrize("library", [pd, pl])
def test_a_field_may_have_the_name_of_a_number(library) -> None:
    class Rated:
        def extract(self, page: weft.Page) -> weft.Document:
            record = weft.Record(start=0, end=1, fields={"confidence": weft.Field(value="high")})
            return weft.Document(page=page, keep=np.zeros(0, np.int64), chosen_by="rated", records=(record,))

        def score(self, page: weft.Page) -> NDArray[np.float64]:
            return np.zeros(len(page.blocks))

    told = records_frame(library.DataFrame({"html": [ARTICLE]}), how=Pipeline(method=Rated()))
    assert list(told["confidence"]) == ["high"]


def test_pages_of_a_large_frame_are_copied_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "BATCH", 4)
    pages = pl.DataFrame({"html": [f"{EMPTY}<!--{'x' * 100_000}-->"] * 60})  # 6 MB
    extract_frame(pages.head(1))
    tracemalloc.start()
    extract_frame(pages)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3_000_000


@pytest.mark.parametrize(
    ("frame", "given", "message"),
    [
        ([ARTICLE], {}, "not builtins.list"),
        (polars_pages().lazy(), {}, "collect a LazyFrame"),
        (polars_pages(), {"html": "page"}, "no column 'page'; it has url, html"),
        (pandas_pages(), {"url": "address"}, "no column 'address'"),
        (pandas_pages().groupby("url"), {}, "not pandas.DataFrameGroupBy"),
        (pd.DataFrame([[ARTICLE, ARTICLE]], columns=["html", "html"]), {}, "the column 'html' twice"),
        (pandas_pages(), {"how": Pipeline(method="magic")}, "unknown method 'magic'"),
        (pandas_pages(), {"how": Pipeline(format="pdf")}, "unknown format 'pdf'"),
        (pandas_pages(), {"how": Pipeline(method="density", site=weft.learn([]))}, "a site chooses by its templates"),
    ],
)
def test_what_makes_no_sense_is_an_error(frame, given, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        extract_frame(frame, **given)


def test_a_site_chooses_by_its_templates() -> None:
    page = "<title>{0}</title><nav>Home</nav><h1>{0}</h1><p>{0} is what this page of the shop is about, at length."
    site = weft.learn([(f"http://weft.example/p/{k}", page.format(f"Loom {k}").encode()) for k in range(8)])
    pages = pd.DataFrame({"url": ["http://weft.example/p/99"], "html": [page.format("Shuttle")]})
    told = extract_frame(pages, how=Pipeline(site=site))
    assert told["text"].tolist() == ["Shuttle is what this page of the shop is about, at length."]


def test_a_frame_of_another_library_that_builds_on_pandas() -> None:
    geo_frame = type("GeoDataFrame", (pd.DataFrame,), {})  # as geopandas has it
    found = pd.DataFrame(extract_frame(geo_frame({"html": [ARTICLE]})))
    assert found["title"].tolist() == [weft.extract(ARTICLE).title]


def test_the_number_of_a_record_is_a_whole_number_also_where_there_is_none() -> None:
    assert records_frame(pandas_pages()[:0])["record"].dtype == np.int64


def test_what_is_no_page_is_a_failure_and_not_a_text() -> None:
    found = extract_frame(pd.Series([b"%PDF-1.7 " + bytes(range(256)), b"", ARTICLE]))
    assert found["error"].tolist() == ["source", "source", ""]
    assert found["message"].tolist() == ["0: not a web page but a PDF", "1: empty, there is no page in it", ""]
    assert found["text"].tolist() == ["", "", weft.extract(ARTICLE).text]
