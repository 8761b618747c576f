"""The features of slots in the kernel beside those of its twin."""

import random

import numpy as np
import pytest

from tests.records.forum_pages import LAYOUTS, POSTS, thread
from tests.records.plain_slot_features import FEATURES, plain_slot_features
from tests.records.plain_slots import by_step
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native, parse
from weft.records.alignment import Slots, align_records
from weft.records.evidence import Evidence, gather
from weft.records.regions import find_candidates


def assert_as_twin(evidence: Evidence, slots: Slots) -> None:
    features = _native.slot_features(evidence.page.table, evidence.columns, slots.ranges, slots.slot)
    np.testing.assert_allclose(features, plain_slot_features(evidence, slots), rtol=1e-5, atol=1e-6, strict=True)


def test_the_columns_are_those_of_the_twin() -> None:
    assert tuple(_native.SLOT_FEATURES) == FEATURES


@every_seed(40)
def test_the_twin_tells_the_same_of_random_regions(seed: int) -> None:
    evidence = gather(parse(make_page(seed, 200)))
    rng = random.Random(seed)
    edges = sorted(rng.sample(range(1, len(evidence.page)), min(12, len(evidence.page) - 1) // 2 * 2))
    slots = align_records(evidence, list(zip(edges[::2], edges[1::2], strict=True)))
    assert_as_twin(evidence, slots)
    assert_as_twin(evidence, by_step(slots))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_twin_tells_the_same_of_threads(layout: str) -> None:
    evidence = gather(parse(thread(layout, POSTS)))
    candidates = find_candidates(evidence.page, evidence.times.rows)
    assert candidates
    for candidate in candidates:
        assert_as_twin(evidence, align_records(evidence, candidate.ranges))


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
