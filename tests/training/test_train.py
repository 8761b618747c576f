import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from weft.errors import SourceError
from weft.extractors.block_classifier import Model
from weft.extractors.features import FEATURES
from weft.training.boosting import Recipe
from weft.training.train import fit_curve, split_by_domain, train
from weft.training.training_pages import digest, read_pages

SMALL = Recipe(features=999, folds=2, trees=12, rate=0.3, least_weight=0.1, type_trees=2, threads=1)


def write_page(folder: Path, number: int, *, page_type: str) -> None:
    body = [
        f"Sentence {number} and {line}: the weft runs over the warp, then under it, and so on." for line in range(6)
    ]
    menu = "".join(f"<li><a href=/{word}>{word}</a>" for word in ("home", "shop", "login", "contact"))
    html = f"<nav><ul>{menu}</ul></nav><div><h1>Page {number}</h1><p>{'<p>'.join(body)}</div><footer>Copyright</footer>"
    about = {
        "url": f"https://www.site{number % 6}.co.uk/{number}",
        "_internal": {"page_type": {"primary": page_type}},
        "ground_truth": {"main_content": "\n".join(body)},
    }
    (folder / "html" / f"{number:04}.html").write_text(html)
    (folder / "ground-truth" / f"{number:04}.json").write_text(json.dumps(about))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "wcxb-dev"
    for name in ("html", "ground-truth"):
        (folder / name).mkdir(parents=True)
    for number in range(12):
        write_page(folder, number, page_type=("article", "category")[number // 6])
    return tmp_path


def test_training_learns_and_repeats_itself(data: Path):
    steps: list[str] = []
    trained = train(data, recipe=SMALL, progress=steps.append)
    reading, making = "reading 12 and 0 pages", "making cut, tiny and linked pages"
    assert steps == [reading, making, "fold 1 of 2", "fold 2 of 2", "the model of all pages"]
    assert trained.scores["all"].mean > 0.95
    assert trained.scores["oracle"].mean == 1
    assert trained.scores["collection"].pages == 6
    assert trained.importance[0][1] > 0
    assert trained.model.to_bytes() == train(data, recipe=SMALL).model.to_bytes()
    header = Model.of(trained.model).header
    assert header["recipe"]["trees"] == 12
    assert header["data"].items() >= {"pages": 12, "more_pages": 12, "more": {"linked": 12}}.items()
    assert header["data"]["sha256"] != digest(read_pages(data / "wcxb-dev"))  # linked pages are in it too
    assert header["attribution"] == ["wcxb-dev"]
    credited = trained.credit(["Looms, by Ann, CC BY 4.0"]).model
    assert credited.header["attribution"] == ["Looms, by Ann, CC BY 4.0"]
    assert credited.trees == trained.model.trees
    assert header["page_types"] == ["article", "collection"]


def test_a_few_trees_choose_the_features(data: Path):
    header = train(data, recipe=replace(SMALL, features=3)).model.header
    assert len(header["features"]) <= 3
    assert header["features"] == [name for name in FEATURES if name in header["features"]]


def test_results_tell_what_happened_to_each_page(data: Path):
    for result in train(data, recipe=SMALL).results:
        assert 0 <= result.f1 <= result.best_f1 <= 1
        assert 0 <= result.confidence <= 1
        assert result.true_words == 96
        assert not result.page.drafted


def test_a_domain_is_on_one_side_of_a_split(data: Path):
    pages = read_pages(data / "wcxb-dev")
    fold = split_by_domain(pages, SMALL)
    assert {
        len({k for page, k in zip(pages, fold, strict=True) if page.domain == domain})
        for domain in {page.domain for page in pages}
    } == {1}
    assert set(fold.tolist()) == {0, 1}


def test_a_folder_without_pages_is_an_error(tmp_path: Path):
    with pytest.raises(SourceError, match="wcxb-dev"):
        read_pages(tmp_path)


def test_the_curve_never_falls():
    random = np.random.default_rng(0)
    x, y = fit_curve(random.random(200), random.random(200))
    assert (np.diff(x) >= 0).all()
    assert (np.diff(y) >= 0).all()
