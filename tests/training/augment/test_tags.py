from tests.training.augment.pages import board, thread
from weft.training.augment.variants import vary

NUMBERS = range(24)


def test_all_exchanges_are_made() -> None:
    cases = [
        vary(case, ["tags"], number=number) for case in (thread(), thread("tables"), board()) for number in NUMBERS
    ]
    read = [case for case in cases if case is not None]
    assert len(read) == len(cases)  # a parser reads every tree that was written
    first = {case.page.tag_name(case.records[0].start) for case in read}
    assert {"div", "article", "section", "li", "tr"} <= first
    assert {"dl", "dd", "ul", "table"} <= {node.tag for case in read for node in case.page}


def test_tags_are_the_same_on_all_pages_of_a_program() -> None:
    for number in NUMBERS:
        long, short = (vary(thread(count=count), ["tags"], number=number) for count in (4, 2))
        assert long is not None
        assert short is not None
        assert {node.tag for node in long.page} == {node.tag for node in short.page}
