"""The picture of a page with its blocks outlined: blocks by choice, or visual blocks by depth.

A picture is a screenshot and rectangles; nothing of the page itself is in a report but that and, escaped, some texts.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.deadline import check_deadline, check_time
from weft.document import Document
from weft.extractors.features.visual import DrawnBlocks
from weft.extractors.vips import Vips
from weft.metadata import title_blocks
from weft.page import Page
from weft.page.geometry import Geometry
from weft.reports.decision import element_name
from weft.reports.writing import write_report

COLOURINGS = ("choice", "depth")
KEPT, TITLE, RECORD, LEFT = "kept", "title", "record", "left"
MAX_DEPTH = 7  # deeper blocks have its colour
DEPTHS = [f"depth-{depth}" for depth in range(MAX_DEPTH + 1)]
# The kinds of boxes in the order of the legend, and their names in it.
KINDS = {TITLE: "title", KEPT: "kept", RECORD: "record", LEFT: "not kept"}
KINDS |= {kind: kind.replace("-", " ") for kind in DEPTHS} | {DEPTHS[-1]: f"depth {MAX_DEPTH} and more"}
MAX_BOXES = 4_000  # of one picture: nobody can tell more apart, and the page that shows them would be slow
MAX_NOTE = 160  # characters of a text in a note
HEADINGS = ("h1", "h2", "h3")

Edges = NDArray[np.float64]  # left, top, right, bottom in each row


@dataclass(frozen=True, kw_only=True)
class Box:
    """A rectangle on the picture, in CSS pixels of the page, and a note about it."""

    kind: str  # one of KINDS
    left: int
    top: int
    width: int
    height: int
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Picture:
    """A screenshot, from the page's upper left corner on, and the boxes to outline on it."""

    png: bytes
    width: float  # CSS pixels that it shows
    boxes: Sequence[Box]
    by: str = "choice"  # what the colours of the boxes tell: one of COLOURINGS

    def __bool__(self) -> bool:
        return bool(self.png)

    @property
    def height(self) -> float:
        """CSS pixels that it shows: a long page may have been cut."""
        wide, high = png_size(self.png)
        return self.width * high / max(wide, 1)

    @property
    def shown(self) -> list[Box]:
        """The boxes that begin on it."""
        return [box for box in self.boxes if 0 <= box.top < self.height and box.left < self.width]

    @property
    def legend(self) -> list[tuple[str, str, int]]:
        """The kinds of boxes on the picture: each kind, its name, and how many boxes it has."""
        counts = Counter(box.kind for box in self.shown)
        return [(kind, name, counts[kind]) for kind, name in KINDS.items() if counts[kind]]

    def data_url(self) -> str:
        """The screenshot as an address that holds it."""
        return f"data:image/png;base64,{b64encode(self.png).decode()}"


NO_PICTURE = Picture(png=b"", width=0.0, boxes=())


def find_picture(document: Document, png: bytes, *, by: str = "choice") -> Picture:
    """The picture of a document whose page was drawn; `by` says what the colours of its blocks tell.

    `png` is a screenshot of the page in its own size, as browsers make it.
    """
    boxes = boxes_by_depth(document.page) if by == "depth" else boxes_by_choice(document)
    return Picture(png=png, width=float(png_size(png)[0]), boxes=boxes, by=by)


def look_page(document: Document, picture: Picture) -> str:
    """The picture as an HTML page with a legend; nothing on it runs, and nothing is loaded."""
    return write_report("look.html", document=document, page=document.page, picture=picture)


def small_page(png: bytes, *, width: int, height: int) -> str:
    """A page that shows the top of a picture, so wide and at most so high: a screenshot of it is the small picture.

    >>> 'src="data:image/png;base64,iVBORw=="' in small_page(b"\\x89PNG", width=640, height=1600)
    True
    """
    return write_report("small.html", picture=Picture(png=png, width=width, boxes=()), height=height)


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, which are in its first chunk.

    >>> png_size(b"\\x89PNG\\r\\n\\x1a\\n" + bytes(4) + b"IHDR" + (640).to_bytes(4, "big") + (480).to_bytes(4, "big"))
    (640, 480)
    """
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def boxes_by_choice(document: Document) -> list[Box]:
    """The blocks that can be seen, kept or left, and around them the records; the title has a kind of its own."""
    drawn = DrawnBlocks(document.page)
    kinds = np.full(len(document.page.blocks), LEFT, dtype=object)
    kinds[document.keep] = KEPT
    kinds[find_title_blocks(document)] = TITLE
    edges = np.column_stack(drawn.box)
    shown = np.flatnonzero((drawn.seen > 0) & _has_area(edges))[:MAX_BOXES]
    blocks = [(int(drawn.block[index]), edges[index]) for index in shown]
    boxes = [_box(str(kinds[block]), edge, _block_note(document.page, block)) for block, edge in blocks]
    return [*_record_boxes(document), *boxes]


def boxes_by_depth(page: Page) -> list[Box]:
    """The visual blocks of the page (VIPS), parents before their children."""
    boxes: list[Box] = []
    waiting = [(Vips().segment(page), 0)]
    while waiting and len(boxes) < MAX_BOXES:
        check_time()
        block, depth = waiting.pop()
        note = f"visual block at depth {depth}, degree of coherence {block.doc}"
        boxes.append(_box(DEPTHS[min(depth, MAX_DEPTH)], np.array(block.box), note))
        waiting += [(child, depth + 1) for child in reversed(block.children)]
    return boxes


def range_edges(geometry: Geometry, ranges: NDArray[np.int64], wanted: NDArray[np.bool_]) -> Edges:
    """The rectangle around the wanted rows of each range `start .. stop`; zeros where there are none.

    Every row that is not wanted is infinitely far on the wrong side, so that it moves no edge. An entry beyond the last
    row lets a range end there; the odd results of `reduceat` lie between the ranges.
    """
    if not len(ranges):
        return np.zeros((0, 4))
    far = np.where(wanted, 0.0, np.inf)
    near = (np.append(geometry.left + far, np.inf), np.append(geometry.top + far, np.inf))
    away = (np.append(geometry.right - far, -np.inf), np.append(geometry.bottom - far, -np.inf))
    cuts = ranges.ravel()
    edges = np.column_stack(
        [np.minimum.reduceat(column, cuts)[::2] for column in near]
        + [np.maximum.reduceat(column, cuts)[::2] for column in away]
    )
    return np.where(np.isfinite(edges).all(axis=1, keepdims=True), edges, 0.0)


def find_title_blocks(document: Document) -> NDArray[np.int64]:
    """The blocks that print the document's title, where the page prints it as a heading."""
    page = document.page
    if not document.title:
        return np.zeros(0, np.int64)
    return title_blocks(page, document.title, np.flatnonzero(np.isin(page.blocks.row, page.rows_of(*HEADINGS))))


def _record_boxes(document: Document) -> Iterator[Box]:
    geometry, page = document.page.geometry, document.page
    ranges = np.array([(record.start, max(record.end, record.start + 1)) for record in document.records], np.int64)
    edges = range_edges(geometry, ranges.reshape(-1, 2), geometry.is_visible)
    for number, (record, edge) in check_deadline(enumerate(zip(document.records, edges, strict=True), start=1)):
        if _has_area(edge[None])[0] and number <= MAX_BOXES:
            yield _box(RECORD, edge, f"record {number}: {_start(page.text(record.start))}")


def _block_note(page: Page, block: int) -> str:
    element = element_name(page, int(page.blocks.row[block]))
    return f"block {block}, {element}: {_start(page.blocks.text(block))}"


def _start(text: str) -> str:
    return " ".join(text.split())[:MAX_NOTE]


def _box(kind: str, edge: NDArray[Any], note: str) -> Box:
    left, top, right, bottom = np.round(edge).astype(int).tolist()
    return Box(kind=kind, left=left, top=top, width=right - left, height=bottom - top, note=note)


def _has_area(edges: Edges) -> NDArray[np.bool_]:
    return (edges[:, 2] - edges[:, 0] >= 1) & (edges[:, 3] - edges[:, 1] >= 1)
