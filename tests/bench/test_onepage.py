"""The one HTML report, assembled from made-up records."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from bench.datasets import Case
from bench.onepage import assemble, write_report
from bench.onepage.scatter import Dot, scatter
from bench.report import as_json
from bench.structures import report as structures
from bench.structures.answers import Answers
from tests.bench.made_up_record import system, write_run


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(assemble, "paper_part", lambda folder: '<section id="papers"></section>')
    wcxb = [
        system("weft", 0.95),
        system("weft (cross-validated)", 0.87, ms=None),
        system("trafilatura", 0.82, ms=40.0, errors=[{"id": "7", "error": "Timeout: over 60 s"}]),
        system("goose3", 0.66, ms=230.0, pages=5),
        system("html2text", 0.99, ms=20.0),
        system("lexbor", 0.0, ms=0.8),
    ]
    write_run(tmp_path, "wcxb-dev", wcxb)
    sites = [system("weft", 0.80), system("weft site", 0.91), system("trafilatura", 0.85, ms=30.0)]
    write_run(tmp_path, "sites/cx", sites, measure="token_f1")
    return tmp_path


class Links(HTMLParser):
    """What a page would load, and where it points."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.anchors: list[str] = []
        self.ids: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        if tag == "a":
            self.anchors.append(given["href"])
        elif "src" in given or tag == "link":
            self.loaded.append(given.get("src") or given["href"])


def read_report(record: Path) -> str:
    return write_report(record, views=record / "views").read_text(encoding="utf-8")


def test_weft_is_shown_as_it_was_cross_validated(record: Path) -> None:
    text = read_report(record)
    assert "0.8700" in text
    assert "0.9500" not in text
    assert "cross-validated by domain" in text


def test_the_best_of_a_row_is_bold_and_what_keeps_everything_does_not_compete(record: Path) -> None:
    overview = read_report(record).partition('<section id="wcxb-dev">')[0]
    assert "<b>0.870</b>" in overview
    assert "<b>0.910</b>" in overview  # weft site
    assert "0.990" not in overview
    assert "0.660*" in overview  # asked for some of the pages only
    assert "2 of 2" in overview
    assert "Behind a peer" not in overview


def test_where_a_peer_is_ahead_is_said_on_the_first_screen(record: Path) -> None:
    write_run(record, "magic", [system("weft", 0.5), system("gne", 0.6)], measure="token_f1")
    text = read_report(record)
    assert "2 of 3" in text
    assert "Behind a peer: magic (0.500; gne 0.600)." in text


def test_each_table_says_which_pages_when_and_where(record: Path) -> None:
    text = read_report(record)
    for said in ("40 of 80 pages, evenly spread", "2026-11-15 10:00 UTC", "commit abc1234", "a loom, load 0.1"):
        assert said in text
    assert "Timeout" in text


def test_the_report_needs_nothing_else_and_is_the_same_every_time(record: Path) -> None:
    text = read_report(record)
    assert text == read_report(record)
    links = Links(text)
    assert all(link.startswith("data:") for link in links.loaded)
    assert {link.removeprefix("#") for link in links.anchors if link.startswith("#")} <= set(links.ids)


def test_an_empty_folder_gives_an_empty_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assemble, "paper_part", lambda folder: "")
    assert "In one minute" in read_report(tmp_path)


def test_names_on_the_plot_do_not_cover_each_other() -> None:
    dots = [Dot(name=f"system {n}", ms=10 + n / 10, quality=0.8, low=0.79, high=0.81) for n in range(8)]
    drawing = scatter(dots, measure="word F1", base_ms=1.0)
    places = {line.split(">")[0] for line in drawing.split('<text class="theirs"')[1:]}
    assert len(places) == 8
    assert drawing.count("<circle") == 8
    assert scatter([], measure="word F1") == ""


def test_structures_have_a_section_with_both_tables(record: Path) -> None:
    path = record / "page.html"
    path.write_text("<h2>Looms of ash</h2><p>They are light, and last.</p>", encoding="utf-8")
    case = Case(id="page", path=path, text="Looms of ash\nThey are light, and last.")
    found = structures.measure([case], [Answers(name="weft", by_page={"page": "## Looms of ash"})])
    (record / "structures.json").write_text(as_json({**found, "dataset": "wcxb-dev", "whole": 1}), encoding="utf-8")
    text = read_report(record)
    assert 'id="structures"' in text
    assert "Structure recall" in text
    assert "Holes and pictures" in text


def test_published_figures_stand_apart_and_say_whose_they_are(record: Path) -> None:
    before, _, after = read_report(record).partition('<section id="cited">')
    assert "MinerU-HTML 1.1" not in before
    assert "MinerU-HTML 1.1" in after
    assert "arXiv 2511.23119" in after
