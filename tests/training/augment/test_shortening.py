import pytest

from tests.training.augment.pages import BODIES, PEOPLE, TIMES, board, lines, thread
from weft.training.augment.cases import draft, finish
from weft.training.augment.variants import shorten, vary


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
