"""Visual features of a page laid out by hand; of made layouts they are in `tests/answers`."""

from dataclasses import replace

import numpy as np
import pytest

from weft import parse
from weft.extractors.features import ALL_FEATURES, FEATURES, VISUAL_FEATURES, find_features
from weft.extractors.features.visual import GROUPS, visual_features
from weft.page import Page
from weft.page.geometry import Geometry

BLACK, WHITE = 0x000000FF, 0xFFFFFFFF
HTML = """<body><nav><a href=/>Home</a></nav><main><h1>Rain</h1><p>It rained <b>on</b> and on today.</p>
<p>Nobody had ever seen it.</main><aside><p>Read more</aside><footer hidden>Gone</footer>"""
STYLES: dict[str, dict[str, float]] = {  # by tag: what differs from a black text of 16 pixels on nothing
    "body": {"left": 0, "top": 0, "width": 1000, "height": 2000, "background": WHITE},
    "nav": {"left": 0, "top": 0, "width": 1000, "height": 40, "background": BLACK, "is_fixed": 1, "z_index": 99},
    "a": {"left": 10, "top": 10, "width": 60, "height": 20, "color": WHITE, "is_inline": 1},
    "main": {"left": 100, "top": 100, "width": 600, "height": 1000},
    "h1": {"left": 100, "top": 100, "width": 600, "height": 50, "font_size": 32, "font_weight": 700},
    "p": {"left": 100, "top": 900, "width": 600, "height": 60},
    "b": {"left": 100, "top": 900, "width": 600, "height": 60, "is_inline": 1, "has_border": 1},
    "aside": {"left": 750, "top": 100, "width": 200, "height": 300, "has_border": 1},
}


def hand_made() -> Page:
    """The page of `HTML` in a window of 1000 by 800."""
    page = parse(HTML)
    geometry = Geometry.blank(len(page))
    plain = {"is_drawn": 1, "is_visible": 1, "color": BLACK, "font_size": 16.0, "font_weight": 400}
    looks: dict[int, dict[str, float]] = {}
    for node in page:
        if node.row == 0 or page.raw[node.row] or page.hidden[node.row] or node.tag == "head":
            continue
        above = looks.get(page.parent[node.row], plain)
        inherited = {name: above[name] for name in (*plain, "left", "top", "width", "height") if name in above}
        looks[node.row] = plain | inherited | STYLES.get(node.tag, {})
        if node.tag == "p" and page.tag_name(int(page.parent[node.row])) == "aside":
            looks[node.row] |= {"left": 750, "top": 100, "width": 200, "height": 60}
        for name, value in looks[node.row].items():
            getattr(geometry, name)[node.row] = value
    drawn = replace(geometry, page_width=1000.0, page_height=2000.0, view_width=1000.0, view_height=800.0)
    return replace(page, geometry=drawn)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("drawn", [1, 1, 1, 1, 1, 0]),
        ("seen", [1, 1, 1, 1, 1, 0]),
        ("page_left", [0.01, 0.1, 0.1, 0.1, 0.75, 0]),
        ("page_top", [0.005, 0.05, 0.45, 0.45, 0.05, 0]),
        ("above_fold", [1, 1, 0, 0, 1, 0]),
        ("fixed", [1, 0, 0, 0, 0, 0]),
        ("z_index", [10, 0, 0, 0, 0, 0]),
        ("text_lines", [1.25, 1.562, 3.75, 3.75, 3.75, 0]),
        ("element_width", [1, 0.6, 0.6, 0.6, 0.2, 0]),
        ("column_share", [4 / 57, 45 / 57, 45 / 57, 45 / 57, 8 / 57, 0]),
        ("main_width", [1.667, 1, 1, 1, 0.333, 0]),
        ("main_overlap", [0.6, 1, 1, 1, 0, 0]),
        ("main_down", [-0.093, 0.029, 0.965, 0.965, 0.035, 0]),
        ("widest_width", [1.667, 1, 1, 1, 0.333, 0]),
        ("row_blocks", [1, 2, 2, 2, 2, 0]),
        ("gap_above", [20, 2.188, 20, -3.75, -20, 0]),
        ("font_ratio", [1, 2, 1, 1, 1, 0]),
        ("font_bolder", [0, 300, 0, 0, 0, 0]),
        ("font_share", [53 / 57, 4 / 57, 53 / 57, 53 / 57, 53 / 57, 0]),
        ("contrast", [21, 21, 21, 21, 21, 0]),
        ("text_share", [4 / 57, 53 / 57, 53 / 57, 53 / 57, 53 / 57, 0]),
        ("ground_share", [4 / 57, 53 / 57, 53 / 57, 53 / 57, 53 / 57, 0]),
        ("frame_border", [0, 0, 0, 0, 1, 0]),
        ("frame_levels", [2, 3, 3, 3, 2, 0]),
        ("frame_share", [4 / 57, 1, 1, 1, 8 / 57, 0]),
    ],
)
def test_a_page_laid_out_by_hand(name: str, expected: list[float]) -> None:
    found = visual_features(hand_made())[:, list(VISUAL_FEATURES).index(name)]
    assert found.tolist() == pytest.approx(expected, abs=1e-3)


def test_the_table_documents_every_column() -> None:
    assert [name for group in GROUPS.values() for name in group] == list(VISUAL_FEATURES)
    assert not set(VISUAL_FEATURES) & set(FEATURES)
    assert all(VISUAL_FEATURES.values())


def test_they_stand_behind_the_others() -> None:
    page = hand_made()
    features = find_features(page, visual=True).blocks
    assert features.shape == (6, len(ALL_FEATURES))
    assert np.array_equal(features[:, : len(FEATURES)], find_features(page).blocks)
    assert np.array_equal(features[:, len(FEATURES) :], visual_features(page))


def test_a_page_that_nobody_has_drawn_has_zeros() -> None:
    assert not visual_features(parse(HTML)).any()
    undrawn = replace(parse(HTML), geometry=Geometry.blank(len(parse(HTML))))
    assert not visual_features(undrawn).any()
