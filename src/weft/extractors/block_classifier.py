"""The default extractor: boosted trees say how likely each block is content, expected F1 says how many to keep.

A choice is a number of blocks, from the most to the least probable. Its expected F1 depends on how the truths of
blocks hang together, which their probabilities do not say; two readings bracket it. *Independent*: each block is
content on its own. *Nested*: there is one hidden strictness, and content is every block more probable than it; so
the cards of a grid are in or out together, and perhaps nothing is content. The mean of the two beats either (in the
study that chose it, cross-validated word F1 0.876; independent 0.871, nested 0.866), most on pages of products, whose
reviews are all content or none.

Who would rather lose words than keep wrong ones, or the other way round, gives another `beta` (van Rijsbergen's
F-beta): a wanted word weighs beta² times a kept one. At 1 it is F1.

`VisualClassifier` is the same with the features of how a block looks, for pages that a browser has drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from weft._native import Trees
from weft.content import CHOSEN, Reason
from weft.deadline import check_time, within
from weft.document import Document
from weft.errors import ArtifactError
from weft.extractors.model_file import ModelFile, TreeArrays
from weft.features import ALL_FEATURES, FEATURES, PAGE_FEATURES, VISUAL_FEATURES, Features, find_features
from weft.page import Page
from weft.page.geometry import require_geometry
from weft.page.kernel import kernel_call

TWIN_WORDS = 6  # a shorter text may well be said twice
LONE_BLOCKS, LONE_WORDS = 5, 40  # a page that says it was refused has more blocks or fewer words
TWIN = 0.02  # what is left of a block's probability when the page has said the same before
SCENARIOS = (np.arange(24) + 0.5) / 24  # strictness, in equally probable steps
VISUAL_NAME = "visual_classifier"
_TWINS_BEFORE = list(FEATURES).index("twins_before")


@dataclass(frozen=True, eq=False, kw_only=True)
class Choice:
    """What was decided on a page: probabilities, the blocks to keep, what is expected of them."""

    probability: NDArray[np.float64]
    keep: NDArray[np.int64]
    expected: float


def choose(
    probability: NDArray[np.float64],
    words: NDArray[np.int32],
    twins_before: NDArray[np.float32],
    *,
    beta: float = 1.0,
) -> Choice:
    """The blocks with the highest expected F1, or F-beta. A text that the page says again is content once."""
    is_twin = (twins_before > 0) & (words >= TWIN_WORDS)
    probability = np.where(is_twin, TWIN * probability, probability)
    order = np.argsort(-probability, kind="stable")
    counts = words[order].astype(np.float64)
    expected = expected_f1(probability[order], counts)
    count = int(np.argmax(expected if beta == 1 else expected_f1(probability[order], counts, beta=beta)))
    return Choice(probability=probability, keep=np.sort(order[:count]), expected=float(expected[count]))


def expected_f1(
    probability: NDArray[np.float64], words: NDArray[np.float64], *, beta: float = 1.0
) -> NDArray[np.float64]:
    """The expected F1 (or F-beta) of keeping the first 0, 1, 2 … of some blocks, given by falling probability.

    >>> expected_f1(np.array([1.0, 0.0]), np.array([10.0, 10.0])).round(2).tolist()
    [0.0, 1.0, 0.67]
    """
    kept = np.concatenate(([0.0], np.cumsum(words)))
    return (_independent(probability, words, kept, beta**2) + _nested(probability, kept, beta**2)) / 2


def _independent(
    probability: NDArray[np.float64], words: NDArray[np.float64], kept: NDArray[np.float64], weight: float
) -> NDArray[np.float64]:
    """F1 of the expected counts of words: right ones, kept ones, wanted ones."""
    right = np.concatenate(([0.0], np.cumsum(probability * words)))
    return (1 + weight) * right / np.maximum(kept + weight * right[-1], 1e-9)


def _nested(probability: NDArray[np.float64], kept: NDArray[np.float64], weight: float) -> NDArray[np.float64]:
    """Mean F1 over the scenarios; where nothing is wanted, nothing is the right answer."""
    wanted = kept[np.searchsorted(-probability, -SCENARIOS)]
    both = kept[:, None] + weight * wanted
    f1 = (1 + weight) * np.minimum(kept[:, None], wanted) / np.maximum(both, 1e-9)
    return np.where(both > 0, f1, 1.0).mean(axis=1)


@dataclass(frozen=True, eq=False, kw_only=True)
class Model:
    """A trained model: trees over blocks and over pages, and the curve that turns expected F1 into confidence."""

    header: Mapping[str, Any]
    blocks: Trees
    pages: Trees
    page_types: Sequence[str]
    curve: tuple[NDArray[np.float64], NDArray[np.float64]]
    is_visual: bool = False  # whether it asks how blocks look

    @staticmethod
    def of(file: ModelFile) -> Model:
        """A model from its file; its features are found by name, so that new ones do not disturb it."""
        header = file.header
        try:
            is_visual = not VISUAL_FEATURES.keys().isdisjoint(header["features"])
            return Model(
                header=header,
                blocks=_build(file.trees["blocks"], header["features"], list(ALL_FEATURES if is_visual else FEATURES)),
                pages=_build(file.trees["pages"], header["page_features"], list(PAGE_FEATURES)),
                page_types=_page_types(header["page_types"], len(file.trees["pages"].base)),
                curve=_curve(header["confidence"]),
                is_visual=is_visual,
            )
        except (TypeError, ValueError, IndexError, OverflowError) as error:  # a key that is missing is another model
            raise file.broken(error) from None

    def find_features(self, page: Page) -> Features:
        """What the model asks of a page."""
        return find_features(page, visual=self.is_visual)

    def probability(self, features: Features) -> NDArray[np.float64]:
        """How likely each block is content."""
        if not len(features.blocks):
            return np.zeros(0)
        asked = len(ALL_FEATURES if self.is_visual else FEATURES)
        with kernel_call() as seconds:
            margins = self.blocks.predict(np.ascontiguousarray(features.blocks[:, :asked]), seconds=seconds)
        return logistic(margins[:, 0])

    def page_type(self, features: Features) -> tuple[str, float]:
        """The most likely type of the page, and how likely it is."""
        margins = self.pages.predict(features.page[None])[0].astype(np.float64)
        shares = np.exp(margins - margins.max())
        best = int(np.argmax(shares))
        return self.page_types[best], float(shares[best] / shares.sum())

    def confidence(self, expected: float) -> float:
        """The F1 that pages with this expected F1 have had."""
        return float(np.interp(expected, *self.curve))


def lone_texts(page: Page) -> NDArray[np.int64]:
    """The long texts of a page that is hardly more than they are: one `pre`, a bare letter.

    Pages of so few blocks are too rare in any training data for a model to know them. What has no `title` is a piece of
    a page, given by a person or a program; its texts count however short.
    """
    blocks = page.blocks
    if len(blocks) > LONE_BLOCKS:
        return np.zeros(0, np.int64)
    least = LONE_WORDS if len(page.rows_of("title")) else 1
    is_plain = 2 * blocks.link_chars < blocks.chars
    return np.flatnonzero((blocks.words >= least) & is_plain & ~blocks.hidden)


def logistic(margins: NDArray[np.float32]) -> NDArray[np.float64]:
    """Margins as probabilities."""
    odds: NDArray[np.float64] = 1 / (1 + np.exp(-margins.astype(np.float64)))
    return odds


def _build(trees: TreeArrays, names: Sequence[str], computed: list[str]) -> Trees:
    """The trees, their features renumbered to the columns that this version computes."""
    if missing := set(names) - set(computed):
        raise ArtifactError(
            f"the model needs features that this version of weft lacks: {sorted(missing)}", advice="train it again"
        )
    columns = np.array([computed.index(name) for name in names], np.uint16)
    arrays = TreeArrays(
        feature=columns[trees.feature],
        threshold=trees.threshold,
        child=trees.child,
        value=trees.value,
        roots=trees.roots,
        base=trees.base,
    )
    return arrays.build(len(computed))


def _page_types(names: object, outputs: int) -> Sequence[str]:
    if not isinstance(names, list) or len(names) != outputs or not all(isinstance(name, str) for name in names):
        raise ValueError(f"page_types is no list of {outputs} names")
    return names


def _curve(points: Sequence[Sequence[float]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    expected, measured = (np.array(values, np.float64) for values in points)
    if expected.ndim != 1 or expected.shape != measured.shape or not len(expected):
        raise ValueError("confidence is no curve")
    if not (np.isfinite(expected).all() and np.isfinite(measured).all()):
        raise ValueError("confidence has a point that is no number")
    return expected, measured


@cache
def shipped_model(name: str) -> Model:
    """A model that ships with weft, read when it is first needed."""
    data = (Path(__file__).with_name("models") / f"{name}.zip").read_bytes()
    return Model.of(ModelFile.from_bytes(data, name=f"the model of {name}"))


def default_model() -> Model:
    """The model of the default extractor."""
    return shipped_model("block_classifier")


@dataclass(frozen=True, kw_only=True)
class BlockClassifier:
    """Keeps the blocks that a trained model takes for content."""

    model: Model | None = field(default=None, compare=False)  # none: the one that ships
    beta: float = 1.0  # under 1 it would rather lose words than keep wrong ones, over 1 the other way round

    def extract(self, page: Page) -> Document:
        """The blocks with the highest expected F1; a page without content gives none."""
        with within(page.seconds):
            model = self.model or default_model()
            features = model.find_features(page)
            check_time()
            twins_before = features.blocks[:, _TWINS_BEFORE]
            choice = choose(model.probability(features), page.blocks.words, twins_before, beta=self.beta)
            keep = choice.keep if len(choice.keep) else lone_texts(page)
            page_type, share = model.page_type(features)
            kept = f"{len(keep)} of {len(page.blocks)} blocks"
            return Document(
                page=page,
                keep=keep,
                chosen_by="block_classifier",
                reason=Reason(
                    CHOSEN, f"{kept} promise the best F{self.beta:g}; {page_type} with probability {share:.2f}"
                ),
                page_type=page_type if len(keep) else "empty",
                page_type_probability=share,
                confidence=model.confidence(choice.expected),
            )

    def score(self, page: Page) -> NDArray[np.float64]:
        """How likely each block is content."""
        with within(page.seconds):
            model = self.model or default_model()
            return model.probability(model.find_features(page))

    def explain(self, page: Page, block: int, *, most: int = 6) -> list[tuple[str, float, float]]:
        """Why a block has its score: the features that matter most, each with its value and what it adds to the margin.

        What a feature adds are the changes of the trees' means where they ask for it.
        """
        with within(page.seconds):
            model = self.model or default_model()
            row = model.find_features(page).blocks[block]
            added = model.blocks.contributions(row)
            strongest = np.argsort(-np.abs(added), kind="stable")[:most]
            names = list(ALL_FEATURES)
            return [(names[k], float(row[k]), float(added[k])) for k in strongest if added[k]]


@dataclass(frozen=True, kw_only=True)
class VisualClassifier:
    """Keeps the blocks that a model takes for content that has learned from looks too."""

    needs_geometry: ClassVar[bool] = True

    model: Model | None = field(default=None, compare=False)  # none: the one that ships

    def extract(self, page: Page) -> Document:
        """The blocks with the highest expected F1; `BrowserError` where nobody has drawn the page."""
        return replace(self._looking_at(page).extract(page), chosen_by=VISUAL_NAME)

    def score(self, page: Page) -> NDArray[np.float64]:
        """How likely each block is content."""
        return self._looking_at(page).score(page)

    def explain(self, page: Page, block: int, *, most: int = 6) -> list[tuple[str, float, float]]:
        """Why a block has its score, as `BlockClassifier.explain` tells it."""
        return self._looking_at(page).explain(page, block, most=most)

    def _looking_at(self, page: Page) -> BlockClassifier:
        require_geometry(page, VISUAL_NAME)
        return BlockClassifier(model=self.model or shipped_model(VISUAL_NAME))
