import pytest

from weft.training.labels import label_blocks


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
