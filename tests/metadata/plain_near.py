"""The plain twin of `native/metadata/src/near_title.rs`: what stands near the title, row by row."""

from weft.metadata.near_title import MAX_ROWS, Near
from weft.page import Page

MAX_SHORT_BYTES = 960


def in_side(near: Near, row: int) -> bool:
    """Whether a row, or one around it, is side matter."""
    page = near.page
    return row >= 0 and (_is_side(near, row) or in_side(near, int(page.parent[row])))


def _is_side(near: Near, row: int) -> bool:
    page, end = near.page, int(near.page.end[row])
    if (end - row) * 2 > len(page) or row <= near.title_row < end:
        return False
    return page.tag_name(row) in ("nav", "aside") or row in near.named("side")


def beside(near: Near, rows: list[int]) -> list[int]:
    """The nearest of some rows that are no side matter."""
    return [row for row in sorted(rows, key=near.distance)[:MAX_ROWS] if not in_side(near, row)]


def title_blocks(near: Near) -> tuple[int, int, int]:
    """The first block that is in the title or behind it, the first behind it, and how many there are."""
    first, end = near.page.blocks.first.tolist(), int(near.page.end[near.title_row])
    return sum(own < near.title_row for own in first), sum(own < end for own in first), len(first)


def marked(near: Near) -> list[tuple[int, str, bool]]:
    """The nearest elements that may tell a date, outside of quotes."""
    page = near.page
    rows = sorted({*page.rows_of("time", "abbr").tolist(), *near.named("date")})
    rows = [row for row in rows if not any(page.tag_name(above) == "blockquote" for above in page.ancestors(row))]
    return [(row, *_said(page, row)) for row in beside(near, rows)]


def _said(page: Page, row: int) -> tuple[str, bool]:
    if value := page.attribute(row, "datetime") or page.attribute(row, "title"):
        return value, True
    is_short = page.table.text_end[row] - page.table.text_start[row] <= MAX_SHORT_BYTES
    return page.text(row) if is_short else "", False
