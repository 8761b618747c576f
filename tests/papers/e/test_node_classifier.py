"""Node classification against a plain reading of paper E, section 3."""

import pickle
import re

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import Page, parse
from weft._native import TAG_NAMES
from weft.errors import ConfigError
from weft.model_file import read_model
from weft.papers.e.node_classifier import (
    DROPPED,
    FEATURES,
    MARKS,
    MODEL,
    SPACES,
    UNWRAPPED,
    NodeClassifier,
    NodeModel,
    find_nodes,
    mean_by_block,
    measure_nodes,
    shipped_model,
)
from weft.papers.e.node_models import BoostedTrees

TAGS = {tag: code for code, tag in enumerate(["div", "p", "td", "ul", "body", "html", "section"], start=1)}
SENTENCE_END = re.compile(r"(?:[。！？!?…]|\.(?![A-Za-z0-9]))(?![。！？!?….])")


def stays(page: Page, row: int) -> bool:
    tag = page.tag_name(row)
    return row == 0 or (tag in TAG_NAMES and tag not in ("#text", *DROPPED, *UNWRAPPED))


def plain_path(page: Page, row: int) -> list[int]:
    """The elements that stay from row 0 down to the row."""
    return [above for above in reversed([row, *page.ancestors(row)]) if stays(page, above)]


def plain_nodes(page: Page) -> list[list[int]]:
    """Rows of text: two are in one node if they have the same path and no element that stays is between them."""
    nodes: list[list[int]] = []
    before = -1
    for row in range(len(page)):
        dropped = any(page.tag_name(above) in DROPPED for above in page.ancestors(row))
        if page.tag[row] != 0 or page.hidden[row] or page.raw[row] or dropped:
            continue
        joined = (
            before >= 0
            and plain_path(page, before) == plain_path(page, row)
            and not any(stays(page, between) for between in range(before, row))
        )
        if not joined:
            nodes.append([])
        nodes[-1].append(row)
        before = row
    return [rows for rows in nodes if any(page.text(row).strip(SPACES) for row in rows)]


def plain_features(page: Page, rows: list[int], position: float) -> list[float]:
    texts = [page.text(row) for row in rows]
    path = plain_path(page, rows[0])
    tags = [page.tag_name(row) for row in path]
    siblings = [
        row for row in range(len(page)) if stays(page, row) and plain_path(page, row)[:-1] == path[:-1]
    ]  # fmt: skip
    return [
        sum(len(text) for text in texts),
        sum(len(SENTENCE_END.findall(text)) for text in texts),
        sum(character in SPACES for text in texts for character in text),
        sum(character in MARKS for text in texts for character in text),
        len(path),
        TAGS.get(tags[-1], 0),
        TAGS.get(tags[-2], 0) if len(tags) > 1 else 0,
        sum(page.tag_name(row) == tags[-1] for row in siblings),
        position,
    ]


@every_seed(100)
def test_twin(seed: int) -> None:
    page = parse(make_page(seed, 120).replace("e.g.", "e.g. v1.2. Ok?! 好。“织”……"))
    nodes = find_nodes(page)
    expected = plain_nodes(page)
    assert [nodes.row[nodes.node == node].tolist() for node in range(len(nodes))] == expected
    features = [plain_features(page, rows, (at + 1) / len(expected)) for at, rows in enumerate(expected)]
    found = measure_nodes(page, nodes, TAGS)
    assert found.shape == (len(expected), len(FEATURES))
    assert np.allclose(found, np.array(features).reshape(found.shape), rtol=1e-12)


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
