"""Why a block, a structure or a region was kept or dropped."""

import pytest

from tests.reports.test_decision import PAGE, decide
from weft.errors import ConfigError
from weft.extractors.block_classifier import RULES
from weft.reports import explain, feature_words
from weft.reports.decision import RULE_WORDS


def lines_of(what: str, second: tuple[str, float] | None = None) -> list[str]:
    return explain(decide(PAGE, second), what)[0]


def test_a_block_that_stands_alone() -> None:
    assert lines_of("3") == [
        "Block 3, p (row 18): kept, because its probability reaches the cut.",
        "Text: The weaver passes the weft through the warp three times, and then beats it up.",
        "Structure: none, it is decided alone.",
        "Probability: 0.88; the cut is 0.80.",
        "Region: p (row 18), in the core, main (row 15); 15 words, 0% in links, mean probability 0.88, kept whole.",
    ]


def test_a_block_in_a_structure_is_told_with_it() -> None:
    lines, features = explain(decide(PAGE), "10")
    assert lines[2] == "Structure: table table (row 38), blocks 10 to 13, decided as one."
    assert lines[3] == "Probability: 0.80; the cut is 0.80."
    (name, _, moved), = features  # fmt: skip
    assert name == "words"
    assert moved > 0  # the block alone has one word, which speaks against it


def test_a_region() -> None:
    decision = decide(PAGE)
    row = decision.region_of(15).row
    assert explain(decision, f"region:{row}")[0] == [
        f"Region footer (row {row}), blocks 15 to 16: dropped.",
        "2 blocks are dropped, each because its probability is under the cut.",
        "Highest probability in it: 0.12; the cut is 0.80.",
        "It is behind the core, main (row 15); 2 words, 0% in links, mean probability 0.12, dropped.",
    ]


def test_a_structure() -> None:
    lines = lines_of("structure:38", second=("region_mean", 0.5))
    assert lines == [
        "Table table (row 38), blocks 10 to 13: kept whole.",
        "4 blocks are kept, each because its probability reaches the cut.",
        "Probability: 0.88; by the first trees 0.80; the cut is 0.88.",
        "Region: table (row 38), in the core, main (row 15); 19 words, 0% in links, mean probability 0.88 "
        "(first trees 0.80), kept whole.",
    ]


def test_a_region_of_several_rules() -> None:
    decision = decide(
        PAGE.replace("<p>Imprint</p>", "<h3>Shuttles</h3><p>We sell looms, reeds and shuttles of wood.</p>")
    )
    lines = explain(decision, f"region:{decision.region_of(16).row}")[0]
    assert lines[0].endswith("blocks 15 to 17: 90% kept.")
    assert lines[1:4] == [
        "1 block is kept, because it is the heading of a kept passage.",
        "1 block is kept, because its probability reaches the cut.",
        "1 block is dropped, because its probability is under the cut.",
    ]


@pytest.mark.parametrize(
    ("second", "line"),
    [
        (None, "+2.00  words = 15: "),
        (("region_mean", 0.5), "+2.00  region_mean = 0.881: its region: mean probability of its words"),
        (("page_is_article", 0.5), "+2.00  page_is_article = 0.731: the page is probably article"),
        (("page_is_forum", 0.5), "-2.00  page_is_forum = 0.269: the page is probably not forum"),
    ],
)
def test_features_are_told_in_words(second: tuple[str, float] | None, line: str) -> None:
    decision = decide(PAGE, second)
    words = feature_words(decision, explain(decision, "3")[1])
    assert words[0].startswith(line)
    assert len(words[0]) > len("+2.00  words = 15: ")


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("99", "there is no block 99; blocks are 0 to 16"),
        ("region:3", "there is no region at row 3; the nearest are at"),
        ("structure:37", "there is no structure at row 37; the nearest are at 38, "),
    ],
)
def test_what_is_not_there_is_an_error(what: str, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        lines_of(what)
    assert str(error.value).startswith(message)


def test_a_page_without_structures_names_none() -> None:
    with pytest.raises(ConfigError, match=r"there is no structure at row 3$"):
        explain(decide("<p>One</p>"), "structure:3")


def test_where_nothing_is_kept_by_its_probability() -> None:
    lines = explain(decide("<p>Few words</p>"), "0")[0]
    assert lines[0].endswith(": kept, because the page has hardly another text.")
    assert lines[3] == "Probability: 0.12; nothing is kept by its probability."


def test_a_long_text_is_cut() -> None:
    lines = explain(decide("<p>" + "word " * 500), "0")[0]
    assert lines[1].startswith("Text: word word")
    assert lines[1].endswith("word…")
    assert len(lines[1]) < 100


def test_every_rule_has_words() -> None:
    assert set(RULES) <= set(RULE_WORDS)
