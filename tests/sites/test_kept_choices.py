"""What a person chose for fields holds when a template is learned again."""

from tests.cli.small_site import pages
from weft import Label, Site, learn, parse
from weft.sites import drop_field, list_fields, rename_field

URL = "https://weft.example/"
PAGES = [(URL + name, html) for name, html in pages().items() if name.startswith("news")]


def names(site: Site) -> set[str]:
    return {own.name for own in list_fields(site)}


def test_a_template_that_is_taught_anew_keeps_the_choice() -> None:
    site = drop_field(rename_field(learn(PAGES), "author", "writer"), "date")
    first = parse(PAGES[0][1])
    label = Label(page_id=PAGES[0][0], rows=(int(first.rows_of("h1")[0]) + 1,), name="headline")
    again = site.update(PAGES, [label])
    assert "headline" in names(again)
    assert "writer" in names(again)
    assert not names(again) & {"author", "date"}


def test_a_new_cluster_of_the_host_takes_the_choice() -> None:
    site = rename_field(learn(PAGES), "author", "writer")
    other = [(name.replace("/news/", "/blog/"), html.replace("div", "section")) for name, html in PAGES]
    later = site.update(other)
    assert len(later.clusters) > len(site.clusters)
    assert "author" not in names(later)
