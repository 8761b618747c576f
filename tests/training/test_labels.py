import numpy as np
import pytest

from weft.page import parse
from weft.training.labels import SIBLING_TRUST, add_siblings, find_holders, label_blocks, label_snippets


def test_a_menu_is_no_content_because_a_sentence_has_its_word():
    blocks = ["Home", "Contact", "We went home and found the contact.", "Contact us"]
    assert label_blocks(blocks, "We went home and found the contact.").tolist() == [0, 0, 1, 0]


def test_short_lines_of_the_truth_are_found_in_their_place():
    blocks = ["Price", "A chair of oak and leather.", "Colour", "Red", "Price", "You may also like", "Red"]
    truth = "A chair of oak and leather.\nColour\nRed"
    assert label_blocks(blocks, truth).tolist() == [0, 1, 1, 1, 0, 0, 0]


def test_a_part_that_the_truth_moves_is_found():
    blocks = [
        "The summary of the whole story in one line.",
        "First comes this paragraph of words.",
        "Then that other one comes.",
    ]
    truth = "\n".join([blocks[1], blocks[2], blocks[0]])
    assert label_blocks(blocks, truth).tolist() == [1, 1, 1]


def test_a_block_that_is_partly_content_has_its_share():
    assert label_blocks(["one two three four five six seven eight"], "one two three four")[0] == pytest.approx(0.5)


def test_chinese_and_nothing():
    assert label_blocks(["首页", "今天下了很大的雨。", "版权所有"], "今天下了很大的雨。").tolist() == [0, 1, 0]
    assert label_blocks(["a b c"], "").tolist() == [0]
    assert label_blocks([], "a b c").tolist() == []


BODY = "The weft runs over the warp, and whoever follows us on Twitter has seen how it comes back under the next one."
BLOCKS = ["Twitter", BODY, "The weft runs over the warp", "Read more about looms", "Twitter Facebook Mail"]


def test_a_block_that_holds_a_wanted_snippet_is_content_though_it_holds_an_unwanted_one():
    label, trust = label_snippets(BLOCKS, ["comes back under"], ["Twitter"])
    assert label.tolist() == [0, 1, 0, 0, 0]
    assert trust.tolist() == [1, 1, 0, 0, 1]


def test_an_unwanted_snippet_says_nothing_about_a_long_block_that_mentions_it():
    label, trust = label_snippets(BLOCKS, [], ["Twitter"])
    assert trust.tolist() == [1, 0, 0, 0, 1]
    assert not label.any()


def test_an_unwanted_snippet_that_is_a_good_part_of_a_long_block_is_about_it():
    assert label_snippets([BODY], [], [BODY[: len(BODY) // 3 + 1]])[1].tolist() == [1]
    assert label_snippets([BODY], [], [BODY[: len(BODY) // 4]])[1].tolist() == [0]


def test_of_blocks_that_hold_a_wanted_snippet_the_longest_is_content_and_nothing_is_said_of_the_others():
    label, trust = label_snippets(BLOCKS, ["runs over the warp"], ["The weft runs over"])
    assert label.tolist() == [0, 1, 0, 0, 0]
    assert trust.tolist() == [0, 1, 0, 0, 0]


def test_white_space_and_snippets_that_no_block_holds():
    label, trust = label_snippets(["over\n  the warp", "Home"], ["over the warp", "silk"], ["Imprint", ""])
    assert label.tolist() == trust.tolist() == [1, 0]


def test_the_score_of_a_page_counts_snippets():
    holders = find_holders(BLOCKS, ["comes back", "runs over", "silk"], ["looms", "Twitter", "Imprint"])
    assert holders.counts([1]) == (2, 1, 1)
    assert holders.counts([2, 3]) == (1, 2, 1)
    assert holders.f1([1]) == 2 * 2 / (2 * 2 + 1 + 1)
    assert holders.f1([]) == holders.f1([0]) == 0


def test_siblings_between_two_blocks_of_content_are_content_with_a_low_trust():
    html = (
        "<div><p>before<p>first<p>between<p>a <a href=/>link</a><div>box</div><p>noise<p>last<p>after</div>"
        "<aside><p>aside</aside>"
    )
    page = parse(html)
    texts = [block.text for block in page.blocks]
    label, trust = label_snippets(texts, ["first", "last"], ["noise"])
    add_siblings(page, label, trust)
    assert dict(zip(texts, label.tolist(), strict=True)) == {
        "before": 0, "first": 1, "between": 1, "a link": 0, "box": 0, "noise": 0, "last": 1, "after": 0, "aside": 0,
    }  # fmt: skip
    trusted = {text: value for text, value in zip(texts, trust.tolist(), strict=True) if value}
    assert trusted == {"first": 1, "between": pytest.approx(SIBLING_TRUST), "noise": 1, "last": 1}


def test_without_content_nothing_has_siblings():
    label, trust = np.zeros(1, np.float32), np.zeros(1, np.float32)
    add_siblings(parse("<p>one"), label, trust)
    assert not label.any()
    assert not trust.any()
