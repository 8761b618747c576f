"""The page of `weft inspect --html`: the blocks of a page, in their structures and regions, coloured by score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from weft.document import Document
from weft.reports.blocks import ScoredBlock
from weft.reports.decision import IN, Decision, Part
from weft.reports.why import RULE_WORDS
from weft.reports.writing import write_report

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
