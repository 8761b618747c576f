"""Exports: that each is read by what it is made for."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import weft
from tests.site_pages import HOST, SHARE, blog_page, list_pages, make_article, pages_of
from tests.sites.test_format_1 import OLD
from weft.cli import main
from weft.errors import ArtifactError, ConfigError, NoMatch
from weft.io import RawPage, read_labels
from weft.page import Page, parse
from weft.papers.c import SoftMealy
from weft.studio.changes import Write
from weft.studio.export import (
    export_changes,
    export_labels,
    export_site,
    export_softmealy,
    export_training,
    find_cluster,
    read_site,
    teach_softmealy,
)
from weft.studio.store import Store
from weft.training.training_pages import read_pages, read_training_page

ARTICLES = [RawPage(id=f"{url}.html", url=url, data=data) for url, data in pages_of(blog_page, range(8))]
LISTS = [RawPage(id=f"{url}.html", url=url, data=data) for url, data in list_pages(range(1, 9))]
SITE = weft.learn([*ARTICLES, *LISTS])
CARD_FIELDS = {"card-title": "title", "excerpt": "excerpt", "when": "date"}


def rows_of(page: Page, name: str) -> list[int]:
    """The rows of a class."""
    return [row for row in range(len(page)) if name in (page.attribute(row, "class") or "").split()]


def mark(store: Store, page_id: str, marks: dict[str, list[int]]) -> None:
    value = {"marks": [{"name": name, "rows": rows} for name, rows in marks.items()], "done": True}
    target = f"page:{page_id}"
    store.write([Write(target, value, store.read(target).version)], author="Ann", what="marked")


def mark_article(store: Store, raw: RawPage) -> None:
    page = parse(raw.data)
    places = {"title": "entry-title", "author": "author", "date": "date", "body": "entry-content", "noise": "share"}
    mark(store, raw.id, {name: rows_of(page, place) for name, place in places.items()})


def mark_list(store: Store, raw: RawPage) -> None:
    page = parse(raw.data)
    fields = {name: rows_of(page, place) for place, name in CARD_FIELDS.items()}
    mark(store, raw.id, {"record": rows_of(page, "card"), **fields, "heading": rows_of(page, "archive-title")})


@pytest.fixture
def filled() -> Iterator[Store]:
    """A store with a small site, learned, and an article and a list marked."""
    with Store.open(":memory:") as store:
        store.add_pages([*ARTICLES, *LISTS])
        store.write([Write("site", SITE.to_json(), 0)], author="weft", what="learned")
        mark_article(store, ARTICLES[2])
        mark_list(store, LISTS[0])
        yield store


@pytest.fixture
def saved(tmp_path: Path, filled: Store) -> Path:
    """A folder with the pages as JSON lines, whose ids are those of the store, and the labels."""
    lines = [json.dumps({"id": raw.id, "url": raw.url, "html": raw.data.decode()}) for raw in [*ARTICLES, *LISTS]]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    (tmp_path / "labels.jsonl").write_text("".join(export_labels(filled)))
    return tmp_path


def test_labels_are_what_was_marked(saved: Path) -> None:
    labels = read_labels(saved / "labels.jsonl")
    page = parse(LISTS[0].data)
    cards = rows_of(page, "card")
    records = [label.rows for label in labels if label.name == "record"]
    assert records == [(row,) for row in cards]
    # A label of a field lies in one record, so that it is known which value belongs to which.
    excerpts = [label.rows for label in labels if label.name == "excerpt"]
    assert excerpts == [(row,) for row in rows_of(page, "excerpt")]
    article = {label.name: label.rows for label in labels if label.page_id == ARTICLES[2].id}
    assert set(article) == {"title", "author", "date", "body", "noise"}


def test_several_rows_in_one_record_are_one_label(filled: Store) -> None:
    page = parse(LISTS[1].data)
    card = rows_of(page, "card")[0]
    inside, heading = [card + 1, card + 3], rows_of(page, "archive-title")[0]
    mark(filled, LISTS[1].id, {"record": [card], "text": [heading, *inside]})
    own = [json.loads(line) for line in export_labels(filled) if LISTS[1].id in line]
    assert [(label["name"], label["rows"]) for label in own] == [
        ("record", [card]), ("text", [heading]), ("text", inside),
    ]  # fmt: skip


def test_weft_learn_reads_the_labels(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--labels", str(saved / "labels.jsonl"), "-o", str(saved / "site.json")]
    assert main(["learn", str(saved / "pages.jsonl"), *options]) == 0
    assert "labelled, but not" not in capsys.readouterr().err
    article = make_article(99)
    document = weft.Site.load(saved / "site.json").extract(blog_page(article), url=f"{HOST}/blog/99")
    assert document.chosen_by == "template"
    assert [document.title, document.author, document.date] == [article.title, article.author, article.date]
    assert document.text.startswith(article.paragraphs[0])


def test_weft_wrap_learn_reads_the_labels(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrapper = saved / "wrapper.json"
    pages = str(saved / "pages.jsonl")
    assert main(["wrap", "learn", pages, "--labels", str(saved / "labels.jsonl"), "-o", str(wrapper)]) == 0
    assert "from 8 records" in capsys.readouterr().err
    assert main(["wrap", "apply", str(wrapper), pages]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert sum(LISTS[3].id in json.dumps(line) for line in lines) == 8


def test_softmealy_finds_the_records_of_other_pages(filled: Store, tmp_path: Path) -> None:
    path = tmp_path / "softmealy.json"
    path.write_text(export_softmealy(filled), encoding="utf-8")
    (region,) = SoftMealy.load(path).find(parse(LISTS[4].data))
    titles = [make_article(50 + number).title for number in range(8)]
    assert [record.fields["title"].value for record in region.records] == titles
    assert set(region.records[0].fields) == {"title", "excerpt", "date"}


def test_softmealy_of_one_cluster_and_of_none(filled: Store) -> None:
    assert teach_softmealy(filled, cluster=find_cluster_of(filled, LISTS[0].id)) == teach_softmealy(filled)
    with pytest.raises(ConfigError, match="no record is marked; mark all records"):
        teach_softmealy(filled, cluster=find_cluster_of(filled, ARTICLES[0].id))
    with pytest.raises(NoMatch, match="there is no cluster nowhere; name one"):
        teach_softmealy(filled, cluster="nowhere")


def find_cluster_of(store: Store, page_id: str) -> str:
    return next(cluster.name for cluster in read_site(store).clusters if page_id in cluster.page_ids)


def test_the_site_has_the_templates_that_were_saved(filled: Store, tmp_path: Path) -> None:
    name = find_cluster_of(filled, ARTICLES[0].id)
    edited = find_cluster(filled, name).template.to_json()
    edited["body"] = {**edited["body"], "keep": [], "around": []}
    filled.write([Write(f"template:{name}", edited, 0)], author="Ann", what="edited")
    path = tmp_path / "site.json"
    path.write_text(export_site(filled), encoding="utf-8")
    site = weft.Site.load(path)
    assert next(cluster.template for cluster in site.clusters if cluster.name == name).to_json() == edited
    others = [cluster.to_json() for cluster in site.clusters if cluster.name != name]
    assert others == [cluster.to_json() for cluster in SITE.clusters if cluster.name != name]
    filled.undo(author="Ann", scope="template:")
    assert json.loads(export_site(filled)) == SITE.to_json()


def test_a_template_that_an_older_weft_saved_is_in_the_site(filled: Store) -> None:
    name = find_cluster_of(filled, ARTICLES[0].id)
    old = next(cluster for cluster in json.loads(OLD.read_bytes())["clusters"] if cluster["name"] == "article")
    filled.write([Write(f"template:{name}", old["template"], 0)], author="Ann", what="saved long ago")
    wanted = next(cluster.template for cluster in weft.Site.load(OLD).clusters if cluster.name == "article")
    template = find_cluster(filled, name).template
    assert template.to_json() == {**wanted.to_json(), "name": name} != old["template"]
    assert template.extract(parse(ARTICLES[0].data)).text == make_article(0).body


def test_a_broken_template_is_no_silent_loss(filled: Store) -> None:
    name = SITE.clusters[0].name
    filled.write([Write(f"template:{name}", {"name": "x"}, 0)], author="Ann", what="broke it")
    with pytest.raises(ArtifactError, match=f"the saved template {name} is broken"):
        export_site(filled)


def test_changes_tell_the_whole_story(filled: Store) -> None:
    filled.undo(author="Ann")
    lines = [json.loads(line) for line in export_changes(filled)]
    assert [(line["number"], line["author"], line["undoes"]) for line in lines] == [
        (1, "weft", 0), (2, "Ann", 0), (3, "Ann", 0), (4, "Ann", 3),
    ]  # fmt: skip
    last = lines[3]["edits"][0]
    assert last["after"] == {}
    assert last["before"] == lines[2]["edits"][0]["after"]
    # What the changes say, one after the other, is what the store holds.
    values: dict[str, object] = {}
    for line in lines:
        for edit in line["edits"]:
            assert values.get(edit["target"], {}) == edit["before"]
            values[edit["target"]] = edit["after"]
    assert values == {target: now.value for target, now in filled.read_many().items()}


def test_weft_train_reads_the_marked_pages(filled: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chinese = "<meta charset=x><main><p>这是正文的内容。</p></main>".encode("gb18030")
    filled.add_pages([RawPage(id="zh", url="http://zh.example/1", data=chinese, charset="gb18030")])
    mark(filled, "zh", {"body": [int(parse(chinese).rows_of("main")[0])]})
    with zipfile.ZipFile(io.BytesIO(export_training(filled))) as archive:
        archive.extractall(tmp_path)
    article, other = sorted(read_pages(tmp_path / "wcxb-dev"), key=lambda page: page.url)
    assert article.url == ARTICLES[2].url
    assert article.page_type == "article"
    assert article.truth.startswith(make_article(2).paragraphs[0])
    assert SHARE not in article.truth  # marked as noise
    example = read_training_page(other)
    assert (other.truth, example.label.tolist()) == ("这是正文的内容。", [1.0])
    small = ["--trees", "2", "--type-trees", "1", "--folds", "2", "--threads", "1", "--json"]
    assert main(["train", str(tmp_path), "-o", str(tmp_path / "model.zip"), *small]) == 0
    assert json.loads(capsys.readouterr().out)["all"]["pages"] == 2


def test_training_needs_a_marked_body() -> None:
    with Store.open(":memory:") as store, pytest.raises(ConfigError, match="no body is marked; mark the body of some"):
        export_training(store)


def test_an_empty_store() -> None:
    with Store.open(":memory:") as store:
        assert list(export_labels(store)) == []
        assert list(export_changes(store)) == []
        with pytest.raises(NoMatch, match="nothing was learned yet"):
            export_site(store)
        with pytest.raises(ConfigError, match="no record is marked"):
            export_softmealy(store)


def test_without_a_name_the_cluster_that_people_worked_on(filled: Store) -> None:
    mark_article(filled, ARTICLES[5])
    assert ARTICLES[0].id in find_cluster(filled).page_ids
    mark_list(filled, LISTS[1])
    mark_list(filled, LISTS[2])
    assert LISTS[0].id in find_cluster(filled).page_ids
