"""Several whole articles on one page: which are other pages'."""

from tests.soup import make_page
from weft import parse
from weft.sites.templates.body import other_articles


def others(html: str) -> list[str]:
    page = parse(html)
    return [page.text(row) for row in other_articles(page, page.rows_of("div")).tolist()]


def test_what_has_another_heading_than_the_title_is_another_article() -> None:
    html = "<title>The warp of old - S</title><div><h2>The warp of old</h2>A</div><div><h2>The weft</h2>B</div>"
    assert others(html) == ["The weftB"]


def test_an_element_without_a_heading_goes_on_with_the_article() -> None:
    assert others("<title>The warp</title><div><h2>The warp</h2>A</div><div>B</div><div><h3>Looms</h3>C</div>") == [
        "LoomsC"
    ]


def test_where_the_title_names_none_or_several_nothing_is_said() -> None:
    assert others("<title>A page</title><div><h2>The warp</h2>A</div><div><h2>The weft</h2>B</div>") == []
    assert others("<title>The warp, the weft</title><div><h2>The warp</h2>A</div><div><h2>The weft</h2>B</div>") == []
    assert others("<div><h2>The warp</h2>A</div><div><h2>The weft</h2>B</div>") == []


def test_any_page_has_an_answer() -> None:
    for seed in range(20):
        page = parse(make_page(seed))
        rows = page.rows_of("div")
        assert set(other_articles(page, rows).tolist()) <= set(rows.tolist())
