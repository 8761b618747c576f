"""How the classifier decided: parts of the page and the rule of every block.

Why a block, a structure or a region was kept or dropped.
"""

import pytest

import weft
from tests.records.forum_pages import thread
from tests.reports.small_model import small_classifier
from weft import parse
from weft.errors import ConfigError
from weft.extractors import BlockClassifier
from weft.extractors.block_classifier import RULES
from weft.reports import explain, feature_words
from weft.reports.decision import RULE_WORDS, Decision, element_name, find_decision

LONG = "The weaver passes the weft through the warp {} times, and then beats it up."
PAGE = f"""<title>A day at the loom</title>
<nav id=menu><ul><li><a href=/a>News</a><li><a href=/b>Shop</a></ul></nav>
<main><h1>A day at the loom</h1><p>{LONG.format("three")}</p>
<pre>loom --warp</pre><p>{LONG.format("four")}</p>
<figure><img src=a.jpg><figcaption>A loom</figcaption></figure><p>{LONG.format("five")}</p>
<h2>Shuttles</h2><p>{LONG.format("six")}</p>
<table><tr><th>Name<th>What the thing is for, in a few words<tr><td>Reed<td>It beats up the weft after each pick</table>
<p>{LONG.format("six")}</p></main>
<footer><p>Imprint</p><p>Contact</p></footer>"""


def decide(html: str, second: tuple[str, float] | None = None) -> Decision:
    classifier = small_classifier(second)
    decision = find_decision(weft.extract(html, method=classifier), classifier)
    assert decision is not None
    return decision


def test_every_block_has_the_rule_that_decided_on_it() -> None:
    decision = decide(PAGE)
    texts = [decision.document.page.blocks.text(block).strip() for block in range(len(decision.rules))]
    rules = {text: rule for text, rule in zip(texts, decision.rules, strict=True) if rule != "likely"}
    assert rules == {
        "News": "unlikely",
        "Shop": "unlikely",
        "A day at the loom": "title",
        "loom --warp": "structure",
        "A loom": "caption",
        "Shuttles": "heading",
        LONG.format("six"): "repeat",
        "Imprint": "unlikely",
        "Contact": "unlikely",
    }
    kept = [rule for rule, is_kept in zip(decision.rules, decision.kept.tolist(), strict=True) if is_kept]
    assert set(kept) == {"likely", "structure", "heading"}


def test_noise_in_a_kept_structure_is_told() -> None:
    code = (
        f"<main><p>{LONG}</p><pre>loom --warp 3 --weft 4 --beat 5 --up 6<div><button>Copy</button></div></pre></main>"
    )
    decision = decide(code)
    assert decision.rules == ["likely", "likely", "noise"]
    assert decision.kept.tolist() == [True, True, False]


def test_comments_are_told() -> None:
    comments = f"<section id=comments><h3>1 comment</h3><div class=comment><p>{LONG.format('nine')}</p></div></section>"
    decision = decide(f"<title>Looms</title><article><p>{LONG}</p></article>{comments}")
    assert decision.rules[-1] == "comment"
    assert decision.kept.tolist() == [True, False, False]


def test_posts_of_a_discussion_are_told() -> None:
    document = weft.extract(thread())
    decision = find_decision(document, weft.EXTRACTORS["block_classifier"])
    assert decision is not None
    kept = {rule for rule, is_kept in zip(decision.rules, decision.kept.tolist(), strict=True) if is_kept}
    assert "post" in kept <= {"post", "sure"}


def test_lone_texts_are_told() -> None:
    decision = decide("<p>Few words</p>")
    assert decision.cut is None
    assert decision.rules == ["lone"]


def test_structures_share_a_probability() -> None:
    decision = decide(PAGE)
    table = next(part for part in decision.structures.values() if part.kind == "table")
    assert (table.blocks, table.element, table.outcome, table.order) == (4, "table", "kept whole", "in")
    shared = decision.choice.probability[table.start : table.stop].tolist()
    assert shared == pytest.approx([table.probability] * 4)
    assert table.first == pytest.approx(table.probability)
    assert decision.structure_of(table.start) == decision.structure_of(table.stop - 1) == table
    assert decision.cut == pytest.approx(table.probability)


def test_regions_stand_before_in_or_behind_the_core() -> None:
    decision = decide(PAGE)
    assert decision.core.element == "main"
    menu, footer = decision.region_of(0), decision.region_of(len(decision.rules) - 1)
    assert (menu.element, menu.order, menu.blocks, menu.words, menu.link_share, menu.outcome) == (
        "nav#menu", "before", 2, 2, 1.0, "dropped",
    )  # fmt: skip
    assert (footer.element, footer.order) == ("footer", "behind")
    assert decision.region_of(3).order == "in"
    assert list(decision.regions) == sorted(decision.regions)


def test_the_second_trees_decide_where_a_model_has_them() -> None:
    decision = decide(PAGE, second=("region_mean", 0.5))
    menu = decision.region_of(0)
    assert menu.first == pytest.approx(menu.probability) == pytest.approx(0.119, abs=1e-3)
    heading = next(block for block, rule in enumerate(decision.rules) if rule == "title")
    assert decision.judgement.first[heading] < 0.2  # five words
    assert decision.strongest(range(heading, heading + 1), 3)[0][0] == "region_mean"


def test_what_moved_several_blocks_is_the_mean_of_their_words() -> None:
    decision = decide(f"<main><p>One two</p><p>{LONG}</p></main>")
    (name, value, moved), = decision.strongest(range(2), 5)  # fmt: skip
    words = decision.document.page.blocks.words
    assert name == "words"
    assert value == pytest.approx((words**2).sum() / words.sum())
    assert moved == pytest.approx((-2 * words[0] + 2 * words[1]) / words.sum())


def test_a_text_right_under_the_core_is_of_the_core() -> None:
    decision = decide(f"<div id=all>{LONG}</div>")
    assert decision.region_of(0).row == decision.core.row
    assert decision.core.element == "text in div#all"


@pytest.mark.parametrize("html", ["", "<p>One two three</p>"])
def test_other_methods_have_no_decision(html: str) -> None:
    document = weft.extract(html, method="whole_page")
    assert find_decision(document, weft.EXTRACTORS["whole_page"]) is None
    assert find_decision(document, BlockClassifier()) is None


def test_a_page_without_blocks_has_no_decision() -> None:
    document = weft.extract("", method="block_classifier")
    assert find_decision(document, BlockClassifier()) is None


def test_names_of_elements() -> None:
    page = parse("<div id=a class=b><p class='c d'>One<i>Two</i></div>")
    names = [element_name(page, row) for row in range(len(page))]
    assert names[-5:] == ["div#a", "p.c", "text in p.c", "i", "text in i"]


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
