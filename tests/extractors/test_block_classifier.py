import numpy as np
import pytest
from numpy.typing import NDArray

from tests.extractors.chosen import choose_likely
from weft import Page, extract, parse
from weft.errors import ArtifactError
from weft.extractors.block_classifier import BlockClassifier, Model, default_model
from weft.extractors.features import FEATURES, PAGE_FEATURES, VISUAL_FEATURES
from weft.extractors.kernel_model import second_feature_names
from weft.model_file import ModelFile, TreeArrays

MENU = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("Home", "News", "Shop", "About", "Contact", "Log in"))
BODY = "".join(
    f"<p>The weaver passes the weft through the warp {number} times, and then, without haste, beats it up. "
    "Nobody in the room says a word until the row is finished and the shuttle rests.</p>"
    for number in range(8)
)
PAGE = f"""<title>A day at the loom</title><nav class=menu><ul>{MENU}</ul></nav>
<main><article class=post><h1>A day at the loom</h1>{BODY}</article></main>
<footer class=footer><p>Copyright 2020. All rights reserved. <a href=/p>Privacy policy</a></p></footer>"""


def lone_texts(page: Page) -> NDArray[np.int64]:
    return choose_likely(page, np.zeros(len(page.blocks))).lone


def stump(feature: int, threshold: float, *, outputs: int = 1) -> TreeArrays:
    """For every output one tree that says -2 below the threshold of a feature, else 2."""
    roots = np.arange(outputs, dtype=np.uint32) * 3
    child = np.concatenate([[root + 1, root + 1, root + 2] for root in roots])
    return TreeArrays(
        feature=np.array([feature, 0, 0] * outputs, np.uint16),
        threshold=np.array([threshold, 0, 0] * outputs, np.float32),
        child=child.astype(np.uint32),
        value=np.array([0, -2, 2] * outputs, np.float32),
        roots=roots,
        base=np.arange(outputs, dtype=np.float32),
    )


def model_file(**header: object) -> ModelFile:
    """A model that takes blocks of six words and more for content."""
    known = {
        "features": ["depth", "words"],
        "page_features": ["page_words"],
        "page_types": ["article", "forum"],
        "confidence": [[0.0, 1.0], [0.2, 0.8]],
    }
    trees = {"blocks": stump(1, 6.0), "pages": stump(0, 10.0, outputs=2)}
    return ModelFile(header=known | header, trees=trees)


def two_stages(**header: object) -> ModelFile:
    """The same with second trees: content is what lies in a region of ten words and more."""
    file = model_file(region_features=["odds", "region_words", "page_is_forum"], **header)
    return ModelFile(header=file.header, trees={**file.trees, "regions": stump(1, 10.0)})


def test_the_model_that_ships_finds_an_article():
    document = BlockClassifier().extract(parse(PAGE))
    assert document.chosen_by == "block_classifier"
    assert document.page_type == "article"
    assert "promise the best F1;" in str(document.reason)
    assert set(range(7, 15)) <= set(document.keep.tolist())
    assert not set(document.keep.tolist()) & {0, 1, 2, 3, 4, 5, 15}
    assert 0.5 < document.confidence <= 1


def test_the_model_that_ships_says_how_it_was_made():
    header = default_model().header
    assert set(header["features"]) <= set(FEATURES)
    assert set(header["page_features"]) <= set(PAGE_FEATURES)
    assert header["data"]["pages"] > 1000
    assert len(header["data"]["sha256"]) == 64
    assert header["scores"]["all"] > 0.85
    assert header["recipe"]["seed"] == 0


def test_a_page_without_content_has_none():
    document = BlockClassifier().extract(parse("<nav><a href=/>Home</a> <a href=/b>About us</a></nav>"))
    assert len(document.keep) == 0
    assert document.page_type == "empty"


def test_features_are_found_by_name():
    model = Model.of(model_file())
    page = parse("<p>one two three<p>one two three four five six seven<p>a b c d e f g h")
    scores = BlockClassifier(model=model).score(page)
    assert scores.round(3).tolist() == [0.119, 0.881, 0.881]
    document = BlockClassifier(model=model).extract(page)
    assert document.keep.tolist() == [1, 2]
    assert document.page_type == "forum"
    assert 0.2 < document.confidence < 0.8


def test_the_second_trees_ask_for_regions_and_the_page_type():
    page = parse("<div><p>one two three four five six seven<p>eight nine ten eleven</div><div>one two</div>")
    classifier = BlockClassifier(model=Model.of(two_stages()))
    # The first block is the core, so that its region is the page; those of the others are their paragraphs.
    assert classifier.score(page).round(3).tolist() == [0.881, 0.119, 0.119]
    page = parse("<ul><li>one two three four five six seven<li>eight nine ten eleven</ul><div>one two</div>")
    assert BlockClassifier(model=Model.of(model_file())).score(page).round(3).tolist() == [0.881, 0.119, 0.119]
    judgement = Model.of(two_stages()).judge(page)
    assert judgement.first.round(3).tolist() == [0.881, 0.119, 0.119]
    assert judgement.type_shares.sum() == pytest.approx(1)


def test_second_trees_that_ask_for_what_is_not_there_are_refused():
    file = two_stages()
    with pytest.raises(ArtifactError, match="lacks: \\['warp'\\]"):
        Model.of(
            ModelFile(header={**file.header, "region_features": ["odds", "region_words", "warp"]}, trees=file.trees)
        )


def test_a_model_of_another_version_is_refused():
    with pytest.raises(ArtifactError, match="lacks: \\['warp'\\]"):
        Model.of(model_file(features=["depth", "warp"]))


def test_a_page_of_nothing_has_no_score() -> None:
    assert BlockClassifier().score(parse("")).tolist() == []


def test_a_model_is_visual_where_a_feature_is() -> None:
    assert not Model.of(model_file()).is_visual
    assert not default_model().is_visual
    assert Model.of(model_file(features=["depth", next(iter(VISUAL_FEATURES))])).is_visual


def test_blocks_say_why():
    model = Model.of(model_file())
    page = parse("<p>one two three<p>one two three four five six seven")
    assert BlockClassifier(model=model).explain(page, 1) == [("words", 7.0, 2.0)]
    assert BlockClassifier(model=Model.of(two_stages())).explain(page, 1) == [("region_words", 10.0, 2.0)]
    why = BlockClassifier().explain(parse(PAGE), 8)
    names = {*FEATURES, *second_feature_names(default_model().page_types)}
    assert 1 < len(why) <= 6
    assert all(name in names and np.isfinite(value) for name, value, _ in why)


def test_a_piece_of_a_page_and_a_refusal_give_their_texts() -> None:
    assert extract("<p>Hello world</p>").text == "Hello world"
    assert extract("<ol><li>One</li><li>Two</li></ol>").text == "One\nTwo"
    refusal = extract("<title>403</title><h1>Forbidden</h1><p>You may not see this.</p>")
    assert refusal.text == "Forbidden\n\nYou may not see this."
    assert extract('<p><a href="/">Home</a>').text == ""


@pytest.mark.parametrize(
    ("blocks", "words", "has_title", "expected"),
    [(1, 10, True, 1), (1, 9, True, 0), (5, 10, True, 5), (6, 40, True, 0), (5, 1, False, 5), (6, 1, False, 0)],
)
def test_lone_texts_are_few_and_long(blocks: int, words: int, has_title: bool, expected: int) -> None:
    title = "<title>Looms</title>" if has_title else ""
    page = parse(title + "".join(f"<p>{' '.join(['loom'] * words)}</p>" for _ in range(blocks)))
    assert len(lone_texts(page)) == expected


def test_lone_texts_are_neither_links_nor_hidden() -> None:
    page = parse("<p>abcd <a href=x>abc</a><p>abc <a href=x>abcd</a><p>ab <a href=x>ab</a><p hidden>hidden text")
    assert lone_texts(page).tolist() == [0]
