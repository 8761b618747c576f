"""The guard: where the single page answers in the place of a template."""

from dataclasses import replace

import numpy as np
import pytest

import weft
from tests.site_pages import HOST, SHARE, blog_page, make_article, pages_of
from weft import Label, Site, parse
from weft.sites.guard import SIGNS, page_signs
from weft.sites.prior import SinglePage
from weft.sites.templates.template import Guard

PAGE = "<p>one two three four<p>five six<p>seven eight nine ten"


@pytest.fixture(scope="module")
def site() -> Site:
    return weft.learn(pages_of(blog_page, range(12)))


def _signs(chosen: list[int], alone: list[int], probability: list[float], repeated: list[int]) -> dict[str, float]:
    masks = [np.isin(np.arange(3), blocks) for blocks in (chosen, alone, repeated)]
    likely = np.array(probability)
    single = SinglePage(probability=likely, first=likely, is_kept=masks[1], cut=0.5, page_type="article")
    return dict(zip(SIGNS, page_signs(parse(PAGE), masks[0], single, masks[2]).tolist(), strict=True))


def test_signs_of_the_words_in_dispute() -> None:
    signs = _signs([0, 1], [0, 2], [0.9, 0.3, 0.8], [])
    assert signs["left"] == pytest.approx(0.5)  # four words of eight
    assert signs["added"] == pytest.approx(1 / 3)  # two words of six
    assert (signs["left_likely"], signs["added_likely"]) == pytest.approx((0.8, 0.3))
    assert signs["agreement"] == pytest.approx(8 / 14)
    assert signs["expected"] < 0
    assert signs["sureness"] == pytest.approx((0.9 + 0.8) / 2)


def test_what_most_pages_print_does_not_speak_against_the_template() -> None:
    assert _signs([0, 1], [0, 1, 2], [0.9, 0.9, 0.8], [2])["left_likely"] < 0.1
    assert _signs([0, 1], [0, 1, 2], [0.9, 0.9, 0.8], [2])["expected"] > 0


def test_a_template_that_agrees_with_the_pages_is_trusted(site: Site) -> None:
    guard = site.clusters[0].template.guard
    assert guard.trust > 0.8
    assert "12 pages" in guard.why
    document = site.extract(blog_page(make_article(99)), url=f"{HOST}/blog/99")
    assert document.chosen_by == "template"


def test_the_guard_is_saved(site: Site) -> None:
    assert Site.from_json(site.to_json()).clusters[0].template.guard == site.clusters[0].template.guard


def test_where_it_loses_the_single_page_answers_and_the_reason_says_so(site: Site) -> None:
    html, url = blog_page(make_article(99)), f"{HOST}/blog/99"
    doubted = _with_guard(site, Guard(trust=0.2, why="edited"))
    document, single = doubted.extract(html, url=url), weft.extract(html, url=url)
    assert (document.chosen_by, document.text) == ("block_classifier", single.text)
    assert document.reason.code == "single_page"
    assert "better than template" in document.reason.detail
    assert document.fields["author"].value == make_article(99).author  # what the template knows beside the body


def test_who_writes_a_trust_of_one_is_believed(site: Site) -> None:
    guard = Guard(trust=1.0, words=(0, 1), why="edited")
    document = _with_guard(site, guard).extract(blog_page(make_article(99)), url=f"{HOST}/blog/99")
    assert document.chosen_by == "template"


def test_a_page_unlike_its_siblings_is_compared(site: Site) -> None:
    """The body that the template knows is a line here; the article stands where no sibling has it."""
    article = make_article(99, paragraphs=30)
    texts = "".join(f"<p>{text}</p>" for text in article.paragraphs)
    html = blog_page(make_article(99, paragraphs=0))
    moved = html.replace("<aside", f"<section class=longread>{texts}</section><aside", 1)
    assert moved != html
    document = site.extract(moved, url=f"{HOST}/blog/99")
    assert document.reason.code in ("single_page", "no_template", "no_body")
    assert article.paragraphs[5] in document.text


def test_a_page_that_is_only_short_goes_by_the_template(site: Site) -> None:
    """The classifier keeps what every page prints beside it, too; the template knows the place."""
    article = replace(make_article(99), paragraphs=("(J. Smith)",))
    html, url = blog_page(article), f"{HOST}/blog/99"
    assert SHARE in weft.extract(html, url=url).text
    document = site.extract(html, url=url)
    assert (document.chosen_by, document.text.strip()) == ("template", "(J. Smith)")


def test_no_guard_where_a_person_taught_the_template() -> None:
    pages = pages_of(blog_page, range(4))
    page = parse(pages[0][1])
    row = next(row for row in range(len(page)) if "entry-content" in page.classes(row))
    taught = weft.learn(pages, [Label(page_id=pages[0][0], name="body", rows=(row,))])
    assert taught.clusters[0].template.guard == Guard()


def test_other_learners_have_no_guard() -> None:
    learned = weft.learn(pages_of(blog_page, range(6)), learner="delete_same")
    assert learned.clusters[0].template.guard == Guard()


def _with_guard(site: Site, guard: Guard) -> Site:
    cluster = site.clusters[0]
    return replace(site, clusters=(replace(cluster, template=replace(cluster.template, guard=guard)),))
