"""How a page looks, column by column."""

import numpy as np
import pytest

from tests.browser.conftest import take_snapshot
from tests.seeds import every_seed
from tests.soup import make_page
from weft.browser import Browser, DrawOptions
from weft.browser.alignment import align_snapshot
from weft.browser.layout import geometry_of, read_color
from weft.browser.snapshot import STYLES, TEXT
from weft.page import Page, parse

STYLE = """<!doctype html><style>body { margin: 0; font: 16px serif; color: #010203 }</style>"""


def draw(browser: Browser, body: str) -> Page:
    return browser.draw(STYLE + body).page


def row_of(page: Page, name: str) -> int:
    return next(row for row in page.rows_with("id").tolist() if page.id(row) == name)


def test_boxes(browser: Browser) -> None:
    page = draw(browser, "<div id=a style='position:absolute;left:10px;top:20px;width:300px;height:40px'>text</div>")
    geometry, row = page.geometry, row_of(page, "a")
    box = [getattr(geometry, name)[row].item() for name in ("left", "top", "width", "height", "right", "bottom")]
    assert box == [10, 20, 300, 40, 310, 60]
    text = row + 1
    assert 10 <= geometry.left[text] < geometry.right[text] < 100
    assert (geometry.view_width, geometry.view_height) == (1280, 1024)
    assert (geometry.page_width, geometry.page_height) == (1280, 1024)


def test_the_box_of_a_broken_text_holds_all_its_lines(browser: Browser) -> None:
    page = draw(browser, "<p id=a style='width:100px;margin:0'>" + "word " * 40)
    row = row_of(page, "a")
    assert page.geometry.height[row + 1] > 100
    assert abs(page.geometry.height[row] - page.geometry.height[row + 1]) < 5


def test_colours_and_pictures(browser: Browser) -> None:
    page = draw(
        browser,
        "<div id=a style='background:#0a0b0c80'>x</div><div id=b>y</div>"
        "<div id=c style='background:linear-gradient(red,blue);color:red;border-left:2px solid'>z</div>",
    )
    geometry = page.geometry
    a, b, c = (row_of(page, name) for name in "abc")
    assert [hex(geometry.background[row]) for row in (a, b, c)] == ["0xa0b0c80", "0x0", "0x0"]
    assert [hex(geometry.color[row]) for row in (a, a + 1, c, c + 1)] == ["0x10203ff"] * 2 + ["0xff0000ff"] * 2
    assert geometry.has_picture[[a, b, c, c + 1]].tolist() == [False, False, True, False]
    assert geometry.has_border[[a, b, c, c + 1]].tolist() == [False, False, True, False]
    assert geometry.background[a + 1] == 0


def test_fonts(browser: Browser) -> None:
    page = draw(browser, "<h1 id=a style='font:700 32px monospace'>x</h1><p id=b>y <b id=c>z</b></p>")
    geometry = page.geometry
    a, b, c = (row_of(page, name) for name in "abc")
    assert geometry.font_size[[a, a + 1, b, c + 1]].tolist() == [32, 32, 16, 16]
    assert geometry.font_weight[[a, a + 1, b, b + 1, c, c + 1]].tolist() == [700, 700, 400, 400, 700, 700]
    assert [geometry.fonts[geometry.font[row]] for row in (a, a + 1, b)] == ["monospace", "monospace", "serif"]


def test_inline_and_layers(browser: Browser) -> None:
    page = draw(
        browser,
        "<p id=a>x <b id=b>y</b> <span id=c style='display:inline-block'>z</span></p>"
        "<div id=d style='position:fixed;z-index:7'>f</div><div id=e style='position:sticky;top:0'>s</div>",
    )
    geometry = page.geometry
    rows = [row_of(page, name) for name in "abcde"]
    assert geometry.is_inline[rows].tolist() == [False, True, True, False, False]
    assert geometry.is_inline[[row + 1 for row in rows]].all()
    assert geometry.z_index[rows].tolist() == [0, 0, 0, 7, 0]
    assert geometry.is_fixed[rows].tolist() == [False, False, False, True, True]


SEEN = {  # by style: whether what is in such an element is drawn, and whether it can be seen
    "": (True, True),
    "display:none": (False, False),
    "visibility:hidden": (True, False),
    "opacity:0": (True, False),
    "opacity:.5": (True, True),
    "position:absolute;left:-9999px": (True, False),
    "position:absolute;top:-9999px": (True, False),
    "position:absolute;width:1px;height:1px;overflow:hidden": (True, False),
    "height:0;overflow:hidden": (True, False),
    "height:0": (True, True),
}


def test_what_can_be_seen(browser: Browser) -> None:
    page = draw(browser, "".join(f"<div style='{style}'><p><i>text</i></p></div>" for style in SEEN))
    geometry = page.geometry
    for row, (style, (is_drawn, is_visible)) in zip(page.rows_of("p").tolist(), SEEN.items(), strict=True):
        rows = [row, row + 1, row + 2]
        assert geometry.is_drawn[rows].tolist() == [is_drawn] * 3, style
        assert geometry.is_visible[rows].tolist() == [is_visible] * 3, style
        columns = ("left", "top", "width", "height", "color", "font_size", "font_weight")
        assert is_drawn or not any(getattr(geometry, name)[rows].any() for name in columns)


def test_white_space_between_blocks_is_not_drawn(browser: Browser) -> None:
    page = draw(browser, "<p>a</p>\n\n<p>b</p>")
    blank = [row for row in range(len(page)) if page.tag[row] == 0 and not page.text(row).strip() and not page.raw[row]]
    assert blank
    assert not page.geometry.is_drawn[blank].any()


@every_seed(3)
def test_against_a_plain_twin(browser: Browser, seed: int) -> None:
    html = STYLE + make_page(seed, size=120).replace("hidden", 'style="opacity:0"')
    snapshot, page = take_snapshot(browser, html), parse(html)
    rows = align_snapshot(snapshot, page)
    geometry = geometry_of(snapshot, page, rows, DrawOptions())
    boxes: dict[int, list[tuple[float, float, float, float]]] = {}
    styles: dict[int, dict[str, str]] = {}
    for layout, node in enumerate(snapshot.layout_node.tolist()):
        left, top, width, height = snapshot.bounds[layout].tolist()
        row = int(rows[node])
        if row < 0 or snapshot.styles[layout, 0] < 0 or (snapshot.kind[node] == TEXT and not (width and height)):
            continue
        boxes.setdefault(row, []).append((left, top, left + width, top + height))
        values = [snapshot.string(number) for number in snapshot.styles[layout].tolist()]
        styles.setdefault(row, dict(zip(STYLES, values, strict=True)))
    assert np.flatnonzero(geometry.is_drawn).tolist() == sorted(boxes)
    for row, found in boxes.items():
        edges = (geometry.left[row], geometry.top[row], geometry.right[row], geometry.bottom[row])
        lefts, tops, rights, bottoms = zip(*found, strict=True)
        assert edges == pytest.approx((min(lefts), min(tops), max(rights), max(bottoms)), abs=0.01)
        style = styles[row]
        assert geometry.font_size[row] == pytest.approx(float(style["font-size"].removesuffix("px")))
        assert geometry.color[row] == read_color(style["color"])
        seen = style["visibility"] == "visible" and geometry.width[row] > 0 and geometry.height[row] > 0
        clear = any(styles[up]["opacity"] == "0" for up in [row, *page.ancestors(row)] if up in styles and page.tag[up])
        assert geometry.is_visible[row] == (seen and not clear)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("rgb(1, 2, 3)", 0x010203FF),
        ("rgba(1, 2, 3, 0.5)", 0x01020380),
        ("rgba(9, 9, 9, 0)", 0),
        ("color(srgb 1 0 0.5)", 0xFF0080FF),
        ("color(srgb 1 0 0.5 / 0.5)", 0xFF008080),
        ("oklch(0.5 0.1 20)", 0x808080FF),
        ("transparent", 0),
        ("", 0),
    ],
)
def test_colours(value: str, number: int) -> None:
    assert read_color(value) == number
