from dataclasses import replace
from pathlib import Path

import pytest

from weft.page import parse
from weft.training.training_pages import TruthPage, make_training_page

BODY = "The weft runs over the warp, then under it, and comes back in the next row of the cloth."
HTML = f"<nav><a href=/>Home</a></nav><p>{BODY}</p><p>经纱和纬纱</p><footer>Imprint</footer>"
PAGE = TruthPage(page_id="a", url="", page_type="article", truth=BODY, drafted=False, path=Path("a.html"))


def test_a_whole_truth_labels_every_block():
    page = make_training_page(PAGE, parse(HTML))
    assert page.label.tolist() == [0, 1, 0, 0]
    assert page.trust.tolist() == [1, 1, 1, 1]
    assert page.f1([1]) == 1
    assert page.holders is None


def test_snippets_label_some_blocks_and_are_the_score():
    truth = replace(PAGE, truth="", wanted=("then under it", "silk"), unwanted=("Imprint",))
    page = make_training_page(truth, parse(HTML))
    assert page.label.tolist() == [0, 1, 0, 0]
    assert page.trust.tolist() == [0, 1, 0, 1]
    assert page.f1(iter([1])) == pytest.approx(2 / 3)
    assert page.f1([1, 3]) == pytest.approx(1 / 2)
    assert page.f1([0]) == 0


def test_words_of_wcxb_are_runs_of_letters_and_those_of_other_sets_are_tokens():
    half = "经纱"
    assert make_training_page(replace(PAGE, truth=half), parse(HTML)).f1([2]) == 0
    other = make_training_page(replace(PAGE, truth=half, corpus="news"), parse(HTML))
    assert other.f1([2]) == pytest.approx(2 * 2 / (2 + 5))
