"""Records of programs that were left out: what is trained on what, the counts, the tables and the documentation."""

import json
from pathlib import Path

import pytest

from bench.places import Missing
from bench.records import left_out
from bench.records.tally import Tally
from bench.records.truth import read
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


def test_every_program_is_scored_by_a_finder_that_was_trained_without_it(data: Path) -> None:
    asked: list[frozenset[str]] = []
    pages: list[Page] = []

    def trainer(without: frozenset[str]) -> left_out.Finder:
        asked.append(without)

        def find(page: Page) -> tuple[Region, ...]:
            pages.append(page)
            return find_records(page)

        return find

    figures = left_out.measure(read(data), left_out.Plan(changes=("scrambled",), workers=1), trainer)
    assert sorted(map(sorted, asked)) == [["discuzx"], ["xenforo"]]
    assert len(pages) == 2 * 6
    forums = figures["changes"]["as served"]["forums"]
    assert list(forums["programs"]) == ["discuzx"]
    assert forums["all"]["threads texts f1"] == pytest.approx(1.0)
    assert set(figures["changes"]["scrambled"]["realworld"]["programs"]) == {"discuzx", "xenforo"}


def test_two_processes_count_what_one_counts(data: Path) -> None:
    cases = read(data)
    one, two = (left_out.score_pages(cases, find_records, "dropped", workers=workers) for workers in (1, 2))
    assert +one.counts == +two.counts
    assert one.counts["threads pages"] == 6


def test_programs_with_few_pages_are_left_out_together(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(left_out, "MANY_PAGES", 4)
    monkeypatch.setattr(left_out, "FEW_PARTS", 1)
    assert left_out.left_out_together(read(data)) == [["discuzx"], ["xenforo"]]
    monkeypatch.setattr(left_out, "MANY_PAGES", 9)
    assert left_out.left_out_together(read(data)) == [["discuzx", "xenforo"]]


def test_what_is_counted() -> None:
    page = parse("<p>One</p><p>Two</p>")
    rows = [int(row) for row in page.rows_of("p")]
    records = tuple(
        TrainingRecord(start=row, end=row + 2, anchor=row + 1, body=row, text=text, author="Ann")
        for row, text in zip(rows, ("One", "Two"), strict=True)
    )
    case = TrainingCase(id="1", page=page, page_type="thread", records=records)
    answers = [
        Record(start=rows[0], end=rows[0] + 2, fields={"body": Field(value="One"), "author": Field(value="Ann")}),
        Record(start=rows[1], end=rows[1] + 2, fields={"body": Field(value="Three")}),
    ]
    tally = Tally()
    tally.add(case, [Region(row=0, records=tuple(answers))])
    figures = tally.figures()
    assert (figures["threads texts f1"], figures["threads places f1"], figures["threads A+D"]) == (0.5, 1.0, 1.0)
    assert figures["threads author"] == 1.0
    other = TrainingCase(id="2", page=page, page_type="other", records=())
    tally.add(other, [Region(row=0, records=tuple(answers))])
    tally.add(other, [])
    assert tally.figures()["other clean"] == 0.5


def test_the_table_is_printed_kept_and_written_into_the_documentation(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert left_out.make(data, tmp_path, left_out.Plan(workers=1), left_out.untrained) == 0
    assert "| forums, as served | 1.000 |" in capsys.readouterr().out
    page = tmp_path / "records.md"
    page.write_text(f"Before\n{left_out.START}\nold\n{left_out.END}\nbehind\n", encoding="utf-8")
    assert left_out.update_docs(page, tmp_path) == 0
    written = page.read_text(encoding="utf-8")
    assert written.startswith(f"Before\n{left_out.START}\n| pages |")
    assert written.endswith(f"{left_out.END}\nbehind\n")
    assert "old" not in written
    page.write_text("no marks", encoding="utf-8")
    with pytest.raises(Missing, match="marks"):
        left_out.update_docs(page, tmp_path)
