"""Searching a page: words, and all values of a kind; the smallest element that says it is found."""

import pytest

from tests.studio.browser.made_pages import article, market
from weft import parse
from weft.studio.search import KINDS, find_kind, search_page


def texts(html: str, query: str) -> list[str]:
    page = parse(html)
    return [" ".join(page.text(row).split()) for row in search_page(page, query).rows]


def test_all_prices_of_a_market():
    page = parse(market(1).data)
    found = search_page(page, "all prices")
    assert found.kind == "prices"
    assert [page.text(row) for row in found.rows] == [f"£ {7 * place + 1}.50" for place in range(1, 7)]


def test_a_price_of_several_elements_is_one_place():
    html = (
        "<div class=p><span>€</span><b>12</b><sup>,50</sup></div><p>It costs 3 € a day, they say, and 4 € at night.</p>"
    )
    assert texts(html, "prices") == ["€12,50"]


def test_words_are_found_in_the_smallest_element_and_over_inline_ones():
    html = "<div><p>One <b>red</b> door</p><p>a RED one <i>door</i></p></div>"
    assert texts(html, "red") == ["red", "a RED one door"]
    assert texts(html, "red door") == ["One red door"]
    assert texts(html, "one door") == ["a RED one door"]
    assert texts(html, "blue") == []


def test_dates_addresses_and_elements():
    html = "<h2>News</h2><p>2 April 2025<p>write to ann@weft.example</p><a>ann@weft.example</a><p>In April they left."
    assert texts(html, "dates") == ["2 April 2025"]
    assert texts(html, "e-mails") == ["ann@weft.example"]
    assert texts(html, "all headings") == ["News"]


def test_hidden_and_raw_texts_are_not_found():
    html = "<p hidden>secret word</p><script>secret word</script><p>open word</p>"
    assert texts(html, "word") == ["open word"]


def test_an_empty_query_finds_nothing():
    assert search_page(parse(article(1).data), "   ").rows == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_asked_for(kind):
    assert find_kind(f"all {kind}") == kind == find_kind(kind.removesuffix("s"))
    search_page(parse(article(1).data), kind)
