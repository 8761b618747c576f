"""The work of weft grows with the size of a page and not with its square, whatever its shape."""

import datetime
import os
import random

import pytest

from tests.growth.measure import MAX_EXPONENT, find_exponent
from tests.growth.operations import COMPOSED, SINGLE
from tests.growth.shapes import SHAPES

SLICES = 8  # so that several processes share the shapes
DAYS = 2  # in which every shape has its turn; `make growth` runs them all
SAMPLE = 12  # single operations of each slice
KNOWN: frozenset[tuple[str, str]] = frozenset()
"""Pairs of a shape and an operation that grow too fast and wait to be mended."""


def growing(pairs: list[tuple[str, str]]) -> dict[tuple[str, str], float]:
    """The exponents of the pairs of a shape and an operation that are too large."""
    operations = COMPOSED | SINGLE
    exponents = {(shape, name): find_exponent(operations[name], SHAPES[shape]) for shape, name in pairs}
    for (shape, name), exponent in exponents.items():
        if exponent >= MAX_EXPONENT:  # once more: what a busy machine adds is not there twice
            exponents[shape, name] = min(exponent, find_exponent(operations[name], SHAPES[shape]))
    return {pair: round(found, 2) for pair, found in exponents.items() if found >= MAX_EXPONENT and pair not in KNOWN}


def test_there_are_two_hundred_shapes_of_the_size_asked_for() -> None:
    assert len(SHAPES) >= 200
    assert all(15_000 < len(shape(20_000)) < 26_000 for shape in SHAPES.values())
    assert all(len(shape(80_000)) > 3 * len(shape(20_000)) for shape in SHAPES.values())


def test_a_square_is_noticed() -> None:
    assert (
        find_exponent(lambda html: sum(html.count(b"%d" % k) for k in range(len(html) // 40)), SHAPES["long_words"])
        > 1.5
    )
    assert find_exponent(lambda html: sum(html), SHAPES["long_words"]) < MAX_EXPONENT


def seed_of_today() -> int:
    """Another every day; `GROWTH_SEED` takes one of before."""
    return int(os.environ.get("GROWTH_SEED", datetime.datetime.now(datetime.UTC).toordinal()))


@pytest.mark.parametrize("part", range(SLICES // DAYS))
@pytest.mark.parametrize("operation", COMPOSED)
def test_the_work_of_every_shape_grows_with_its_size(operation: str, part: int) -> None:
    seed = seed_of_today()
    first = DAYS * part + seed % DAYS
    wrong = growing([(shape, operation) for shape in list(SHAPES)[first::SLICES]])
    assert not wrong, f"GROWTH_SEED={seed} takes the same shapes"


@pytest.mark.parametrize("part", range(SLICES))
def test_the_work_of_a_sample_of_single_operations_grows_with_the_size(part: int) -> None:
    """Another sample every day. `make growth` runs them all."""
    seed = seed_of_today()
    chosen = random.Random(SLICES * seed + part)
    pairs = [(chosen.choice(list(SHAPES)), chosen.choice(list(SINGLE))) for _ in range(SAMPLE)]
    assert not growing(pairs), f"GROWTH_SEED={seed} makes the same sample"
