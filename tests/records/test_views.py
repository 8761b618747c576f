"""The regions of a page in one call of the kernel: what it refuses."""

from math import inf

import numpy as np
import pytest

from weft import _native, parse
from weft.records.evidence import Evidence, gather
from weft.records.reading_features import PageMeasures


def test_marks_of_another_page_are_refused() -> None:
    evidence, other = gather(parse("<p>One")), gather(parse("<p>One<p>Two"))
    sums, none = PageMeasures(evidence, 0.0).sums, np.zeros(0, np.int64)

    def call(anchors: list[np.ndarray], own: Evidence = evidence, seconds: float = inf) -> _native.RegionViews:
        return _native.view_regions(
            evidence.page.table, own.columns, (anchors, none, 0.0), sums, none, evidence.telling, seconds=seconds
        )

    assert len(call([])) == 0
    for anchors, own in ((list[np.ndarray](), other), ([np.array([3, 1])], evidence)):
        with pytest.raises(ValueError, match="another page"):
            call(anchors, own)
    with pytest.raises(ValueError, match="rows"):
        call([np.array([99])])
    with pytest.raises(IndexError):
        call([]).region(0)
    with pytest.raises(_native.LimitTripped):
        call([], seconds=0.0)
