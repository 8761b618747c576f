"""`make papers`: what is measured anew for the tables, and what is said of figures that moved."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bench.datasets import Case
from bench.papers import flow_b, left_out_b, paper_b, remake, site_tables
from bench.papers.flow_b import cluster_marks, count_clusters, count_whole, pairs_with, try_flow
from bench.papers.pages import PAGES
from bench.papers.remake import Moved, Step, compare, read_cells
from bench.readme import RECORD
from bench.records import truth
from bench.records.clustering import Clusters
from bench.sites.corpora import SiteCases
from bench.sites.shelf import Shelf
from tests.bench.test_records import write_forum
from tests.site_pages import blog_page, make_article
from weft import parse
from weft.content import Field, Record
from weft.model_file import ModelFile
from weft.records.find import RecordSearch, find_records
from weft.records.model import RecordModel, default_model, default_model_bytes


def forum_cases(folder: Path, pages: Sequence[int] = (4, 5, 6, 4)) -> list[truth.Case]:
    write_forum(folder, pages)
    return list(truth.read(folder))


def test_the_flow_on_pages_that_were_not_learned(tmp_path: Path) -> None:
    cases = forum_cases(tmp_path)
    assert try_flow(cases, {"another"}).figures()["all"] == {}
    found = try_flow(cases, {case.engine for case in cases}).figures()
    assert found["templates"] == 1
    assert found["all"] == {"pages": 2, "true": 9, "found": 9, "whole": 9, "pages whole": 2, "by template": 2}
    assert found["list"] == {}


def test_a_record_with_another_author_is_not_whole(tmp_path: Path) -> None:
    case = forum_cases(tmp_path)[0]
    records = list(find_records(case.page)[0].records)
    assert count_whole(case, records)["whole"] == 4
    other = Field(value="Somebody", row=0, source="test")
    records[0] = Record(start=records[0].start, end=records[0].end, fields={**records[0].fields, "author": other})
    counted = count_whole(case, records)
    assert (counted["whole"], counted["pages whole"]) == (3, False)


def test_pairs_of_the_pages_that_were_left_out() -> None:
    own = np.array([True, True, False, False])
    found = pairs_with(Clusters([0, 0, 0, -1]), ["a", "a", "b", "b"], own)
    assert dict(found) == {"found": 3, "true": 1, "right": 1}  # the pair of the two last pages is not theirs


def test_settings_come_from_the_other_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = forum_cases(tmp_path)
    others = [replace(case, engine="other", corpus="other", id=f"other/{case.id}") for case in cases]
    asked: list[list[int]] = []

    def choose(described: object, truths: object, places: list[int]) -> tuple[int, float]:
        asked.append(places)
        return 3, 1 / 3

    monkeypatch.setattr(flow_b, "_choose", choose)
    found = cluster_marks(count_clusters([*cases, *others], {cases[0].engine, "other"}))
    assert asked == [[4, 6], [0, 2]]  # every second page of the others
    assert found["programs"]["other"]["recall"] == 1.0
    assert found["all"]["f1"] < 1  # one build under two names


def test_each_program_is_judged_by_a_finder_without_it(tmp_path: Path) -> None:
    cases = forum_cases(tmp_path)
    program = cases[0].engine
    others = [replace(case, engine="other", corpus="other", id=f"other/{case.id}") for case in cases]
    asked: list[frozenset[str]] = []

    def train(programs: frozenset[str]) -> RecordModel:
        asked.append(programs)
        return default_model()

    found = left_out_b.measure([*cases, *others], train, [[program], ["other", "strange"]])
    assert asked == [{program}, {"other", "strange"}]
    assert {name: flow["all"]["pages"] for name, flow in found["flow"]["programs"].items()} == {
        program: 2,
        "other, strange": 2,
    }
    assert found["flow"]["all"]["whole"] == 18
    assert found["clusters"]["programs"].keys() == {program, "other"}


def test_records_are_found_by_the_model_that_was_trained(tmp_path: Path) -> None:
    page = forum_cases(tmp_path)[0].page
    model = RecordModel.of(ModelFile.from_bytes(default_model_bytes(), name="records"))
    with left_out_b.finding_by(model):
        assert RecordSearch(page).model is model
    assert RecordSearch(page).model is default_model()


def test_settings_are_chosen_by_pairs() -> None:
    sets = [np.array(numbers, np.uint64) for numbers in ([1, 2, 3], [1, 2, 4], [7, 8, 9], [7, 8, 6])]
    alike = [np.array([1, 2, 3], np.uint64)] * 4
    assert flow_b._choose({0: alike, 3: sets}, ["a", "a", "b", "b"], [0, 1, 2, 3])[0] == 3


def test_location_as_printed_and_repaired(tmp_path: Path) -> None:
    write_forum(tmp_path, (4, 5, 6, 4))
    for path in (path for path in tmp_path.rglob("*") if path.is_file()):  # the print wants a div over the records
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("main>", "div>").replace("/main/", "/div/"), encoding="utf-8")
    found = paper_b.locate_as_printed(truth.read(tmp_path))
    assert found["as printed"]["all"]["C"] == 4  # ids of one to three digits
    assert found["repaired"]["all"]["A"] == 4
    assert found["repaired"]["its kind"]["A+D"] == 0


def test_location_left_out_is_the_record_of_that_measure(tmp_path: Path) -> None:
    shutil.copy(RECORD / "records_left_out.json", tmp_path)
    found = paper_b.location_left_out(tmp_path)
    assert 0.5 < found["right"] / found["pages"] <= 1.0
    own = {"threads A + D": {"pages": 4, "served": 0.75}, "boards A + D": {"pages": 2, "served": 1.0}}
    record = {"layouts": {"loom1_default": own, "realworld loom": own}}
    (tmp_path / "records_left_out.json").write_text(json.dumps(record), encoding="utf-8")
    assert paper_b.location_left_out(tmp_path) == {"pages": 6, "right": 5, "threads A+D": 0.75, "boards A+D": 1.0}


@pytest.fixture
def site(tmp_path: Path) -> SiteCases:
    cases = []
    for number in range(12):
        article = make_article(number)
        path = tmp_path / f"{number}.html"
        path.write_text(str(blog_page(article)))
        url = f"http://blog.example/2020/{number}.html"
        truths = {"template": "article"}
        text = "\n".join(article.paragraphs)
        cases.append(Case(id=path.stem, path=path, page_type="article", text=text, truth=truths, url=url))
    return SiteCases(corpus="realsites", name="blog", cases=tuple(cases))


def test_both_papers_on_a_site(site: SiteCases) -> None:
    found = site_tables.measure([site])
    assert not found["failures"]
    assert found["sites"] == {"real": 1, "generated": 0}
    assert found["A"]["real"] == found["A"]["all"]
    assert set(found["A, articles"]["real"]) >= {"with_clustering", "all_pairs", "tree_edit", "cepr", "default"}
    assert found["D"]["real"]["by addresses"]["recall"] > 0.5
    assert found["pairs"]["real"]["addresses"] == 1.0


def test_a_page_like_no_tree_has_its_own_density(site: SiteCases) -> None:
    extract = site_tables.tree_edit_rules(list(Shelf().pages(site).values()))
    assert extract(parse(site.cases[0].data)).chosen_by == "tree_edit"
    assert extract(parse("<ul><li>One<li>Two</ul>" * 9)).chosen_by == "density"


def test_what_moved_is_said() -> None:
    before = {("a1", "0 ten sites", "F1"): "50.0%", ("a1", "1 b", "CPU ms"): "1.0", ("a1", "2 c", "F1"): "1"}
    after = {("a1", "0 eleven sites", "F1"): "51.0%", ("a1", "1 b", "CPU ms"): "1.1", ("a1", "2 c", "F1"): "1"}
    moved = compare(before, after)
    assert [(str(one), one.is_time) for one in moved] == [
        ("a1, eleven sites, F1: 50.0% -> 51.0%", False),
        ("a1, b, CPU ms: 1.0 -> 1.1", True),
    ]
    text = remake.write_words(moved, {"paper_b": 12.0}, 90)
    assert "1 figures moved, and 1 times." in text
    assert "* a1, eleven sites" in text
    assert "paper_b 12" in text


def test_nothing_moved() -> None:
    assert "No figure moved." in remake.write_words([], {}, 1)
    assert str(Moved("a1", "", "2", False)) == "a1: nothing -> 2"


def halve_alphas(data: Path, out: Path) -> int:
    """A step that measures less than the record has."""
    path = out / "paper_a.json"
    record = json.loads(path.read_text())
    record["alphas"]["0.3"]["with_clustering"] = 0.123
    path.write_text(json.dumps(record))
    return 0


def test_records_are_kept_and_pages_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, pages = tmp_path / "record", tmp_path / "pages"
    shutil.copytree(RECORD, record)
    pages.mkdir()
    shutil.copy(PAGES / "a.md", pages)
    monkeypatch.setattr(remake, "STEPS", {"paper_a": Step(halve_alphas, ("paper_a.json",))})
    monkeypatch.setattr(remake, "run_steps", lambda data, out, names: {name: halve_alphas(data, out) for name in names})
    assert remake.remake(tmp_path, record=record, pages=pages) == 0
    assert "| 0.3 (the paper's) |" in (pages / "a.md").read_text()
    assert "12.3%" in (pages / "a.md").read_text()
    assert "with" not in (record / "papers.md").read_text().partition("a5,")[0].partition("moved")[2]
    assert read_cells(record)["a5", "6 0.3 (the paper's)", "rule by true template"] == "12.3%"
