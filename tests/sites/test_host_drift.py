"""A host whose addresses changed together with its design: no page belongs to an old cluster, and still it is seen."""

from collections.abc import Callable

import pytest

import weft
from tests.site_pages import HOST, Article, blog_page, list_pages, make_article, pages_of, redesigned_page, table_page
from weft import Page, Site, parse
from weft.sites.host_drift import HostDrift
from weft.sites.lost_fields import chance_of
from weft.sites.overview import measure_site, summarise_site

OTHER = "https://other.example"


@pytest.fixture(scope="module")
def site() -> Site:
    return weft.learn([*pages_of(blog_page, range(10)), *list_pages(range(1, 6))])


def moved(design: Callable[[Article], str], numbers: range, *, host: str = HOST) -> list[tuple[str, Page]]:
    """Pages with addresses of a new shape, and ids that nobody knows."""
    urls = [f"{host}/stories.php?id={number}" for number in numbers]
    return [(url, parse(design(make_article(number)), url=url)) for url, number in zip(urls, numbers, strict=True)]


@pytest.mark.parametrize("design", [redesigned_page, table_page])
def test_a_new_design_at_new_addresses_is_seen(design: Callable[[Article], str], site: Site) -> None:
    drift = measure_site(site, moved(design, range(50, 58)))
    assert drift.clusters == {}  # nothing says so but the host
    [host] = drift.hosts.values()
    assert (host.placed, host.pages, host.expected) == (0, 8, 1.0)
    assert drift.verdict == host.verdict == "relearn"
    assert drift.describe() == [host.describe()]
    assert "0 of 8 pages have a template, 100% had one" in host.describe()
    values = drift.to_dict()
    assert values["verdict"] == "relearn"
    assert values["hosts"][host.host]["placed"] == 0
    assert list(summarise_site(site, moved(design, range(50, 58))).drift) == drift.describe()


def test_the_old_design_at_new_addresses_is_no_drift(site: Site) -> None:
    drift = measure_site(site, moved(blog_page, range(50, 58)))
    assert drift.verdict == "keep"
    assert drift.describe() == []


def test_a_few_odd_pages_are_no_drift(site: Site) -> None:
    pages = [*moved(blog_page, range(50, 58)), *moved(redesigned_page, range(60, 62))]
    assert measure_site(site, pages).verdict == "keep"
    assert measure_site(site, moved(redesigned_page, range(60, 62))).verdict == "keep"  # two pages say little


def test_a_site_that_moved_to_another_host_is_seen(site: Site) -> None:
    assert measure_site(site, moved(redesigned_page, range(50, 58), host=OTHER)).verdict == "relearn"


def test_one_of_two_hosts() -> None:
    other = [(url.replace(HOST, OTHER), html) for url, html in pages_of(table_page, range(40, 50))]
    site = weft.learn([*pages_of(blog_page, range(10)), *other])
    pages = [*moved(redesigned_page, range(50, 56)), *moved(table_page, range(70, 76), host=OTHER)]
    drift = measure_site(site, pages)
    assert {host: found.verdict for host, found in drift.hosts.items()} == {
        "weft.example": "relearn",
        "other.example": "keep",
    }


def test_pages_without_a_template_when_it_was_learned_are_expected_now() -> None:
    before = HostDrift(host="", pages=20, placed=9, learned=(50, 100))
    assert before.verdict == "keep"
    assert HostDrift(host="", pages=20, placed=9, learned=(100, 100)).verdict == "relearn"
    assert HostDrift(host="", pages=0, placed=0, learned=(100, 100)).verdict == "keep"
    assert HostDrift(host="", pages=5, placed=0, learned=(0, 0)).verdict == "keep"


def test_chances_add_up_to_one() -> None:
    assert chance_of(7, 7, before=(3, 5)) == pytest.approx(1)
    steps = [chance_of(count, 7, before=(3, 5)) for count in range(8)]
    assert steps == sorted(steps)
    assert chance_of(0, 1, before=(0, 0)) == pytest.approx(0.5)
