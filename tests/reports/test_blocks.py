"""The blocks of a page, with scores and with kinds.

The page of `weft inspect --html`.
"""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

import weft
from tests.reports.small_model import small_classifier
from tests.reports.test_decision import PAGE, decide
from weft import Document, Field, Page, Record, parse
from weft.reports import ScoredBlock, block_map, find_decision, scored_blocks
from weft.reports.blocks import MAX_OPEN_WARP, ShownBlock, ShownScore, fold_blocks, nest, shown_blocks
from weft.reports.decision import Decision

LONG = "A text of the body with more than six words."


def test_shown_blocks() -> None:
    page = parse("<nav>Menu</nav><h1>Looms</h1><p>Body <b>text</b></p><ul><li>One<li>Two</ul><p hidden>Gone</p>")
    heading, item = int(page.rows_of("h1")[0]), int(page.rows_of("li")[0])
    document = Document(
        page=page,
        keep=np.array([2]),
        chosen_by="template",
        fields={"title": Field(value="Looms", row=heading), "lost": Field(value="x")},
        records=(Record(start=item, end=int(page.end[item])),),
    )
    assert [(block.kind, block.text, block.fields) for block in shown_blocks(document)] == [
        ("warp", "Menu", ()),
        ("field", "Looms", ("title",)),
        ("body", "Body text", ()),
        ("record", "One", ()),
        ("warp", "Two", ()),
        ("hidden", "Gone", ()),
    ]


def test_long_runs_of_warp_are_folded() -> None:
    kinds = ["warp", "hidden", "warp", "warp", "body", "warp", "field", "field", "field", "field"]
    blocks = [ShownBlock(kind=kind, element="li", text="") for kind in kinds]
    runs = [(is_folded, len(run)) for is_folded, run in fold_blocks(blocks)]
    assert runs == [(True, 4), (False, 1), (False, 1), (False, 4)]
    assert [is_folded for is_folded, _ in fold_blocks(blocks[:MAX_OPEN_WARP])] == [False]
    assert fold_blocks([]) == []


def test_a_decision_is_told_with_every_block() -> None:
    classifier = small_classifier()
    document = weft.extract(f"<nav>Menu</nav><main><p>{LONG}</p><ul><li>{LONG}<li>Two</ul></main>", method=classifier)
    decision = find_decision(document, classifier)
    menu, paragraph, item, short = scored_blocks(document, classifier, why=2, decision=decision)
    assert (menu.rule, menu.kept, menu.structure, menu.why) == ("unlikely", False, None, ())
    assert menu.region
    assert (menu.region.element, menu.region.order) == ("nav", "before")
    assert paragraph.why == (("words", 10.0, 2.0),)
    assert item.structure
    assert item.structure == short.structure
    assert short.score == short.first == pytest.approx(0.119, abs=1e-3)
    assert short.probability == item.probability == pytest.approx(item.structure.probability)
    assert item.structure.probability < paragraph.score
    assert {block.cut for block in (menu, item, short)} == {item.probability}
    data = json.loads(json.dumps(item.to_dict()))
    assert (data["structure"]["kind"], data["region"]["kind"]) == ("list", "region")


def test_without_a_decision_blocks_have_scores_alone() -> None:
    document = weft.extract("<p>One two three</p>", method="whole_page")
    block, = scored_blocks(document, weft.EXTRACTORS["whole_page"], why=2)  # fmt: skip
    assert (block.rule, block.region, block.structure, block.cut, block.why) == ("", None, None, None, ())


def page_of(decision: Decision, *explanation: str) -> Page:
    return parse(block_map(decision.document, _scored(decision), decision=decision, explanation=explanation))


def frames(page: Page) -> list[tuple[str, str]]:
    """The kind of every frame, and what its summary says."""
    rows = [row for row in page.rows_of("details").tolist() if "regions" not in page.classes(row)]
    summaries = [next(child for child in page.children(row) if page.tag_name(child) == "summary") for row in rows]
    return [
        (page.classes(row)[0], " ".join(page.text(summary).split()))
        for row, summary in zip(rows, summaries, strict=True)
    ]


def test_structures_and_regions_are_framed() -> None:
    assert frames(page_of(decide(PAGE))) == [
        ("structure", "list ul before the core · probability 0.12 · 2 words · 100% in links · dropped"),
        ("core", "core main mean probability 0.67 · 104 words · 0% in links · 79% kept"),
        ("structure", "table table in the core · probability 0.80 · 19 words · 0% in links · kept whole"),
        ("region", "region footer behind the core · mean probability 0.12 · 2 words · 0% in links · dropped"),
    ]


def test_frames_hold_their_blocks() -> None:
    decision = decide(PAGE)
    page = page_of(decision)
    core = next(row for row in page.rows_of("details").tolist() if "core" in page.classes(row))
    inside = [row for row in page.rows_of("p").tolist() if core < row < page.end[core] and page.id(row)]
    assert [page.id(row) for row in inside] == [
        f"block-{block}" for block in range(decision.core.start, decision.core.stop)
    ]
    assert [page.id(row) for row in page.rows_of("p").tolist() if (page.id(row) or "").startswith("block-")] == [
        f"block-{block}" for block in range(len(decision.rules))
    ]


def test_rules_are_said_in_words() -> None:
    notes = _texts(page_of(decide(PAGE)), "em")
    assert notes == [
        "dropped: it is the title, which the document has apart from its body", "code",
        "kept: it is a structure among kept blocks", "figure",
        "dropped: it is the caption of a picture, which text leaves out and other formats write with the picture",
        "kept: it is the heading of a kept passage", "dropped: it is the second copy of a passage",
    ]  # fmt: skip


def test_regions_are_listed_with_their_numbers() -> None:
    page = page_of(decide(PAGE))
    cells = [_texts(page, "td", row) for row in page.rows_of("tr").tolist()]
    assert [row[:5] + row[-1:] for row in cells[1:]] == [
        ["nav#menu", "before the core", "2", "2", "100%", "dropped"],
        ["main", "the core", "13", "104", "0%", "79% kept"],
        ["table", "in the core", "4", "19", "0%", "kept whole"],
        ["footer", "behind the core", "2", "2", "0%", "dropped"],
    ]
    assert "first trees" not in page.text(0)
    assert "first trees" in page_of(decide(PAGE, second=("region_mean", 0.5))).text(0)
    targets = [page.attribute(row, "href") for row in page.rows_of("a").tolist()]
    assert targets == ["#block-0", "#block-2", "#block-10", "#block-15"]


def test_what_is_kept_is_said_and_not_only_coloured() -> None:
    decision = decide(PAGE)
    page = page_of(decision)
    for block, is_kept in enumerate(decision.kept.tolist()):
        row = next(row for row in page.rows_of("p").tolist() if page.id(row) == f"block-{block}")
        numbers = page.text(next(child for child in page.children(row) if "numbers" in page.classes(child)))
        assert ("kept" in numbers) == is_kept


def test_an_explanation_stands_first() -> None:
    page = page_of(decide(PAGE), "Block 1 <b>: dropped.")
    assert "Why" in page.text(0)
    assert "Block 1 <b>: dropped." in page.text(0)


def test_a_structure_may_hold_the_core_and_its_regions() -> None:
    items = "".join(f"<li><p>A long text of the body, number {number}.</p><p>{number}</p>" for number in range(3))
    decision = decide(f"<ul id=all>{items}</ul>")
    assert decision.core.element == "ul#all"
    assert [(kind, words.split(" · ")[0]) for kind, words in frames(page_of(decision))] == [
        ("core", "core ul#all mean probability 0.80"),
        ("structure", "list ul#all in the core"),
        *[("region", "region li in the core")] * 3,
    ]


def test_a_part_without_blocks_is_left_out() -> None:
    decision = decide("<p>One</p>")
    empty = replace(decision.core, start=0, stop=0)
    shown = nest([ShownScore(block=block, strength=1, notes=()) for block in _scored(decision)], [empty])
    assert [type(one) for one in shown.held] == [ShownScore]


def test_the_page_of_scores_tells_how_strong_each_block_is() -> None:
    document = weft.extract("<p>One sentence of the body, and a comma.</p><p hidden>Gone</p>", method="whole_page")
    blocks = scored_blocks(document, weft.EXTRACTORS["block_classifier"])
    html = block_map(document, blocks)
    strengths = [float(strength) for strength in re.findall(r"--strength: ([\d.]+)", html)]
    assert len(strengths) == len(blocks) == 2
    assert max(strengths) == 1
    for block in blocks:
        assert f"block {block.index} · row {block.row} · score {block.score:.4g} · " in html
        assert f"in links\n{block.xpath}" in html
    assert "blocks kept by whole_page" in html


def test_the_page_of_scores_says_why() -> None:
    html = (
        "<title>Looms</title><article><h1>Looms</h1><p>"
        + "The weaver put the last threads on the loom. " * 20
        + "</p></article>"
    )
    document = weft.extract(html)
    blocks = scored_blocks(document, weft.EXTRACTORS["block_classifier"], why=2)
    name, value, moved = next(block.why[0] for block in blocks if block.why)
    assert f"\n{name} = {value:.4g}: {moved:+.2f}" in block_map(document, blocks)


def test_a_page_without_blocks() -> None:
    document = weft.extract("", method="whole_page")
    assert "0 of 0 blocks kept" in block_map(document, [])


def _texts(page: Page, tag: str, under: int = 0) -> list[str]:
    rows = page.rows_of(tag)
    rows = rows[(rows > under) & (rows < page.end[under])]
    return [" ".join(page.text(row).split()) for row in rows.tolist()]


def _scored(decision: Decision) -> list[ScoredBlock]:
    return scored_blocks(decision.document, small_classifier(), decision=decision)
