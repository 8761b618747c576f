"""The features of slots: what the kernel refuses."""

import numpy as np
import pytest

from weft import _native, parse
from weft.records.alignment import align_records
from weft.records.evidence import gather


def test_slots_of_other_records_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    for ranges, slot in (([(3, 5)], [0, 1, 2]), ([(3, 99)], [0, 1]), ([(3, 5)], [0, 9]), ([(5, 3)], [])):
        with pytest.raises(ValueError, match="slots"):
            _native.slot_features(evidence.page.table, evidence.columns, ranges, np.array(slot, np.int64))


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<li>One" * 5_000))
    slots = align_records(evidence, [(3, len(evidence.page))])
    with pytest.raises(_native.LimitTripped):
        _native.slot_features(evidence.page.table, evidence.columns, slots.ranges, slots.slot, seconds=0.0)
