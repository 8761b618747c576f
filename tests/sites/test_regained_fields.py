"""An update learns fields again that new pages have elsewhere, or have for the first time; choices hold."""

from collections.abc import Callable

import pytest

import weft
from tests.site_pages import HOST, Article, blog_page, make_article
from weft import Page, Site, parse
from weft.sites import drop_field, list_fields, measure_drift, rename_field

WOODS = ("oak", "elm", "ash", "yew", "fir", "box", "pear")


def address(number: int) -> str:
    return f"{HOST}/2020/{number}.html"


def pages_of(design: Callable[[Article], str], numbers: range) -> list[tuple[str, str]]:
    return [(address(number), design(make_article(number))) for number in numbers]


def changed_page(article: Article) -> str:
    """The author stands elsewhere, under a label; the wood of the loom is told for the first time."""
    author = f"<span class=author>{article.author}</span>"
    page = blog_page(article)
    assert author in page
    wood = WOODS[article.number % len(WOODS)]
    facts = f"<dl class=facts><dt>Author</dt><dd>{article.author}</dd><dt>Wood</dt><dd>{wood}</dd></dl>"
    return page.replace(author, "").replace("</article>", f"{facts}</article>")


def without_author(article: Article) -> str:
    return blog_page(article).replace(f"<span class=author>{article.author}</span>", "")


def values(site: Site, page: Page) -> dict[str, str]:
    return {name: field.value for name, field in site.clusters[0].template.fields.find(page).items()}


def names(site: Site) -> list[str]:
    return [own.name for own in list_fields(site, cluster=site.clusters[0].name)]


@pytest.fixture(scope="module")
def site() -> Site:
    return weft.learn(pages_of(blog_page, range(12)))


def test_a_field_that_moved_is_learned_again_and_a_new_one_with_it(site: Site) -> None:
    new, old = parse(changed_page(make_article(90))), parse(blog_page(make_article(91)))
    assert "author" not in values(site, new)
    later = site.update(pages_of(changed_page, range(60, 72)))
    assert len(later.clusters) == len(site.clusters) == 1
    assert values(later, new)["author"] == make_article(90).author
    assert values(later, new)["wood"] == WOODS[90 % len(WOODS)]
    assert values(later, old) == values(site, old)  # what was learned before still holds
    assert names(later)[: len(names(site))] == names(site)


def test_the_drift_ends_with_the_update(site: Site) -> None:
    pages = [parse(html) for _, html in pages_of(changed_page, range(80, 92))]
    assert measure_drift(site.clusters[0].template, pages).lost_fields == ("author",)
    later = site.update(pages_of(changed_page, range(60, 72)))
    assert measure_drift(later.clusters[0].template, pages).lost_fields == ()


def test_a_field_that_is_gone_is_no_longer_missed(site: Site) -> None:
    later = site.update(pages_of(without_author, range(60, 72)))
    template = later.clusters[0].template
    assert (
        measure_drift(template, [parse(html) for _, html in pages_of(without_author, range(80, 92))]).lost_fields == ()
    )
    assert values(later, parse(blog_page(make_article(91))))["author"] == make_article(91).author


def test_what_a_person_renamed_or_dropped_stays_so(site: Site) -> None:
    chosen = drop_field(rename_field(site, "author", "weaver"), "date")
    later = chosen.update(pages_of(changed_page, range(60, 72)))
    found = values(later, parse(changed_page(make_article(90))))
    assert found["weaver"] == make_article(90).author
    assert not {"author", "date"} & set(names(later))
    assert "wood" in names(later)
    assert later.clusters[0].template.fields.choices == chosen.clusters[0].template.fields.choices


def test_few_pages_change_nothing(site: Site) -> None:
    later = site.update(pages_of(changed_page, range(60, 62)))
    assert later.clusters[0].template.to_json() == site.clusters[0].template.to_json()


def test_what_was_learned_again_survives_the_file(site: Site) -> None:
    later = site.update(pages_of(changed_page, range(60, 72)))
    again = Site.from_json(later.to_json())
    page = parse(changed_page(make_article(90)))
    assert values(again, page) == values(later, page)
