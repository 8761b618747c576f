"""Paper C's table: which method for which page."""

import numpy as np
import pytest

import weft
from tests.boxes import lay_out
from tests.site_pages import HOST, blog_page, make_article, pages_of
from tests.soup import make_page
from weft import Page, parse
from weft.extractors.vips import Vips
from weft.papers.c.survey import DomStats, LineBlock, Survey, measure_signs

TEXT = "The weaver put the last threads on the loom before it grew dark, and then she waited for the rain. "
SIMPLE = f"<div><p>{TEXT * 3}</p></div>"
CONCENTRATED = f"<div>{'<p>' + TEXT + '</p>'}{'<p>' + TEXT * 4 + '</p>'}</div>" + "<div><a href=/>Home</a></div>" * 50
SCATTERED = "".join(f"<div><p>{number}: {TEXT}</p></div>" for number in range(50))


@pytest.mark.parametrize(
    ("html", "method", "reason"),
    [
        (SIMPLE, LineBlock(), "simple: 1 container, at most 40"),
        (CONCENTRATED, DomStats(), "complex: 51 containers, over 40; concentrated: 100% of the text in one of them"),
        (SCATTERED, DomStats(), "scattered: 2% of the text in one of them, under 60%; vision needs the page drawn"),
    ],
)
def test_a_page_goes_to_the_method_of_its_kind(html: str, method: LineBlock | DomStats, reason: str) -> None:
    page = parse(html)
    document, chosen = Survey().extract(page), method.extract(page)
    assert (document.chosen_by, document.keep.tolist()) == (chosen.chosen_by, chosen.keep.tolist())
    assert document.reason.detail.startswith("not known to be regular: no site given; ")
    assert reason in document.reason.detail
    assert document.reason.code == "chosen"
    assert np.array_equal(Survey().score(page), method.score(page))


def test_a_scattered_page_that_was_drawn_goes_to_vision() -> None:
    page = parse(SCATTERED)
    survey = Survey()
    assert survey.needs_drawing(page)
    page = lay_out(page)
    assert not survey.needs_drawing(page)
    document = survey.extract(page)
    assert document.chosen_by == "vips"
    assert document.keep.tolist() == Vips().extract(page).keep.tolist()
    assert "scattered: 2% of the text in one of them, under 60%" in document.reason.detail
    assert np.array_equal(survey.score(page), Vips().score(page))


def test_only_scattered_pages_are_worth_drawing() -> None:
    assert not Survey().needs_drawing(parse(SIMPLE))
    assert not Survey().needs_drawing(parse(CONCENTRATED))


def test_a_regular_page_goes_to_its_template() -> None:
    survey = Survey(site=weft.learn(pages_of(blog_page, range(8))))
    article = make_article(99)
    page = parse(blog_page(article), url=f"{HOST}/blog/99")
    document = survey.extract(page)
    assert (document.chosen_by, document.text) == ("template", article.body)
    assert document.reason.code == "template"
    assert document.reason.detail.startswith("regular: ")
    assert survey.score(page).sum() == len(document.keep)
    other = survey.extract(parse(SIMPLE))
    assert other.chosen_by == "line_block"
    assert other.reason.detail.startswith("not regular: no template fits")


def plain_signs(page: Page) -> tuple[int, float]:
    """The signs, block by block."""
    containers = [row for row in range(len(page)) if page.tag_name(row) in ("div", "table")]
    held: dict[int, int] = {}
    for index, row in enumerate(page.blocks.row.tolist()):
        if not page.blocks.hidden[index]:
            home = next((above for above in (row, *page.ancestors(row)) if above in containers), 0)
            held[home] = held.get(home, 0) + int(page.blocks.chars[index] - page.blocks.link_chars[index])
    return len(containers), max(held.values(), default=0) / max(sum(held.values()), 1)


def test_the_signs_are_those_of_the_plain_version() -> None:
    for seed in range(60):
        page = parse(make_page(seed, 120))
        containers, concentration = plain_signs(page)
        signs = measure_signs(page)
        assert signs.containers == containers
        assert signs.concentration == pytest.approx(concentration)
