"""What a click does to the marks of a page."""

import random

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.content import Label
from weft.errors import ConfigError
from weft.page import Page
from weft.studio.marking import NO_MARKS, Marks, check_rows, click, marked_body, move, read_marks, tidy

PAGE = parse(
    "<body><div id=a><h1 id=t>Title</h1><div id=b><p id=c>one</p><p id=d>two</p></div><p id=e>three</p></div>"
    "<ul id=l><li id=x><b id=y>four</b></li><li id=z>five</li></ul>"
)


def row(name: str) -> int:
    return next(row for row in range(len(PAGE)) if PAGE.id(row) == name)


def press(*clicks: tuple[str, str]) -> dict[str, str]:
    """The marks by id after some clicks."""
    marks = NO_MARKS
    for where, name in clicks:
        marks = click(marks, PAGE, [row(where)], name)
    return {PAGE.id(place): name for place, name in marks.names.items()}


@pytest.mark.parametrize(
    ("clicks", "left"),
    [
        ([("a", "body")], {"a": "body"}),
        ([("a", "body"), ("a", "body")], {}),
        ([("a", "body"), ("a", "noise")], {"a": "noise"}),
        ([("a", "body"), ("a", "")], {}),
        ([("a", "")], {}),
        ([("a", "body"), ("b", "body")], {"b": "body"}),  # narrower
        ([("b", "body"), ("a", "body")], {"a": "body"}),  # wider
        ([("c", "body"), ("d", "body"), ("b", "body")], {"b": "body"}),
        ([("c", "body"), ("e", "body")], {"c": "body", "e": "body"}),
        ([("a", "body"), ("b", "noise")], {"a": "body", "b": "noise"}),
        ([("a", "body"), ("b", "noise"), ("b", "body")], {"a": "body"}),  # the exception is gone
        ([("a", "body"), ("b", "noise"), ("c", "body")], {"a": "body", "b": "noise", "c": "body"}),
        ([("a", "body"), ("b", "noise"), ("c", "body"), ("c", "noise")], {"a": "body", "b": "noise"}),
        ([("a", "body"), ("b", "noise"), ("c", "noise")], {"a": "body", "c": "noise"}),  # narrower noise
        ([("a", "body"), ("b", "noise"), ("b", "")], {"a": "body"}),
        ([("b", "noise"), ("a", "body")], {"a": "body", "b": "noise"}),
        ([("b", "noise"), ("a", "noise")], {"a": "noise"}),
        ([("a", "body"), ("t", "title")], {"a": "body", "t": "title"}),
        ([("t", "title"), ("t", "author")], {"t": "author"}),
        ([("x", "record"), ("z", "record"), ("y", "price")], {"x": "record", "y": "price", "z": "record"}),
        ([("x", "record"), ("z", "record"), ("l", "record")], {"l": "record"}),
        ([("l", "record"), ("x", "record")], {"x": "record"}),
    ],
)
def test_the_rules(clicks: list[tuple[str, str]], left: dict[str, str]):
    assert press(*clicks) == left


def test_all_of_a_kind_at_once_and_off_again():
    rows = [row("c"), row("d")]
    marks = click(NO_MARKS, PAGE, [row("a")], "body")
    marks = click(marks, PAGE, rows, "body")
    assert marks.names == {row("c"): "body", row("d"): "body"}
    half = click(marks, PAGE, [row("c")], "")
    assert click(half, PAGE, rows, "body") == marks
    assert not click(marks, PAGE, rows, "body")


def test_a_mark_moves_wider_and_narrower():
    marks = Marks({row("c"): "body", row("t"): "title"}, done=True)
    wider = move(marks, PAGE, start=row("c"), to=row("b"))
    assert wider.names == {row("t"): "title", row("b"): "body"}
    assert wider.done
    assert move(wider, PAGE, start=row("b"), to=row("c")).names == marks.names
    assert move(marks, PAGE, start=row("e"), to=row("b")) == marks


@every_seed(40)
def test_no_order_of_clicks_breaks_the_rules(seed):
    rng = random.Random(seed)
    page = parse(make_page(seed, size=60))
    marks = NO_MARKS
    for _ in range(25):
        rows = sorted(rng.sample(range(len(page)), rng.choice([1, 1, 1, 3])))
        name = rng.choice(["body", "noise", "record", "price", ""])
        before, marks = marks, click(marks, page, rows, name)
        check_plain(page, marks)
        assert tidy(marks, page) == marks
        if name and len(rows) == 1 and before.names.get(rows[0]) != name:
            assert meaning(page, marks, rows[0], name)


def check_plain(page: Page, marks: Marks) -> None:
    """No mark says what the nearest one above says."""
    for place, name in marks.names.items():
        rivals = {"body", "noise"} if name in ("body", "noise") else {name}
        above = [marks.names[one] for one in page.ancestors(place) if marks.names.get(one) in rivals]
        assert not above or above[0] != name


def meaning(page: Page, marks: Marks, place: int, name: str) -> bool:
    """Whether a row is what it was called: by its own mark or the nearest one above."""
    rivals = {"body", "noise"} if name in ("body", "noise") else {name}
    return (
        next((marks.names[one] for one in (place, *page.ancestors(place)) if marks.names.get(one) in rivals), "")
        == name
    )


def test_marks_come_back_from_json():
    marks = Marks({3: "body", 9: "title", 12: "body"}, done=True)
    assert read_marks(marks.to_json()) == marks
    assert read_marks({}) == NO_MARKS
    assert marks.to_json() == {
        "marks": [{"name": "body", "rows": [3, 12]}, {"name": "title", "rows": [9]}],
        "done": True,
    }


@pytest.mark.parametrize(
    "value",
    [
        {"marks": 1},
        {"marks": {}},
        {"marks": [1]},
        {"marks": [{"rows": [1]}]},
        {"marks": [{"name": "body"}]},
        {"marks": [{"name": "body", "rows": 1}]},
        {"marks": [{"name": "body", "rows": [-1]}]},
        {"marks": [{"name": "body", "rows": [True]}]},
        {"marks": [{"name": "body", "rows": ["1"]}]},
        {"marks": [{"name": "body", "rows": [1.0]}]},
        {"marks": [{"name": "", "rows": [1]}]},
        {"marks": [{"name": "a b", "rows": [1]}]},
        {"marks": [{"name": "<b>", "rows": [1]}]},
        {"marks": [{"name": "a" * 41, "rows": [1]}]},
        {"marks": [{"name": 1, "rows": [1]}]},
        {"marks": [{"name": "body", "rows": list(range(20_001))}]},
        {"marks": [], "done": 1},
    ],
)
def test_what_is_no_marks_is_refused(value: dict[str, object]):
    with pytest.raises(ConfigError):
        read_marks(value)


def test_rows_outside_of_the_page_are_refused():
    check_rows(PAGE, [0, len(PAGE) - 1])
    with pytest.raises(ConfigError, match="outside"):
        check_rows(PAGE, [len(PAGE)])


def test_labels_are_the_marks_each_record_by_itself():
    labels = Marks({3: "body", 20: "record", 30: "record", 9: "title"}).to_labels("a.html")
    assert labels == [
        Label(page_id="a.html", rows=(3,), name="body"),
        Label(page_id="a.html", rows=(9,), name="title"),
        Label(page_id="a.html", rows=(20,), name="record"),
        Label(page_id="a.html", rows=(30,), name="record"),
    ]


def test_a_marked_title_is_no_body_unless_it_is_a_records():
    says = marked_body(PAGE, Marks({row("a"): "body", row("t"): "title"}))
    assert says.tolist() == [-1, 1, 1, 1, 0, 0]
    says = marked_body(PAGE, Marks({row("l"): "body", row("x"): "record", row("y"): "title"}))
    assert says.tolist() == [0, 0, 0, 0, 1, 1]
    assert marked_body(PAGE, NO_MARKS).tolist() == np.zeros(6).tolist()


def test_what_is_said_of_the_page_stays_with_its_marks():
    marks = Marks({row("c"): "body"}, aside="unsure", note="two titles")
    assert read_marks(marks.to_json()) == marks
    wider = click(marks, PAGE, [row("b")], "body")
    assert (wider.aside, wider.note) == ("unsure", "two titles")
    assert move(marks, PAGE, start=row("c"), to=row("d")).note == "two titles"


@pytest.mark.parametrize(
    "value", [{"aside": "later"}, {"aside": 1}, {"aside": "skipped", "done": True}, {"note": 3}, {"note": "x" * 2_001}]
)
def test_what_may_not_be_said_of_a_page(value):
    with pytest.raises(ConfigError):
        read_marks(value)
