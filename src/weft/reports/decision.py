"""How the classifier decided on a page: the core, the regions, the structures, and the rule behind every block.

Why a block, a structure or a region was kept or dropped, in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, time_limit
from weft.document import Document, Extractor
from weft.errors import ConfigError, with_noun
from weft.extractors.block_classifier import (
    RULES,
    VISUAL_NAME,
    BlockClassifier,
    Judgement,
    Model,
    VisualClassifier,
    default_model,
    shipped_model,
)
from weft.extractors.completion import TRAINED
from weft.extractors.features import ALL_FEATURES, FEATURES
from weft.extractors.features.regions import KINDS, REGION_FEATURES
from weft.kernel.extractors import Choice
from weft.kernel.trees import Trees
from weft.metadata import find_title, title_blocks
from weft.page import Page
from weft.records import post_blocks

CORE, REGION = "core", "region"
BEFORE, IN, BEHIND = "before", "in", "behind"
TITLE, COMMENT, POST, NO_POST, SURE, LONE = "title", "comment", "post", "no_post", "sure", "lone"
"""Rules that change a choice afterwards, beside those of `RULES`."""
_LINK_WORDS = list(FEATURES).index("link_words")

Feature = tuple[str, float, float]  # name, value, what it adds to the margin


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a page that holds blocks: the core, a region or a structure."""

    kind: str  # `core`, `region` or the kind of a structure
    row: int
    element: str
    start: int  # its first block
    stop: int  # the block behind its last
    order: str  # `before`, `in` or `behind` the core
    words: int
    link_share: float  # of its words
    first: float  # mean probability of its words by the first trees
    probability: float  # the same after the second trees; a structure is decided by it
    kept_share: float  # of its words

    @property
    def blocks(self) -> int:
        """How many blocks it has."""
        return self.stop - self.start

    @property
    def outcome(self) -> str:
        """How much of it is kept, in words."""
        if self.kept_share == 1:
            return "kept whole"
        return f"{self.kept_share:.0%} kept" if self.kept_share else "dropped"


@dataclass(frozen=True, eq=False, kw_only=True)
class Decision:
    """What the classifier thought of the page of a document, and what became of it."""

    document: Document
    model: Model
    judgement: Judgement
    choice: Choice

    @cached_property
    def kept(self) -> NDArray[np.bool_]:
        """Whether each block is in the document."""
        return np.isin(np.arange(len(self.choice.probability)), self.document.keep)

    @property
    def cut(self) -> float | None:
        """The lowest probability that keeps a unit, none where no unit is kept by its probability."""
        return float(self.choice.cut) if np.isfinite(self.choice.cut) else None

    @cached_property
    def core(self) -> Part:
        """The core."""
        return self._part(CORE, self.judgement.regions.core)

    @cached_property
    def regions(self) -> dict[int, Part]:
        """The regions by row, in document order."""
        rows = np.unique(self._region_rows).tolist()
        return {row: self._part(REGION, row) for row in check_deadline(rows)}

    @cached_property
    def structures(self) -> dict[int, Part]:
        """The structures by row, in document order."""
        structures = self.judgement.regions.structures
        pairs = zip(structures.kind.tolist(), structures.row.tolist(), strict=True)
        return {row: self._part(KINDS[kind], row) for kind, row in check_deadline(pairs)}

    def region_of(self, block: int) -> Part:
        """The region of a block."""
        return self.regions[int(self._region_rows[block])]

    def structure_of(self, block: int) -> Part | None:
        """The structure of a block, none where it stands alone."""
        structures = self.judgement.regions.structures
        number = int(structures.of_block[block])
        return self.structures[int(structures.row[number])] if number >= 0 else None

    @cached_property
    def rules(self) -> list[str]:
        """The rule that decided on each block: one of `RULES`, or one that changed the choice afterwards."""
        rules = [RULES[number] for number in self.choice.rule.tolist()]
        chosen = np.isin(np.arange(len(rules)), self.choice.keep)
        if self.document.chosen_by not in TRAINED:
            return self._rules_of_discussion(rules, chosen)
        if not len(self.choice.keep):
            return [LONE if kept else rule for rule, kept in zip(rules, self.kept.tolist(), strict=True)]
        taken = np.flatnonzero(chosen & ~self.kept).tolist()
        if taken:
            page = self.document.page
            title = set(title_blocks(page, find_title(page).value, self.choice.keep).tolist())
            for block in taken:
                rules[block] = TITLE if block in title else COMMENT
        return rules

    def strongest(self, blocks: range, most: int) -> list[Feature]:
        """What moved the margins of some blocks most, in the mean of their words."""
        trees, names, asked = self._last_trees
        words = self._words[blocks.start : blocks.stop]
        added = np.stack([trees.contributions(asked[block]) for block in check_deadline(blocks)])
        mean = words @ added.astype(np.float64) / words.sum()
        values = words @ asked[blocks.start : blocks.stop].astype(np.float64) / words.sum()
        order = np.argsort(-np.abs(mean), kind="stable")[:most]
        return [(names[k], float(values[k]), float(mean[k])) for k in order.tolist() if mean[k]]

    def _rules_of_discussion(self, rules: list[str], chosen: NDArray[np.bool_]) -> list[str]:
        posts = set(post_blocks(self.document.page)[1].tolist())
        for block in np.flatnonzero(chosen | self.kept).tolist():
            rules[block] = (POST if block in posts else SURE) if self.kept[block] else NO_POST
        return rules

    def _part(self, kind: str, row: int) -> Part:
        page = self.document.page
        start, stop = _blocks_under(page, row)
        words = self._words[start:stop]
        total = max(float(words.sum()), 1.0)
        links = self.judgement.features.blocks[start:stop, _LINK_WORDS]
        return Part(
            kind=kind,
            row=row,
            element=element_name(page, row),
            start=start,
            stop=stop,
            order=self._order(start),
            words=int(page.blocks.words[start:stop].sum()),
            link_share=min(float(links.sum()) / total, 1.0),
            first=float(words @ self.judgement.first[start:stop]) / total,
            probability=float(words @ self.choice.probability[start:stop]) / total,
            kept_share=float(words[self.kept[start:stop]].sum()) / total,
        )

    def _order(self, block: int) -> str:
        start, stop = _blocks_under(self.document.page, self.judgement.regions.core)
        return BEFORE if block < start else IN if block < stop else BEHIND

    @cached_property
    def _words(self) -> NDArray[np.float64]:
        """Words of each block, at least 1, as the choice counts them."""
        return np.maximum(self.document.page.blocks.words, 1).astype(np.float64)

    @cached_property
    def _region_rows(self) -> NDArray[np.int64]:
        """The row of each block's region; a text right under the core is of the core itself."""
        regions = self.judgement.regions
        return np.where(regions.region > 0, regions.region, regions.core)

    @cached_property
    def _last_trees(self) -> tuple[Trees, Sequence[str], NDArray[np.float32]]:
        return self.model.last_trees(self.judgement)


def find_decision(document: Document, scorer: Extractor) -> Decision | None:
    """How the classifier decided on a document's page; none where another method chose, or there is nothing to choose.

    The posts of a discussion are chosen after it, so it has decided there too.
    """
    classifier = _classifier_of(scorer)
    page = document.page
    if classifier is None or document.chosen_by not in (*TRAINED, "records") or not len(page.blocks):
        return None
    with time_limit(page.seconds):
        model = classifier.model or default_model()
        judgement = model.judge(page)
        choice = classifier.choose(page, judgement)
        return Decision(document=document, model=model, judgement=judgement, choice=choice)


def _blocks_under(page: Page, row: int) -> tuple[int, int]:
    """The blocks that begin under a row: the first, and the one behind the last."""
    start, stop = np.searchsorted(page.blocks.first, (row, page.end[row])).tolist()
    return start, stop


def _classifier_of(scorer: Extractor) -> BlockClassifier | None:
    if isinstance(scorer, VisualClassifier):
        return BlockClassifier(model=scorer.model or shipped_model(VISUAL_NAME))
    return scorer if isinstance(scorer, BlockClassifier) else None


def element_name(page: Page, row: int) -> str:
    """The tag of an element with its id, or else its first class; a text has the name of what holds it."""
    if page.tag_name(row) == "#text":
        return f"text in {element_name(page, int(page.parent[row]))}"
    identity, classes = page.id(row), page.classes(row)
    return page.tag_name(row) + (f"#{identity}" if identity else f".{classes[0]}" if classes else "")


MOST = 6  # features that are told
MAX_ROWS = 5  # that a message names
MAX_TEXT = 90  # characters of a block
PAGE_IS = "page_is_"  # the features of the page's types

RULE_WORDS = {
    "unlikely": "its probability is under the cut",
    "likely": "its probability reaches the cut",
    "structure": "it is a structure among kept blocks",
    "caption": "it is the caption of a picture, which text leaves out and other formats write with the picture",
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
