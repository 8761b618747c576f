"""An update changes what the new pages change, and nothing else: names, rules and a person's choices stay."""

import json
from typing import Any

import pytest

import weft
from tests.site_pages import HOST, blog_page, make_article, pages_of, redesigned_page, table_page, whole_site
from weft import Site, parse
from weft.content import Label


def text_of(cluster: Any) -> str:
    return json.dumps(cluster.to_json(), indent=1)


@pytest.fixture(scope="module")
def edited() -> Site:
    """A site as a person left it: a field renamed, one dropped, a rule of the body added."""
    data = weft.learn(whole_site()).to_json()
    template = data["clusters"][0]["template"]
    rules = template["fields"]["rules"]
    named = [rule for rule in rules if rule["name"] == "author"]
    assert named
    for rule in named:
        rule["name"] = "writer"
    template["fields"]["rules"] = [rule for rule in rules if rule["name"] != "date"]
    template["body"]["drop"] = [*template["body"]["drop"], "div.entry-content p.share"]
    return Site.from_json(data)


def test_clusters_without_new_pages_are_the_same_to_the_byte(edited: Site) -> None:
    updated = edited.update(pages_of(blog_page, range(60, 66)))
    assert [cluster.name for cluster in updated.clusters] == [cluster.name for cluster in edited.clusters]
    assert list(map(text_of, updated.clusters[1:])) == list(map(text_of, edited.clusters[1:]))
    before, after = edited.clusters[0].to_json(), updated.clusters[0].to_json()
    assert after["template"] == before["template"]  # what a person chose stays where pages join, too
    assert len(after["page_ids"]) == len(before["page_ids"]) + 6
    assert {name for name in before if before[name] != after[name]} == {"page_ids", "urls"}


def test_a_new_design_changes_no_old_cluster(edited: Site) -> None:
    updated = edited.update(
        [(f"{HOST}/stories?id={number}", redesigned_page(make_article(number))) for number in range(60, 68)]
    )
    assert list(map(text_of, updated.clusters[: len(edited.clusters)])) == list(map(text_of, edited.clusters))
    assert [len(cluster.page_ids) for cluster in updated.clusters[len(edited.clusters) :]] == [8]


def test_a_small_cluster_keeps_its_name_beside_new_articles() -> None:
    alone = [(f"{HOST}/about.html", redesigned_page(make_article(3)))]
    site = weft.learn(alone)
    updated = site.update(pages_of(table_page, range(40, 48), folder="old"))
    assert text_of(updated.clusters[0]) == text_of(site.clusters[0])
    assert len(updated.clusters) == 2


def test_a_cluster_that_is_taught_keeps_its_name() -> None:
    site = weft.learn(pages_of(blog_page, range(8)))
    new = pages_of(blog_page, range(60, 68))
    page = parse(new[0][1])
    rows = tuple(row for row in page.rows_of("section").tolist() if "comments" in (page.id(row), *page.classes(row)))
    assert rows
    updated = site.update(new, [Label(page_id=new[0][0], rows=rows, name="body")])
    assert [cluster.name for cluster in updated.clusters] == [cluster.name for cluster in site.clusters]
    assert updated.clusters[0].template.to_json() != site.clusters[0].template.to_json()
