"""The parts of an open page, and the locator of an element in the language of templates."""

from tests.studio.browser.made_pages import article, news
from weft import extract, parse
from weft.sites.templates import Locator
from weft.studio.opening import open_project
from weft.studio.parts import find_locator, list_parts
from weft.studio.store import Store


def row_of(page, tag, name):
    return next(row for row in page.rows_of(tag).tolist() if name in page.classes(row))


def test_parts_are_a_tree_in_document_order():
    html = article(1).data.replace(b'<p class="aside">', b"<ul><li>oak<li>ash<li>elm</ul><p class='aside'>")
    page = parse(html)
    parts = list_parts(page, extract(page))
    rows = [part["row"] for part in parts]
    assert rows == sorted(rows)
    kinds = {part["kind"] for part in parts}
    assert {"core", "list"} <= kinds
    core = next(part for part in parts if part["kind"] == "core")
    listed = next(part for part in parts if part["kind"] == "list")
    assert listed["depth"] > core["depth"]
    assert core["kept"] > 0.5
    assert all(0 <= part["kept"] <= 1 for part in parts)


def test_an_empty_page_has_no_parts():
    page = parse("")
    assert list_parts(page, extract(page)) == []


def test_a_locator_is_the_one_of_the_template():
    with Store.open(":memory:") as store:
        project = open_project(store, news())
        page, cluster = project.page(1), project.cluster(project.state(1).cluster)
        row = row_of(page, "span", "author")
        written = find_locator(page, row, cluster)
        assert written == "span.author"
        outline = cluster.template.outline
        assert outline.resolve(written) == outline.paths[int(outline.walk(page)[row])]
        text = row + 1  # the text in it is located by its element
        assert find_locator(page, text, cluster) == written


def test_a_page_of_no_template_is_located_by_its_own_names():
    page = parse(article(1).data)
    written = find_locator(page, row_of(page, "span", "date"), None)
    assert written == "div.post > div.meta > span.date"
    assert str(Locator.parse(written)) == written
