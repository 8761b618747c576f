from tests.training.augment.pages import board, thread
from weft.training.augment.variants import vary


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
