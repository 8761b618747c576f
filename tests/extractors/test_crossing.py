"""A page from bytes to text in one crossing: the same page, decision and text as in three."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests.extractors.test_at_once import GOLDEN, SAID, random_html
from tests.seeds import every_seed
from weft import Limits, Page, _native, extract, parse
from weft.errors import LimitError
from weft.extractors.completion import Judgement, extract_at_once, parse_and_decide

COLUMNS = ("tag", "parent", "end", "text_start", "step", "path_tags", "block_row", "block_words")


def cross(html: bytes | str, url: str | None = None, limits: Limits = Limits()) -> tuple[Page, Judgement]:
    return parse_and_decide(html, url=url, encoding=None, limits=limits)


def _compare(html: bytes | str, url: str | None = None) -> None:
    crossed, told = cross(html, url)
    page = parse(html, url=url)
    assert crossed.url == page.url
    for column in COLUMNS:
        assert getattr(crossed.table, column).tolist() == getattr(page.table, column).tolist(), column
    (document, signs), (wanted, wanted_signs) = extract_at_once(crossed, told), extract_at_once(page)
    assert signs == wanted_signs
    for name in ("keep", "repeats"):
        assert getattr(document, name).tolist() == getattr(wanted, name).tolist(), name
    for name in ("chosen_by", "reason", "page_type", "page_type_probability", "confidence"):
        assert getattr(document, name) == getattr(wanted, name), name
    assert document.text == wanted.text


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_pages(path: Path) -> None:
    _compare(path.read_bytes(), "https://loom.example/page.html")


@every_seed(150)
def test_random_articles(seed: int) -> None:
    _compare(*random_html(seed))


def test_small_pages() -> None:
    for html in (b"", b"<p>One", "<pre>one two</pre>", b"\xff\xfe<\x00p\x00>\x00a\x00", "<p>\ud800"):
        _compare(html)


def test_other_blocks_than_the_kept_ones_have_their_own_text() -> None:
    html = f"<title>Looms</title><article><p>{SAID}<p>{SAID} Again.<p>{SAID} More.</article>"
    page, (_, decision) = cross(html)
    assert isinstance(decision, _native.Decision)
    assert len(decision.keep) > 1
    for keep in (decision.keep[:1], decision.keep[1:], np.arange(len(page.blocks))):
        told, anew = (_native.write_text(table, keep, "", False, False) for table in (page.table, parse(html).table))
        assert told == anew


def test_limits_trip() -> None:
    for limits, name in ((Limits(bytes=9), "bytes"), (Limits(nodes=3), "nodes"), (Limits(seconds=0), "seconds")):
        with pytest.raises(LimitError) as error:
            cross(f"<p>{SAID * 99}", "https://loom.example/", limits)
        assert (error.value.detail, error.value.page) == (name, "https://loom.example/")


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(TypeError, match="a page is bytes or str, not int"):
        extract(7)  # type: ignore[arg-type]


def test_an_address_may_hold_what_no_letter_is() -> None:
    page = f"<title>Looms</title><article><h1>Looms</h1><p>{SAID}<p>{SAID} Again."
    assert extract(page, url="caf\udce9").text == extract(parse(page, url="caf\udce9")).text == extract(page).text
    assert extract(page, url="caf\udce9").title == "Looms"


def test_threads_read_the_same() -> None:
    pages = [random_html(seed)[0] for seed in range(40)]
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda html: extract(html).text, pages))
    assert texts == [extract(parse(html)).text for html in pages]
