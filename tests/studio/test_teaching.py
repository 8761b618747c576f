"""What marks show at once, what they teach, and what that changes.

What a change does to a text, as it is shown.
"""

import random
from dataclasses import replace
from typing import Any

import pytest

import weft.studio.difference
from tests.site_pages import list_page
from tests.studio.running import small_pages
from weft import parse
from weft.document import Document
from weft.errors import ConfigError
from weft.extractors import EXTRACTORS
from weft.sites.templates.template import UNGUARDED
from weft.studio.difference import CUT, MAX_LINE_LENGTH, MAX_SHOWN, find_difference
from weft.studio.marking import Marks
from weft.studio.marking import with_marks as mark_page
from weft.studio.opening import open_project
from weft.studio.page_json import document_json, kept_rows
from weft.studio.project import Project
from weft.studio.same_kind import path_of, recurring_classes, rows_of_kind
from weft.studio.store import Store
from weft.studio.teaching import (
    ChangedPage,
    Effect,
    asked_fields,
    find_effect,
    learn_again,
    marked_pages,
    read_template,
    save_template,
    to_text,
)

LIST = parse(list_page(1))


def whole(html: str) -> Document:
    return EXTRACTORS["whole_page"].extract(parse(html))


def with_marks(document: Document, marks: Marks) -> Document:
    return mark_page(document, document.page, marks)


def to_json(document: Document) -> dict[str, Any]:
    return document_json(document, document.page)


def rows_of(document: Document, *tags: str) -> list[int]:
    return document.page.rows_of(*tags).tolist()


def test_the_text_is_that_of_the_marks_less_noise_and_hidden_texts():
    document = whole("<div><p>one<p>two<p hidden>three</div><p>four")
    div, (_, second, *_) = rows_of(document, "div")[0], rows_of(document, "p")
    assert with_marks(document, Marks({div: "body", second: "noise"})).text == "one"
    assert with_marks(document, Marks({second: "noise"})).text == "one\n\nfour"
    reason = with_marks(document, Marks({div: "body", second: "noise"})).reason
    assert reason.code == "marked"
    assert "body, noise (no other text is kept)" in reason.detail
    assert "no other text" not in with_marks(document, Marks({second: "noise"})).reason.detail
    assert with_marks(document, Marks({})) is document


def test_marked_title_author_and_date_are_the_documents():
    document = whole("<title>No</title><h1>Yes</h1><p>Ann<p>3 March 2021<p>one<p>two")
    heading, (author, date, *_) = rows_of(document, "h1")[0], rows_of(document, "p")
    marked = with_marks(document, Marks({heading: "title", author: "author", date: "date"}))
    assert (marked.title, marked.author, marked.date) == ("Yes", "Ann", "2021-03-03")
    assert "Yes" not in marked.text
    assert marked.fields["date"].value == "3 March 2021"
    assert to_json(marked)["fields"][0] == {"name": "title", "value": "Yes", "row": heading, "source": "mark"}


def test_a_field_marked_twice_has_both_values():
    document = whole("<p>one<p>two<p>three")
    first, _, third = rows_of(document, "p")
    assert with_marks(document, Marks({first: "tag", third: "tag"})).fields["tag"].value == "one; three"


def test_marked_records_have_the_fields_in_them_and_pages_do_not():
    document = whole("<ul><li><b>one</b><i>1</i></li><li><b>two</b></li></ul><b>three</b>")
    items, bold, slant = rows_of(document, "li"), rows_of(document, "b"), rows_of(document, "i")
    marks = Marks({**dict.fromkeys(items, "record"), **dict.fromkeys(bold, "name"), slant[0]: "price"})
    marked = with_marks(document, marks)
    values = [{name: field.value for name, field in record.fields.items()} for record in marked.records]
    assert values == [{"name": "one", "price": "1"}, {"name": "two"}]
    assert marked.fields["name"].value == "three"
    assert "price" not in marked.fields


def test_kept_rows_are_elements_or_the_runs_own_texts():
    document = whole("<div>loose <b>bold</b><p>para</p>tail</div>")
    page = document.page
    names = [[page.tag_name(row) for row in rows] for rows in kept_rows(document)]
    assert names == [["#text", "b"], ["p"], ["#text"]]
    assert [row for rows in kept_rows(document) for row in rows] == to_json(document)["kept"]


def test_rows_are_of_one_kind_by_tags_and_recurring_classes():
    html = "<ul>" + "".join(
        f"<li class='post post-{n} {turn}'><b>x{n}</b></li>" for n, turn in enumerate(["odd", "even"] * 3)
    )
    page = parse(html + "<li class=ad>buy</li></ul><ul><li class='post sticky'>y</li></ul>")
    classes = recurring_classes([page, parse(html), parse(html)])
    assert "post" in classes
    assert "sticky" not in classes
    items = page.rows_of("li").tolist()
    found = rows_of_kind(page, path_of(page, items[0], classes), classes)
    assert found == items[:6]
    bold = page.rows_of("b").tolist()
    assert rows_of_kind(page, path_of(page, bold[2], classes), classes) == bold


def test_rows_of_the_same_kind_are_found_on_other_pages():
    classes = recurring_classes([LIST, parse(list_page(2))])
    card = next(row for row in range(len(LIST)) if "card" in LIST.classes(row))
    assert len(rows_of_kind(parse(list_page(2)), path_of(LIST, card, classes), classes)) == 8


def share_row(project: Project, number: int) -> int:
    page = project.page(number)
    return next(row for row in range(len(page)) if "share" in page.classes(row))


def test_marks_teach_and_the_effect_names_the_pages(project: Project):
    cluster = project.cluster("article")
    with pytest.raises(ConfigError, match="mark one first"):
        learn_again(project, cluster)
    marks = Marks({share_row(project, 3): "body"})
    project.write({3: marks}, {3: 0}, author="Ann", what="mark")
    assert marked_pages(project, "article") == [3]
    template = learn_again(project, cluster)
    effect = find_effect(project, cluster, template)
    assert [page.number for page in effect.changed] == [1, 2, 4, 5, 6, 7, 8, 9]
    assert effect.to_json()["rules_added"]
    before = project.states[1].doubt
    assert save_template(project, template, version=0, author="Ann", what="taught") == 1
    assert project.document(1).text.startswith("Share this page")
    assert project.states[1].doubt < before  # a person said so, whatever the classifier thinks
    assert find_effect(project, project.cluster("article"), template).changed == []


def test_a_template_comes_back_from_its_text(project: Project):
    template = project.cluster("article").template
    assert read_template(to_text(template), template).to_json() == template.to_json()


def test_a_body_that_a_person_wrote_is_always_used(project: Project):
    learned = project.cluster("article").template
    values = learned.to_json()
    assert values["guard"]
    assert read_template({**values, "page_type": "product"}, learned).guard == learned.guard
    written = {**values, "body": {**values["body"], "keep": ["html > body.single > div.post > div.share"]}}
    assert read_template(written, learned).guard == UNGUARDED
    doubted = {**written, "guard": {**values["guard"], "trust": 0}}
    assert read_template(doubted, learned).guard.trust == 0  # a person wrote that, too


def test_fields_that_nobody_asked_for_are_counted_apart() -> None:
    def changed(number: int, **values: object) -> ChangedPage:
        same = {"title": "", "before": "a", "after": "a", "fields_before": {}, "fields_after": {}, "records": (0, 0)}
        return ChangedPage(number=number, **{**same, **values})  # type: ignore[arg-type]

    with Store.open(":memory:") as store:
        project = open_project(store, small_pages())
        cluster = project.cluster("article")
        pages = [
            changed(1, fields_after={"zmp": "1", "off_screen": "2"}),
            changed(2, fields_after={"zmp": "1", "price": "2"}),
            changed(3, after="b", fields_after={"zmp": "1"}),
            changed(4, fields_after={"zmp": "3"}, records_differ=True),
            changed(5, fields_after={"zmp": "3"}),
        ]
        important = frozenset({"title", "price"})
        effect = Effect(cluster=cluster, template=cluster.template, checked=9, changed=pages, important=important)
        told = effect.to_json()
        assert (told["changed_count"], told["minor_count"]) == (5, 2)
        assert told["minor_fields"] == {"zmp": 2, "off_screen": 1}
        assert [page["number"] for page in told["changed"]] == [2, 3, 4, 1, 5]
        assert replace(effect, important=None).to_json()["minor_count"] == 0
        number = project.members("article")[0]
        project.write({number: Marks({27: "appeal"})}, {number: 0}, author="Ann", what="mark")
        assert asked_fields(project, "article") >= {"title", "author", "date", "appeal"}


LONG = [f"{number} " + "word " * 30 for number in range(40)]


def text(*lines: str) -> str:
    return "\n".join(lines)


def plain_common(old: list[str], new: list[str]) -> int:
    """The length of the longest common subsequence, as the books have it."""
    table = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for i, one in enumerate(old):
        for j, other in enumerate(new):
            table[i + 1][j + 1] = table[i][j] + 1 if one == other else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def test_a_line_that_is_pushed_down_is_not_gone() -> None:
    lines = [line.strip() for line in LONG]
    found = find_difference(text(*LONG), text("new", *LONG))
    assert found == [("come", "new"), ("same", lines[0]), ("same", CUT)]
    found = find_difference(text(*LONG), text("new", *LONG[:-1], "end"))
    assert [pair for pair in found if pair[0] != "same"] == [("come", "new"), ("gone", lines[-1]), ("come", "end")]


def test_it_agrees_with_the_plain_version() -> None:
    draw = random.Random(7)
    for _ in range(200):
        old, new = (draw.choices("abcd", k=draw.randrange(9)) for _ in range(2))
        found = weft.studio.difference._compare(old, new)
        assert [line for kind, line in found if kind != "come"] == old
        assert [line for kind, line in found if kind != "gone"] == new
        assert sum(kind == "same" for kind, _ in found) == plain_common(old, new)


def test_of_texts_too_long_to_compare_no_line_that_stays_is_shown_as_gone(monkeypatch) -> None:
    monkeypatch.setattr(weft.studio.difference, "MAX_LINES", 3)
    found = find_difference(text("old", "a", "b", "c", "d", "e"), text("new", "1", "2", "3", "a", "b", "c", "f"))
    assert found == [("gone", "old"), ("come", "new"), ("come", "1"), ("come", "2"), ("same", CUT)]


def test_what_is_shown_is_bounded() -> None:
    assert find_difference("a" * 1_000, "") == [("gone", "a" * MAX_LINE_LENGTH + CUT)]
    found = find_difference(text(*map(str, range(5_000))), "")
    assert len(found) == MAX_SHOWN + 1
    assert find_difference("one", "one") == [("same", CUT)]
