"""The measures against values computed by hand."""

import pytest

from bench import metrics
from bench.metrics import Score


def test_words_are_bags_of_lower_case() -> None:
    # answer: a a b; truth: A b c -> common a, b
    result = metrics.word_score("a, a b", "A b c")
    assert result == Score(2 / 3, 2 / 3)
    assert result.f1 == pytest.approx(2 / 3)


def test_a_run_of_chinese_is_one_word_but_many_tokens() -> None:
    assert metrics.word_score("网页正文", "网页") == Score(0.0, 0.0)
    assert metrics.token_score("网页正文", "网页") == Score(0.5, 1.0)


def test_tokens_split_words_at_cjk_characters() -> None:
    assert dict(metrics.tokens("Weft2抽取カナ한 weft2")) == {"weft2": 2, "抽": 1, "取": 1, "カ": 1, "ナ": 1, "한": 1}


def test_characters_do_not_count_white_space() -> None:
    assert metrics.char_score("a b\n", "ab c") == Score(1.0, 2 / 3)


def test_characters_are_bags_but_the_subsequence_has_an_order() -> None:
    assert metrics.char_score("abc", "cba") == Score(1.0, 1.0)
    assert metrics.lcs_score("abc", "cba") == Score(1 / 3, 1 / 3)


def test_subsequence_of_paper_d() -> None:
    # common part: "bcd"
    assert metrics.lcs_score("xbcd", "abcyd e") == Score(3 / 4, 3 / 6)


@pytest.mark.parametrize("measure", metrics.MEASURES.values())
def test_only_an_empty_answer_fits_an_empty_truth(measure) -> None:
    assert measure("", " ").f1 == 1.0
    assert measure("word", "").f1 == 0.0
    assert measure("", "word").f1 == 0.0


def test_nodes_of_paper_e() -> None:
    clean = metrics.clean_nodes(["One two", "menu", "three"], "One\ntwo three")
    assert clean.tolist() == [True, False, True]
    assert metrics.node_score([True, True, False], clean) == Score(1 / 2, 1 / 2)


def test_measure_names_every_part() -> None:
    scores = metrics.measure("a b", "a")
    assert scores["word_precision"] == 0.5
    assert scores["word_recall"] == 1.0
    assert scores["word_f1"] == pytest.approx(2 / 3)
    assert len(scores) == 3 * len(metrics.MEASURES)


def test_interval_holds_the_mean_and_is_the_same_every_time() -> None:
    values = [0.0, 1.0] * 50
    low, high = metrics.interval(values)
    assert 0.38 < low < 0.45
    assert 0.55 < high < 0.62
    assert metrics.interval(values) == (low, high)
    assert metrics.interval([]) == (0.0, 0.0)


def test_snippets_of_all_pages_are_counted_together() -> None:
    pages = [
        metrics.snippet_measure("The warp\n is fixed. Home", ["warp is fixed", "weft"], ["Home", "Login"]),
        metrics.snippet_measure("The weft runs.", ["weft", "runs"], ["Home"]),
    ]
    assert [tuple(page[name] for name in metrics.SNIPPET_COUNTS) for page in pages] == [(1, 1, 1), (2, 0, 0)]
    assert pages[0]["snippet_f1"] == 0.5
    quality = metrics.snippet_quality(pages)
    assert {name: found["mean"] for name, found in quality.items()} == {
        "snippet_f1": 0.75,
        "snippet_precision": 0.75,
        "snippet_recall": 0.75,
    }
    assert quality["snippet_f1"]["low"] == 0.5
    assert quality["snippet_f1"]["high"] == 1
