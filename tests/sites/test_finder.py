"""Finding the cluster of a page."""

import numpy as np
import pytest

import weft
from tests.site_pages import HOST, blog_page, list_page, make_article, redesigned_page, table_page, whole_site
from weft import Site, parse
from weft.sites.finder import MAX_TRIED, Cluster, Finder, host_of
from weft.sites.similarity.sketch import sign
from weft.sites.templates import NoBodyRules, Outline, Template


@pytest.fixture(scope="module")
def site() -> Site:
    return weft.learn(whole_site())


def name_of(site: Site, html: str, url: str | None) -> str:
    found = Finder(site.clusters).find(parse(html, url=url)).cluster
    return site.clusters[found].page_ids[0].removeprefix(HOST).split("/")[1] if found >= 0 else ""


@pytest.mark.parametrize("folder", ["blog", "old", "page"])
def test_by_the_shape_of_its_url_or_by_its_look_alone(site: Site, folder: str) -> None:
    pages = {"blog": blog_page(make_article(77)), "old": table_page(make_article(77)), "page": list_page(77)}
    for url in (f"{HOST}/{folder}/77", f"{HOST}/moved/to/77.html", None, "77"):
        assert name_of(site, pages[folder], url) == folder


def test_the_look_decides_where_the_url_lies(site: Site) -> None:
    assert name_of(site, table_page(make_article(77)), f"{HOST}/blog/77") == "old"


def test_an_unknown_page_fits_none(site: Site) -> None:
    match = Finder(site.clusters).find(parse(redesigned_page(make_article(1)), url=f"{HOST}/blog/1"))
    assert match.cluster == -1
    assert 0 <= match.score < 0.6


def test_pages_of_another_host_are_not_taken(site: Site) -> None:
    assert name_of(site, blog_page(make_article(77)), "http://other.example/blog/77") == ""


def test_no_clusters() -> None:
    match = Finder(()).find(parse("<p>x"))
    assert (match.cluster, match.score) == (-1, 0.0)


def make_cluster(*steps: str, count: int = 1, urls: str = ":1::*.") -> Cluster:
    outline = Outline.from_json({"html": {"head": {}, "body": {step: {} for step in steps}}})
    html = "".join(
        f"<{step.partition('.')[0]} class={step.partition('.')[2] or 'x'}></{step.partition('.')[0]}>" for step in steps
    )
    page = parse(html)
    return Cluster(
        template=Template(name=steps[0], outline=outline, body=NoBodyRules()),
        page_ids=("a",),
        medoid="a",
        host="weft.example",
        urls={urls: count},
        sketch=sign(np.unique(page.table.path_tags[page.tag > 0])),
    )


SHARED = ("div.a", "div.b", "div.c")
PAGE = "<div class=a></div><div class=b></div><div class=c></div><div class={}></div>"


def test_of_two_designs_with_the_same_urls_the_better_one() -> None:
    clusters = [make_cluster(*SHARED, "div.old", count=9), make_cluster(*SHARED, "div.new")]
    found = [Finder(clusters).find(parse(PAGE.format(name), url=f"{HOST}/x")) for name in ("old", "new")]
    assert [match.cluster for match in found] == [0, 1]
    assert clusters[0].template.match(parse(PAGE.format("new"))) >= 0.6


def test_a_cluster_with_such_urls_comes_before_one_that_fits_better() -> None:
    clusters = [make_cluster(*SHARED, "div.new", urls=":2:p:0"), make_cluster(*SHARED, "div.old")]
    page = PAGE.format("new")
    assert Finder(clusters).find(parse(page, url=f"{HOST}/x")).cluster == 1
    assert Finder(clusters).find(parse(page, url=f"{HOST}/p/1")).cluster == 0
    assert Finder(clusters).find(parse(page)).cluster == 0


def test_of_equals_the_one_with_most_pages_of_such_urls() -> None:
    clusters = [make_cluster(*SHARED, count=count) for count in (1, 5, 5)]
    assert Finder(clusters).find(parse(PAGE, url=f"{HOST}/x")).cluster == 1


def test_of_many_clusters_the_likeliest_by_sketch_are_tried() -> None:
    letters = [chr(97 + number) for number in range(MAX_TRIED + 10)]
    clusters = [make_cluster(f"x-{letter}", f"y-{letter}", f"z-{letter}") for letter in letters]
    pages = [parse("".join(f"<{x}-{letter}></{x}-{letter}>" for x in "xyz"), url=f"{HOST}/p/1") for letter in letters]
    assert [Finder(clusters).find(page).cluster for page in pages] == list(range(len(letters)))
    assert Finder(clusters).find(parse("<main><p>text", url=f"{HOST}/p/1")).cluster == -1


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://Weft.Example/a", "weft.example"),
        (None, ""),
        ("", ""),
        ("17", ""),
        ("http://[x/a", ""),
        ("//a.b/c", "a.b"),
    ],
)
def test_hosts(url: str | None, host: str) -> None:
    assert host_of(url) == host
