"""The picture of a page with its blocks outlined."""

from base64 import b64encode
from dataclasses import replace
from itertools import pairwise

import numpy as np

import weft
from tests.soup import make_page
from weft import Document, Page, Record, parse
from weft.content import Reason
from weft.page.geometry import Geometry
from weft.reports import Box, Picture, find_picture, look_page, small_page
from weft.reports.look import DEPTHS, boxes_by_choice, boxes_by_depth, png_size, range_edges

HTML = """<title>Rain in May</title><body><nav>Home</nav><h1>Rain in May</h1><p>It rained.</p>
<ul><li>One <b>drop</b></li><li>Two drops</li></ul><p>Secret &lt;script&gt;alert(1)&lt;/script&gt;</p></body>"""
HEIGHT = 20


def png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + bytes(4) + b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big")


def drawn(page: Page) -> Page:
    """The page as if a browser had put every row on a line of its own, texts narrower than elements."""
    count = len(page)
    rows = np.arange(count, dtype=np.float32)
    geometry = replace(
        Geometry.blank(count),
        left=np.where(page.tag == 0, 10, 0).astype(np.float32),
        top=rows * HEIGHT,
        width=np.where(page.tag == 0, 300, 500).astype(np.float32),
        height=np.full(count, 18, np.float32),
        is_drawn=~page.raw,
        is_visible=~page.raw & ~page.hidden,
        font_size=np.full(count, 16, np.float32),
        page_width=500.0,
        page_height=float(HEIGHT * count),
        view_width=500.0,
        view_height=400.0,
    )
    return replace(page, geometry=geometry)


def document_of(html: str) -> Document:
    page = drawn(parse(html, url="https://weft.example/<rain>"))
    keep = [block.index for block in page.blocks if "rained" in block.text or "Secret" in block.text]
    items = page.rows_of("li").tolist()
    document = replace(
        weft.extract(page, method="whole_page"), keep=np.array(keep, np.int64), reason=Reason("chosen", "a <b> reason")
    )
    return replace(document, records=[Record(start=row, end=int(page.end[row])) for row in items])


def test_every_block_has_its_box_and_its_kind() -> None:
    boxes = boxes_by_choice(document_of(HTML))
    kinds = [(box.kind, box.note.partition(": ")[2]) for box in boxes]
    assert kinds == [
        ("record", "One drop"),
        ("record", "Two drops"),
        ("left", "Home"),
        ("title", "Rain in May"),
        ("kept", "It rained."),
        ("left", "One drop"),
        ("left", "Two drops"),
        ("kept", "Secret <script>alert(1)</script>"),
    ]
    one = next(box for box in boxes if box.kind == "left" and "One drop" in box.note)
    assert (one.left, one.width) == (10, 300)
    assert one.height == 2 * HEIGHT + 18  # from its first text to its last, two rows further down
    record = boxes[0]
    assert (record.left, record.width, record.top) == (0, 500, one.top - HEIGHT)


def test_what_cannot_be_seen_has_no_box() -> None:
    page = drawn(parse("<p>Shown<p hidden>Hidden"))
    document = weft.extract(page, method="whole_page")
    assert [box.note for box in boxes_by_choice(document)] == ["block 0, p: Shown"]
    flat = replace(page.geometry, height=np.zeros(len(page), np.float32))
    assert boxes_by_choice(replace(document, page=replace(page, geometry=flat))) == []


def test_depths_are_those_of_the_tree_of_visual_blocks() -> None:
    boxes = boxes_by_depth(drawn(parse(HTML)))
    assert boxes[0].kind == "depth-0"
    depths = [DEPTHS.index(box.kind) for box in boxes]
    assert all(below - above <= 1 for above, below in pairwise(depths))
    assert all("degree of coherence" in box.note for box in boxes)


def plain_edges(page: Page, start: int, stop: int, wanted: list[bool]) -> list[float]:
    geometry = page.geometry
    rows = [row for row in range(start, stop) if wanted[row]]
    if not rows:
        return [0.0] * 4
    return [
        min(float(geometry.left[row]) for row in rows),
        min(float(geometry.top[row]) for row in rows),
        max(float(geometry.right[row]) for row in rows),
        max(float(geometry.bottom[row]) for row in rows),
    ]


def test_ranges_are_as_wide_as_their_rows() -> None:
    for seed in range(10):
        page = drawn(parse(make_page(seed)))
        rng = np.random.default_rng(seed)
        geometry = replace(page.geometry, left=rng.integers(0, 99, len(page)).astype(np.float32))
        page = replace(page, geometry=geometry)
        ranges = np.sort(rng.integers(0, len(page) + 1, (20, 2)))
        ranges = ranges[ranges[:, 0] < ranges[:, 1]]
        wanted = rng.random(len(page)) < 0.5
        expected = [plain_edges(page, start, stop, wanted.tolist()) for start, stop in ranges.tolist()]
        assert range_edges(geometry, ranges, wanted).tolist() == expected, f"seed {seed}"


def test_the_page_is_escaped_and_still() -> None:
    document = document_of(HTML)
    html = look_page(document, find_picture(document, png(500, 900)))
    assert "default-src 'none'; img-src data:; style-src 'unsafe-inline'" in html
    assert "<script" not in html
    assert "Secret &lt;script&gt;alert(1)&lt;/script&gt;" in html
    assert "a &lt;b&gt; reason" in html
    assert "https://weft.example/&lt;rain&gt;" in html
    assert b64encode(png(500, 900)).decode() in html
    assert 'href="http' not in html
    assert "<h1>Rain in May</h1>" in html


def test_the_legend_counts_what_is_shown() -> None:
    document = document_of(HTML)
    picture = find_picture(document, png(500, 4_000))
    counts = [(kind, count) for kind, _, count in picture.legend]
    assert counts == [("title", 1), ("kept", 2), ("record", 2), ("left", 3)]
    html = look_page(document, picture)
    legend = [part.partition("</span>")[0].replace(" <span>", "=") for part in html.split("</i>")[1:]]
    assert legend == ["title=1", "kept=2", "record=2", "not kept=3"]


def test_deep_blocks_share_the_last_colour() -> None:
    boxes = [Box(kind=kind, left=0, top=0, width=9, height=9) for kind in (DEPTHS[-1], DEPTHS[0], DEPTHS[-1])]
    picture = Picture(png=png(500, 900), width=500, boxes=boxes, by="depth")
    assert picture.legend == [("depth-0", "depth 0", 1), ("depth-7", "depth 7 and more", 2)]
    html = look_page(document_of(HTML), picture)
    assert html.count('<rect class="depth-7"') == 2
    assert "3 visual blocks" in html
    assert "chosen by" not in html
    assert all(f".{kind} {{ --kind" in html for kind in DEPTHS)


def test_a_picture_that_was_cut_shows_what_is_on_it_and_says_so() -> None:
    document = document_of(HTML)
    title = next(box for box in boxes_by_choice(document) if box.kind == "title")
    picture = find_picture(document, png(500, title.top + 5))
    assert {box.kind for box in picture.shown} == {"left", "title"}
    assert f"the first {title.top + 5} of {document.page.geometry.page_height:,.0f} pixels" in look_page(
        document, picture
    )


def test_a_small_picture_keeps_the_places_of_boxes() -> None:
    box = Box(kind="kept", left=0, top=100, width=10, height=10)
    large, small = (Picture(png=png(*size), width=1280, boxes=[box]) for size in ((1280, 800), (640, 400)))
    assert large.height == small.height == 800
    assert 'viewBox="0 0 1280 800"' in look_page(document_of(HTML), small)
    assert "width: 640px; max-height: 1600px; overflow: hidden" in small_page(png(1, 1), width=640, height=1600)


def test_the_size_of_no_picture() -> None:
    assert png_size(b"") == (0, 0)
    assert not Picture(png=b"", width=0, boxes=())
