"""How the classifier decided: parts of the page and the rule of every block."""

import pytest

import weft
from tests.records.forum_pages import thread
from tests.reports.small_model import small_classifier
from weft import parse
from weft.extractors import BlockClassifier
from weft.reports.decision import Decision, element_name, find_decision

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
    assert set(kept) == {"likely", "structure", "caption", "heading"}


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
