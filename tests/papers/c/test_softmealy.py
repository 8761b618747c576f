"""SoftMealy on small pages: missing, repeated and permuted fields, labels, found records, and the file."""

import json
from pathlib import Path

import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.content import Field, Label, Record
from weft.errors import ArtifactError, ConfigError
from weft.page import Page
from weft.papers.c import SoftMealy, found_example, labelled_example, learn_softmealy
from weft.papers.c.softmealy_examples import MarkedPage

FACULTY = "<main><h1>Staff</h1>{}</main><footer><p><b>Contact</b> office@example.org</footer>"


def person(name: str, *parts: str) -> str:
    return f"<div class=person><b>{name}</b>{''.join(parts)}</div>"


def mail(address: str) -> str:
    return f"<i>mail</i> <a href=#>{address}</a>"


def phone(number: str) -> str:
    return f" <u>phone {number}</u>"


def labelled(page: Page) -> MarkedPage:
    """Marks every person, the name, each address and each number, as a person would."""
    marks = {"b": "name", "a": "mail", "u": "phone"}
    labels = []
    for record in [row for row in range(len(page)) if "person" in page.classes(row)]:
        labels.append(Label(page_id="p", rows=(record,), name="record"))
        for row in range(record, int(page.end[record])):
            if page.tag_name(row) in marks:
                labels.append(Label(page_id="p", rows=(row,), name=marks[page.tag_name(row)]))
    return labelled_example(page, labels)


def values(wrapper: SoftMealy, html: str) -> list[dict[str, str]]:
    regions = wrapper.find(parse(html))
    assert len(regions) <= 1
    return [
        {name: field.value for name, field in record.fields.items()} for region in regions for record in region.records
    ]


@pytest.fixture(scope="module")
def wrapper() -> SoftMealy:
    page = parse(
        FACULTY.format(
            person("Ann Lee", mail("ann@x.org"), phone("123"))
            + person("Bo", phone("77"), mail("bo@y.net"))  # another order
            + person("Cy", mail("cy@z.com"))  # no phone
            + person("Di Fo", mail("di@x.org"), phone("5"), phone("66"))  # two phones
        )
    )
    return learn_softmealy([labelled(page)])


def test_fields_of_unseen_records(wrapper: SoftMealy) -> None:
    found = values(wrapper, FACULTY.format(person("Eva", mail("eva@q.org"), phone("900")) + person("Gus", phone("1"))))
    assert found == [{"name": "Eva", "mail": "eva@q.org", "phone": "phone 900"}, {"name": "Gus", "phone": "phone 1"}]


def test_missing_repeated_and_permuted_fields(wrapper: SoftMealy) -> None:
    html = FACULTY.format(
        person("No Mail") + person("Perm", phone("2"), mail("p@x.org")) + person("Many", phone("3"), phone("4"))
    )
    assert values(wrapper, html) == [
        {"name": "No Mail"},
        {"name": "Perm", "phone": "phone 2", "mail": "p@x.org"},
        {"name": "Many", "phone": "phone 3", "phone_2": "phone 4"},
    ]


def test_a_field_that_never_repeated_is_taken_once(wrapper: SoftMealy) -> None:
    found = values(wrapper, FACULTY.format(person("Two", mail("a@x.org"), mail("b@x.org"))))
    assert found == [{"name": "Two", "mail": "a@x.org"}]


def test_rows_know_where_they_come_from(wrapper: SoftMealy) -> None:
    page = parse(FACULTY.format(person("Eva", phone("900")) + person("Gus", phone("1"))))
    (region,) = wrapper.find(page)
    assert page.tag_name(region.row) == "main"
    first = region.records[0]
    assert page.classes(first.start) == ["person"]
    assert first.end == page.end[first.start]
    assert page.text(first.fields["name"].row) == "Eva"
    assert first.fields["name"].source == "softmealy"


@pytest.mark.parametrize("html", ["", "<p>Nothing", FACULTY.format(""), "<div class=persons><b>x</b></div>"])
def test_pages_of_another_kind_give_nothing(wrapper: SoftMealy, html: str) -> None:
    assert wrapper.find(parse(html)) == ()


def test_a_part_of_a_text_is_a_field() -> None:
    post = "<li><p>{0} wrote on {1}: <span>{2}</span></li>"
    rows = (("Ann", "2022-09-04", "Hello"), ("Bo", "2021-01-02", "Bye <b>now</b>"))
    page = parse("<ul>" + "".join(post.format(*row) for row in rows) + "</ul>")
    records = [
        Record(
            start=row,
            end=int(page.end[row]),
            fields={
                "author": Field(value=author, row=row + 2),
                "time": Field(value=time, row=row + 2),
                "body": Field(value=body.replace("<b>", "").replace("</b>", ""), row=row + 3),
            },
        )
        for row, (author, time, body) in zip(page.rows_of("li").tolist(), rows, strict=True)
    ]
    wrapper = learn_softmealy([found_example(page, records, ["author", "time", "body"])])
    html = "<ul>" + post.format("老王", "2020-12-31", "谢谢<i>!</i>") + post.format("Cy", "2019-05-06", "x") + "</ul>"
    assert values(wrapper, html) == [
        {"author": "老王", "time": "2020-12-31", "body": "谢谢!"},
        {"author": "Cy", "time": "2019-05-06", "body": "x"},
    ]


def test_a_record_without_an_element_ends_where_the_next_begins() -> None:
    def page(*posts: tuple[str, str]) -> str:
        return "<div>" + "".join(f"<h4>{author}</h4>{body}<br>" for author, body in posts) + "</div><p>Foot"

    known = parse(page(("Ann", "One <i>two</i>"), ("Bo", "Three"), ("Cy", "Four")))
    heads = known.rows_of("h4").tolist()
    stops = [*heads[1:], int(known.end[known.rows_of("div")[0]])]
    labels = []
    for head, stop in zip(heads, stops, strict=True):
        texts = [row for row in range(head + 2, stop) if known.chars[row] and known.tag[row] == 0]
        labels += [
            Label(page_id="p", rows=tuple(range(head, stop)), name="record"),
            Label(page_id="p", rows=(head,), name="author"),
            Label(page_id="p", rows=tuple(texts), name="body"),
        ]
    wrapper = learn_softmealy([labelled_example(known, labels)])
    assert values(wrapper, page(("Di", "Five"), ("Eva", "Six <i>seven</i>"))) == [
        {"author": "Di", "body": "Five"},
        {"author": "Eva", "body": "Six seven"},
    ]


def test_a_wrapper_survives_the_file(wrapper: SoftMealy, tmp_path: Path) -> None:
    file = tmp_path / "wrapper.json"
    wrapper.save(file)
    again = SoftMealy.load(file)
    assert again == wrapper
    html = FACULTY.format(person("Eva", mail("eva@q.org"), phone("900")))
    assert values(again, html) == values(wrapper, html)
    assert "<div .person>" in json.dumps(json.loads(file.read_text())["record"])


@pytest.mark.parametrize("content", ["", "{}", '{"format": 9}', '{"format": 1, "record": 3, "states": {}, "whole": 1}'])
def test_a_file_that_is_no_wrapper_says_so(tmp_path: Path, content: str) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(content)
    with pytest.raises(ArtifactError):
        SoftMealy.load(file)


def test_nothing_to_learn_from_is_an_error() -> None:
    with pytest.raises(ConfigError, match="no record is marked"):
        learn_softmealy([labelled_example(parse("<p>x"), [])])


@every_seed(20)
def test_any_page_is_read(wrapper: SoftMealy, seed: int) -> None:
    page = parse(make_page(seed, 150))
    for region in wrapper.find(page):
        assert all(region.row <= record.start < record.end <= len(page) for record in region.records)


def test_a_huge_page_takes_no_long_time(wrapper: SoftMealy) -> None:
    html = FACULTY.format(person("Eva", phone("900")) * 3000)
    assert len(values(wrapper, html)) == 3000


def test_a_huge_example_takes_no_long_time() -> None:
    people = "".join(person(f"Ann {number}", phone(str(number))) for number in range(1500))
    page = parse(FACULTY.format(people))
    records = [
        Record(start=row, end=int(page.end[row]), fields={"name": Field(value=page.text(row + 1), row=row + 1)})
        for row in range(len(page))
        if "person" in page.classes(row)
    ]
    wrapper = learn_softmealy([found_example(page, records, ["name"])])
    assert values(wrapper, FACULTY.format(person("Eva"))) == [{"name": "Eva"}]


def test_fields_that_begin_and_never_end_are_given_up() -> None:
    post = "<li><p>from {0} ;</p></li>"
    page = parse("<ul>" + post.format("Ann Lee") + post.format("Bo") + "</ul>")
    records = [
        Record(start=row, end=int(page.end[row]), fields={"author": Field(value=name, row=row + 2)})
        for row, name in zip(page.rows_of("li").tolist(), ("Ann Lee", "Bo"), strict=True)
    ]
    wrapper = learn_softmealy([found_example(page, records, ["author"])])
    assert values(wrapper, "<ul>" + post.format("Cy") + "</ul>") == [{"author": "Cy"}]
    assert values(wrapper, "<ul><li><p>" + "from x " * 8_000 + "</p></li></ul>") == []
