"""The features of parts of records: their words, and what the kernel refuses.

The features of slots: what the kernel refuses.
"""

from dataclasses import replace

import numpy as np
import pytest

from weft import _native, parse
from weft.records.alignment import align_records
from weft.records.evidence import gather
from weft.records.features import Parts, role_features


def test_parts_of_other_records_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    slots = align_records(evidence, [(3, 5), (5, 7)])
    parts = Parts(evidence=evidence, slots=slots, mains=[(3, 5), (5, 7)])
    for columns, changes in (
        ([[(2, 3)]], {}),
        ([[(0, 99)]], {}),
        ([[]], {}),
        ([[(0, 3)]], {"mains": [(3, 5)]}),
        ([[(0, 3)]], {"mains": [(3, 5), (5, 99)]}),
        ([[(0, 3)]], {"times": [3]}),
    ):
        with pytest.raises(ValueError, match=r"parts|columns|slots"):
            role_features(replace(parts, asked=frozenset(), **changes), columns)


def test_the_deadline_is_asked() -> None:
    evidence = gather(parse("<li>One" * 5_000))
    slots = align_records(evidence, [(3, len(evidence.page))])
    columns = [[(0, row)] for row in range(3, 5_000)]
    with pytest.raises(_native.LimitTripped):
        _native.role_features(
            evidence.columns,
            slots.region,
            ([(3, 9)], ([], [], []), [], False),
            columns,
            [],
            seconds=0.0,
        )


def test_slots_of_other_records_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    for ranges, slot in (([(3, 5)], [0, 1, 2]), ([(3, 99)], [0, 1]), ([(3, 5)], [0, 9]), ([(5, 3)], [])):
        with pytest.raises(ValueError, match="slots"):
            _native.slot_features(evidence.columns, (ranges, np.array(slot, np.int64)))


def test_the_deadline_is_asked_for_slots() -> None:
    evidence = gather(parse("<li>One" * 5_000))
    slots = align_records(evidence, [(3, len(evidence.page))])
    with pytest.raises(_native.LimitTripped):
        _native.slot_features(evidence.columns, slots.region, seconds=0.0)
