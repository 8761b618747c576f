"""DOM statistics on a small page; on tag soup they are in `tests/answers`."""

from weft import parse
from weft.papers.c.survey import DomStats


def test_link_lists_are_left_out() -> None:
    page = parse(
        "<div><a href=/1>Home</a> <a href=/2>News</a></div>"
        "<div><p>The weaver put the <a href=/w>warp</a> on the loom before it grew dark and went home.</div>"
    )
    document = DomStats().extract(page)
    assert document.keep.tolist() == [1]
    assert DomStats().score(page)[1] > DomStats().score(page)[0]
