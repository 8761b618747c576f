"""The kernel's judgement and choice in one call each: the same to the last bit as step by step."""

from pathlib import Path

import pytest

from tests.page.test_signs import random_page
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from weft import Page, _native, parse
from weft.extractors.block_classifier import BlockClassifier, default_model
from weft.page.declared import WORD_LISTS, WordLists

GOLDEN = sorted(Path(__file__).parents[1].glob("golden/*/*.html"))


def _compare(page: Page, beta: float) -> None:
    model = default_model()
    judgement, judged = model.judge(page), model.judge_at_once(page)
    assert judged.first.tolist() == judgement.first.tolist()
    assert judged.probability.tolist() == judgement.probability.tolist()
    assert judged.shares == judgement.type_shares.tolist()
    step_by_step = BlockClassifier(beta=beta).choose(page, judgement)
    at_once = judged.choose(page.table, beta=beta)
    for name in ("keep", "repeats", "rule", "probability"):
        assert getattr(at_once, name).tolist() == getattr(step_by_step, name).tolist(), name
    assert (at_once.expected, at_once.cut) == (step_by_step.expected, step_by_step.cut)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_pages(path: Path) -> None:
    for beta in (0.5, 1.0, 2.0):
        _compare(parse(path.read_bytes()), beta)


@every_seed(150)
def test_random_pages(seed: int) -> None:
    _compare(random_page(seed), 1.0)
    figure = "<figure><img src=a.jpg width=600 height=400><figcaption>A loom of wood</figcaption></figure>"
    said = "<p>" + "The warp is fixed and the weft runs through it. " * 3
    _compare(parse(f"{said}{figure}{said}{RandomPage(seed).html()}{said}<pre>x = {seed}</pre>{said}"), 1.0)


def test_pages_of_very_many_blocks_and_rows() -> None:
    """Their rows of features are written twice, packed between the two models, and their paths are not kept."""
    head = "<title>The loom of Ghent</title><meta name=description content='The loom of Ghent is of wood'>"
    many = "".join(RandomPage(seed).html() for seed in range(150)) + "<p>The loom of Ghent is of wood. " * 2_000
    for html in (
        head + many,
        head + many + "<p>" + "<i></i>" * 70_000 + "Words",
        head + "<p>The loom " * 3 + "x " * 1_100_000,
    ):
        page = parse(html)
        _compare(page, 0.5)
        assert len(page.blocks) > 2_048 or len(html) > 2 << 20  # else nothing is written twice


def test_a_page_without_blocks() -> None:
    _compare(parse(b""), 1.0)


def test_a_model_that_asks_for_more_is_refused() -> None:
    page, model = parse("<p>One"), default_model()
    deciding: tuple[list[str], list[str], WordLists] = ([], [], WORD_LISTS)
    judge = _native.Judge((model.pages, model.pages, None), ([], [], 0), ([0, 1, 2], []), (0, 1), deciding)
    with pytest.raises(ValueError, match="other features"):
        judge.judge(page.table, "")
    with pytest.raises(ValueError, match="columns"):
        _native.Judge((model.blocks, model.pages, None), ([], [], 0), ([10**6, 1, 2], []), (0, 1), deciding)
    with pytest.raises(ValueError, match="another page"):
        model.judge_at_once(page).choose(parse("<p>One<p>Two").table, beta=1.0)
