"""Probabilities of margins: the same to the last bit on every machine, and as mathematics has them but for it."""

import hashlib
import math

import numpy as np
import pytest

from weft import _native, parse
from weft.extractors.features import FEATURES, PAGE_FEATURES, find_features
from weft.extractors.features.measured import HEADINGS, NEIGHBOURS, POSITION, WORDING, describe_measure

PAGE = """<title>Rain in May</title><meta name=description content="It rained on every single day">
<nav class="main-menu"><ul><li><a href=/>Home</a><li><a href=/a>Cookie policy</a></ul></nav>
<main><article><h1>Rain in May</h1>
<p>It rained on every single day, and the rivers rose. Nobody had seen such a month, they said.</p>
<p>Then the sun came out: 3 days in 2019 cost $5.</p></article>
<div class=grid>
<div class=card>One <b>card</b></div><div class=card>Two cards</div><div class=card>Two cards</div></div>
</main><footer class=site-footer><p>© 2020 All rights reserved</p></footer>"""


def column(html: str, name: str) -> list[float]:
    return find_features(parse(html)).blocks[:, list(FEATURES).index(name)].round(3).tolist()


def test_the_table_documents_every_column():
    features = find_features(parse(PAGE))
    assert features.blocks.shape == (9, len(FEATURES))
    assert features.page.shape == (len(PAGE_FEATURES),)
    assert list(FEATURES)[: len(_native.MEASURES)] == _native.MEASURES
    assert all(text for text in (FEATURES | PAGE_FEATURES).values())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("words", [1, 2, 3, 18, 11, 2, 2, 2, 4]),
        ("link_words", [1, 2, 0, 0, 0, 0, 0, 0, 0]),
        ("sentence_ends", [0, 0, 0, 2, 1, 0, 0, 0, 0]),
        ("years", [0, 0, 0, 0, 1, 0, 0, 0, 1]),
        ("currency", [0, 0, 0, 0, 1, 0, 0, 0, 0]),
        ("word_rights", [0, 1, 0, 0, 0, 0, 0, 0, 2]),
        ("to_nav", [2, 2, 64, 64, 64, 64, 64, 64, 64]),
        ("to_main", [64, 64, 2, 2, 2, 2, 2, 2, 64]),
        ("to_footer_name", [64, 64, 64, 64, 64, 64, 64, 64, 1]),
        ("record_siblings", [0, 0, 0, 0, 0, 3, 3, 3, 0]),
        ("twins", [1, 1, 1, 1, 1, 1, 2, 2, 1]),
        ("twins_before", [0, 0, 0, 0, 0, 0, 0, 1, 0]),
        ("core_order", [-1, -1, 0, 0, 0, 1, 1, 1, 1]),
        ("title_covered", [0, 0, 1, 0, 0, 0, 0, 0, 0]),
        ("heading", [7, 7, 1, 7, 7, 7, 7, 7, 7]),
        ("heading_distance", [999, 999, 0, 1, 2, 3, 4, 5, 6]),
        ("heading_title_covered", [0, 0, 1, 1, 1, 1, 1, 1, 1]),
        ("index", [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("before1_words", [0, 1, 2, 3, 18, 11, 2, 2, 2]),
        ("behind1_words", [2, 3, 18, 11, 2, 2, 2, 4, 0]),
        ("after_h1", [-2, -1, 0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_features_of_a_small_page(name: str, expected: list[float]):
    assert column(PAGE, name) == expected


def test_pairs_of_the_description_are_found():
    shares = column(PAGE, "description_share")
    assert shares[3] == pytest.approx(5 / 17, abs=1e-3)
    assert shares[4] == 0


@pytest.mark.parametrize("html", ["", "x", "<p>" * 300 + "x", "<table><td>a<td>b</table>", "你好。" * 50, "…"])
def test_every_page_has_finite_features(html: str):
    features = find_features(parse(html))
    assert np.isfinite(features.blocks).all()
    assert np.isfinite(features.page).all()
    assert len(features.blocks) == len(parse(html).blocks)


def test_two_chinese_characters_count_as_a_word():
    html = "<p>他说，这是一个问题。相关推荐</p>"
    assert column(html, "cjk") == [12]
    assert column(html, "words") == [6]
    assert column(html, "sentence_ends") == [1]
    assert column(html, "word_related") == [2]


def test_measures_without_a_rule_are_an_error():
    with pytest.raises(KeyError):
        describe_measure("up2_nonsense")


def test_totals_of_a_page():
    totals = dict(zip(PAGE_FEATURES, find_features(parse(PAGE)).page.round(4).tolist(), strict=True))
    assert (totals["page_words"], totals["page_blocks"], totals["page_h1"], totals["page_prices"]) == (45, 9, 1, 1)
    assert totals["page_under_nav"] == pytest.approx(3 / 45, abs=1e-3)
    assert totals["page_word_rights"] == pytest.approx(100 * 3 / 45, abs=1e-3)


FIRST = _native.MEASURES.index("stop_words_per_word")


def test_the_columns_are_those_that_are_documented():
    names = list(WORDING | POSITION | NEIGHBOURS | HEADINGS)
    assert _native.MEASURES[FIRST : FIRST + len(names)] == names
    assert all(name.startswith("heading_word_") for name in _native.MEASURES[FIRST + len(names) :])


def test_the_bits_are_the_same_everywhere() -> None:
    margins = np.arange(-2_000, 2_000, dtype=np.float32) / np.float32(50)
    bits = _native.logistic(margins).tobytes() + _native.shares(margins[1_990:1_997]).tobytes()
    assert hashlib.sha256(bits).hexdigest()[:16] == "178942c7ac1b828b"


def test_probabilities_are_right() -> None:
    margins = np.linspace(-40, 40, 1001, dtype=np.float32)
    expected = [1 / (1 + math.exp(-margin)) for margin in margins.tolist()]
    assert _native.logistic(margins).tolist() == pytest.approx(expected, rel=1e-15)
    assert _native.shares(margins[:7]).sum() == pytest.approx(1)
    assert not len(_native.logistic(margins[:0]))
