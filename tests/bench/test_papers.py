"""The papers' tables beside ours: locators, tables, the pages in docs/papers, and the records made for them."""

import importlib
import json
import math
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bench.datasets import Case
from bench.papers import NOT_MEASURED, PaperRow, PaperTable, overview, paper_a, paper_b, paper_e, tables, update
from bench.papers.locator import NotMeasured, figure
from bench.papers.pages import END, PAGES, START, fill
from bench.papers.tables_e import PaperE, SiteRow
from bench.places import CHECKOUT, Missing
from bench.readme import RECORD
from bench.records import truth
from bench.sites.corpora import SiteCases
from tests.bench.test_records import write_forum
from weft.papers.e.training import NodeScore

# Cells without a figure of ours, and why there is none.
WITHOUT_FIGURE = {
    # a crawl of forums at random, and software that we do not run
    "b1: pages of open-source software in a random crawl: share of the pages",
    "b2: dvbbs: versions",
    # wrappers that a person writes have no share of right pages
    "c2: TSIMMIS: right",
    "c2: Ontology: right",
}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    sites = {"a/x": {"f1": 0.5}, "a/y": {"f1": 0.7}, "b/z": {"f1": 0.1}, "b/empty": {}}
    systems = [{"name": "weft", "f1": 0.9}, {"name": "other", "f1": 0.3}]
    (tmp_path / "made.json").write_text(json.dumps({"sites": sites, "systems": systems, "said": "yes", "n": {"A": 3}}))
    return tmp_path


def test_a_figure_is_found_by_its_keys(record: Path) -> None:
    assert figure("made > sites > a/x > f1", record) == 0.5
    assert figure("made > systems > other > f1", record) == 0.3
    assert figure("made > said", record) == "yes"
    assert figure("mean made > sites > a/* > f1", record) == pytest.approx(0.6)
    assert figure("sum made > sites > * > f1", record) == pytest.approx(1.3)
    assert figure("made > n > A / sum made > n > [AB]", record) == 1.0
    assert figure("mean made > systems > * > f1", record) == pytest.approx(0.6)


@pytest.mark.parametrize(
    "locator",
    [
        "made > sites > none > f1", "none > sites", "made > sites", "made > sites > * > f1",
        "mean made > sites > c/* > f1",
    ],
)  # fmt: skip
def test_what_is_no_figure_is_not_measured(record: Path, locator: str) -> None:
    with pytest.raises(NotMeasured, match=re.escape(locator)):
        figure(locator, record)


def test_every_table_of_the_five_papers_is_there() -> None:
    found = tables(RECORD)
    assert [table.paper for table in found] == sorted(table.paper for table in found)
    assert {table.paper for table in found} == set("ABCDE")
    assert len({table.id for table in found}) == len(found)
    titles = " ".join(table.title for table in found)
    for letter, numbers in {"A": "1 2", "B": "1 2 3 4 5", "D": "1 2 3", "E": "1 2 3"}.items():
        for number in numbers.split():
            assert re.search(rf"Paper {letter}, tables? (\d and )?{number}", titles), f"paper {letter}, table {number}"
    for table in found:
        assert all(len(row.paper) == len(row.ours) == len(table.columns) for row in table.rows), table.id


def test_figures_of_ours_are_measured_but_for_those_we_know_of() -> None:
    found = {cell for table in tables(RECORD) for cell in table.not_measured}
    assert found == WITHOUT_FIGURE
    assert not overview(RECORD).not_measured
    assert not [table.id for table in tables(RECORD) if NOT_MEASURED in table.note]


def test_without_records_nothing_is_said(tmp_path: Path) -> None:
    for table in tables(tmp_path):
        assert all(cell in ("", NOT_MEASURED) for row in table.rows for cell in row.ours), table.id


def test_printed_figures_are_those_of_the_papers() -> None:
    found = {table.id: table for table in tables(RECORD)}
    assert found["a1"].rows[1] == PaperRow("sohu", ("96.5%", "100.0%", *[""] * 4), ("",) * 6)
    assert found["b4"].rows[0].paper == ("142", "1", "2", "55", "0", "98.5%")
    assert found["d1"].rows[0].paper == ("95.46%", "95.92%", "95.67%")
    assert found["e3"].rows[0].paper == ("97.11%", "98.16%", "97.63%")


def test_a_grid_has_the_columns_that_somebody_filled() -> None:
    rows = (PaperRow("theirs", ("1", ""), ("", "")), PaperRow("ours", ("", ""), ("2", "3")))
    table = PaperTable(id="x1", paper="X", title="", columns=("P", "R"), rows=rows, note="")
    assert table.grid() == (["", "P, paper", "P, ours", "R, ours"], [["theirs", "1", "", ""], ["ours", "", "2", "3"]])


def test_tables_are_written_between_their_marks(tmp_path: Path) -> None:
    page = tmp_path / "a.md"
    page.write_text(f"before\n{START.format(id='a2')}\nold\n{END.format(id='a2')}\nafter\n")
    for _ in range(2):
        assert update(tmp_path, RECORD) == 0
    text = page.read_text()
    assert "old" not in text
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "| paper A's method | 4571 |" in text


@pytest.mark.parametrize(("marks", "said"), [(START, "are not there"), (START.replace("{id}", "z9"), "no table 'z9'")])
def test_a_page_with_wrong_marks_is_said(tmp_path: Path, marks: str, said: str) -> None:
    (tmp_path / "a.md").write_text(marks.format(id="a2"))
    with pytest.raises(Missing, match=said):
        update(tmp_path, RECORD)


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)
def test_the_pages_hold_what_the_records_say(page: Path) -> None:
    known = {table.id: table for table in [overview(RECORD), *tables(RECORD)]}
    text = page.read_text(encoding="utf-8")
    assert fill(text, known, page) == text, "make them again: python -m bench papers"


def test_every_table_stands_on_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES.glob("*.md"))
    for table in [overview(RECORD), *tables(RECORD)]:
        assert text.count(START.format(id=table.id)) == 1, table.id


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.name)
def test_what_the_pages_name_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"`(weft\.[\w.]+)`", text):
        assert exists(name), f"{page.name}: {name}"
    for path in re.findall(r"`((?:src|bench|docs)/[\w./-]+)`", text):
        assert (CHECKOUT / path).exists(), f"{page.name}: {path}"


def exists(name: str) -> bool:
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def test_names_are_really_looked_up() -> None:
    assert exists("weft.papers.b.record_paths.HK")
    assert not exists("weft.papers.b.record_paths.KH")


ARTICLE = "<div><ul><li><a href=/>Home</a></ul></div><div id=body><p>{0}</p><p>{0}</p></div><div>{1}</div>"


def test_alphas_of_paper_a(tmp_path: Path) -> None:
    short = "The warp is fixed, and the weft runs through it."
    notes = ["A note at the foot of the page, longer than the body. " * 3, "Foot.", "Foot.", "Foot."]
    cases = []
    for number, note in enumerate(notes):
        path = tmp_path / f"{number}.html"
        path.write_text(ARTICLE.format(short, note))
        text = f"{short}\n{short}"
        cases.append(Case(id=path.stem, path=path, page_type="article", text=text, truth={"template": "t"}))
    found = paper_a.measure_site(SiteCases(corpus="themes", name="s", cases=tuple(cases)))
    assert list(found) == [f"{alpha:g}" for alpha in paper_a.ALPHAS]
    assert found["0.01"] == {"without_clustering": 0.75, "with_clustering": 1.0}


def test_means_leave_sites_without_articles_out() -> None:
    rows = [{"0": {"without_clustering": value, "with_clustering": 1.0}} for value in (0.5, math.nan, 1.0)]
    assert paper_a.means(rows) == {"0": {"without_clustering": 0.75, "with_clustering": 1.0}}


def test_forums_left_out_one_after_the_other(tmp_path: Path) -> None:
    cases = []
    for forum in ("discuzx34_pc", "discuzx35_pc"):  # of one template, the truth says
        write_forum(tmp_path / forum, [4, 5, 6, 4])
        cases += [replace(case, corpus=forum, id=f"{forum}/{case.id}") for case in truth.read(tmp_path / forum)]
    alone = [replace(case, corpus="three", engine="other", id=f"three/{case.id}") for case in cases[:1]]
    found = paper_b.leave_out([*cases, *alone])
    assert found["template"]["thread"] == {"forums": 2, "pages": 8, "whole": 8, "no location": 0, "no template": 0}
    assert found["software"]["list"]["forums"] == 0
    assert found["nothing"]["thread"]["pages"] == 1
    assert found["forums"]["discuzx34_pc"]["engine"] == "discuzx"


def test_pages_of_a_forum_without_a_known_place(tmp_path: Path) -> None:
    write_forum(tmp_path, [4, 5])
    cases = truth.read(tmp_path)
    strange = tmp_path / "strange.html"
    strange.write_text("<p>Nothing of the kind.")
    own = [replace(cases[0], corpus="strange", path=strange)]
    assert paper_b.leave_out([*cases, *own])["forums"]["strange"]["thread"] == {
        "seen": "software",
        "pages": 1,
        "no location": 1,
    }


def test_paper_e_as_a_record() -> None:
    score = NodeScore(0.91234, 0.8)
    row = SiteRow(site="s", pages=2, nodes=9, clean=3, scores={"nodes": score, "pages": score})
    found = paper_e.to_record(
        PaperE(
            sites=(row,),
            models={"nodes": {"svm": score}},
            parameters={},
            features_ms=(1.23456,),
            classification_ms=(0.1,),
        )
    )
    assert found["sites"]["s"]["by_nodes"] == {"precision": 0.9123, "recall": 0.8, "f1": 0.8525}
    assert found["models"]["nodes"]["svm"]["recall"] == 0.8
    assert found["ms_a_page"] == {"features": 1.235, "classification": 0.1, "together": 1.335}
