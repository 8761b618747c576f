"""Words in the names of elements."""

from weft import parse
from weft.page.name_words import rows_named, words_of


def test_words() -> None:
    assert words_of("navItem_3-LIST") == {"nav", "item", "list"}
    assert words_of("") == words_of("42") == frozenset()


def test_rows_with_a_word() -> None:
    page = parse(
        "<div class='a caption-x' id=recaption><p class=caption><p id='My Caption'><p class=captions>"
        "<p class=imageCaption>"
    )
    named = rows_named(page, frozenset({"caption"}))
    assert [page.tag_name(row) for row in named.tolist()] == ["div", "p", "p", "p"]
    assert not len(rows_named(page, frozenset({"weft"})))
    assert len(rows_named(page, frozenset({"caption", "captions"}))) == 5  # every second word holds the first
