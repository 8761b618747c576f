"""The blocks of a page, with scores and with kinds."""

import json

import numpy as np
import pytest

import weft
from tests.reports.small_model import small_classifier
from weft import Document, Field, Record, parse
from weft.reports import find_decision, scored_blocks
from weft.reports.blocks import MAX_OPEN_WARP, ShownBlock, fold_blocks, shown_blocks

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
