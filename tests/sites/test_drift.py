"""Drift: whether pages that are taken for a template's still are."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

import weft
from tests.site_pages import blog_page, make_article, pages_of, redesigned_page
from weft import Page, parse
from weft.sites import Drift, measure_drift
from weft.sites.templates import Template


@pytest.fixture(scope="module")
def template() -> Template:
    return weft.learn(pages_of(blog_page, range(10))).clusters[0].template


def parse_all(html: list[str]) -> list[Page]:
    return [parse(page) for page in html]


def test_pages_of_the_same_design_are_kept(template: Template) -> None:
    drift = measure_drift(template, parse_all([blog_page(make_article(number)) for number in range(50, 58)]))
    assert drift.verdict == "keep"
    assert (drift.pages, drift.unfit, drift.without_body, drift.lost_fields) == (8, 0, 0, ())
    assert drift.match > 0.95
    assert drift.describe().startswith("8 pages looked at: 0% do not fit")


def test_a_new_design_asks_for_relearning(template: Template) -> None:
    drift = measure_drift(template, parse_all([redesigned_page(make_article(number)) for number in range(50, 58)]))
    assert drift.verdict == "relearn"
    assert (drift.unfit, drift.without_body) == (1, 1)
    assert drift.unknown > 0
    assert "title" in drift.lost_fields
    assert "lost fields: " in drift.describe()


def test_a_few_odd_pages_are_no_drift(template: Template) -> None:
    pages = [blog_page(make_article(number)) for number in range(50, 58)]
    drift = measure_drift(template, parse_all([*pages, redesigned_page(make_article(1)), ""]))
    assert drift.verdict == "keep"
    assert drift.unfit == pytest.approx(0.2)


def test_a_renamed_body_is_noticed_though_the_pages_fit(template: Template) -> None:
    pages = [blog_page(make_article(number)).replace("entry-content", "story-text") for number in range(50, 58)]
    drift = measure_drift(template, parse_all(pages))
    assert drift.unfit == 0
    assert drift.without_body == 1
    assert drift.verdict == "relearn"


def renamed_body(page: str) -> str:
    return page.replace("entry-content", "story-text")


def renamed_title(page: str) -> str:
    return page.replace("<h1 class=entry-title>", "<h1><h1>")


@pytest.mark.parametrize("change", [renamed_body, renamed_title])
@pytest.mark.parametrize("changed", [8, 10, 16])
def test_pages_of_which_a_part_has_changed_are_noticed(change: Callable[[str], str], changed: int) -> None:
    template = weft.learn(pages_of(blog_page, range(30))).clusters[0].template
    pages = [blog_page(make_article(number)) for number in range(50, 66)]
    drift = measure_drift(template, parse_all([*map(change, pages[:changed]), *pages[changed:]]))
    assert drift.unfit == 0
    assert drift.verdict == "relearn"
    assert measure_drift(template, parse_all([*map(change, pages[:2]), *pages[2:]])).verdict == "keep"


def test_half_of_a_new_design_is_noticed(template: Template) -> None:
    old = [blog_page(make_article(number)) for number in range(50, 56)]
    new = [redesigned_page(make_article(number)) for number in range(60, 66)]
    drift = measure_drift(template, parse_all([*old, *new]))
    assert (drift.unfit, drift.without_body, drift.verdict) == (0.5, 0.5, "relearn")


def test_lists_without_entries_are_no_drift(template: Template) -> None:
    pages = [renamed_body(blog_page(make_article(number))) for number in range(50, 58)]
    drift = measure_drift(replace(template, page_type="listing"), parse_all(pages))
    assert (drift.without_body, drift.verdict) == (0, "keep")


@pytest.mark.parametrize("seed", range(4))
def test_unchanged_pages_are_no_drift(template: Template, seed: int) -> None:
    """Sets of any size, in any choice, of pages of which one in ten lacks a field."""
    rng = random.Random(seed)
    for count in (1, 2, 5, 20, 40):
        pages = [blog_page(make_article(number)) for number in rng.sample(range(100, 900), count)]
        some = [renamed_title(page) if rng.random() < 0.1 else page for page in pages]
        assert measure_drift(template, parse_all(some)).verdict == "keep"


def test_a_lost_field_is_noticed(template: Template) -> None:
    pages = [blog_page(make_article(number)).replace("<h1 class=entry-title>", "<h1><h1>") for number in range(50, 58)]
    drift = measure_drift(template, parse_all(pages))
    assert "title" in drift.lost_fields
    assert drift.verdict == "relearn"


def test_no_pages_say_nothing(template: Template) -> None:
    drift = measure_drift(template, iter(()))
    assert (drift.pages, drift.verdict, drift.lost_fields) == (0, "keep", ())


def test_pages_from_a_generator_are_read_once(template: Template) -> None:
    assert measure_drift(template, (parse(data) for _, data in pages_of(blog_page, range(50, 53)))).pages == 3


def test_each_sign_is_enough() -> None:
    calm = Drift(pages=10, match=0.9, unfit=0.3, unknown=0.1, without_body=0.3, lost_fields=())
    assert calm.verdict == "keep"
    assert replace(calm, unfit=0.4).verdict == "relearn"
    assert replace(calm, without_body=0.4).verdict == "relearn"
    assert replace(calm, lost_fields=("title",)).verdict == "relearn"
