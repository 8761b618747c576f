import numpy as np
import pytest

from tests.features.plain_measured import PlainMeasured
from tests.features.plain_surroundings import surroundings
from tests.growth.shapes import SHAPES
from tests.renderers.random_pages import RandomPage
from tests.seeds import every_seed
from tests.soup import make_page
from weft import _native
from weft.features.surroundings import HEADINGS, NEIGHBOURS, POSITION, WORDING
from weft.page import parse

FIRST = _native.MEASURES.index("stop_words_per_word")


def assert_as_twin(html: str | bytes) -> None:
    measured = PlainMeasured(parse(html))
    np.testing.assert_array_equal(measured.matrix[:, FIRST:], surroundings(measured), strict=True)


def test_the_columns_are_those_that_are_documented():
    names = list(WORDING | POSITION | NEIGHBOURS | HEADINGS)
    assert _native.MEASURES[FIRST : FIRST + len(names)] == names
    assert all(name.startswith("heading_word_") for name in _native.MEASURES[FIRST + len(names) :])


@pytest.mark.parametrize("html", ["", "<p>One", "<h2>One</h2>", "<p>One<h1>Two</h1><p>Three", "<li>One" * 1_200])
def test_the_twin_measures_the_same_on_small_and_long_pages(html: str):
    assert_as_twin(html)


def test_the_twin_measures_the_same_where_rows_are_written_twice():
    parts = [f"<p>{'word ' * (number % 37)}, {number}." for number in range(2_300)]
    for number in (0, 70, 71, 1_500):
        parts[number] = f"<h2>Part {number}</h2>"
    assert_as_twin("".join(parts))


@every_seed(100)
def test_the_twin_measures_the_same_on_random_pages(seed: int):
    assert_as_twin(make_page(seed))
    assert_as_twin(RandomPage(seed).html())


def test_the_twin_measures_the_same_on_hostile_shapes():
    for shape in SHAPES.values():
        assert_as_twin(shape(5_000))
