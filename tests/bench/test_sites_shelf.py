"""What a run shares, refits and gates, on small sites that weft really learns."""

import dataclasses
import json
from pathlib import Path

import pytest

from bench import gate
from bench.sites import gated, record, refit, refit_kinds
from bench.sites.corpora import SiteCases, read_sites
from bench.sites.learning import Recipe, answer, learn, with_learner
from bench.sites.shelf import Shelf
from tests.site_pages import HOST, whole_site
from weft.sites.similarity.same_template import SAME, SameTemplate


def write_site(folder: Path) -> None:
    lines = []
    (folder / "pages").mkdir(parents=True)
    for number, (url, data) in enumerate(whole_site()):
        template = url.removeprefix(HOST).split("/")[1]
        (folder / "pages" / f"{number}.html").write_bytes(data)
        entry = {"file": f"pages/{number}.html", "site": folder.name, "url": url, "page_type": "article"}
        lines.append(json.dumps({**entry, "template": template, "text": "x", "fields": {}}))
    (folder / "truth.jsonl").write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture(scope="module")
def sites(tmp_path_factory) -> list[SiteCases]:
    data = tmp_path_factory.mktemp("data")
    for name in ("hexo-one", "pelican-two"):
        write_site(data / "sites" / "themes" / name)
    return read_sites(data, ("themes",))


def test_a_site_is_learned_once(sites) -> None:
    shelf = Shelf()
    first = shelf.learn(sites[0])
    assert shelf.learn(sites[0]) is first
    assert first.seconds > 0
    assert shelf.learn(sites[0].without_urls()) is not first
    assert shelf.learn(sites[0], Recipe(learner="block_rule")) is not first


def test_a_site_without_names_tells_nothing_of_its_pages(sites) -> None:
    unnamed = sites[0].without_names()
    assert {case.url for case in unnamed.cases} == {""}
    assert unnamed.cases[3].id == "000003"
    assert list(unnamed.templates.values()) == list(sites[0].templates.values())


def test_pages_of_the_site_in_hand_are_parsed_once(sites) -> None:
    shelf, (one, other) = Shelf(), sites
    page = shelf.page(one, one.cases[0])
    assert shelf.pages(one)[one.cases[0].id] is page
    assert page.url
    assert shelf.page(one, one.without_urls().cases[0]).url is None
    shelf.pages(other)
    assert shelf.page(one, one.cases[0]) is not page


@pytest.mark.parametrize("learner", ["block_rule", "delete_same"])
def test_other_bodies_on_the_defaults_clusters_are_what_that_learner_gives(sites, learner) -> None:
    shelf, [site, _] = Shelf(), sites
    pages = shelf.pages(site)
    quick = answer(with_learner(shelf.learn(site).site, pages, learner).extract, pages)
    whole = answer(learn(site.cases, Recipe(learner=learner)).extract, pages)
    assert {page: said["text"] for page, said in quick.items()} == {page: said["text"] for page, said in whole.items()}


def test_a_site_is_gathered_in_all_ways_whole_and_in_small_batches(sites) -> None:
    batches, number = refit.gather(sites[0]), 1 + len(refit.SMALL_WEIGHTS)
    assert len(batches) == number * len(refit.WAYS)
    whole, few, fewer, mixed = batches[:number]
    others = mixed.templates[mixed.templates != fewer.templates[0]]
    assert len(others) == len(set(others)) > 0
    assert len(whole.pages) == len(sites[0].cases) > len(few.pages) == refit.FEW > len(fewer.pages)
    assert fewer.same().all()
    assert whole.same().any()
    assert not whole.same().all()
    assert whole.pair_weights().sum() == pytest.approx(2 * few.pair_weights().sum())
    assert [batch.pages[0].has_url for batch in batches[::number]] == [True, False, False, False]


def test_weights_are_fitted_without_the_part_that_is_judged(sites, monkeypatch) -> None:
    fitted = []

    def fit(batches: list[refit.Batch]) -> SameTemplate:
        fitted.append(batches)
        return SameTemplate()

    monkeypatch.setattr(refit, "fit_all", fit)
    one, other = (refit.gather(site)[:1] for site in sites[:2])
    similarity = refit._fitted([(sites[0], one), (sites[1], other)], refit.part_by_engine)
    for site in (*sites, *sites):
        similarity(site)
    assert fitted == [other, one]


def test_parts_by_engine_keep_the_themes_of_a_software_together(sites) -> None:
    named = [dataclasses.replace(sites[0], name=name) for name in ("hexo-a", "hexo-b", "wp-a")]
    parts = [refit.part_by_engine(site) for site in named]
    assert parts[0] == parts[1] != parts[2]


def test_a_real_site_is_left_out_alone(sites) -> None:
    named = [dataclasses.replace(sites[0], corpus="realsites", name=name) for name in ("a", "b")]
    assert refit.part_by_site(named[0]) != refit.part_by_site(named[1])


def test_refitted_weights_cluster_the_other_sites(sites) -> None:
    methods = {method.name: method for method in refit.refit_methods(sites, [])}
    assert len(methods) == 3 * len(refit.WAYS)
    clusters, seconds = methods["left out, engine by engine"].cluster(sites[0])
    templates = sites[0].templates
    together = {(number, templates[page]) for page, number in clusters[0.0].items()}
    assert len(together) == len(set(templates.values()))
    assert seconds > 0


def test_fitted_weights_are_written_as_source(sites) -> None:
    fitted = refit.fit_all(refit.gather(sites[0]))
    assert len(fitted.same.signs) == len(SAME.signs)
    assert [line.split(" = ")[0] for line in refit.written(fitted)] == ["LIST", "STRUCTURE", "SAME"]


def test_page_types_are_judged_by_weights_of_other_sites(sites) -> None:
    cases = [
        dataclasses.replace(case, page_type="listing" if "/page/" in case.url else "article") for case in sites[0].cases
    ]
    assert {case.page_type for case in cases} == {"listing", "article"}
    typed = [dataclasses.replace(site, cases=tuple(cases)) for site in sites]
    rows = refit_kinds.measure_kinds(typed, Shelf())
    assert set(rows) == {"shipped weights", "weights of other sites", "weights of other engines"}
    assert rows["weights of other engines"]["clusters_right"] == 1.0
    assert rows["shipped weights"]["articles"] + rows["shipped weights"]["lists"] <= 2 * len(cases)


def test_a_record_is_rounded_and_survives_the_file(tmp_path) -> None:
    assert record.read_record(tmp_path) == {}
    record.write_record({"body": {"default": {"f1": 1 / 3, "at": "织"}}, "n": [1, 0.123456]}, tmp_path)
    assert record.read_record(tmp_path) == {"body": {"default": {"f1": 0.3333, "at": "织"}}, "n": [1, 0.1235]}
    assert '"default": {"f1": 0.3333' in (tmp_path / record.FILE).read_text(encoding="utf-8")


def test_the_gate_asks_whole_sites_for_what_a_floor_names(tmp_path, monkeypatch) -> None:
    asked = []

    def measure(data, wanted):
        asked.append(wanted)
        return {"pair_f1": 0.9, "template_ratio": 1.5}

    monkeypatch.setattr(gate, "ELSEWHERE", {"sites": measure})
    names = ("pair_f1", "template_ratio")
    floors = [gate.Floor(dataset="sites", system="default", measure=name, bound=0.95) for name in names]
    assert gate.measure_all(floors, tmp_path) == dict(zip(floors, (0.9, 1.5), strict=True))
    assert asked == [set(names)]
    assert [floor.is_ratio for floor in floors] == [False, True]


def test_gated_measures_of_small_sites(sites, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(gated, "read_sites", lambda *_, **__: sites[:1])
    found = gated.measure_sites(tmp_path, {"pair_f1", "ratio"})
    assert found["pair_f1"] == 1.0
    assert found["ratio"] > 0.5
    assert "body_f1" not in found
