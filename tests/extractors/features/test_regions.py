import numpy as np
import pytest
from numpy.typing import NDArray

from weft import _native
from weft.deadline import time_limit
from weft.errors import LimitError
from weft.extractors.features import Features, find_features
from weft.extractors.features.measured import COLUMN
from weft.extractors.features.regions import KINDS, REGION_FEATURES, Regions, find_structures, region_features
from weft.page import parse

PAGE = """<nav><ul><li><a href=/>Home</a><li><a href=/a>About us</a></ul></nav>
<main><article><h1>Rain in May</h1><p>It rained on every single day.</p>
<aside><p>Read more</p><p hidden>Subscribe now</p></aside>
<table><tr><th>Day<th>Rain<tr><td>One<td>Two</table></article></main><footer><p>All rights reserved</p></footer>"""
PROBABILITY = np.array([0.02, 0.04, 0.9, 0.95, 0.3, 0.1, 0.8, 0.8, 0.9, 0.7, 0.05])


def describe(html: str, probability: NDArray[np.float64]) -> dict[str, list[float]]:
    page = parse(html)
    matrix = region_features(Regions(page, find_features(page), probability))
    return {name: matrix[:, number].round(4).tolist() for number, name in enumerate(REGION_FEATURES)}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("own_words", [1, 2, 3, 6, 2, 2, 1, 1, 1, 1, 3]),
        ("hidden", [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]),
        ("structure", [4, 4, 0, 0, 0, 0, 1, 1, 1, 1, 0]),
        ("structure_blocks", [2, 2, 1, 1, 1, 1, 4, 4, 4, 4, 1]),
        ("structure_link_density", [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("structure_mean", [0.0333, 0.0333, 0.9, 0.95, 0.3, 0.1, 0.8, 0.8, 0.8, 0.8, 0.05]),
        ("structure_spread", [0.0094, 0.0094, 0, 0, 0, 0, 0.0707, 0.0707, 0.0707, 0.0707, 0]),
        ("above0_words", [1, 2, 3, 6, 2, 2, 1, 1, 1, 1, 3]),
        ("above1_blocks", [2, 2, 8, 8, 2, 2, 2, 2, 2, 2, 1]),
        ("above5_words", [23, 23, 23, 23, 23, 23, 17, 17, 17, 17, 23]),
        ("region_words", [3, 3, 3, 6, 4, 4, 4, 4, 4, 4, 3]),
        ("region_aside", [0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]),
        ("region_table", [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0]),
        ("region_levels", [2, 2, 0, 0, 1, 1, 3, 3, 3, 3, 1]),
        ("region_links", [66.6667, 66.6667, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("core_order", [-1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        ("core_start", [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("core_end", [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
        ("core_levels", [1, 1, -1, -1, -1, -1, -1, -1, -1, -1, 1]),
        ("core_share", [0.7391] * 11),
        ("place_words", [3, 3, 3, 6, 4, 4, 2, 2, 2, 2, 3]),
        ("section_words", [3, 3, *[20] * 9]),
        ("heading_odds", [0, 0, *[2.1972] * 9]),
        ("odds-1", [-3.8918, -3.8918, -3.1781, 2.1972, 2.9444, -0.8473, -2.1972, 1.3863, 1.3863, 2.1972, 0.8473]),
        ("odds+2", [2.1972, 2.9444, -0.8473, -2.1972, 1.3863, 1.3863, 2.1972, 0.8473, -2.9444, 0.8473, -2.9444]),
        ("around2", [0.4667, 0.7083, 0.65, 0.6187, 0.7143, 0.675, 0.4714, 0.5667, 0.4786, 0.425, 0.35]),
        ("page_words", [23] * 11),
        ("page_most", [0.95] * 11),
        ("page_sure", [0.5652] * 11),
    ],
)
def test_regions_of_a_small_page(name: str, expected: list[float]):
    assert describe(PAGE, PROBABILITY)[name] == pytest.approx(expected, abs=1e-4)


def test_the_core_and_the_regions_around_it():
    page = parse(PAGE)
    regions = Regions(page, find_features(page), PROBABILITY)
    assert page.tag_name(regions.core) == "article"
    names = [page.tag_name(row) for row in regions.region.tolist()]
    assert names == ["nav", "nav", "h1", "p", "aside", "aside", "table", "table", "table", "table", "footer"]


def test_a_core_of_one_block_has_the_page_for_its_region():
    page = parse("<p>One two three<p>Four")
    regions = Regions(page, find_features(page), np.array([0.9, 0.1]))
    assert page.text(regions.core) == "One two three"
    assert [page.tag_name(row) for row in regions.region.tolist()] == ["html", "p"]


def test_odds_are_finite():
    odds = describe("<p>One<p>Two<p>Three", np.array([0.0, 0.5, 1.0]))["odds"]
    assert odds == pytest.approx([-9.2102, 0, 9.2102], abs=1e-4)


def test_columns_of_looks_change_nothing():
    page = parse(PAGE)
    features = find_features(page)
    wider = np.concatenate((features.blocks, features.blocks[:, :3]), axis=1)
    described = region_features(Regions(page, Features(wider, features.page), PROBABILITY))
    np.testing.assert_array_equal(described, region_features(Regions(page, features, PROBABILITY)))


@pytest.mark.parametrize(
    ("blocks", "probabilities", "columns", "error"),
    [
        (1, 2, [0, 0, 0], "for every block"),
        (2, 1, [0, 0, 0], "for every block"),
        (2, 2, [0, 0, len(COLUMN)], "do not have"),
        (2, 2, [0, 0, 0, -1], "do not have"),
        (2, 2, [0, 0], "first three"),
    ],
)
def test_the_kernel_refuses_what_does_not_fit(blocks: int, probabilities: int, columns: list[int], error: str):
    features, probability = np.zeros((blocks, len(COLUMN)), np.float32), np.zeros(probabilities)
    with pytest.raises(ValueError, match=error):
        _native.describe_regions(
            parse("<p>One<p>Two").table, features, probability, np.array(columns), np.zeros(0, np.uint16)
        )


def test_the_kernel_takes_any_distance_to_a_heading():
    page = parse("<p>One<p>Two")
    for value in (-1e30, -1.0, 0.0, 998.0, 1e30, np.nan):
        features = Features(np.full((2, len(COLUMN)), value, np.float32), np.zeros(0, np.float32))
        assert region_features(Regions(page, features, np.array([0.2, 0.7]))).shape == (2, len(REGION_FEATURES))


def test_the_deadline_is_observed():
    page = parse("<p>One<p>Two")
    features = find_features(page)
    with time_limit(0.0), pytest.raises(LimitError, match="limit of 0 seconds"):
        region_features(Regions(page, features, np.zeros(2)))


ROW = "<tr><td>One<td>Two"


def structures_of(html: str) -> list[tuple[str, int, int]]:
    found = find_structures(parse(html))
    return [(KINDS[kind], first, last) for kind, first, last in zip(found.kind, found.first, found.last, strict=True)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", []),
        ("<p>One<p>Two", []),
        ("<p>One<ul><li>Two<li>Three</ul><p>Four", [("list", 1, 3)]),
        ("<pre>One</pre><dl><dt>Two<dd>Three</dl>", [("code", 0, 1), ("definitions", 1, 3)]),
        ("<figure><img><figcaption>One</figcaption></figure>", [("figure", 0, 1)]),
        ("<blockquote><p>One<ul><li>Two</ul></blockquote>", [("quote", 0, 2)]),
        ("<p>One<div><math><mi>x</mi></math></div>", [("formula", 1, 2)]),
        ("<ul><li></ul><figure><img></figure>", []),
        (f"<table>{ROW}{ROW}</table>", [("table", 0, 4)]),
        ("<table><tr><th>One<td>Two</table>", [("table", 0, 2)]),
        (f"<table>{ROW}</table>", []),
        ("<table><tr><td>One<tr><td>Two</table>", []),
        ("<table><tr><td>One<td><tr><td>Two<td></table>", [("table", 0, 2)]),
        (f"<table role=none>{ROW}{ROW}</table>", []),
        (f"<table>{ROW}<tr><td><hr><td>Two</table>", []),
        (f"<table>{ROW}<tr><td>{'<p>One' * 12}<td>Two</table>", [("table", 0, 15)]),
        (f"<table>{ROW}<tr><td>{'<p>One' * 13}<td>Two</table>", []),
        (f"<table>{ROW}<tr><td>{'<b>loom</b> ' * 500}<td>Two</table>", [("table", 0, 4)]),
        (f"<table>{ROW}<tr><td>{'<b>loom</b> ' * 501}<td>Two</table>", []),
        (f"<table><tr>{'<td>One' * 201}<tr><td>One</table>", []),
        (f"<table><tr><td><table>{ROW}{ROW}</table><td>Two<tr><td>One<td>Two</table>", [("table", 0, 4)]),
    ],
)
def test_structures_of_small_pages(html: str, expected: list[tuple[str, int, int]]):
    assert structures_of(html) == expected


@pytest.mark.parametrize(
    "part", ["<h2>Two</h2>", "<section>Two</section>", "<form>Two</form>", f"<table>{ROW}</table>"]
)
def test_what_holds_parts_of_the_page_is_no_structure(part: str):
    assert structures_of(f"<ul><li>One<li>{part}</ul>") == []
    assert structures_of(f"<ul><li>One<li>{part}<ol><li>Three</ol></ul>")[0][0] == "list"
    assert structures_of(f"<figure>One{part}</figure>")[0][0] == "figure"


def test_the_outer_structure_decides():
    html = f"<ul><li>One<ul><li>Two</ul><li><pre>Three</pre></ul><figure><table>{ROW}{ROW}</table></figure>"
    assert structures_of(html) == [("list", 0, 3), ("figure", 3, 7)]
    assert find_structures(parse(f"<p>One{html}<p>Two")).of_block.tolist() == [-1, 0, 0, 0, 1, 1, 1, 1, -1]


def test_the_deadline_of_structures_is_observed():
    page = parse(f"<table>{ROW * 900}</table>")
    with time_limit(0.0), pytest.raises(LimitError, match="limit of 0 seconds"):
        find_structures(page)
