"""Learning from a stream of pages."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import weft
from tests.seeds import every_seed
from tests.site_pages import (
    HOST,
    blog_page,
    hashed_page,
    list_page,
    make_article,
    pages_of,
    redesigned_page,
    table_page,
    whole_site,
)
from weft import ConfigError, Limits, Site
from weft.io import RawPage
from weft.sites import learning
from weft.sites.learning import as_raw_page
from weft.sites.sample import MAX_BYTES, SIZE, choose_sample, spread
from weft.sites.similarity.sketch import sign


def groups(site: Site) -> set[frozenset[str]]:
    return {frozenset(cluster.page_ids) for cluster in site.clusters}


def folders(site: Site) -> list[tuple[str, int]]:
    """The folder of each cluster's pages, which must be one, and their number."""
    found = []
    for cluster in site.clusters:
        (folder,) = {url.removeprefix(HOST).split("/")[1] for url in cluster.page_ids}
        found.append((folder, len(cluster.page_ids)))
    return found


def test_every_template_is_a_cluster() -> None:
    site = weft.learn(whole_site())
    assert folders(site) == [("blog", 12), ("page", 8), ("old", 8)]
    assert all(cluster.template.is_learned for cluster in site.clusters)
    assert all(cluster.medoid in cluster.page_ids for cluster in site.clusters)
    assert all(cluster.host == "weft.example" for cluster in site.clusters)
    data = dict(whole_site())
    for cluster in site.clusters:
        medoid = weft.parse(data[cluster.medoid])
        assert np.array_equal(cluster.sketch, sign(np.unique(medoid.table.path_tags[medoid.tag > 0])))
    assert len({cluster.name for cluster in site.clusters}) == 3
    assert [dict(cluster.urls) for cluster in site.clusters] == [
        {":2:blog:0": 12},
        {"page:2:page:0": 8},
        {":2:old:0": 8},
    ]
    assert (site.unclustered, site.failures, site.notes) == ((), {}, ())


def test_ids_come_back_verbatim_in_order_and_duplicates_are_not_merged() -> None:
    pages = [
        RawPage(id=f" id {k % 3}\u00e9 ", data=blog_page(make_article(k)).encode(), url=f"{HOST}/blog/{k}")
        for k in range(6)
    ]
    (cluster,) = weft.learn(pages).clusters
    assert list(cluster.page_ids) == [page.id for page in pages]
    assert cluster.page_ids.count(" id 0\u00e9 ") == 2


def test_pages_come_from_a_generator_and_are_read_once() -> None:
    read: list[str] = []

    def stream() -> Iterator[tuple[str, bytes]]:
        for url, data in whole_site():
            read.append(url)
            yield url, data

    site = weft.learn(stream())
    assert read == [url for url, _ in whole_site()]
    assert groups(site) == groups(weft.learn(whole_site()))


@every_seed(3)
def test_clusters_do_not_depend_on_the_order_of_the_pages(seed: int) -> None:
    pages = whole_site()
    shuffled = random.Random(seed).sample(pages, len(pages))
    assert groups(weft.learn(shuffled)) == groups(weft.learn(pages))


def test_later_batches_join_the_clusters_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "BATCH", 15)
    designs = ((blog_page, "blog"), (table_page, "old"), (redesigned_page, "new"))
    mixed = zip(*(pages_of(design, range(20), folder=folder) for design, folder in designs), strict=True)
    pages = [page for trio in mixed for page in trio]
    site = weft.learn(pages)
    assert sorted(folders(site)) == [("blog", 20), ("new", 20), ("old", 20)]
    assert [cluster.template.pages for cluster in site.clusters] == [5, 5, 5]
    article = make_article(99)
    assert site.extract(table_page(article), url=f"{HOST}/old/99").text == article.body


def test_a_design_that_comes_late_gets_its_own_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "BATCH", 10)
    site = weft.learn([*pages_of(blog_page, range(25)), *pages_of(redesigned_page, range(30, 45))])
    assert [len(cluster.page_ids) for cluster in site.clusters] == [25, 15]


def test_many_hosts_do_not_wait_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "MAX_WAITING", 12)
    pages = [(f"http://{'abc'[k % 3]}.example/blog/{k}", blog_page(make_article(k))) for k in range(30)]
    site = weft.learn(pages)
    assert sorted(cluster.host for cluster in site.clusters) == ["a.example", "b.example", "c.example"]
    assert [len(cluster.page_ids) for cluster in site.clusters] == [10, 10, 10]
    assert [cluster.template.pages for cluster in site.clusters] == [4, 6, 10]


def test_hosts_are_learned_apart_and_that_is_said() -> None:
    other = [(url.replace("weft.", "warp."), data) for url, data in pages_of(blog_page, range(6, 12))]
    site = weft.learn([*pages_of(blog_page, range(6)), *other])
    assert [(cluster.host, len(cluster.page_ids)) for cluster in site.clusters] == [
        ("weft.example", 6),
        ("warp.example", 6),
    ]
    assert site.notes == ("pages of 2 hosts were learned apart: warp.example, weft.example",)


def test_a_page_over_its_limits_is_named_among_the_failures() -> None:
    site = weft.learn([*pages_of(blog_page, range(6)), ("big", b"<p>x" * 5_000)], limits=Limits(nodes=2_000))
    assert list(site.failures) == ["big"]
    assert "over the limit of 2000 nodes" in site.failures["big"]
    assert [len(cluster.page_ids) for cluster in site.clusters] == [6]


def test_progress_is_told_of_every_page() -> None:
    told: list[int] = []
    weft.learn(pages_of(blog_page, range(4)), progress=told.append)
    assert told == [1, 2, 3, 4]


@pytest.mark.parametrize("part", ["similarity", "clustering", "learner"])
def test_unknown_names_are_refused_with_the_known_ones(part: str) -> None:
    with pytest.raises(ConfigError, match=f"unknown {part} 'x'; choose one of "):
        weft.learn([], **{part: "x"})  # type: ignore[arg-type]


@pytest.mark.parametrize("learner", ["block_rule", "delete_same", "delete_same_pairwise"])
def test_other_learners_can_be_asked_for(learner: str) -> None:
    site = weft.learn(pages_of(redesigned_page, range(8)), learner=learner)
    article = make_article(99)
    document = site.extract(redesigned_page(article), url=f"{HOST}/blog/99")
    assert document.chosen_by == "template"
    assert article.paragraphs[0] in document.text
    assert Site.from_json(site.to_json()).to_json() == site.to_json()


def test_other_clusterings_can_be_asked_for() -> None:
    site = weft.learn(whole_site(), similarity="block_paths", clustering="leader")
    assert site.to_json()["clustering"] == "leader"
    ids = sorted(id for cluster in site.clusters for id in cluster.page_ids) + sorted(site.unclustered)
    assert sorted(ids) == sorted(url for url, _ in whole_site())


def test_pages_in_no_cluster_are_named() -> None:
    pages = pages_of(blog_page, range(3))
    site = weft.learn(pages, similarity="block_paths", clustering="leader")
    assert (site.clusters, site.unclustered) == ((), tuple(url for url, _ in pages))
    more = pages_of(table_page, range(5, 7))
    assert site.update(more).unclustered == tuple(url for url, _ in [*pages, *more])


class TestBadInput:
    def test_no_pages(self) -> None:
        site = weft.learn([])
        assert (site.clusters, site.unclustered) == ((), ())
        document = site.extract(blog_page(make_article(1)))
        assert document.chosen_by == "block_classifier"
        assert document.reason.code == "no_template"
        assert "no template fits" in document.reason.detail

    @pytest.mark.parametrize("count", [1, 2])
    def test_too_few_pages_are_left_to_the_fallback(self, count: int) -> None:
        site = weft.learn(pages_of(blog_page, range(count)))
        assert [len(cluster.page_ids) for cluster in site.clusters] == [count]
        assert not site.clusters[0].template.is_learned
        document = site.extract(blog_page(make_article(0)), url=f"{HOST}/blog/0")
        assert document.chosen_by == "block_classifier"
        assert make_article(0).paragraphs[0] in document.text

    def test_five_pages_are_enough(self) -> None:
        site = weft.learn(pages_of(blog_page, range(5)))
        document = site.extract(blog_page(make_article(99)), url=f"{HOST}/blog/99")
        assert (document.chosen_by, document.text) == ("template", make_article(99).body)

    def test_all_pages_alike(self) -> None:
        site = weft.learn(pages_of(blog_page, range(1)) * 8)
        assert [len(cluster.page_ids) for cluster in site.clusters] == [8]
        assert make_article(0).paragraphs[0] in site.extract(blog_page(make_article(0)), url=f"{HOST}/blog/0").text

    def test_no_two_pages_alike(self) -> None:
        one = make_article(1)
        pages = [
            (f"{HOST}/a/1", blog_page(one)),
            (f"{HOST}/list/x.html", list_page(3)),
            (f"{HOST}/q/old.asp", table_page(one)),
            (f"{HOST}/z/y/w/", redesigned_page(one)),
            (f"{HOST}/news.php", hashed_page(one)),
        ]
        site = weft.learn(pages)
        assert max(len(cluster.page_ids) for cluster in site.clusters) <= 2  # of five pages nobody knows what is usual
        assert not any(cluster.template.is_learned for cluster in site.clusters)
        for url, html in pages:
            assert site.extract(html, url=url).chosen_by == "block_classifier"

    def test_empty_pages(self) -> None:
        site = weft.learn([(str(number), b"") for number in range(6)])
        assert sum(len(cluster.page_ids) for cluster in site.clusters) == 6
        assert site.extract("").text == ""
        assert site.extract(b"<p>" + make_article(1).body.encode()).text == make_article(1).body.replace("\n\n", " ")

    def test_deep_pages(self) -> None:
        pages = [
            (f"{HOST}/d/{k}", "<div>" * 1_500 + "".join(f"<p>{t}" for t in make_article(k).paragraphs))
            for k in range(3)
        ]
        site = weft.learn(pages)
        assert make_article(2).paragraphs[1] in site.extract(pages[2][1], url=pages[2][0]).text
        assert Site.from_json(site.to_json()).to_json() == site.to_json()

    def test_labels_of_pages_that_never_come_are_no_harm(self) -> None:
        label = weft.Label(page_id="nowhere", rows=(1,), name="body")
        assert len(weft.learn(pages_of(blog_page, range(4)), [label]).clusters) == 1


def test_a_text_is_read_as_it_is_whatever_its_meta_says() -> None:
    raw = as_raw_page(("a", "<meta charset=iso-8859-1><p>Café \ud800"))
    page = weft.parse(raw.data, encoding=raw.charset)
    assert page.blocks.text(0).strip() == "Café ?"
    assert (raw.id, raw.url) == ("a", None)
    assert as_raw_page(("http://weft.example/a", b"")).url == "http://weft.example/a"
    assert as_raw_page(raw) is raw


def test_spread_is_even_and_bounded() -> None:
    assert spread(5, 10) == [0, 1, 2, 3, 4]
    assert spread(100, 3) == [0, 49, 99]
    assert spread(1, 3) == [0]


@pytest.mark.parametrize("page", ["<p>One", b"<p>One", ("a",), ("a", None), (3, "<p>One"), ("a", "b", "c"), None])
def test_what_is_no_page_to_learn_from_is_said(page: Any) -> None:
    with pytest.raises(ConfigError, match=r"no page to learn from: .*; give RawPages, or pairs"):
        weft.learn([page])


def test_large_pages_do_not_wait_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = pages_of(blog_page, range(20))
    monkeypatch.setattr(learning, "MAX_BYTES", sum(len(data) for _, data in pages[:8]))
    site = weft.learn(pages)
    assert [(len(cluster.page_ids), cluster.template.pages) for cluster in site.clusters] == [(20, 8)]


def test_failures_beyond_those_that_are_named_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "MAX_FAILURES", 2)
    bad = [(f"big-{k}", b"<p>x" * 5_000) for k in range(5)]
    site = weft.learn([*pages_of(blog_page, range(6)), *bad], limits=Limits(nodes=2_000))
    assert list(site.failures) == ["big-0", "big-1"]
    assert site.notes == ("3 more pages could not be read than are named",)


def test_names_are_unique_and_numbered_from_two() -> None:
    hosts = [[(f"http://{host}.example/blog/{k}", blog_page(make_article(k))) for k in range(3)] for host in "abc"]
    first = weft.learn([*hosts[0], *hosts[1]])
    assert [cluster.name for cluster in first.clusters] == ["article", "article-2"]
    assert [cluster.name for cluster in first.update(hosts[2]).clusters] == ["article", "article-2", "article-3"]


def test_a_sample_is_bounded_in_pages_and_bytes() -> None:
    assert choose_sample([1] * 100, needed=[50]) == sorted({50, *spread(100, SIZE)})
    huge = MAX_BYTES // 2 + 1
    assert choose_sample([huge, 5, huge, huge, 5], needed=[2]) == [1, 2, 4]
    assert choose_sample([huge, huge, huge], needed=[0, 1, 2]) == [0, 1, 2]


def test_lines_of_a_file_are_no_names_of_pages() -> None:
    pages = [*pages_of(blog_page, range(6)), *pages_of(table_page, range(6, 12))]
    site = weft.learn(RawPage(id=f"pages.jsonl:{line}", data=data) for line, (_, data) in enumerate(pages, start=1))
    assert [len(cluster.page_ids) for cluster in site.clusters] == [6, 6]
