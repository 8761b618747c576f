"""The page type of a cluster: lists are told from articles."""

from tests.cli.small_site import pages
from weft import learn


def test_pages_that_all_look_like_lists_and_are_mostly_links_are_lists():
    """However short: their rows are no body of an article, but records."""
    site = learn((f"http://weft.example/{name}", html) for name, html in pages().items())
    types = {cluster.name: cluster.template.page_type for cluster in site.clusters}
    assert types == {"article": "article", "listing": "listing"}
    lists = next(cluster for cluster in site.clusters if cluster.name == "listing")
    assert len(lists.page_ids) == 4
    assert [*lists.template.records.fields] == ["a", "i"]
