from tests.training.augment.pages import board, thread
from weft.training.augment.variants import vary


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
