"""Lists: told from articles, and split by what their titles call them."""

import numpy as np
import pytest

from tests.site_pages import blog_page, make_article
from weft import parse
from weft.sites.similarity.same_template import SameTemplate, split_lists, title_kinds
from weft.sites.similarity.traits import Traits, describe

SIMILARITY = SameTemplate()


def list_page(title: str, number: int) -> str:
    links = "".join(f"<h2><a href=/{number}/{k}>Looms of the valley {number} {k}</a></h2>" for k in range(12))
    return f"<title>{title} | Weft</title><div class=menu></div><div class=list>{links}</div>"


def lists_of(*names: str) -> list[Traits]:
    return [describe(parse(list_page(f"{name}: {'abcde'[k]} of {name}", k))) for name in names for k in range(5)]


def articles() -> list[Traits]:
    return [describe(parse(blog_page(make_article(number)))) for number in range(10)]


def test_lists_are_told_from_articles() -> None:
    pages = [*articles(), *lists_of("Tag")]
    is_list = SIMILARITY.list_probability(pages)
    assert is_list[:10].max() < 0.5 < is_list[10:].min()


def test_a_title_names_a_kind_where_some_pages_share_a_part() -> None:
    assert title_kinds(lists_of("Tag", "Category"))[::5] == [{"tag"}, {"category"}]  # all share the site's name


def test_a_title_without_a_part_of_its_own_is_a_kind_too() -> None:
    pages = [describe(parse(list_page("Archive", number))) for number in range(5)]
    assert title_kinds([*pages, *lists_of("Tag")])[0] > {"archive"}


@pytest.mark.parametrize("names", [("Tag",), ("Tag", "Category"), ("标签", "分类", "归档")])
def test_lists_are_split_by_their_names(names: tuple[str, ...]) -> None:
    pages = [*articles(), *lists_of(*names)]
    together = [np.arange(10), np.arange(10, len(pages))]
    groups = split_lists(together, pages, SIMILARITY.list_probability(pages))
    assert [group.tolist() for group in groups[1:]] == [list(range(10 + 5 * k, 15 + 5 * k)) for k in range(len(names))]


@pytest.mark.parametrize("further", ["{}", "{} - Page 2"])
def test_the_pages_of_one_list_are_no_kind(further: str) -> None:
    """Each category has a first and a second page, whose titles share its name."""
    titles = [title for name in ("Looms", "Dyes", "Yarns", "Mills") for title in (name, further.format(name))]
    pages = [*articles(), *(describe(parse(list_page(title, k))) for k, title in enumerate(titles))]
    groups = split_lists([np.arange(10), np.arange(10, 18)], pages, SIMILARITY.list_probability(pages))
    assert [len(group) for group in groups] == [10, 8]


def test_an_archive_of_one_title_is_a_kind_beside_tags() -> None:
    archive = [describe(parse(list_page("Archive", number))) for number in range(5)]
    pages = [*articles(), *archive, *lists_of("Tag")]
    groups = split_lists([np.arange(10), np.arange(10, 20)], pages, SIMILARITY.list_probability(pages))
    assert [group.tolist() for group in groups[1:]] == [list(range(10, 15)), list(range(15, 20))]


def test_articles_are_not_split_by_their_sections() -> None:
    pages = lists_of("Sport", "Politics")
    (group,) = split_lists([np.arange(10)], pages, np.zeros(10))
    assert group.tolist() == list(range(10))


def test_nothing() -> None:
    assert SIMILARITY.refine([], []) == []
