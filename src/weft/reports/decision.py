"""How the classifier decided on a page: the core, the regions, the structures, and the rule behind every block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from weft.deadline import in_time, within
from weft.document import Document, Extractor
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
from weft.extractors.features import FEATURES
from weft.extractors.features.structures import KINDS
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
        return {row: self._part(REGION, row) for row in in_time(rows)}

    @cached_property
    def structures(self) -> dict[int, Part]:
        """The structures by row, in document order."""
        structures = self.judgement.regions.structures
        pairs = zip(structures.kind.tolist(), structures.row.tolist(), strict=True)
        return {row: self._part(KINDS[kind], row) for kind, row in in_time(pairs)}

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
        added = np.stack([trees.contributions(asked[block]) for block in in_time(blocks)])
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
    with within(page.seconds):
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
