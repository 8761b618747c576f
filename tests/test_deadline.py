"""The deadline of the work on a page.

Every operation ends soon after its deadline, on large pages of many shapes.
"""

import gc
import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import cache
from math import inf

import pytest

import weft
from tests.growth.operations import LIMITS, ON_PAGE
from tests.growth.shapes import SHAPES
from weft.deadline import check_time, seconds_left, time_limit, total_seconds
from weft.errors import LimitError
from weft.page import Page


def test_without_a_deadline_time_never_runs_out() -> None:
    check_time()
    assert seconds_left() == inf


def test_a_passed_deadline_raises_and_names_the_seconds_that_were_given() -> None:
    with time_limit(-1.0), pytest.raises(LimitError) as caught:
        check_time()
    assert (caught.value.limit, caught.value.value) == ("seconds", -1.0)
    check_time()  # the deadline ends with its block


def test_a_deadline_inside_another_one_never_ends_later() -> None:
    with time_limit(0.0), time_limit(3600.0):
        assert (seconds_left(), total_seconds()) == (0.0, 0.0)
    with time_limit(3600.0), time_limit(60.0):
        assert seconds_left() <= 60.0


def test_waiting_costs_no_time_of_a_deadline() -> None:
    with time_limit(0.2):
        time.sleep(0.3)
        check_time()


def test_a_deadline_belongs_to_its_own_thread() -> None:
    left: list[float] = []
    with time_limit(0.0):
        thread = threading.Thread(target=lambda: left.append(seconds_left()))
        thread.start()
        thread.join()
    assert left == [inf]


def test_an_extraction_ends_at_its_deadline_and_at_the_one_around_it() -> None:
    html = b"<p>The weaver put the last threads on the loom." * 20_000
    with pytest.raises(LimitError, match=r"limit of 0\.001 seconds"):
        weft.extract(html, limits=weft.Limits(seconds=0.001))
    with time_limit(0.0), pytest.raises(LimitError, match="limit of 0 seconds"):
        weft.extract(html)


def test_each_later_call_on_a_document_has_its_own_seconds() -> None:
    page = weft.parse(b"<p>One <b>two</b>", limits=weft.Limits(seconds=5.0))
    assert page.seconds == 5.0
    document = weft.extract(page, method="whole_page")
    with time_limit(inf):
        assert document.text == "One two"


SIZE = 2_000_000  # bytes
SECONDS = 0.02
MAX_MORE = 0.5  # seconds of CPU after the deadline
LARGE = (
    "repeated_paragraphs", "repeated_divs", "repeated_bold", "repeated_links", "repeated_rows",
    "repeated_posts", "repeated_board", "repeated_cards", "repeated_classes", "repeated_formulas", "nested_div",
    "nested_list_with_text", "long_words", "attribute_class",
)  # fmt: skip
EACH = 4  # shapes of each operation: the next operation takes the next ones


@cache
def large_page(shape: str) -> Page:
    return weft.parse(SHAPES[shape](SIZE), limits=LIMITS)


def overrun(operation: str, shape: str) -> float:
    """The CPU seconds from the deadline to the end of an operation, the better of two.

    Python's own collection of what other tests left behind is off the clock.
    """
    page = large_page(shape)
    seconds = inf
    gc.disable()
    for _ in range(2):
        begin = time.process_time()
        with suppress(weft.LimitError), time_limit(SECONDS):
            ON_PAGE[operation](page)
        seconds = min(seconds, time.process_time() - begin - SECONDS)
    gc.enable()
    return seconds


@pytest.mark.parametrize("operation", ON_PAGE)
def test_an_operation_ends_soon_after_its_deadline(operation: str) -> None:
    first = EACH * list(ON_PAGE).index(operation)
    shapes = [LARGE[(first + k) % len(LARGE)] for k in range(EACH)]
    late = {shape: round(seconds, 2) for shape in shapes if (seconds := overrun(operation, shape)) > MAX_MORE}
    assert not late


def test_learning_gives_every_page_its_seconds_and_names_the_pages_that_need_more() -> None:
    html = SHAPES["repeated_one_letter_paragraphs"](SIZE)
    begin = time.process_time()
    site = weft.learn([(f"https://weft.example/a/{k}", html) for k in range(2)], limits=weft.Limits(seconds=SECONDS))
    assert set(site.failures) == {"https://weft.example/a/0", "https://weft.example/a/1"}
    assert time.process_time() - begin < 2 * (SECONDS + MAX_MORE)


def test_a_call_on_a_parsed_page_has_the_seconds_that_it_was_parsed_with() -> None:
    """Who does not go through `weft.extract` has a deadline too."""
    page = replace(large_page("repeated_posts"), seconds=0.0001)  # each field of metadata has as much
    for name in ("auto", "records_posts", "records_mdr", "metadata", "ontology", "softmealy", "tsimmis", "render_html"):
        with pytest.raises(weft.LimitError, match=r"0\.0001 seconds"):
            ON_PAGE[name](page)
