import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.training.augment.pages import board, thread
from weft import parse
from weft.training.augment.trees import Branch, parse_tree, read_tree, write_tree
from weft.training.augment.variants import vary

PAGES = (
    "<!doctype html><p class='a b' id=x>One &amp; <b>two</b><br>three<pre>\n\nfour</pre>",
    "<table><tr><td>1<td>2</table><script>if (a < b) { c() }</script><style>p > b {}</style>",
    "<p>before<table><tr><td>in a paragraph</table>",
    "<svg viewBox='0 0 1 1'><path d=m></svg><textarea>\n\nx</textarea><noscript><p>quiet</p></noscript>",
    "<a title='\"quoted\" & more'>x<!-- gone -->y</a><template><i>t</i></template>",
)


@pytest.mark.parametrize("html", PAGES)
def test_a_tree_is_read_again_as_it_was(html: str) -> None:
    page = parse(html)
    again = parse_tree(read_tree(page)[0])
    assert again is not None
    assert [(node.tag, node.text, node.attributes) for node in again[0]] == [
        (node.tag, node.text, node.attributes) for node in page
    ]


@given(st.text(alphabet="<>/ab p&;=\"'!-", max_size=60))
def test_a_tree_of_any_markup_is_read_as_it_was_or_refused(html: str) -> None:
    page = parse(html)
    again = parse_tree(read_tree(page)[0])
    assert again is None or [node.tag for node in again[0]] == [node.tag for node in page]


def test_a_tree_that_a_parser_would_change_is_refused() -> None:
    root = read_tree(parse("<div><p>one</p></div>"))[0]
    paragraph = next(branch for branch in root if branch.tag == "p")
    paragraph.children[0].wrap("ul").wrap("p")
    assert parse_tree(root) is None


def test_texts_that_come_side_by_side_share_a_row() -> None:
    branches = read_tree(parse("<p>one<b>two</b>three</p>"))
    one, bold, _, three = branches[-4:]
    bold.remove()
    read = parse_tree(branches[0])
    assert read is not None
    page, rows = read
    assert rows[one] == rows[three]
    assert page.text(rows[one]) == "onethree"


def test_a_branch_knows_where_it_stands() -> None:
    branches = read_tree(parse("<div><i>1</i><b>2</b></div>"))
    bold = next(branch for branch in branches if branch.tag == "b")
    assert bold.index == 1
    assert [branch.tag for branch in bold.above()] == ["b", "div", "body", "html"]
    assert bold.wrap("span").parent is not None
    assert write_tree(branches[0], "").endswith("<div><i>1</i><span><b>2</b></span></div></body></html>")
    assert Branch("#text", " ").is_blank
    assert not bold.is_blank


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
