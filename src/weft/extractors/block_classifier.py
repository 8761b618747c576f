"""The default extractor: boosted trees say how likely each block is content, expected F1 says how much to keep.

The first trees judge every block by itself, the second ones by what the first say of the regions around it and by the
type of the page. The kernel decides on whole structures (`extractors/decision/choice.rs`).

Who would rather lose words than keep wrong ones, or the other way round, gives another `beta` (van Rijsbergen's
F-beta): a wanted word weighs beta² times a kept one. At 1 it is F1.

`VisualClassifier` is the same with the features of how a block looks, for pages that a browser has drawn.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from weft.content import CHOSEN, Reason
from weft.deadline import check_time, kernel_call, time_limit
from weft.document import Document
from weft.extractors.features import ALL_FEATURES, FEATURES, VISUAL_FEATURES, Features, find_features
from weft.extractors.features.measured import COLUMN
from weft.extractors.features.regions import Regions, region_features
from weft.extractors.kernel_model import DEFAULT_MODEL, build_model, make_judge, model_data, second_feature_names
from weft.kernel import trees as kernel_trees
from weft.kernel.extractors import MIN_FORUM, Choice, Judge, Judged, choose_likely
from weft.kernel.trees import Trees
from weft.model_file import ModelFile
from weft.page import Page
from weft.page.geometry import require_geometry

NAME, VISUAL_NAME = "block_classifier", "visual_classifier"
RULES = ("unlikely", "likely", "structure", "caption", "heading", "noise", "repeat")
"""Why a block is kept or not, by the numbers of a choice: by the probability of its unit, added as what it is, or taken
out as what it is."""
CHOICE_COLUMNS = COLUMN["link_words"], COLUMN["heading"], COLUMN["twins_before"]
"""The features of blocks that a choice asks for."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Judgement:
    """What a model says of a page before anything is chosen."""

    features: Features
    first: NDArray[np.float64]  # how likely each block is content, by itself
    probability: NDArray[np.float64]  # the same by its region; as `first` where the model has no second trees
    type_shares: NDArray[np.float64]  # how likely each type of page is
    regions: Regions


@dataclass(frozen=True, eq=False, kw_only=True)
class Model:
    """A trained model: trees over blocks, pages and regions, and the curve that turns expected F1 into confidence."""

    header: Mapping[str, Any]
    blocks: Trees
    pages: Trees
    regions: Trees | None  # none: a model of one stage
    page_types: Sequence[str]
    curve: tuple[NDArray[np.float64], NDArray[np.float64]]
    is_visual: bool = False  # whether it asks how blocks look

    @staticmethod
    def of(file: ModelFile) -> Model:
        """A model from its file; its features are found by name, so that new ones do not disturb it."""
        header = file.header
        try:
            is_visual = not VISUAL_FEATURES.keys().isdisjoint(header["features"])
            builders = {name: arrays.build for name, arrays in file.trees.items()}
            blocks, pages, regions = build_model(header, builders, list(ALL_FEATURES if is_visual else FEATURES))
            return Model(
                header=header,
                blocks=blocks,
                pages=pages,
                regions=regions,
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

    @cached_property
    def kernel(self) -> Judge:
        """The same in the kernel; not of a model that asks how blocks look."""
        return make_judge((self.blocks, self.pages, self.regions), self.page_types)

    def judge_at_once(self, page: Page) -> Judged:
        """What `judge` says, in one call of the kernel, without the features; not of a model that asks for looks."""
        with kernel_call() as seconds:
            return self.kernel.judge(page.table, page.url or "", seconds=seconds)

    def judge(self, page: Page) -> Judgement:
        """What the model says of a page."""
        features = self.find_features(page)
        check_time()
        return self.judge_features(page, features)

    def judge_features(self, page: Page, features: Features) -> Judgement:
        """What the model says of a page whose features were found before."""
        first, shares = self.probability(features), self.type_shares(features)
        regions = Regions(page, features, first)
        probability = first
        if self.regions is not None and len(first):
            asked = second_features(regions, shares)
            with kernel_call() as seconds:
                probability = logistic(self.regions.predict(asked, seconds=seconds)[:, 0])
        return Judgement(features=features, first=first, probability=probability, type_shares=shares, regions=regions)

    def last_trees(self, judgement: Judgement) -> tuple[Trees, Sequence[str], NDArray[np.float32]]:
        """The trees whose answer counts, the names of what they ask, and the numbers of every block."""
        if self.regions is None:
            return self.blocks, list(ALL_FEATURES), judgement.features.blocks
        asked = second_features(judgement.regions, judgement.type_shares)
        return self.regions, second_feature_names(self.page_types), asked

    def type_shares(self, features: Features) -> NDArray[np.float64]:
        """How likely each type of page is."""
        return kernel_trees.shares(self.pages.predict(features.page[None])[0])

    def page_type(self, shares: Sequence[float] | NDArray[np.float64]) -> tuple[str, float]:
        """The most likely type of a page, and how likely it is; a discussion is likelier than all else together."""
        own = np.array(shares, np.float64)
        if (forum := self.share(own, "forum")) < MIN_FORUM:
            own[[name == "forum" for name in self.page_types]] = 0
            own /= 1 - forum
        best = int(np.argmax(own))
        return self.page_types[best], float(own[best])

    def share(self, shares: Sequence[float] | NDArray[np.float64], page_type: str) -> float:
        """How likely a page is of a type; 0 where the model knows no such type."""
        return float(shares[self.page_types.index(page_type)]) if page_type in self.page_types else 0.0

    def confidence(self, expected: float) -> float:
        """The F1 that pages with this expected F1 have had: `np.interp` on the curve, which takes longer for one value.

        >>> model = default_model()
        >>> model.confidence(0.7) == float(np.interp(0.7, *model.curve))
        True
        """
        points, values = self._points
        last = bisect_right(points, expected) - 1
        if last < 0 or last == len(points) - 1 or points[last] == expected:
            return values[max(last, 0)]
        slope = (values[last + 1] - values[last]) / (points[last + 1] - points[last])
        return slope * (expected - points[last]) + values[last]

    @cached_property
    def _points(self) -> tuple[list[float], list[float]]:
        expected, measured = self.curve
        return expected.tolist(), measured.tolist()


def second_features(regions: Regions, type_shares: NDArray[np.float64]) -> NDArray[np.float32]:
    """What the second trees ask of every block: its region, then the types of the page."""
    of_blocks = region_features(regions)
    count, width = of_blocks.shape
    asked = np.empty((count, width + len(type_shares)), np.float32)
    asked[:, :width], asked[:, width:] = of_blocks, type_shares
    return asked


def logistic(margins: NDArray[np.float32]) -> NDArray[np.float64]:
    """Margins as probabilities."""
    return kernel_trees.logistic(np.ascontiguousarray(margins))


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


def why_chosen(kept: int, blocks: int, page_type: str, share: float, *, beta: float = 1.0) -> Reason:
    """Why so many blocks of so many were chosen on a page that most likely is of a type."""
    chosen = f"{kept} of {blocks} blocks promise the best F{beta:g}"
    return Reason(CHOSEN, f"{chosen}; {page_type} with probability {share:.2f}")


@cache
def shipped_model(name: str) -> Model:
    """A model that ships with weft, read when it is first needed."""
    return Model.of(ModelFile.from_bytes(model_data(name), name=f"the model of {name}"))


def default_model() -> Model:
    """The model of the default extractor."""
    return shipped_model(DEFAULT_MODEL)


@dataclass(frozen=True, kw_only=True)
class BlockClassifier:
    """Keeps the blocks that a trained model takes for content."""

    model: Model | None = field(default=None, compare=False)  # none: the one that ships
    beta: float = 1.0  # under 1 it would rather lose words than keep wrong ones, over 1 the other way round

    def extract(self, page: Page) -> Document:
        """The blocks with the highest expected F1; a page without content gives none."""
        with time_limit(page.seconds):
            model = self.model or default_model()
            return self._document(page, model, *self._decide(page, model))

    def _document(
        self, page: Page, model: Model, choice: Choice, shares: Sequence[float] | NDArray[np.float64]
    ) -> Document:
        keep = choice.keep if len(choice.keep) else choice.lone
        page_type, share = model.page_type(shares)
        return Document(
            page=page,
            keep=keep,
            repeats=choice.repeats,
            chosen_by=NAME,
            reason=why_chosen(len(keep), len(page.blocks), page_type, share, beta=self.beta),
            page_type=page_type if len(keep) else "empty",
            page_type_probability=share,
            confidence=model.confidence(choice.expected),
        )

    def _decide(self, page: Page, model: Model) -> tuple[Choice, Sequence[float] | NDArray[np.float64]]:
        """What to keep, and how likely each type of page is."""
        if model.is_visual:
            judgement = model.judge(page)
            return self.choose(page, judgement), judgement.type_shares
        judged = model.judge_at_once(page)
        with kernel_call() as seconds:
            return judged.choose(page.table, beta=self.beta, seconds=seconds), judged.shares

    def choose(self, page: Page, judgement: Judgement) -> Choice:
        """What to keep of a page that was judged."""
        model = self.model or default_model()
        likely, features = np.ascontiguousarray(judgement.probability), judgement.features.blocks
        weights = self.beta, model.share(judgement.type_shares, "article")
        with kernel_call() as seconds:
            return choose_likely(page.table, likely, features, CHOICE_COLUMNS, weights, seconds=seconds)

    def score(self, page: Page) -> NDArray[np.float64]:
        """How likely each block is content."""
        with time_limit(page.seconds):
            model = self.model or default_model()
            return model.judge(page).probability if model.is_visual else model.judge_at_once(page).probability

    def explain(self, page: Page, block: int, *, most: int = 6) -> list[tuple[str, float, float]]:
        """Why a block has its score: the features that matter most, each with its value and what it adds to the margin.

        What a feature adds are the changes of the trees' means where they ask for it. The last trees answer.
        """
        with time_limit(page.seconds):
            model = self.model or default_model()
            trees, names, asked = model.last_trees(model.judge(page))
            row = asked[block]
            added = trees.contributions(row)
            strongest = np.argsort(-np.abs(added), kind="stable")[:most]
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
