"""What there is to outline on the picture of a page: its blocks by choice, or its visual blocks by depth."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weft.document import Document
from weft.extractors.vips import Vips
from weft.features.visual import DrawnBlocks
from weft.metadata import title_blocks
from weft.page import Page
from weft.page.geometry import Geometry

KEPT, TITLE, RECORD, LEFT = "kept", "title", "record", "left"
MOST_BOXES = 4_000  # of one picture: more is a smear, and the page that shows it would be slow
MOST_NOTE = 160  # characters of a text in a note
HEADINGS = ("h1", "h2", "h3")

Edges = NDArray[np.float64]  # left, top, right, bottom in each row


@dataclass(frozen=True, kw_only=True)
class Box:
    """A rectangle on the picture, in CSS pixels of the page, and what to say of it."""

    kind: str  # kept, title, record, left; or the depth in the tree of visual blocks
    left: int
    top: int
    width: int
    height: int
    note: str = ""

    def to_dict(self) -> dict[str, object]:
        """Ready for JSON."""
        return asdict(self)


def boxes_by_choice(document: Document) -> list[Box]:
    """The blocks that can be seen, kept or left, and around them the records; the title in a kind of its own."""
    drawn = DrawnBlocks(document.page)
    kinds = np.full(len(document.page.blocks), LEFT, dtype=object)
    kinds[document.keep] = KEPT
    kinds[find_title_blocks(document)] = TITLE
    edges = np.column_stack(drawn.box)
    shown = np.flatnonzero((drawn.seen > 0) & _has_area(edges))[:MOST_BOXES]
    blocks = [(int(drawn.block[place]), edges[place]) for place in shown]
    boxes = [_box(str(kinds[block]), edge, _block_note(document.page, block)) for block, edge in blocks]
    return [*_record_boxes(document), *boxes]


def boxes_by_depth(page: Page) -> list[Box]:
    """The visual blocks of the page (VIPS), parents before their children."""
    boxes: list[Box] = []
    waiting = [(Vips().segment(page), 0)]
    while waiting and len(boxes) < MOST_BOXES:
        block, depth = waiting.pop()
        note = f"visual block at depth {depth}, degree of coherence {block.doc}"
        boxes.append(_box(str(depth), np.array(block.box), note))
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
    for number, (record, edge) in enumerate(zip(document.records, edges, strict=True), start=1):
        if _has_area(edge[None])[0] and number <= MOST_BOXES:
            text = " ".join(page.text(record.start).split())
            yield _box(RECORD, edge, f"record {number}: {text[:MOST_NOTE]}")


def _block_note(page: Page, block: int) -> str:
    row = int(page.blocks.row[block])
    identity, classes = page.id(row), page.classes(row)
    name = page.tag_name(row) + (f"#{identity}" if identity else f".{classes[0]}" if classes else "")
    return f"block {block}, {name}: {' '.join(page.blocks.text(block).split())[:MOST_NOTE]}"


def _box(kind: str, edge: NDArray[Any], note: str) -> Box:
    left, top, right, bottom = np.round(edge).astype(int).tolist()
    return Box(kind=kind, left=left, top=top, width=right - left, height=bottom - top, note=note)


def _has_area(edges: Edges) -> NDArray[np.bool_]:
    return (edges[:, 2] - edges[:, 0] >= 1) & (edges[:, 3] - edges[:, 1] >= 1)
