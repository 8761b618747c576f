"""Pages of made programs: what they say is where they say it."""

import pytest

from weft.training.augment.cases import TrainingCase
from weft.training.made_forums import made_board, made_cards

PROGRAMS = range(40)


@pytest.fixture(scope="module")
def boards() -> list[TrainingCase]:
    return [made_cards(program, 0) for program in PROGRAMS]


def test_a_card_shows_its_title_author_and_time(boards: list[TrainingCase]) -> None:
    for case in boards:
        for record in case.records:
            said = case.page.text(record.start)
            assert case.page.text(record.body) == record.text
            assert record.author in said
            assert record.time in said
            assert not record.last_time


def test_counts_are_those_that_a_card_shows(boards: list[TrainingCase]) -> None:
    counted = [case for case in boards if case.records[0].replies >= 0]
    assert 0 < len(counted) < len(boards)
    assert all(str(record.replies) in case.page.text(record.start) for case in counted for record in case.records)


def test_programs_differ_and_stay_the_same(boards: list[TrainingCase]) -> None:
    steps = {tuple(case.page.tag[case.records[0].start : case.records[0].end].tolist()) for case in boards}
    assert len(steps) > len(boards) // 2
    again = made_cards(3, 0)
    assert again.page.text(0) == boards[3].page.text(0)
    assert made_board(3, 0).page.text(0) != again.page.text(0)
