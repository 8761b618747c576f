"""The truth survives every change, and every change is the same when it is made again."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.training.augment.pages import BODIES, PEOPLE, TIMES, board, lines, thread
from weft.training.augment.cases import TrainingCase, draft, finish
from weft.training.augment.trees import read_tree, write_tree
from weft.training.augment.variants import CHANGES, shorten, variants, vary

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


def test_rows_lose_their_times_and_on_some_programs_their_names() -> None:
    named = set()
    for number in range(12):
        case = vary(board(), ["bare"], number=number)
        assert case is not None
        text = case.page.text(0)
        assert "2022" not in text
        assert [case.page.text(record.anchor) for record in case.records] == [record.text for record in case.records]
        assert "6 replies" in text
        assert {record.author for record in case.records} == ({"Ann"} if "Ann" in text else {""})
        named.add("Ann" in text)
    assert named == {True, False}


def test_a_thread_keeps_its_times() -> None:
    assert vary(thread(), ["bare"]) is None


def test_every_row_has_a_text_behind_its_title() -> None:
    holders = set()
    for number in range(12):
        case = vary(board(), ["excerpts"], number=number)
        assert case is not None
        for record in case.records:
            link = int(case.page.parent[record.anchor])
            excerpt = int(case.page.end[link])
            assert case.page.text(record.anchor) == record.text
            assert len(case.page.text(excerpt).split()) >= 6
            holders.add(case.page.tag_name(excerpt))
    assert holders == {"div", "p", "span"}


def test_a_thread_has_no_excerpts() -> None:
    assert vary(thread(), ["excerpts"]) is None


def order(case: TrainingCase) -> list[list[str]]:
    """Author, time and body of each record in the order in which the page shows them."""
    orders = []
    for record in case.records:
        text = case.page.text(record.start)
        parts = {"author": record.author, "time": record.time, "body": record.text}
        orders.append(sorted(parts, key=lambda name: text.index(parts[name])))
    return orders


def test_authors_and_times_move_to_the_other_side_of_the_body_in_all_records_alike() -> None:
    case = thread()
    assert order(case) == [["author", "time", "body"]] * 4
    seen = set()
    for number in range(12):
        changed = vary(case, ["moves"], number=number)
        assert changed is not None
        (one,) = {tuple(names) for names in order(changed)}
        seen.add(one)
    assert {("author", "body", "time"), ("time", "body", "author")} <= seen


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("build", ["divisions", "tables"])
def test_only_the_first_records_stay_with_their_heads(build: str, count: int) -> None:
    case = thread(build)
    changing = draft(case)
    assert shorten(changing, count)
    changed = finish(changing, case, "shortened")
    assert changed is not None
    assert [record.text for record in changed.records] == list(BODIES[:count])
    text = changed.page.text(0)
    assert [body in text for body in BODIES] == [place < count for place in range(4)]
    assert [time in text for time in TIMES] == [place < count for place in range(4)]


def test_a_post_that_no_element_holds_goes_with_all_of_its_lines() -> None:
    case = lines()
    changing = draft(case)
    assert shorten(changing, 2)
    changed = finish(changing, case, "shortened")
    assert changed is not None
    text = changed.page.text(0)
    for parts in (BODIES, TIMES, PEOPLE, [f"Line {place}" for place in range(4)]):
        assert [part in text for part in parts] == [True, True, False, False]
    assert "Printed by hand" in text


def test_a_board_keeps_three_or_four_rows_of_any_place() -> None:
    kept = [vary(board(), ["shortened"], number=number) for number in range(20)]
    assert {len(case.records) for case in kept if case} == {3, 4}
    assert len({case.records[0].text for case in kept if case}) > 1
