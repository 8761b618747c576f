"""What nobody said in the bodies of records, and the quotes in them, in the kernel: what it refuses."""

import pytest

from weft import _native, parse
from weft.records.alignment import align_records
from weft.records.evidence import gather
from weft.records.features import Parts
from weft.records.model import default_model

ROLES = ("buttons", "signatures", "quotes")


def test_trees_of_other_features_are_refused() -> None:
    evidence = gather(parse("<li>One<li>Two"))
    slots = align_records(evidence, [(3, 5), (5, 7)])
    parts = Parts(evidence=evidence, slots=slots, mains=[(3, 5), (5, 7)])
    trees = default_model().trees
    page = (evidence.link_kind_column, evidence.shown)
    for known, names in ((parts.known, ("titles", *ROLES[1:])), (([(3, 99), (5, 7)], *parts.known[1:]), ROLES)):
        with pytest.raises(ValueError, match="parts"):
            _native.said_parts(
                evidence.page.table,
                evidence.columns,
                page,
                slots.ranges,
                slots.slot,
                known,
                [trees[name] for name in names],
            )
