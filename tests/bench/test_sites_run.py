"""The protocols and the report, on a tiny site and a learner that stands in for weft's."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import weft
from bench.__main__ import main
from bench.datasets import Case
from bench.sites import bodies, clustering, cost, fields, methods
from bench.sites.corpora import read_sites, thirds
from bench.sites.generated import TEMPLATES, make_pages
from bench.sites.sheet import Sheet, html, markdown
from bench.sites.shelf import Shelf
from weft.sites.templates.template import UNGUARDED, Guard

POST = "<body><h1>{0}</h1><div class=body><p>{0} is the body of this page, woven of several words.</p></div><p>Foot</p>"
LIST = "<body><ul><li><a href=/1>{0}</a></li><li><a href=/2>Two</a></li></ul><p>Foot</p>"
NAMES = ("Warp", "Weft", "Loom", "Reed", "Flax", "Silk", "Dye", "Wool", "Mill")


@dataclass(frozen=True)
class Kind:
    """Stands in for a similarity: 1 where both pages have a list, or neither has."""

    def describe(self, page: weft.Page) -> bool:
        return bool(len(page.rows_of("li")))

    def matrix(self, kinds):
        return np.equal.outer(np.array(kinds), np.array(kinds)).astype(float)


class Groups:
    """Stands in for a clustering."""

    def group(self, kinds, similarity):
        return [np.flatnonzero(np.array(kinds) == kind) for kind in sorted(set(kinds))]


class Body:
    """Stands in for a learner and what it learned: the blocks in a `div`."""

    def __call__(self, sample):
        assert sample.pages
        return self

    def choose(self, page: weft.Page) -> NDArray[np.int64]:
        rows = page.rows_of("div")
        return page.blocks.under(int(rows[0]), int(page.end[rows[0]])) if len(rows) else np.zeros(0, dtype=np.int64)


@dataclass(frozen=True)
class Template:
    body: Body
    is_learned: bool = True
    guard: Guard = UNGUARDED


@dataclass(frozen=True)
class Cluster:
    page_ids: list[str]
    template: Template = Template(Body())


@dataclass(frozen=True)
class LearnedSite:
    clusters: list[Cluster]
    fallback: str = "block_classifier"
    learner: str = "slots"

    def extract(self, html, url=None):
        page = html if isinstance(html, weft.Page) else weft.parse(html, url=url)
        heading = page.rows_of("h1")
        value = page.text(int(heading[0])) if len(heading) else ""
        kind = "listing" if Kind().describe(page) else "article"
        found = {"name": weft.Field(value=value)} if value else {}
        return weft.Document(page=page, keep=Body().choose(page), chosen_by="template", page_type=kind, fields=found)


def learn(pages, labels=None, **choices):
    ids = [page[0] if isinstance(page, tuple) else page.id for page in pages]
    return LearnedSite(
        [Cluster([page for page in ids if "post" in page]), Cluster([p for p in ids if "post" not in p])]
    )


@pytest.fixture(autouse=True)
def _stand_ins(monkeypatch) -> None:
    monkeypatch.setattr(weft, "learn", learn)
    monkeypatch.setattr(weft, "SIMILARITIES", {"kind": Kind()})
    monkeypatch.setattr(weft, "CLUSTERINGS", {"groups": Groups()})
    names = ("body", "block_rule", "delete_same")
    monkeypatch.setattr(weft, "LEARNERS", dict.fromkeys(names, Body()))


def write_site(folder: Path) -> None:
    lines = []
    (folder / "pages").mkdir(parents=True)
    for number, name in enumerate(NAMES):
        is_list = number % 3 == 1
        file = f"pages/{'list' if is_list else 'post'}-{number}.html"
        (folder / file).write_text((LIST if is_list else POST).format(name), encoding="utf-8")
        text = None if is_list else f"{name} is the body of this page, woven of several words."
        kind = "list" if is_list else "article"
        entry = {"file": file, "site": folder.name, "url": "", "page_type": kind, "template": kind, "text": text}
        lines.append(json.dumps({**entry, "fields": {"name": [] if is_list else [name]}}))
    (folder / "truth.jsonl").write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture
def data(tmp_path) -> Path:
    for corpus in ("sites/themes", "sites/big9", "sites/cx", "sites/l3s-gn1", "swde"):
        write_site(tmp_path / corpus / "looms")
    write_site(tmp_path / "sites" / "realsites" / "mills")
    return tmp_path


def test_sites_are_read_with_their_templates(data) -> None:
    write_site(data / "sites" / "themes" / "mills")
    sites = read_sites(data, ("themes",))
    assert [site.name for site in sites] == ["looms", "mills"]
    assert set(sites[0].templates.values()) == {"article", "list"}
    assert len(read_sites(data, ("themes", "big9"), sites=1)) == 2


def test_every_third_page_is_held_out(data) -> None:
    [site] = read_sites(data, ("themes",))
    given, held = thirds(site)
    assert (len(given.cases), len(held.cases)) == (6, 3)
    assert not {case.id for case in given.cases} & {case.id for case in held.cases}


def test_bodies_by_method_and_split(data) -> None:
    record = bodies.measure_bodies(read_sites(data, ("themes", "l3s-gn1")), methods.all_methods(Shelf()))
    assert record["failures"] == {}
    names = ("body x true", "body x found", "default", "weft.extract", "density")
    assert all(name in record["methods"] for name in names)
    default = record["methods"]["default"]
    assert default["whole"]["corpora"]["all"]["f1"] == 1.0
    assert default["whole"]["corpora"]["all"]["known_non_articles"] == 1.0
    assert default["whole"]["sites"]["themes/looms"]["pages"] == 9
    assert default["held_out"]["corpora"]["all"]["f1"] == 1.0
    assert "known_articles" not in record["methods"]["body x true"]["whole"]["corpora"]["all"]


def test_a_method_that_raises_is_recorded_and_scores_nothing(data) -> None:
    def broken(given, asked):
        raise ValueError("no warp")

    record = bodies.measure_bodies(read_sites(data, ("themes",)), [methods.Method(name="broken", answer=broken)])
    assert record["failures"] == {"broken on themes/looms": "ValueError: no warp"}
    assert record["methods"]["broken"]["whole"]["corpora"]["themes"]["f1"] == 0.0


def test_clustering_against_templates(data) -> None:
    sites = read_sites(data, ("themes", "realsites"))
    record = clustering.measure_clustering(
        sites, [*clustering.weft_methods(Shelf()), *clustering.baseline_methods(Shelf())]
    )
    assert record["failures"] == {}
    for name in ("default", "groups on kind", "kind, cut elsewhere", "tree paths, best partner (D)"):
        assert record["methods"][name]["all_pages"]["all"]["f1"] == 1.0, name
    assert record["methods"]["default"]["articles"]["themes"]["pooled_recall"] == 1.0


def test_fields_with_and_without_labels(data, monkeypatch) -> None:
    monkeypatch.setattr(fields, "LEARNED", 4)
    [site] = read_sites(data, ("swde",))
    record = fields.measure_fields([site])
    assert record["failures"] == {}
    assert record["unlabelled"]["sites"]["looms"]["pages"] == 5
    assert record["unlabelled"]["mean"]["share"] == 1.0
    assert record["labelled"]["mean"]["f1"] == 1.0


def case_of(path: Path, markup: str, **truth) -> Case:
    path.write_text(markup, encoding="utf-8")
    return Case(id=path.name, path=path, truth={"fields": truth})


def test_marks_are_set_at_one_place_on_all_pages(tmp_path) -> None:
    one = case_of(tmp_path / "a", "<nav><b>Ann</b></nav><h1><i>Ann</i></h1><p>$1 only</p>", name=["Ann"], price=["$1"])
    other = case_of(tmp_path / "b", "<p>Bob</p><h1><i>Bob</i></h1>", name=["&#66;ob"], price=[])
    labels = fields.mark([one, other])
    assert [(label.page_id, label.name) for label in labels] == [("a", "name"), ("b", "name")]
    for label, case in zip(labels, (one, other), strict=True):
        assert weft.parse(case.data).tag_name(label.rows[0]) == "i"


def test_generated_pages_are_the_same_every_time() -> None:
    pages = dict(make_pages(10))
    assert list(pages.items())[:5] == list(make_pages(5))
    assert len({page.split("-")[0] for page in pages}) == len(TEMPLATES)
    assert all(len(weft.parse(data)) > 50 for data in pages.values())
    assert len(set(pages.values())) == 10


def test_the_exponent_of_a_curve() -> None:
    points = [{"pages": float(size), "s": size**2 / 1e4} for size in (100, 1000, 10_000)]
    assert cost.exponent(points, "s") == pytest.approx(2.0)
    assert cost.exponent(points[:1], "s") == 0.0


def test_memory_is_that_of_the_fresh_process_alone() -> None:
    """A parent's peak must not be taken for the child's."""
    ballast = bytearray(300 * 2**20)
    ballast[::4096] = b"x" * len(ballast[::4096])  # touched, so that it is really held
    [measured] = cost.curve([10])
    assert measured["pages"] == 10
    assert measured["held_mb"] < 200
    assert len(ballast) > 0


def test_a_report_as_text_and_as_a_page(tmp_path) -> None:
    plot = tmp_path / "plot.png"
    plot.write_bytes(b"png")
    sheets = [Sheet(title="A & B", note="n", head=["x", "y"], rows=[["<1>", "2"]], plot=plot)]
    assert "| <1> | 2 |" in markdown("T", "about", sheets)
    page = html("T", "about", sheets)
    assert "A &amp; B" in page
    assert "&lt;1&gt;" in page
    assert "data:image/png;base64,cG5n" in page


def test_the_command_writes_its_report(data, tmp_path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("WEFT_PEERS", str(tmp_path / "none"))
    monkeypatch.setattr(cost, "curve", lambda sizes, folder=None: [point(100), point(1000), point(10_000)])
    out = tmp_path / "out"
    assert main(["sites", "--data", str(data), "-o", str(out)]) == 0
    record = json.loads((out / "sites.json").read_text(encoding="utf-8"))
    assert list(record) == ["clustering", "body", "fields", "papers", "cost"]
    assert all(section.get("failures", {}) == {} for section in record.values())
    assert all((out / f"sites-{name}.png").stat().st_size > 1000 for name in ("clustering", "body", "cost"))
    assert "## Paper A: tables 1 and 2" in capsys.readouterr().out
    assert "woven" not in (out / "sites.html").read_text(encoding="utf-8")  # numbers only


def point(pages: int) -> dict[str, float]:
    keys = ("megabytes", "learn_s", "learn_cpu_s", "held_mb", "peak_mb", "grown_mb", "clusters")
    return {"pages": pages, **dict.fromkeys(keys, pages / 100)}


def test_pages_of_a_folder_are_varied_and_learned(tmp_path) -> None:
    from tests.site_pages import blog_page, pages_of

    for number, (_, data) in enumerate(pages_of(blog_page, range(4))):
        (tmp_path / f"{number}.html").write_bytes(data)
    [measured] = cost.curve([12], tmp_path)
    assert (measured["pages"], measured["clusters"]) == (12, 1)
    assert measured["characters"] > 0
