"""The blocks of a page, with scores and with kinds."""

import re

import numpy as np

import weft
from weft import Document, Field, Record, parse
from weft.reports import block_map, scored_blocks
from weft.reports.blocks import MAX_OPEN_WARP, ShownBlock, fold_blocks, shown_blocks


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
