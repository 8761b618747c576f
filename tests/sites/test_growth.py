"""A site that grows: short bodies, small clusters, later batches, labels that come late."""

import pytest

import weft
from tests.site_pages import (
    BOX,
    HOST,
    blog_page,
    hashed_page,
    list_pages,
    make_article,
    pages_of,
    redesigned_page,
    table_page,
)
from weft import Label, parse
from weft.io import RawPage
from weft.sites import learning


@pytest.mark.parametrize(("design", "paragraphs"), [(blog_page, 0), (redesigned_page, 0), (table_page, 1)])
def test_a_site_of_short_bodies_only(design, paragraphs):
    site = weft.learn(pages_of(design, range(10), paragraphs=paragraphs))
    for n in range(200, 206):
        a = make_article(n, paragraphs=paragraphs)
        d = site.extract(design(a), url=f"{HOST}/blog/{n}")
        assert (d.chosen_by, d.text) == ("template", a.body)


def test_a_longer_sentence_in_a_box_beside_short_bodies_may_stay_but_nothing_else():
    site = weft.learn(pages_of(hashed_page, range(10), paragraphs=0))
    for n in range(200, 206):
        a = make_article(n, paragraphs=0)
        d = site.extract(hashed_page(a), url=f"{HOST}/blog/{n}")
        assert d.chosen_by == "template"
        assert d.text.removesuffix(f"\n\n{a.related[0]}{BOX}") == a.body


def test_pages_of_an_article_cluster_without_body_rules_join_it():
    s = weft.learn(pages_of(blog_page, range(8), paragraphs=0)).update(pages_of(blog_page, range(8, 16), paragraphs=0))
    assert len(s.clusters) == 1


def test_a_small_cluster_is_learned_when_it_has_grown():
    s = weft.learn(pages_of(blog_page, range(2))).update(pages_of(blog_page, range(2, 20)))
    d = s.extract(blog_page(make_article(99)), url=f"{HOST}/blog/99")
    assert (len(s.clusters), d.chosen_by, d.text) == (1, "template", make_article(99).body)


def test_a_single_page_is_joined_by_later_ones():
    s = weft.learn(pages_of(blog_page, range(1))).update(pages_of(blog_page, range(1, 20)))
    assert [len(c.page_ids) for c in s.clusters] == [20]


def test_labels_of_later_batches_teach(monkeypatch):
    monkeypatch.setattr(learning, "BATCH", 6)
    pages = pages_of(blog_page, range(12))
    url, data = pages[9]
    p = parse(data)
    label = Label(page_id=url, rows=tuple(r for r in range(len(p)) if "author" in p.classes(r)), name="weaver")
    s = weft.learn(pages, [label])
    assert "weaver" in s.extract(blog_page(make_article(99)), url=f"{HOST}/blog/99").fields


def test_labels_of_update_teach():
    pages = pages_of(blog_page, range(12))
    url, data = pages[9]
    p = parse(data)
    label = Label(page_id=url, rows=tuple(r for r in range(len(p)) if "author" in p.classes(r)), name="weaver")
    s = weft.learn(pages[:6]).update(pages[6:], [label])
    assert "weaver" in s.extract(blog_page(make_article(99)), url=f"{HOST}/blog/99").fields


def test_a_mark_outside_of_the_page_is_said():
    with pytest.raises(weft.WeftError):
        weft.learn(pages_of(blog_page, range(5)), [Label(page_id=f"{HOST}/blog/0", rows=(99999,), name="body")])


def test_a_list_is_no_article():
    s = weft.learn(list_pages(range(1, 9)))
    assert s.clusters[0].template.page_type in ("listing", "collection", "board")


def test_related_links_are_no_records_of_an_article():
    s = weft.learn(pages_of(blog_page, range(8)))
    assert not s.clusters[0].template.records


def test_pages_without_url_are_no_index():
    s = weft.learn(RawPage(id=str(k), data=d) for k, (_, d) in enumerate(pages_of(blog_page, range(6))))
    assert s.clusters[0].name == "article"


def test_a_site_name_before_the_title():
    def page(k):
        a = make_article(k)
        return table_page(a).replace(f"<title>{a.title} - The Weavers' Guild", f"<title>Guild: {a.title}")

    s = weft.learn([(f"{HOST}/old/{k}", page(k)) for k in range(8)])
    d = s.extract(page(99), url=f"{HOST}/old/99")
    assert (d.text, d.title) == (make_article(99).body, make_article(99).title)


def test_www_is_the_same_host():
    s = weft.learn(
        [
            *pages_of(blog_page, range(6)),
            *((u.replace("weft.", "www.weft."), d) for u, d in pages_of(blog_page, range(6, 12))),
        ]
    )
    assert len(s.clusters) == 1


def test_names_of_files_stand_in_for_urls():
    articles = [
        RawPage(id=f"saved/blog_{k}.html", data=data) for k, (_, data) in enumerate(pages_of(blog_page, range(8)))
    ]
    tags = [RawPage(id=f"saved/tags_{k}.html", data=data) for k, (_, data) in enumerate(list_pages(range(1, 9)))]
    site = weft.learn([*articles, *tags])
    assert [len(cluster.page_ids) for cluster in site.clusters] == [8, 8]
    assert {cluster.name for cluster in site.clusters} == {"article", "tag"}
    assert all(cluster.host == "" for cluster in site.clusters)


def test_labels_teach_every_host():
    hosts = ["http://a.example", "http://b.example"]
    pages = {host: [(u.replace(HOST, host), data) for u, data in pages_of(blog_page, range(12))] for host in hosts}
    rows = parse(pages[hosts[0]][9][1])
    marked = tuple(r for r in range(len(rows)) if "author" in rows.classes(r))
    labels = [Label(page_id=pages[host][9][0], rows=marked, name="weaver") for host in hosts]
    s = weft.learn(p for host in hosts for p in pages[host][:6])
    s = s.update((p for host in hosts for p in pages[host][6:]), labels)
    assert [len(c.page_ids) for c in s.clusters] == [12, 12]
    for host in hosts:
        assert "weaver" in s.extract(blog_page(make_article(99)), url=f"{host}/blog/99").fields


def test_names_that_say_nothing_do_not_join_pages():
    designs = [(blog_page, range(6)), (table_page, range(6, 12))]
    pages = [
        (f"page{number}", data)
        for design, numbers in designs
        for number, (_, data) in zip(numbers, pages_of(design, numbers), strict=True)
    ]
    site = weft.learn(pages)
    assert sorted(len(cluster.page_ids) for cluster in site.clusters) == [6, 6]
    assert {cluster.template.page_type for cluster in site.clusters} == {"article"}
