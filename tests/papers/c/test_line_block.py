"""Line blocks on small pages; on tag soup they are in `tests/answers`."""

from weft import parse
from weft.papers.c.survey import LineBlock


def test_runs_end_at_two_empty_lines() -> None:
    page = parse("<p>Home\n\n\n<p>The weaver put the last\n\n<p>threads on the loom.\n\n\n<p>Imprint\n")
    document = LineBlock(threshold=20).extract(page)
    assert document.keep.tolist() == [1, 2]
    assert LineBlock().score(page).tolist() == [4, 36, 36, 7]


def test_one_long_line_is_a_body() -> None:
    page = parse("<p>Home</p>\n\n\n<p>" + "warp and weft " * 20)
    assert LineBlock().extract(page).keep.tolist() == [1]


def test_empty_page() -> None:
    assert len(LineBlock().extract(parse("")).keep) == 0
    assert len(LineBlock().score(parse(""))) == 0
