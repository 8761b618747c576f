"""Documents in studio are those of `weft.extract` with the saved site; marks lie on the page that a person sees."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.studio.running import small_pages
from weft import parse
from weft.auto import extract
from weft.content import Field
from weft.io import RawPage
from weft.metadata import merge_fields
from weft.sites import Site
from weft.studio.export import export_site
from weft.studio.marking import Marks, with_marks
from weft.studio.opening import open_project
from weft.studio.page_json import page_json
from weft.studio.project import Project
from weft.studio.store import Store

TEXT = "A loom holds the warp. " * 20
DATA = {"@context": "https://schema.org", "@type": "Article", "headline": "Looms", "articleBody": TEXT}
DATA_ONLY = f'<title>Looms</title><script type="application/ld+json">{json.dumps(DATA)}</script><p>Wait'
BROKEN = "<table><p>Looms<tr><td>" + "A shuttle carries the weft. " * 9
FRENCH = '<html lang="fr"><h1>Métiers</h1><p>02/04/2022<p>Le métier tient la chaîne.'


def odd_pages() -> list[RawPage]:
    """The pages of the small site as files without addresses, and pages that are not made for templates."""
    pages = {page.id.replace("/", "_"): page.data for page in small_pages()}
    pages |= {"data.html": DATA_ONLY.encode(), "broken.html": BROKEN.encode(), "empty.html": b"<p>"}
    chinese = f"<h1>织机</h1><p>{'织机固定经线。' * 30}".encode("gbk")
    return [
        *(RawPage(id=name, data=data) for name, data in pages.items()),
        RawPage(id="gbk", data=chinese, charset="gbk"),
    ]


def test_studio_shows_what_the_saved_site_gives_for_the_same_bytes(tmp_path: Path):
    with Store.open(":memory:") as store:
        pages = odd_pages()
        project = open_project(store, pages)
        (tmp_path / "site.json").write_text(export_site(store), encoding="utf-8")
        site = Site.load(tmp_path / "site.json")
        assert len(project.states) == len(pages) == 17
        for raw in pages:
            expected = extract(raw.data, url=raw.url, encoding=raw.charset, site=site)
            document = project.document(project.numbers[raw.id])
            assert (document.to_dict(), document.html) == (expected.to_dict(), expected.html)
            shown = page_json(project, project.numbers[raw.id])
            assert shown["text"] == expected.text
            values = {field["name"]: field["value"] for field in shown["fields"]}
            assert values == {name: field.value for name, field in expected.fields.items()}
            assert shown["records_total"] == len(expected.records)


@pytest.fixture
def data_only() -> Project:
    project = open_project(Store.open(":memory:"), [RawPage(id="data.html", data=DATA_ONLY.encode())])
    assert project.document(1).text.startswith("A loom")
    return project


def test_text_from_data_is_nowhere_on_the_page(data_only: Project):
    shown = page_json(data_only, 1)
    assert shown["kept"] == []
    assert [block["row"] for block in shown["blocks"]] == [-1]


def test_marks_on_a_page_whose_text_is_in_its_data(data_only: Project):
    paragraph = int(data_only.page(1).rows_of("p")[0])
    data_only.write({1: Marks({paragraph: "author"})}, {1: 0}, author="Ann", what="mark")
    assert data_only.document(1).author == "Wait"
    assert data_only.document(1).text.startswith("A loom")
    data_only.write({1: Marks({paragraph: "noise"})}, {1: 1}, author="Ann", what="mark")
    assert data_only.document(1).text.startswith("A loom")
    data_only.write({1: Marks({paragraph: "body"})}, {1: 2}, author="Ann", what="mark")
    assert data_only.document(1).text == "Wait"
    assert page_json(data_only, 1)["kept"] == [paragraph]


def test_a_marked_date_is_read_as_the_page_writes_dates():
    page = parse(FRENCH)
    date = int(page.rows_of("p")[0])
    assert with_marks(extract(page), page, Marks({date: "date"})).date == "2022-04-02"
    assert merge_fields(page, {"date": Field(value="02/04/2022")}).date.value == "2022-04-02"
    assert merge_fields(page, {"date": Field(value="soon")}).title.value == "Métiers"


def test_marks_of_other_names_leave_the_metadata_alone():
    page = parse(FRENCH)
    document = extract(page)
    marked = with_marks(document, page, Marks({int(page.rows_of("p")[1]): "noise"})).metadata
    # What is counted is counted of what is kept.
    counted = replace(document.metadata, word_count=marked.word_count, reading_time=marked.reading_time)
    assert marked == counted
    assert int(marked.word_count.value) < int(document.metadata.word_count.value)
