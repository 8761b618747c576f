import numpy as np
import pytest

from weft import _native
from weft.page import parse
from weft.records.evidence import gather, link_around
from weft.records.times import mark


def test_a_text_that_repeats_the_title_speaks_against_a_body() -> None:
    evidence = gather(parse("<title>A long story</title><p>Re: A long story<p>A short story"))
    assert evidence.weights[evidence.text_rows].tolist() == [-13.0, 11.0]


def test_a_link_far_above_is_not_around_a_text() -> None:
    evidence = gather(parse("<a href=/>" + "<b>" * 5 + "x" + "<i>" + "y"))
    near, far = evidence.text_rows.tolist()
    assert link_around(evidence, near) >= 0
    assert link_around(evidence, far) == -1
    assert link_around(evidence, near, reach=5) == -1


def test_rows_of_another_page_are_refused() -> None:
    page, none = parse("<p>One"), np.zeros(0, np.int64)
    with pytest.raises(ValueError, match="rows"):
        _native.record_evidence(page.table, mark(page), np.array([99]), none)
    with pytest.raises(ValueError, match="marks"):
        _native.record_evidence(page.table, mark(parse("<p>One<p>Two")), none, none)


def test_the_deadline_is_asked() -> None:
    page, none = parse("<p>One" * 20_000), np.zeros(0, np.int64)
    with pytest.raises(_native.LimitTripped):
        _native.record_evidence(page.table, mark(page), none, none, seconds=0.0)
