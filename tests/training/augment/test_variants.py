"""The truth survives every change, and every change is the same when it is made again."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.training.augment.pages import board, lines, thread
from weft.training.augment.cases import TrainingCase
from weft.training.augment.trees import read_tree, write_tree
from weft.training.augment.variants import CHANGES, variants, vary

CASES = {"divisions": thread(), "tables": thread("tables"), "board": board(), "lines": lines()}


def said(case: TrainingCase) -> list[tuple[str, str]]:
    """Where the truth leads: the text at each anchor and in each body."""
    return [
        (case.page.text(record.anchor), case.page.text(record.body) if record.body >= 0 else "")
        for record in case.records
    ]


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("change", [name for name in CHANGES if name != "shortened"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_truth_survives_each_change(case: TrainingCase, change: str, number: int) -> None:
    changed = vary(case, [change], number=number)
    if changed is None:
        assert change in ("moves", "addresses", "bare", "excerpts")  # what a page may not have
        return
    assert said(changed) == said(case)
    assert [record.text for record in changed.records] == [record.text for record in case.records]
    if change != "bare":
        assert [record.author for record in changed.records] == [record.author for record in case.records]
    assert changed.changes == (change,)


@settings(deadline=None, max_examples=60)
@given(
    case=st.sampled_from(list(CASES.values())),
    names=st.sets(
        st.sampled_from([name for name in CHANGES if name not in ("moves", "addresses", "bare", "excerpts")]),
        min_size=1,
    ),
    number=st.integers(0, 10**6),
)
def test_the_truth_survives_changes_together(case: TrainingCase, names: set[str], number: int) -> None:
    changed = vary(case, sorted(names), number=number)
    assert changed is not None
    assert set(said(changed)) <= set(said(case))
    for record in changed.records:
        assert record.start <= record.anchor < record.end
        assert record.body < 0 or record.start <= record.body < record.end
    assert all(one.end <= two.start for one, two in itertools.pairwise(changed.records))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_change_is_the_same_when_it_is_made_again(case: TrainingCase) -> None:
    once, again = ([write_tree(read_tree(one.page)[0]) for one in variants(case, 5, seed=3)] for _ in range(2))
    assert once == again
    assert len(set(once)) > 1
    assert once != [write_tree(read_tree(one.page)[0]) for one in variants(case, 5, seed=4)]


def test_what_cannot_be_changed_gives_nothing() -> None:
    assert vary(thread(count=1), ["shortened"]) is None
    assert vary(board(), ["moves"]) is None
