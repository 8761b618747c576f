"""The blocks of a page, for people: each with its score, or each with its part in the template of a site."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

import numpy as np

from weft.deadline import in_time, within
from weft.document import Document, Explainer, Extractor
from weft.page import Page
from weft.reports.decision import Decision, Feature, Part, element_name

MAX_OPEN_WARP = 3  # blocks of warp in a row that a report does not fold
MAX_TEXT = 400  # characters of a block of a site's report

BODY, FIELD, RECORD, HIDDEN, WARP = "body", "field", "record", "hidden", "warp"


@dataclass(frozen=True, kw_only=True)
class ScoredBlock:
    """One block and why it was kept or not."""

    index: int
    row: int
    element: str  # tag with id or class, as a person would name it
    xpath: str
    kept: bool
    hidden: bool
    score: float
    chars: int
    link_share: float
    text: str
    why: tuple[Feature, ...] = ()  # the features that moved the score
    rule: str = ""  # what decided, where the classifier chose
    first: float | None = None  # its probability by the first trees
    probability: float | None = None  # what it was decided by: the blocks of a structure share it
    cut: float | None = None  # the lowest probability that is kept
    structure: Part | None = None
    region: Part | None = None

    def to_dict(self) -> dict[str, object]:
        """Ready for JSON."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True)
class ShownBlock:
    """One block: its part in the template, the fields whose values are in it, its element and its text."""

    kind: str
    element: str
    text: str
    fields: tuple[str, ...] = ()


def scored_blocks(
    document: Document, scorer: Extractor, *, why: int = 0, decision: Decision | None = None
) -> list[ScoredBlock]:
    """Every block of the document's page with the scorer's score; kept blocks also have the `why` strongest reasons.

    A decision of the scorer on this page is used, so that it need not score again, and told.
    """
    with within(document.page.seconds):
        page, blocks = document.page, document.page.blocks
        kept = np.isin(np.arange(len(blocks)), document.keep)
        scores = decision.judgement.probability if decision else scorer.score(page)
        return [
            ScoredBlock(
                index=index,
                row=int(row),
                element=element_name(page, int(row)),
                xpath=page.node(int(row)).xpath,
                kept=bool(kept[index]),
                hidden=bool(blocks.hidden[index]),
                score=float(scores[index]),
                chars=int(blocks.chars[index]),
                link_share=float(blocks.link_chars[index] / max(blocks.chars[index], 1)),
                text=blocks.text(index),
                why=_why(page, scorer, decision, index, why) if kept[index] else (),
                **(_decided(decision, index) if decision else {}),
            )
            for index, row in in_time(enumerate(blocks.row))
        ]


def _why(page: Page, scorer: Extractor, decision: Decision | None, block: int, most: int) -> tuple[Feature, ...]:
    if not most:
        return ()
    if decision:
        return tuple(decision.strongest(range(block, block + 1), most))
    return tuple(scorer.explain(page, block)[:most]) if isinstance(scorer, Explainer) else ()


def _decided(decision: Decision, block: int) -> dict[str, Any]:
    return {
        "rule": decision.rules[block],
        "first": float(decision.judgement.first[block]),
        "probability": float(decision.choice.probability[block]),
        "cut": decision.cut,
        "structure": decision.structure_of(block),
        "region": decision.region_of(block),
    }


def shown_blocks(document: Document) -> list[ShownBlock]:
    """Every block of the document's page."""
    with within(document.page.seconds):
        page, blocks = document.page, document.page.blocks
        names: dict[int, list[str]] = {}
        for name, value in in_time(document.fields.items()):
            if value.row >= 0:
                # A field in an element is shown at its first block; a field in a text at the block that holds the text.
                block = int(np.searchsorted(blocks.last, value.row, side="right"))
                names.setdefault(block, []).append(name)
        in_record = np.zeros(len(page) + 1, np.bool_)
        for record in in_time(document.records):
            in_record[record.start : record.end] = True
        kept = set(document.keep.tolist())
        return [
            ShownBlock(
                kind=_kind(
                    block in kept, block in names, bool(blocks.hidden[block]), bool(in_record[blocks.first[block]])
                ),
                element=page.tag_name(int(blocks.row[block])),
                text=" ".join(blocks.text(block).split())[:MAX_TEXT],
                fields=tuple(names.get(block, ())),
            )
            for block in in_time(range(len(blocks)))
        ]


def fold_blocks(blocks: Sequence[ShownBlock]) -> list[tuple[bool, list[ShownBlock]]]:
    """The blocks in runs, each with whether a report folds it: long runs of warp hide the rest."""
    runs = [list(run) for _, run in groupby(blocks, key=lambda block: block.kind in (WARP, HIDDEN))]
    return [(run[0].kind in (WARP, HIDDEN) and len(run) > MAX_OPEN_WARP, run) for run in runs]


def _kind(is_body: bool, is_field: bool, is_hidden: bool, is_record: bool) -> str:
    kinds = ((is_body, BODY), (is_field, FIELD), (is_hidden, HIDDEN), (is_record, RECORD))
    return next((kind for holds, kind in kinds if holds), WARP)
