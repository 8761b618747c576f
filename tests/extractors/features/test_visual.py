"""Visual features: a page laid out by hand, and random pages against a plain twin."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.seeds import every_seed
from tests.soup import make_page
from weft import parse
from weft.extractors.features import ALL_FEATURES, FEATURES, VISUAL_FEATURES, find_features
from weft.extractors.features.visual import GROUPS, visual_features
from weft.page import Page
from weft.page.geometry import KINDS, Geometry

BLACK, WHITE, GREY, BLUE = 0x000000FF, 0xFFFFFFFF, 0x808080FF, 0x0000EEFF
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


def random_page(seed: int) -> Page:
    """A random page with random looks."""
    page = parse(make_page(seed, 120))
    return replace(page, geometry=random_looks(page, seed))


def random_looks(page: Page, seed: int) -> Geometry:
    """Boxes that nobody would draw, so that no feature can lean on a layout."""
    rng, draw = random.Random(seed), np.random.default_rng(seed)
    columns: dict[str, Any] = {name: np.zeros(len(page), kind) for name, kind in KINDS.items()}
    for name in ("left", "top", "width", "height"):
        columns[name] = (8 * draw.integers(-3, 100, len(page))).astype(np.float32)
    columns["height"] *= rng.choice([0, 1])
    for name, share in {"is_inline": 0.3, "has_picture": 0.05, "has_border": 0.1, "is_fixed": 0.02}.items():
        columns[name] = draw.random(len(page)) < share
    columns["is_drawn"] = draw.random(len(page)) < 0.8
    columns["is_visible"] = columns["is_drawn"] & (draw.random(len(page)) < 0.9)
    columns["color"] = draw.choice(np.array([BLACK, GREY, BLUE], np.uint32), len(page))
    columns["background"] = draw.choice(np.array([0, 0, 0, 0, WHITE, GREY, 0xFF000010], np.uint32), len(page))
    columns["font_size"] = draw.choice(np.array([12, 16, 16, 24], np.float32), len(page))
    columns["font_weight"] = draw.choice(np.array([400, 700], np.int16), len(page))
    columns["font"] = draw.integers(0, 2, len(page)).astype(np.int32)
    columns["z_index"] = draw.choice(np.array([0, 0, 0, 5, 900], np.int32), len(page))
    return Geometry(**columns, page_width=800.0, page_height=rng.choice([0.0, 900.0]), view_height=300.0)


class Plain:
    """The features as one would compute them by hand, block by block."""

    def __init__(self, page: Page) -> None:
        self.page, self.look = page, page.geometry
        self.width, self.height = max(self.look.page_width, 1), max(self.look.page_height, 1)
        self.texts = {
            number: rows
            for number in range(len(page.blocks))
            if (rows := [r for r in range(page.blocks.first[number], page.blocks.last[number]) if self.is_text(r)])
        }
        self.chars = {number: sum(int(page.chars[r]) for r in rows) for number, rows in self.texts.items()}
        self.total = sum(self.chars.values())
        self.longest = {number: max(rows, key=lambda r: (page.chars[r], -r)) for number, rows in self.texts.items()}
        self.element = {number: self.up(int(page.blocks.row[number]), self.look.is_drawn) for number in self.texts}

    def is_text(self, row: int) -> bool:
        return bool(self.page.tag[row] == 0 and self.page.chars[row] > 0 and self.look.is_drawn[row])

    def up(self, row: int, flags: np.ndarray) -> int:
        return next((r for r in [row, *self.page.ancestors(row)] if flags[r]), 0)

    def box(self, number: int) -> tuple[float, float, float, float]:
        rows, look = self.texts[number], self.look
        low = [min(float(column[r]) for r in rows) for column in (look.left, look.top)]
        high = [max(float(column[r]) for r in rows) for column in (look.right, look.bottom)]
        return low[0], low[1], high[0], high[1]

    def edges(self, number: int) -> tuple[int, int]:
        row = self.element[number]
        return round(float(self.look.left[row]) / 4), round(float(self.look.right[row]) / 4)

    def share(self, key: Callable[[int], object]) -> dict[int, float]:
        weights: Counter[object] = Counter()
        for number, chars in self.chars.items():
            weights[key(number)] += chars
        return {number: weights[key(number)] / self.total for number in self.chars}

    def style(self, number: int) -> tuple[float, int, int]:
        row = self.longest[number]
        return float(self.look.font_size[row]), int(self.look.font_weight[row]), int(self.look.font[row])

    def ground(self, number: int) -> int:
        row = self.up(self.longest[number], (self.look.background & 0xFF) >= 128)
        colour = int(self.look.background[row])
        return colour if colour & 0xFF >= 128 else WHITE

    def usual(self, value: Callable[[int], float]) -> float:
        drawn = sorted(value(number) for number, n in self.chars.items() for _ in range(n))
        return drawn[(len(drawn) - 1) // 2]


def light(colour: int) -> float:
    parts = [(colour >> shift & 0xFF) / 255 for shift in (24, 16, 8)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def twin(page: Page) -> list[dict[str, float]]:
    """Most of the features of every block, by the plain way."""
    plain = Plain(page)
    look, found = page.geometry, []
    column, left = plain.share(plain.edges), plain.share(lambda number: plain.edges(number)[0])
    fonts, grounds = plain.share(plain.style), plain.share(plain.ground)
    usual = plain.usual(lambda number: plain.style(number)[0]) if plain.texts else 0
    frames = (look.has_border | look.has_picture | ((look.background & 0xFF) >= 128)) & ~look.is_inline
    frames &= page.tag > 0
    for number in range(len(page.blocks)):
        if number not in plain.texts:
            found.append(dict.fromkeys(VISUAL_FEATURES, 0.0))
            continue
        x0, y0, x1, y1 = plain.box(number)
        size, weight, _ = plain.style(number)
        row, element = plain.longest[number], plain.element[number]
        frame = plain.up(row, frames)
        lights = sorted([light(int(look.color[row])), light(plain.ground(number))])
        inside = sum(n for k, n in plain.chars.items() if frame <= plain.longest[k] < page.end[frame])
        seen = sum(int(page.chars[r]) for r in plain.texts[number] if look.is_visible[r])
        z_index = int(look.z_index[plain.up(row, look.z_index != 0)])
        found.append(
            {
                "drawn": 1,
                "seen": seen / plain.chars[number],
                "page_centre": (x0 + x1) / 2 / plain.width,
                "views_down": y0 / 300,
                "fixed": float(look.is_fixed[plain.up(row, look.is_fixed)]),
                "z_index": min(z_index, 10),
                "text_area": (x1 - x0) * (y1 - y0) / (plain.width * plain.height),
                "text_filling": plain.chars[number] / max((x1 - x0) * (y1 - y0) / size**2, 1),
                "element_left": look.left[element] / plain.width,
                "column_share": column[number],
                "left_share": left[number],
                "row_blocks": sum(round(plain.box(k)[1] / 4) == round(y0 / 4) for k in plain.texts),
                "font_ratio": size / usual,
                "font_weight": weight,
                "font_share": fonts[number],
                "contrast": (lights[1] + 0.05) / (lights[0] + 0.05),
                "ground_share": grounds[number],
                "frame_levels": page.depth[row] - page.depth[frame],
                "frame_width": look.width[frame] / plain.width,
                "frame_share": inside / plain.total,
            }
        )
    return found


@every_seed(25)
def test_random_pages_agree_with_the_plain_twin(seed: int) -> None:
    page = random_page(seed)
    features = visual_features(page)
    assert np.isfinite(features).all()
    for block, plain in zip(features, twin(page), strict=True):
        values = dict(zip(VISUAL_FEATURES, block.tolist(), strict=True))
        assert {name: values[name] for name in plain} == pytest.approx(plain, rel=1e-4, abs=1e-5)
