"""The blocks of a page, for people: each with its score, or each with its part in the template of a site.

The page of `weft inspect --html`: the blocks of a page, in their structures and regions, coloured by score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

import numpy as np

from weft.deadline import check_deadline, time_limit
from weft.document import Document, Explainer, Extractor
from weft.page import Page
from weft.reports.decision import IN, RULE_WORDS, Decision, Feature, Part, element_name
from weft.reports.writing import write_report

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
    with time_limit(document.page.seconds):
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
            for index, row in check_deadline(enumerate(blocks.row))
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
    with time_limit(document.page.seconds):
        page, blocks = document.page, document.page.blocks
        names: dict[int, list[str]] = {}
        for name, value in check_deadline(document.fields.items()):
            if value.row >= 0:
                # A field in an element is shown at its first block; a field in a text at the block that holds the text.
                block = int(np.searchsorted(blocks.last, value.row, side="right"))
                names.setdefault(block, []).append(name)
        in_record = np.zeros(len(page) + 1, np.bool_)
        for record in check_deadline(document.records):
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
            for block in check_deadline(range(len(blocks)))
        ]


def fold_blocks(blocks: Sequence[ShownBlock]) -> list[tuple[bool, list[ShownBlock]]]:
    """The blocks in runs, each with whether a report folds it: long runs of warp hide the rest."""
    runs = [list(run) for _, run in groupby(blocks, key=lambda block: block.kind in (WARP, HIDDEN))]
    return [(run[0].kind in (WARP, HIDDEN) and len(run) > MAX_OPEN_WARP, run) for run in runs]


def _kind(is_body: bool, is_field: bool, is_hidden: bool, is_record: bool) -> str:
    kinds = ((is_body, BODY), (is_field, FIELD), (is_hidden, HIDDEN), (is_record, RECORD))
    return next((kind for holds, kind in kinds if holds), WARP)


PLAIN_RULES = ("likely", "unlikely", "")  # a mark and a score tell these; the others are said in words


@dataclass(frozen=True, kw_only=True)
class ShownPart:
    """A part of the page with what it holds, in document order: blocks, and parts in turn."""

    part: Part | None  # none: the page
    held: list[ShownPart | ShownScore] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class ShownScore:
    """One block: how strong its colour is, and what else is said of it."""

    block: ScoredBlock
    strength: float
    notes: tuple[str, ...]


def block_map(
    document: Document,
    blocks: Sequence[ScoredBlock],
    *,
    decision: Decision | None = None,
    explanation: Sequence[str] = (),
) -> str:
    """An HTML page of the blocks. The colour of a block is strong where its score is high; a bar marks kept blocks.

    With the decision, structures and regions are drawn around their blocks, and the regions are listed.
    """
    top = max((block.score for block in blocks), default=0.0) or 1.0
    # The square root spreads the low scores, which would all look white.
    shown = [
        ShownScore(block=block, strength=(max(block.score, 0.0) / top) ** 0.5, notes=tuple(_notes(block)))
        for block in blocks
    ]
    return write_report(
        "blocks.html",
        document=document,
        blocks=blocks,
        kept=sum(block.kept for block in blocks),
        page=nest(shown, _drawn_parts(decision) if decision else []),
        decision=decision,
        listed=_listed_parts(decision) if decision else [],
        explanation=explanation,
    )


def nest(blocks: Sequence[ShownScore], parts: Sequence[Part]) -> ShownPart:
    """The page with its parts in each other and its blocks in the innermost. Parts never overlap by half."""
    page = ShownPart(part=None)
    open_parts, rest = [page], sorted((part for part in parts if part.blocks), key=_outer_first)[::-1]
    for shown in blocks:
        index = shown.block.index
        while (innermost := open_parts[-1].part) and innermost.stop <= index:
            open_parts.pop()
        while rest and rest[-1].start <= index:
            opened = ShownPart(part=rest.pop())
            open_parts[-1].held.append(opened)
            open_parts.append(opened)
        open_parts[-1].held.append(shown)
    return page


def _drawn_parts(decision: Decision) -> list[Part]:
    """The core, and the regions and structures of more than one block; of the others their block tells enough.

    A region that is one structure is drawn as the structure.
    """
    structures = [part for part in decision.structures.values() if part.blocks > 1]
    ranges = {(part.start, part.stop) for part in structures}
    regions = [part for part in _regions(decision) if part.blocks > 1 and (part.start, part.stop) not in ranges]
    return [decision.core, *regions, *structures]


def _listed_parts(decision: Decision) -> list[Part]:
    """The regions and the core in document order, without the lone blocks of the core, which are the page's text."""
    regions = [part for part in _regions(decision) if part.order != IN or part.blocks > 1]
    return sorted([decision.core, *regions], key=_outer_first)


def _outer_first(part: Part) -> tuple[int, int, int]:
    """The order of parts: by where they begin, what holds another one before it."""
    return part.start, -part.stop, part.row


def _regions(decision: Decision) -> list[Part]:
    """The regions; a text right under the core has the core for a region, which is drawn anyway."""
    return [part for part in decision.regions.values() if part.row != decision.core.row]


def _notes(block: ScoredBlock) -> Iterator[str]:
    if block.hidden:
        yield "hidden on the page"
    if block.structure and block.structure.blocks == 1:
        yield block.structure.kind
    if block.rule not in PLAIN_RULES:
        yield f"{'kept' if block.kept else 'dropped'}: {RULE_WORDS[block.rule]}"
