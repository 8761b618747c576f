"""Paper E's experiments on small sites that are made here."""

import json
import pickle
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.papers.tables_e import reproduce
from weft import extract, parse
from weft.auto import find_extractor
from weft.errors import ArtifactError, ConfigError, SourceError
from weft.model_file import ModelFile
from weft.papers.e import NodeSet, fit_model, read_nodes, read_sites, read_wcxb, search, train_model, training
from weft.papers.e.node_classifier import FEATURES, NodeClassifier, find_nodes
from weft.papers.e.training import GRIDS, NodeRecipe, NodeScore, label_nodes, make_estimator, pack_model, score_nodes

SITES = [f"realsites/site{number}" for number in range(8)]
WORDS = "warp weft loom shuttle thread 织机 经线 纬线 weaver cloth".split()
PARAMETERS: dict[str, dict[str, Any]] = {
    "xgboost": {"n_estimators": 20, "max_depth": 3},
    "svm": {"C": 10.0, "gamma": 0.1},
    "logistic": {"C": 1.0},
}


def make_case(seed: int) -> tuple[str, str]:
    """A page with a menu, paragraphs and a footer; and the paragraphs."""
    rng = random.Random(seed)
    paragraphs = [" ".join(rng.choices(WORDS, k=rng.randrange(8, 30))) + "." for _ in range(rng.randrange(3, 7))]
    menu = "".join(f"<td><a href=/{link}>menu {seed} {link}</a></td>" for link in range(rng.randrange(4, 9)))
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f"<table><tr>{menu}</table><div><div>{body}</div></div><footer>Imprint {seed}</footer>", "\n".join(
        paragraphs
    )


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    for number, site in enumerate(SITES):
        place = folder / "sites" / site
        place.mkdir(parents=True)
        with (place / "truth.jsonl").open("w", encoding="utf-8") as truth:
            for page in range(5):
                html, text = make_case(10 * number + page)
                (place / f"{page}.html").write_text(html, encoding="utf-8")
                print(json.dumps({"file": f"{page}.html", "site": place.name, "text": text}), file=truth)
            print(json.dumps({"file": "list.html", "site": place.name, "text": None}), file=truth)
    for name in ("html", "ground-truth"):
        (folder / "wcxb-dev" / name).mkdir(parents=True)
    for page in range(6):
        html, text = make_case(1000 + page)
        entry = {"url": f"https://www.host{page}.example/a", "ground_truth": {"main_content": text}}
        (folder / "wcxb-dev/html" / f"{page}.html").write_text(html, encoding="utf-8")
        (folder / "wcxb-dev/ground-truth" / f"{page}.json").write_text(json.dumps(entry), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def nodes(data_dir: Path) -> NodeSet:
    return read_nodes(read_sites(data_dir / "sites"))


@pytest.fixture
def small_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, parameters in PARAMETERS.items():
        monkeypatch.setitem(GRIDS, name, {key: [value] for key, value in parameters.items()})


def test_pages_without_a_text_are_left_out(data_dir: Path) -> None:
    assert len(read_sites(data_dir / "sites")) == len(SITES) * 5
    assert {example.site for example in read_sites(data_dir / "sites", SITES[:2])} == {"site0", "site1"}
    assert read_wcxb(data_dir / "wcxb-dev")[0].site == "host0.example"


def test_a_missing_file_is_named(data_dir: Path) -> None:
    with pytest.raises(SourceError, match=r"none.truth\.jsonl"):
        read_sites(data_dir / "sites", ["realsites/none"])
    with pytest.raises(SourceError, match="no examples"):
        read_nodes([])


def test_labels_compare_letters() -> None:
    page = parse("<p>“The  warp”</p><p>is <b>fixed</b></p><p>The weft</p><p>|</p>")
    assert label_nodes(page, find_nodes(page), 'It said: "The warp" is\nfixed |').tolist() == [True, True, False, False]


def test_paragraphs_are_clean_and_tags_are_coded(nodes: NodeSet) -> None:
    assert list(nodes.tags) == ["body", "div", "footer", "p", "td", "tr"]
    last = nodes.features[:, FEATURES.index("last_tag")]
    assert np.array_equal(last == nodes.tags["p"], nodes.clean)


@pytest.mark.parametrize("by", ["nodes", "pages", "sites"])
def test_splits_keep_together_what_belongs_together(nodes: NodeSet, by: str) -> None:
    train, test = nodes.split(by, seed=1)
    assert len(train) + len(test) == len(nodes)
    assert 0.6 < len(train) / len(nodes) < 0.8
    shared = {"nodes": 1, "pages": 0, "sites": 0}[by]
    assert (len(set(train.page) & set(test.page)) > 0) == shared
    assert np.array_equal(nodes.split(by, seed=1)[0].features, train.features)


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_model_learns_and_chooses_blocks(nodes: NodeSet, name: str) -> None:
    model = fit_model(nodes, name, parameters=PARAMETERS[name], seed=0)
    assert score_nodes(model, nodes).f1 > 0.9
    html, text = make_case(5000)
    extractor: NodeClassifier = pickle.loads(pickle.dumps(NodeClassifier(model=model)))
    assert extractor.extract(parse(html)).text.split() == text.split()


def test_the_kernel_answers_as_xgboost_does(nodes: NodeSet) -> None:
    model = fit_model(nodes, "xgboost", parameters=PARAMETERS["xgboost"], seed=0)
    matrix = model.standardise(nodes.features)
    twin = make_estimator("xgboost", seed=0).set_params(**PARAMETERS["xgboost"]).fit(matrix, nodes.clean)
    assert np.allclose(model.classify(matrix), twin.predict_proba(matrix)[:, 1], atol=1e-6)


@pytest.mark.parametrize("name", ["svm", "logistic"])
def test_arrays_answer_as_the_library_does(nodes: NodeSet, name: str) -> None:
    model = fit_model(nodes, name, parameters=PARAMETERS[name], seed=0)
    matrix = model.standardise(nodes.features)
    assert matrix.shape == (len(nodes), model.width)
    twin = make_estimator(name, seed=0).set_params(**PARAMETERS[name]).fit(matrix, nodes.clean)
    assert np.allclose(model.classify(matrix), 1 / (1 + np.exp(-twin.decision_function(matrix))), atol=1e-6)


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_file_holds_every_model(nodes: NodeSet, name: str, tmp_path: Path) -> None:
    recipe = NodeRecipe(model=name, parameters=PARAMETERS[name])
    path = tmp_path / "own.zip"
    pack_model(nodes, recipe, sets=["mine"], scores={}).write(path)
    model = fit_model(nodes, name, parameters=PARAMETERS[name], seed=0)
    html, text = make_case(5000)
    page = parse(html)
    own = find_extractor(str(path))
    assert np.allclose(own.score(page), NodeClassifier(model=model).score(page))
    assert extract(html, method=str(path)).text.split() == text.split()


def test_a_broken_file_is_a_sentence(nodes: NodeSet, tmp_path: Path) -> None:
    file = pack_model(nodes, NodeRecipe(model="logistic", parameters={}), sets=["mine"], scores={})
    path = tmp_path / "own.zip"
    replace(file, arrays={"weights": file.arrays["weights"][1:]}).write(path)
    with pytest.raises(ArtifactError, match="the model is broken"):
        find_extractor(str(path))
    replace(file, arrays={}).write(path)
    with pytest.raises(ArtifactError, match="no 'weights' in it"):
        find_extractor(str(path))


def test_search_takes_the_better_parameters(nodes: NodeSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GRIDS, "xgboost", {"n_estimators": [1, 30], "max_depth": [3], "learning_rate": [0.001, 0.3]})
    found = search(nodes, "xgboost", by="pages", seed=0)
    assert found["learning_rate"] == 0.3


@pytest.mark.usefixtures("small_grids")
def test_reproduce_gives_every_table_twice_the_same(data_dir: Path) -> None:
    first, second = (reproduce(data_dir, seed=3, sites=SITES) for _ in range(2))
    assert (first.sites, first.models, first.parameters) == (second.sites, second.models, second.parameters)
    assert [row.site for row in first.sites] == [f"site{number}" for number in range(8)] + ["all mixed"]
    assert first.sites[-1].nodes == sum(row.nodes for row in first.sites[:-1])
    assert first.sites[-1].pages == 40
    markdown = first.to_markdown()
    assert "| xgboost | paper | 97.11 | 98.16 | 97.63 |" in markdown
    assert "| svm | paper | 96.32 | 96.47 | 96.39 |" in markdown
    assert "| paper | 82 | 13 | 95 |" in markdown
    assert all(f"| {name} | {split} |" in markdown for name in GRIDS for split in ("nodes", "pages", "sites"))


@pytest.mark.usefixtures("small_grids")
def test_the_model_that_ships_is_the_same_every_time(data_dir: Path) -> None:
    file = train_model(data_dir, seed=0)
    assert file.to_bytes() == train_model(data_dir, seed=0).to_bytes()
    header = ModelFile.from_bytes(file.to_bytes()).header
    assert header["data"]["pages"] == 46
    assert header["tags"] == ["body", "div", "footer", "p", "td", "tr"]
    assert header["node_scores_on_unseen_sites"]["f1"] > 0.9


def test_scores() -> None:
    assert str(NodeScore(0.5, 0.25)) == "50.00 | 25.00 | 33.33"
    assert NodeScore(0.0, 0.0).f1 == 0.0


def test_names_and_missing_libraries_say_what_to_do(nodes: NodeSet, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ConfigError, match="xgboost, svm, logistic"):
        make_estimator("forest", seed=0)
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    with pytest.raises(ConfigError, match=r"pip install 'weft\[train\]'"):
        fit_model(nodes, "svm", parameters={}, seed=0)


def test_the_command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It hands its options on, and writes what comes back."""

    class Made:
        def __init__(self, data: Path, *, seed: int) -> None:
            self.about = f"{data} {seed}"

        def write(self, path: Path) -> None:
            path.write_text(f"model of {self.about}")

    monkeypatch.setattr(training, "train_model", Made)
    monkeypatch.setattr(sys, "argv", ["training", "data", str(tmp_path / "model"), "--seed", "3"])
    training.main()
    assert (tmp_path / "model").read_text() == "model of data 3"
