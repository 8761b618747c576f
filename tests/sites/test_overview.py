"""What there is to show of a site."""

import pytest

from tests.cli.small_site import pages
from weft import Page, Site, learn, parse
from weft.cli.demo import read_pages
from weft.io import RawPage
from weft.sites.overview import measure_site, summarise_site

URL = "https://weft.example/"


@pytest.fixture(scope="module")
def site() -> Site:
    return learn((URL + name, html) for name, html in pages().items())


@pytest.fixture(scope="module")
def parsed() -> list[tuple[str, Page]]:
    return [(URL + name, parse(html, url=URL + name)) for name, html in pages().items()]


def test_without_pages(site: Site) -> None:
    summary = summarise_site(site, name="small")
    assert [cluster.pages for cluster in summary.clusters] == [9, 4]
    article = summary.clusters[0]
    assert article.is_learned
    assert {"title", "author", "date"} <= {field.name for field in article.fields}
    assert any(rule.startswith("keep ") for rule in article.rules)
    assert not article.drift
    assert not article.blocks


def test_with_pages(site: Site, parsed: list[tuple[str, Page]]) -> None:
    summary = summarise_site(site, parsed)
    assert len(summary.pages) == len(parsed)
    assert [sum(point.cluster == number for point in summary.pages) for number in (0, 1)] == [9, 4]
    article = summary.clusters[0]
    assert article.drift.startswith("9 pages looked at: 0% do not fit (mean fit 1.00)")
    kinds = {block.kind: block.text for block in article.blocks}
    assert "will follow in spring" in kinds["body"]
    assert "Copyright" in kinds["warp"]
    assert any("title" in block.fields and block.kind == "field" for block in article.blocks)
    assert summary.unfit == 0


def test_the_pages_of_every_cluster_are_as_many_as_it_counts() -> None:
    demo = list(read_pages())  # with clusters that are too small to learn
    site = learn(RawPage(id=name, data=data) for name, _, data in demo)
    summary = summarise_site(site, [(name, parse(data)) for name, _, data in demo])
    counts = [sum(point.cluster == number for point in summary.pages) for number in range(len(summary.clusters))]
    assert counts == [cluster.pages for cluster in summary.clusters]
    assert not all(cluster.is_learned for cluster in summary.clusters)


def test_a_new_design_at_the_old_addresses_is_drift(site: Site) -> None:
    html = "<main>" + "<section><h4>New</h4><p>All is new here.</p></section>" * 5 + "</main>"
    changed = [(name, parse(html, url=f"{URL}news/{name}.html")) for name in ("reeds", "heddles", "bobbins", "combs")]
    drift = measure_site(site, changed)
    assert [found.verdict for found in drift.clusters.values()] == ["relearn"]
    summary = summarise_site(site, changed)
    assert summary.clusters[0].must_relearn
    assert summary.unfit == 4
    assert {point.cluster for point in summary.pages} == {-1}


def test_pages_from_elsewhere_belong_nowhere(site: Site) -> None:
    drift = measure_site(site, [("x", parse("<p>One", url="https://other.example/"))])
    assert drift.clusters == {}
    assert drift.verdict == "keep"  # one page says little


def test_a_page_without_url_belongs_where_its_own_address_says() -> None:
    own = '<link rel="canonical" href="{}">'
    saved = [(name, own.format(URL + name) + html) for name, html in pages().items()]
    site = learn(RawPage(id=name, data=html.encode()) for name, html in saved)
    html = "<main>" + "<section><h4>New</h4><p>All is new here.</p></section>" * 5 + "</main>"
    changed = [(name, parse(own.format(f"{URL}news/{name}.html") + html)) for name in ("reeds", "combs", "bobbins")]
    assert [found.verdict for found in measure_site(site, changed).clusters.values()] == ["relearn"]
