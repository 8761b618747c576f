"""The truth of listings and how records are judged by it, on pages of our own."""

import json
from pathlib import Path

import pytest

from bench.records import listing_report, listing_truth
from bench.records.listing_judge import judge_listing
from bench.records.listing_pages import JUDGE, LEARNING
from bench.records.listing_truth import FIELDS, ListingCase, select
from weft import parse
from weft.content import Field, Record
from weft.sites.templates.locator import Locator

CARD = (
    "<li class=card><a href=/{0}><img src=/grey.png><img src=/{0}.jpg></a><h3><a href=/{0}>Loom {0}</a></h3>"
    "<b class=price>${0}.50</b><i>4.{0} of 5</i></li>"
)
HTML = "<ul>" + "".join(CARD.format(n) for n in range(1, 5)) + "<li class=card>An advertisement</li></ul>"
ANSWER = {
    "records": ["li.card"], "title": "h3 > a", "price": ["b.none", "b.price"], "rating": "i", "url": "h3 > a",
    "image": "img", "count": 4,
}  # fmt: skip


def case_of(tmp_path: Path, *answers: dict[str, object], html: str = HTML) -> ListingCase:
    path = tmp_path / "page.html"
    path.write_text(html, encoding="utf-8")
    return ListingCase(
        id="1", half=JUDGE, kind="cards", answers=answers, path=path, url="https://weft.example/list"
    )  # fmt: skip


def answers_of(case: ListingCase) -> list[Record]:
    page = case.page
    records = []
    for item in case.lists[0]:
        number = page.text(item.rows["title"])[-1]
        values = {
            "title": (page.text(item.rows["title"]), item.rows["title"]),
            "price": (f"${number}.50", item.rows["price"]),
            "rating": (f"4.{number}", item.rows["rating"]),
            "url": (f"https://weft.example/{number}", item.rows["url"]),
            "image": (f"https://weft.example/{number}.jpg", item.rows["image"]),
        }
        fields = {name: Field(value=value, row=row) for name, (value, row) in values.items()}
        records.append(Record(start=item.start, end=item.end, fields=fields))
    return records


def test_records_and_fields_that_are_right(tmp_path: Path) -> None:
    case = case_of(tmp_path, ANSWER)
    verdict = judge_listing(case, answers_of(case))
    assert (verdict.found, verdict.right, verdict.true, verdict.f1) == (4, 4, 4, 1.0)
    assert {name: dict(verdict.fields[name]) for name in FIELDS} == {
        name: {"true": 4, "given": 4, "right": 4} for name in FIELDS
    }


def test_what_is_wrong_counts(tmp_path: Path) -> None:
    case = case_of(tmp_path, ANSWER)
    first, second, third, _ = answers_of(case)
    wrong = {**first.fields, "price": Field(value="$9.99", row=1), "url": Field(value="https://weft.example/2", row=1)}
    joined = Record(start=second.start, end=third.end, fields={})
    verdict = judge_listing(case, [Record(start=first.start, end=first.end, fields=wrong), joined])
    assert (verdict.found, verdict.right) == (2, 1)
    assert [verdict.fields[name]["right"] for name in FIELDS] == [1, 0, 1, 0, 1]


def test_where_nothing_is_listed_only_nothing_is_right(tmp_path: Path) -> None:
    case = case_of(tmp_path)
    assert judge_listing(case, []).f1 == 1
    assert judge_listing(case, [Record(start=1, end=2)]).f1 == 0


def test_any_of_several_answers_is_right(tmp_path: Path) -> None:
    other = {"records": ["h3"], "title": "a", "count": 4}
    case = case_of(tmp_path, other, ANSWER)
    assert judge_listing(case, answers_of(case_of(tmp_path, ANSWER))).f1 == 1


def test_a_truth_that_has_moved_says_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="4 records where 5 were read"):
        _ = case_of(tmp_path, {**ANSWER, "count": 5}).lists


def test_locators_are_looked_up_from_the_last_step() -> None:
    page = parse("<div id=a><p><b>one</b></p></div><div><p class='x y'><b>two</b><b>three</b></p></div>")
    for locator, texts in {"#a b": ["one"], "p.x > b[2]": ["three"], "div > b": [], ".": [""]}.items():
        assert [page.text(row) if row >= 0 else "" for row in select(page, locator)] == texts


def test_the_truth_is_whole_and_has_no_text() -> None:
    pages = json.loads(listing_truth.FILE.read_bytes())["pages"]
    assert [sum(page["half"] == half for page in pages) for half in (LEARNING, JUDGE)] == [30, 30]
    names = {"records", "title", "price", "rating", "url", "image", "needs", "count"}
    for answer in (answer for page in pages for answer in page["answers"]):
        assert set(answer) <= names
        locators = [
            one
            for name, some in answer.items()
            if name != "count"
            for one in ([some] if isinstance(some, str) else some)
        ]
        assert all(locator == "." or Locator.parse(locator).steps for locator in locators)


def test_the_report(tmp_path: Path) -> None:
    case = case_of(tmp_path, ANSWER)
    report = listing_report.measure([case])
    assert report["halves"][JUDGE]["records"] == {"found": 4, "right": 4, "true": 4}
    assert report["halves"][LEARNING]["pages"] == 0
    assert "| judge | 1 | 1.000 | 1 | 0 | 1.00 / 1.00 |" in listing_report.table(report)
