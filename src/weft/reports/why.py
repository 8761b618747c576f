"""Why a block, a structure or a region was kept or dropped, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from weft.errors import ConfigError
from weft.extractors.features import ALL_FEATURES
from weft.extractors.features.regions import REGION_FEATURES
from weft.nouns import with_noun
from weft.reports.decision import REGION, Decision, Feature, Part, element_name

MOST = 6  # features that are told
MAX_ROWS = 5  # that a message names
MAX_TEXT = 90  # characters of a block
PAGE_IS = "page_is_"  # the features of the page's types

RULE_WORDS = {
    "unlikely": "its probability is under the cut",
    "likely": "its probability reaches the cut",
    "structure": "it is a structure among kept blocks",
    "caption": "it is the caption of a figure between kept blocks",
    "heading": "it is the heading of a kept passage",
    "noise": "it is noise inside of a structure or heading, such as a button",
    "repeat": "it is the second copy of a passage",
    "title": "it is the title, which the document has apart from its body",
    "comment": "it belongs to readers' comments, which the document has apart from its body",
    "post": "a post of the discussion says it",
    "no_post": "it is in no post of the discussion",
    "sure": "it stands beside the posts of the discussion, and is sure to be content",
    "lone": "the page has hardly another text",
}
"""What decided on a block, by the name of the rule."""


def explain(decision: Decision, what: str) -> tuple[list[str], list[Feature]]:
    """Why something was kept or dropped, line by line, and the features that moved it.

    `what` is the number of a block, or `region:ROW` or `structure:ROW`.
    """
    kind, _, number = what.rpartition(":")
    if kind:
        return explain_part(decision, _find_part(decision, kind, int(number)))
    if int(number) >= len(decision.rules):
        raise ConfigError(f"there is no block {number}", advice=f"blocks are 0 to {len(decision.rules) - 1}")
    return explain_block(decision, int(number))


def explain_block(decision: Decision, block: int) -> tuple[list[str], list[Feature]]:
    """Why a block was kept or dropped."""
    page, structure = decision.document.page, decision.structure_of(block)
    row, region = int(page.blocks.row[block]), decision.region_of(block)
    outcome, reason = "kept" if decision.kept[block] else "dropped", RULE_WORDS[decision.rules[block]]
    text = " ".join(page.blocks.text(block)[: 4 * MAX_TEXT].split())
    shown = text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1].rstrip() + "…"
    lines = [
        f"Block {block}, {element_name(page, row)} (row {row}): {outcome}, because {reason}.",
        f"Text: {shown}",
        f"Structure: {_structure(structure)}",
        _probability(decision, float(decision.choice.probability[block]), _first(decision, structure, block)),
        f"Region: {region.element} (row {region.row}), {_region(decision, region)}",
    ]
    blocks = range(structure.start, structure.stop) if structure else range(block, block + 1)
    return lines, decision.strongest(blocks, MOST)


def explain_part(decision: Decision, part: Part) -> tuple[list[str], list[Feature]]:
    """Why a structure or a region was kept or dropped."""
    counts = Counter((bool(decision.kept[block]), decision.rules[block]) for block in range(part.start, part.stop))
    lines = [f"{part.kind.capitalize()} {part.element} (row {part.row}), {_blocks(part)}: {part.outcome}."]
    lines += [_decided(count, is_kept, rule) for (is_kept, rule), count in counts.most_common()]
    if part.kind == REGION:
        best = float(decision.choice.probability[part.start : part.stop].max())
        lines.append(_probability(decision, best, None, "Highest probability in it"))
        lines.append(f"It is {_region(decision, part)}")
    else:
        region = decision.region_of(part.start)
        lines.append(_probability(decision, part.probability, part.first))
        lines.append(f"Region: {region.element} (row {region.row}), {_region(decision, region)}")
    return lines, decision.strongest(range(part.start, part.stop), MOST)


def feature_words(decision: Decision, features: Sequence[Feature]) -> list[str]:
    """Features as lines: what each adds, its name and value, and what it means."""
    meanings = REGION_FEATURES if decision.model.regions else ALL_FEATURES
    return [f"{moved:+.2f}  {name} = {value:.3g}: {_meaning(name, value, meanings)}" for name, value, moved in features]


def _meaning(name: str, value: float, meanings: dict[str, str]) -> str:
    if name in meanings or not name.startswith(PAGE_IS):
        return meanings.get(name, name)
    return f"the page is probably {'' if value >= 0.5 else 'not '}{name.removeprefix(PAGE_IS)}"


def _find_part(decision: Decision, kind: str, row: int) -> Part:
    parts = decision.regions if kind == REGION else decision.structures
    if row not in parts:
        rows = ", ".join(map(str, sorted(parts, key=lambda other: abs(other - row))[:MAX_ROWS]))
        raise ConfigError(f"there is no {kind} at row {row}", advice=f"the nearest are at {rows}" if parts else "")
    return parts[row]


def _decided(count: int, is_kept: bool, rule: str) -> str:
    outcome = "kept" if is_kept else "dropped"
    if count == 1:
        return f"1 block is {outcome}, because {RULE_WORDS[rule]}."
    return f"{with_noun(count, 'block')} are {outcome}, each because {RULE_WORDS[rule]}."


def _first(decision: Decision, structure: Part | None, block: int) -> float:
    return structure.first if structure else float(decision.judgement.first[block])


def _structure(part: Part | None) -> str:
    if part is None:
        return "none, it is decided alone."
    return f"{part.kind} {part.element} (row {part.row}), {_blocks(part)}, decided as one."


def _blocks(part: Part) -> str:
    return f"block {part.start}" if part.blocks == 1 else f"blocks {part.start} to {part.stop - 1}"


def _probability(decision: Decision, value: float, first: float | None, name: str = "Probability") -> str:
    cut = "nothing is kept by its probability" if decision.cut is None else f"the cut is {decision.cut:.2f}"
    by_first = f"; by the first trees {first:.2f}" if decision.model.regions and first is not None else ""
    return f"{name}: {value:.2f}{by_first}; {cut}."


def _region(decision: Decision, part: Part) -> str:
    core = decision.core
    by_first = f" (first trees {part.first:.2f})" if decision.model.regions else ""
    return (
        f"{part.order} the core, {core.element} (row {core.row}); {with_noun(part.words, 'word')}, "
        f"{part.link_share:.0%} in links, mean probability {part.probability:.2f}{by_first}, {part.outcome}."
    )
