"""Records of programs that were left out: what is trained on what, the counts, the tables and the documentation."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bench.places import Missing
from bench.records import left_out
from bench.records.left_out import Finder
from bench.records.marks import page_marks
from bench.records.truth import read_all
from tests.bench.test_records import write_forum
from weft import parse
from weft.content import Field, Record, Region
from weft.page import Page
from weft.records.find import find_records
from weft.training.augment.cases import TrainingCase, TrainingRecord


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write_forum(folder, [4, 5, 6])
    entries = [json.loads(line) for line in (folder / "forums/loom1_default/truth.jsonl").read_text().splitlines()]
    real = folder / "forums" / "realworld"
    real.mkdir()
    for place, entry in enumerate(entries):
        entry["file"], entry["engine"] = f"../loom1_default/{entry['file']}", ("xenforo", "discuzx")[place % 2]
    (real / "truth.jsonl").write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return folder


def test_every_family_is_scored_by_a_finder_that_was_trained_without_it(data: Path) -> None:
    asked: list[frozenset[str]] = []
    pages: list[Page] = []

    def trainer(without: frozenset[str]) -> Finder:
        asked.append(without)

        def find(page: Page) -> tuple[Region, ...]:
            pages.append(page)
            return find_records(page)

        return Finder(find=find)

    report = left_out.measure(read_all(data), left_out.Plan(workers=1), trainer)
    assert sorted(map(sorted, asked)) == [["discuzx"], ["xenforo"]]
    assert len(pages) == 2 * 6
    assert list(report["layouts"]) == ["loom1_default", "realworld discuzx", "realworld xenforo"]
    assert report["figures"]["programs"]["threads"]["served"] == pytest.approx(1.0)
    assert report["figures"]["realworld"]["threads"]["pages"] == 3


def test_two_processes_mark_what_one_marks(data: Path) -> None:
    cases, finder = read_all(data), left_out.untrained(frozenset())
    one, two = (left_out.mark_pages(cases, finder, workers=workers) for workers in (1, 2))
    assert sorted(one) == sorted(two)
    assert {mark[2] for mark in one} == set(left_out.VIEWS)


def test_families_with_few_pages_are_left_out_together(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(left_out, "MANY_PAGES", 3)
    cases = read_all(data)
    assert left_out.left_out_together(cases) == [["discuzx"], ["xenforo"]]
    assert left_out.left_out_together(cases, 1) == [["discuzx", "xenforo"]]
    forks = [
        replace(case, engine="punbb") if number % 2 else replace(case, engine="fluxbb")
        for number, case in enumerate(cases)
    ]
    assert left_out.left_out_together(forks) == [["fluxbb"]]


def test_a_layout_counts_however_many_pages_it_has_and_the_lower_view_is_the_figure() -> None:
    marks = [("a", "threads", "served", 1.0)] * 9 + [("b", "threads", "served", 0.5)]
    marks += [("a", "threads", "scrambled", 1.0), ("b", "threads", "scrambled", 0.0)]
    marks += [("a", "threads", f"served {left_out.CEILINGS[0]}", 0.9)]
    figures = left_out.figures_of(marks)["threads"]
    assert figures == {"pages": 10, "figure": 0.5, "served": 0.75, "scrambled": 0.5, left_out.CEILINGS[0]: 0.9}
    report = {"figures": {"programs": {"threads": figures}, "realworld": {}}}
    assert "| threads | 10 | 0.500 | 0.750 | 0.500 | 0.900 |" in left_out.table(report)
    assert left_out.CEILINGS[1] not in left_out.table(report)


def test_a_finder_tells_what_it_would_reach(data: Path) -> None:
    finder = Finder(find=find_records, ceilings=lambda case: {left_out.CEILINGS[2]: len(case.records) / 10})
    marks = left_out.mark_pages(read_all(data)[:1], finder)
    told = [(measured, value) for _, measured, column, value in marks if column == f"served {left_out.CEILINGS[2]}"]
    assert told == [("threads", 0.4)]


def test_what_a_page_is_marked_by() -> None:
    page = parse("<p>One</p><p>Two</p>")
    rows = [int(row) for row in page.rows_of("p")]
    records = tuple(
        TrainingRecord(start=row, end=row + 2, anchor=row + 1, body=row, text=text, author="Ann")
        for row, text in zip(rows, ("One", "Two"), strict=True)
    )
    case = TrainingCase(id="1", page=page, page_type="thread", records=records)
    answers = (
        Record(start=rows[0], end=rows[0] + 2, fields={"body": Field(value="One"), "author": Field(value="Ann")}),
        Record(start=rows[1], end=rows[1] + 2, fields={"body": Field(value="Three")}),
    )
    region = Region(row=0, records=answers)
    marks = page_marks(case, [region])
    assert marks["threads"] == marks["2–3 posts"] == 0.5
    assert (marks["threads A + D"], marks["authors"], marks["nothing besides"]) == (1.0, 1.0, 0.5)
    assert page_marks(case, [])["threads"] == 0.0
    alone = replace(case, records=records[:1])
    assert page_marks(alone, [region])["one post right or none"] == 0.0
    assert page_marks(alone, [])["one post right or none"] == 1.0
    other = replace(case, page_type="other", records=())
    assert page_marks(other, [region]) == {"other pages clean": 0.0}
    assert page_marks(other, []) == {"other pages clean": 1.0}


def test_the_table_is_printed_kept_and_written_into_the_documentation(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert left_out.make(data, tmp_path, left_out.Plan(workers=1), left_out.untrained) == 0
    assert "| threads | 3 | " in capsys.readouterr().out
    page = tmp_path / "records.md"
    page.write_text(f"Before\n{left_out.START}\nold\n{left_out.END}\nbehind\n", encoding="utf-8")
    assert left_out.update_docs(page, tmp_path) == 0
    written = page.read_text(encoding="utf-8")
    assert written.startswith(f"Before\n{left_out.START}\n|  | pages |")
    assert written.endswith(f"{left_out.END}\nbehind\n")
    assert "old" not in written
    page.write_text("no marks", encoding="utf-8")
    with pytest.raises(Missing, match="marks"):
        left_out.update_docs(page, tmp_path)
