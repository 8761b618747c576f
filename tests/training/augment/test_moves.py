from tests.training.augment.pages import thread
from weft.training.augment.cases import TrainingCase
from weft.training.augment.variants import vary


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
