"""Documents against a person's marks.

Token scores.
"""

from collections.abc import Sequence

import numpy as np
import pytest

from weft import Document, Field, Label, Metadata, NoMatch, parse
from weft.scoring import FieldScore, PageScore, Score, field_names, score_marks, summarise_scores, token_score, tokens
from weft.scoring.marks import marked_blocks

PAGE = parse(
    "<nav>Menu</nav><main><h1>Looms</h1><p>One two</p><aside>Buy</aside><p hidden>Gone</p></main>"
    "<i>4 September 2022</i><b>Ann</b>"
)
NAV, MAIN, TITLE, ASIDE, DATE, AUTHOR = (int(PAGE.rows_of(tag)[0]) for tag in ("nav", "main", "h1", "aside", "i", "b"))


def label(name: str, *rows: int) -> Label:
    return Label(page_id="a", rows=rows, name=name)


BODY = [label("body", MAIN), label("noise", ASIDE)]


def document(keep: Sequence[int] = (), *, metadata: Metadata = Metadata(), **fields: Field) -> Document:
    return Document(
        page=PAGE, keep=np.array(keep, np.int64), chosen_by="x", fields=fields, find_metadata=lambda _: metadata
    )


def test_the_marked_body_is_what_is_shown_less_noise() -> None:
    assert [PAGE.blocks.text(block) for block in marked_blocks(PAGE, BODY)] == ["Looms", "One two"]


def test_body() -> None:
    assert score_marks("a", document([2]), BODY, names=()).body == Score(1.0, 2 / 3)
    assert score_marks("a", document([0, 1, 2]), BODY, names=()).body == Score(0.75, 1.0)
    assert score_marks("a", document([2]), [label("title", TITLE)], names=()).body is None


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (Field(value="looms"), 1),
        (Field(value="Other"), 0),
        (Field(value="Loo", row=TITLE + 1), 1),  # the text in the marked element
        (Field(value="Loo", row=NAV), 0),
    ],
)
def test_a_field_is_right_by_its_value_or_by_its_place(found: Field, right: int) -> None:
    score = score_marks("a", document(title=found), [label("title", TITLE)], names=["title"])
    assert score.fields == {"title": FieldScore(right=right, found=1, marked=1)}


def test_dates_and_metadata() -> None:
    metadata = Metadata(date=Field(value="2022-09-04T06:00:00Z"), author=Field(value="Bob"))
    marks = [label("date", DATE), label("author", AUTHOR)]
    score = score_marks("a", document(metadata=metadata), marks, names=["author", "date", "price"])
    assert score.fields == {
        "author": FieldScore(right=0, found=1, marked=1),
        "date": FieldScore(right=1, found=1, marked=1),
        "price": FieldScore(right=0, found=0, marked=0),
    }


def test_only_marked_names_are_asked_for() -> None:
    marks = [*BODY, label("record", 1), label("isbn", 2)]
    assert field_names(marks) == {"isbn"}
    score = score_marks("a", document(other=Field(value="x")), BODY, names=["isbn"])
    assert score.fields == {}  # no field was marked on this page


def test_a_row_that_is_not_there() -> None:
    with pytest.raises(NoMatch, match="row 999 was marked"):
        score_marks("a", document(), [label("body", 999)], names=())


def test_summary() -> None:
    pages = [
        PageScore(page_id="a", body=Score(1.0, 1.0), fields={"x": FieldScore(right=1, found=1, marked=1)}),
        PageScore(page_id="b", body=Score(0.5, 0.5), fields={"x": FieldScore(right=0, found=1, marked=1)}),
        PageScore(page_id="c", fields={"x": FieldScore(right=0, found=0, marked=1)}),
    ]
    found = summarise_scores(pages)
    assert (found.pages, found.precision, found.recall, found.f1, found.right) == (2, 0.75, 0.75, 0.75, 0.5)
    assert found.fields == {"x": FieldScore(right=1, found=2, marked=3)}
    assert found.to_dict()["field_f1"] == pytest.approx(0.4)
    assert pages[2].to_dict()["body"] is None


def test_no_pages() -> None:
    assert summarise_scores([]).to_dict() == {
        "pages": 0, "precision": 0.0, "recall": 0.0, "f1": 0.0, "right": 0.0, "fields": {}, "field_f1": None
    }  # fmt: skip


def test_tokens_of_two_scripts() -> None:
    assert tokens("The weft, the 纬线") == {"the": 2, "weft": 1, "纬": 1, "线": 1}


@pytest.mark.parametrize(
    ("answer", "truth", "expected"),
    [
        ("", "", Score(1.0, 1.0)),
        ("a", "", Score(0.0, 0.0)),
        ("", "a", Score(0.0, 0.0)),
        ("a b", "B c c c", Score(0.5, 0.25)),
        ("a a a", "a", Score(1 / 3, 1.0)),
    ],
)
def test_scores(answer: str, truth: str, expected: Score) -> None:
    assert token_score(answer, truth) == expected


def test_f1() -> None:
    assert Score(0.5, 0.25).f1 == pytest.approx(1 / 3)
    assert Score(0.0, 0.0).f1 == 0.0
