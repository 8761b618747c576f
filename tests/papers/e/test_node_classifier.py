"""Node classification on small pages; nodes and features of tag soup are in `tests/answers`."""

import pickle

import numpy as np
import pytest

from weft import parse
from weft.errors import ConfigError
from weft.model_file import read_model
from weft.papers.e.node_classifier import (
    FEATURES,
    MODEL,
    NodeClassifier,
    NodeModel,
    find_nodes,
    mean_by_block,
    measure_nodes,
    shipped_model,
)
from weft.papers.e.node_models import BoostedTrees


def node_texts(html: str) -> list[str]:
    page = parse(html)
    nodes = find_nodes(page)
    return ["".join(page.text(row) for row in nodes.row[nodes.node == node]) for node in range(len(nodes))]


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>One <a href=/>two</a> <strong>three</strong></p>", ["One two three"]),
        ("<ul><li>One<li>two</ul>", ["Onetwo"]),
        ("<div><center>One</center> two</div>", ["One two"]),
        ("<div>One<p>two</p>three</div>", ["One", "two", "three"]),
        ("<div>One<img><script>x()</script><!-- y --><style>z</style>two</div>", ["Onetwo"]),
        ("<div>One<my-tag>two</my-tag></div>", ["Onetwo"]),
        ("<head><title>t</title></head><body>One", ["One"]),
        ("<div> <p> </p> <p>One</p> </div>", ["One"]),
        ("<p>One<p hidden>two<p>three", ["One", "three"]),
    ],
)
def test_nodes(html: str, texts: list[str]) -> None:
    assert node_texts(html) == texts


def test_features_of_a_small_page() -> None:
    page = parse("<body><div><p>Pi is 3.14. Is it?! 是。</p><p>x</p><ul><li>y</ul></div>")
    nodes = find_nodes(page)
    found = measure_nodes(page, nodes, {"p": 1, "div": 2})
    expected = [[22, 3, 5, 5, 4, 1, 2, 2, 1 / 3], [1, 0, 0, 0, 4, 1, 2, 2, 2 / 3], [1, 0, 0, 0, 4, 0, 2, 1, 1]]
    assert np.allclose(found, np.array(expected))


def test_a_block_is_as_clean_as_its_characters() -> None:
    page = parse("<p>aaa<br>bbb<svg><text>c</text></svg></p><p>dd</p>")
    nodes = find_nodes(page)
    values = np.arange(1, len(nodes) + 1, dtype=float)
    plain = [
        sum(values[n] * page.chars[r] for r, n in zip(nodes.row, nodes.node, strict=True) if first <= r < last)
        / page.chars[first:last].sum()
        for first, last in zip(page.blocks.first, page.blocks.last, strict=True)
    ]
    assert len(plain) == 2
    assert np.allclose(mean_by_block(page, nodes, values), plain)


ARTICLE = (
    "<html><body><div><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></div><div><div><article><h1>Looms</h1>"
    + "<p>The weaver put the warp on the loom before it grew dark, and then, at last, she went home to rest.</p>" * 8
    + "</article></div></div><footer><div>Imprint</div></footer></body></html>"
)


def test_the_shipped_model_tells_an_article_from_its_menu() -> None:
    text = NodeClassifier().extract(parse(ARTICLE)).text
    assert text.count("The weaver put the warp") == 8
    assert "Home" not in text
    assert "Imprint" not in text


def test_scores_agree_with_the_choice() -> None:
    page = parse(ARTICLE)
    keep = NodeClassifier().extract(page).keep
    assert np.array_equal(np.flatnonzero(NodeClassifier().score(page) > 0.5), keep)


def test_the_shipped_model_can_be_read_by_people() -> None:
    header = read_model(MODEL).header
    assert header["features"] == list(FEATURES)
    assert len(header["mean"]) == len(header["deviation"]) == len(FEATURES)
    assert {"div", "p", "td"} <= set(header["tags"])
    assert header["recipe"]["library"] == "xgboost"
    assert MODEL.stat().st_size < 1_000_000


def test_a_fitted_model_can_be_given_and_travels() -> None:
    shipped = shipped_model()
    assert isinstance(shipped.classify, BoostedTrees)
    travelled = pickle.loads(pickle.dumps(NodeClassifier(model=shipped)))
    page = parse(ARTICLE)
    assert np.array_equal(travelled.score(page), NodeClassifier().score(page))


def test_a_model_of_ones_own_decides() -> None:
    model = NodeModel(
        tags={"h1": 1},
        mean=np.zeros(9),
        deviation=np.ones(9),
        classify=lambda matrix: matrix[:, FEATURES.index("last_tag")].astype(np.float64),
    )
    page = parse(ARTICLE)
    keep = NodeClassifier(model=model).extract(page).keep
    assert [page.blocks.text(block) for block in keep] == ["Looms"]


@pytest.mark.parametrize(
    ("name", "message"),
    [("svm", "weft train --method node_classifier"), ("logistic", "no logistic model ships"), ("x", "xgboost")],
)
def test_models_that_do_not_ship_say_what_to_do(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        NodeClassifier(model=name).extract(parse(ARTICLE))
