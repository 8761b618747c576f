"""Many pages on threads: the outcomes of each alone, in the order of the pages, with few of them read ahead."""

from collections.abc import Iterator

import pytest

from tests.renderers.random_pages import RandomPage
from weft import ConfigError, Document, Failure, Limits, Pipeline, SourceError, extract, extract_many
from weft.io.raw_page import RawPage
from weft.pipeline import AHEAD

PAGES = [RandomPage(seed).html().encode() for seed in range(40)]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_outcomes_are_those_of_each_page_alone(threads: int) -> None:
    outcomes = list(extract_many(PAGES, threads=threads))
    assert all(isinstance(outcome, Document) for outcome in outcomes)
    assert [outcome.text for outcome in outcomes if isinstance(outcome, Document)] == [
        extract(page).text for page in PAGES
    ]


def test_a_page_that_fails_does_not_stop_the_others() -> None:
    pages: list[bytes | str | SourceError] = [
        b"<p>One",
        b"%PDF-1.7 binary",
        SourceError("cannot be read", page="x"),
        "<p>Zwei ü",
        b"<b><b><b><b>deep",
    ]
    limits = Pipeline(method="whole_page", limits=Limits(depth=4))
    one, pdf, unread, two, deep = extract_many(pages, threads=2, pipeline=limits)
    assert isinstance(one, Document)
    assert isinstance(two, Document)
    assert (one.text, two.text) == ("One", "Zwei ü")
    assert isinstance(pdf, Failure)
    assert pdf.page == "page 2"
    assert isinstance(unread, Failure)
    assert unread.page == "x"
    assert isinstance(deep, Failure)
    assert deep.reason.detail == "depth"


def test_raw_pages_say_their_address_and_charset() -> None:
    raw = RawPage(id="a", data="<p>Größe".encode("latin-1"), url="https://example.org/a", charset="latin-1")
    (outcome,) = extract_many([raw], threads=2, pipeline=Pipeline(method="whole_page"))
    assert isinstance(outcome, Document)
    assert (outcome.text, outcome.page.url) == ("Größe", "https://example.org/a")


def test_few_pages_are_read_ahead() -> None:
    read = []

    def pages() -> Iterator[bytes]:
        for page in PAGES:
            read.append(page)
            yield page

    outcomes = extract_many(pages(), threads=2)
    next(outcomes)
    assert len(read) == 2 * AHEAD
    outcomes.close()  # type: ignore[attr-defined]
    assert len(read) == 2 * AHEAD


def test_a_method_that_there_is_not_is_refused_before_the_first_page() -> None:
    with pytest.raises(ConfigError):
        extract_many([], pipeline=Pipeline(method="wefft"))
