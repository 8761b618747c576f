"""The deadline of the work on a page."""

import threading
import time
from math import inf

import pytest

import weft
from weft.deadline import check_time, paused, seconds_left, time_limit, total_seconds
from weft.errors import LimitError


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


def test_a_paused_clock_gives_the_time_back() -> None:
    with time_limit(0.05):
        with paused():
            time.sleep(0.1)
            assert seconds_left() == inf
        assert 0.0 < seconds_left() <= 0.05
    assert seconds_left() == inf


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
