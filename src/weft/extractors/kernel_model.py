"""The default model as the kernel asks it: its trees, and the columns and words that the decision asks for.

Nothing here needs numpy, so that a command which prints the text of a page starts without it. `block_classifier` has
the same model for whoever looks into it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from weft.deadline import kernel_call, time_limit
from weft.errors import ArtifactError
from weft.extractors.features.measured import COLUMN, FEATURES
from weft.extractors.features.page_totals import COUNTED_TAGS, NEAR_COLUMNS, NEAR_MEASURES, NEARLY_EMPTY, PAGE_FEATURES
from weft.extractors.features.regions import ASKED_COLUMNS, REGION_FEATURES, REGION_TAG_NUMBERS
from weft.kernel.extractors import Judge, extract
from weft.kernel.trees import Trees
from weft.model_file import build_trees, tree_bytes, unpack_model
from weft.page.declared import WORD_LISTS
from weft.page.limits import DEFAULT_LIMITS, Limits, kernel_limits

DEFAULT_MODEL = "block_classifier"
LIKE_BOARDS = frozenset({"forum", "listing", "empty", "other"})
"""What a model takes most boards for; it never is sure of another type."""

Build = Callable[[int, Sequence[int]], Trees]
"""Makes trees that ask for so many features, of which those that the model names have these numbers."""

ModelTrees = tuple[Trees, Trees, Trees | None]
"""The trees over blocks, pages and regions; a model of one stage has none over regions."""


def model_data(name: str) -> bytes:
    """The file of a model that ships with weft."""
    return (Path(__file__).with_name("models") / f"{name}.zip").read_bytes()


def build_model(
    header: Mapping[str, Any], builders: Mapping[str, Build], block_features: Sequence[str] = tuple(FEATURES)
) -> ModelTrees:
    """The trees of a model; its features are found by name, so that new ones do not disturb it."""

    def build(name: str, asked: str, computed: Sequence[str]) -> Trees:
        return builders[name](len(computed), _numbers(header[asked], computed))

    regions = None
    if "regions" in builders:
        regions = build("regions", "region_features", second_feature_names(header["page_types"]))
    blocks = build("blocks", "features", block_features)
    return blocks, build("pages", "page_features", list(PAGE_FEATURES)), regions


def _numbers(names: Sequence[str], computed: Sequence[str]) -> list[int]:
    """The numbers of features among those that this version computes."""
    if missing := set(names) - set(computed):
        raise ArtifactError(
            f"the model needs features that this version of weft lacks: {sorted(missing)}", advice="train it again"
        )
    number = {name: number for number, name in enumerate(computed)}
    return [number[name] for name in names]


def second_feature_names(page_types: Sequence[str]) -> list[str]:
    """The names of what the second trees ask of every block: its region, then the types of the page."""
    return [*REGION_FEATURES, *(f"page_is_{name}" for name in page_types)]


def make_judge(trees: ModelTrees, page_types: Sequence[str]) -> Judge:
    """What judges pages in the kernel."""
    return Judge(
        trees,
        (COUNTED_TAGS, NEAR_COLUMNS, len(NEAR_MEASURES)),
        (ASKED_COLUMNS, REGION_TAG_NUMBERS),
        (COLUMN["heading"], COLUMN["twins_before"]),
        (list(page_types), list(LIKE_BOARDS), WORD_LISTS),
    )


@cache
def default_judge() -> Judge:
    """What judges pages by the model that ships with weft."""
    header, members = unpack_model(model_data(DEFAULT_MODEL))

    def builder(name: str) -> Build:
        return lambda width, numbers: build_trees(tree_bytes(members, name), width, numbers)

    trees = build_model(header, {name: builder(name) for name in ("blocks", "pages", "regions")})
    return make_judge(trees, header["page_types"])


def find_text(data: bytes, *, page: str, limits: Limits = DEFAULT_LIMITS) -> str:
    """The text of the default document of a page, where the kernel alone settles it in one crossing; else empty.

    `weft.extract(data).text` says the same of any page. What is empty there, says more as data than it shows, or is
    decided by its posts, is empty here.
    """
    with time_limit(limits.seconds), kernel_call(page):
        table, _, told = extract(default_judge(), data, kernel_limits(limits))
    is_settled = told is not None and told.shown_words >= NEARLY_EMPTY and not any(told.data)
    return (table.written or "") if is_settled else ""
