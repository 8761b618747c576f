"""Tables as Markdown: one line a row, cells that hold one line each."""

from itertools import groupby

from weft.page import Page, tag_number
from weft.renderers.inline import Setting, inline_lines
from weft.renderers.passages import Container, Passage

_TH = tag_number("th")
_COLUMNS = 200  # more than any honest table has; `colspan` may say anything
_CELL = Setting(in_cell=True)


def table_lines(page: Page, table: Container, passages: list[Passage]) -> list[str]:
    """The lines of one table from its passages, empty cells included."""
    rows: list[list[Container]] = []
    texts: dict[Container, str] = {}
    for line, group in groupby(passages, key=lambda passage: _within(passage, "row", table)):
        cells: list[Container] = []
        for cell, content in groupby(group, key=lambda passage: _within(passage, "cell", table)):
            if line and cell:
                cells.append(cell)
                texts[cell] = "<br>".join(" ".join(inline_lines(passage.pieces, _CELL)) for passage in content)
        rows.append(cells)
    grid = _grid(page, rows, texts)
    if not _has_header(page, rows):
        grid.insert(0, [""] * len(grid[0]))
    grid.insert(1, ["---"] * len(grid[0]))
    return [f"| {' | '.join(line)} |" for line in grid]


def _within(passage: Passage, role: str, table: Container) -> Container | None:
    """The row or cell of this table, not of one further in."""
    place = passage.path.index(table)
    return next((container for container in passage.path[place:] if container.role == role), None)


def _has_header(page: Page, rows: list[list[Container]]) -> bool:
    """Whether the first row names the columns: all of it is `th`, or the table has no `th` to say otherwise."""
    heads = [[page.tag[cell.row] == _TH for cell in row] for row in rows]
    return all(heads[0]) or not any(any(row) for row in heads) or sum(heads[0]) > 1


def _grid(page: Page, rows: list[list[Container]], texts: dict[Container, str]) -> list[list[str]]:
    """Every row with the same number of cells: a cell that spans several leaves the others empty."""
    lines: list[list[str]] = []
    covered: dict[int, int] = {}  # column -> how many further rows a cell above takes
    for row in rows:
        line: list[str] = []
        for cell in row:
            while covered.get(len(line), 0) and len(line) < _COLUMNS:
                covered[len(line)] -= 1
                line.append("")
            width, height = _span(page, cell, "colspan"), _span(page, cell, "rowspan")
            for column in range(len(line), min(len(line) + width, _COLUMNS)):
                covered[column] = height - 1
            line += [texts[cell], *[""] * (min(width, _COLUMNS) - 1)]
        for column in range(len(line), _COLUMNS):
            if not covered.get(column, 0):
                break
            covered[column] -= 1
            line.append("")
        lines.append(line)
    width = max((index + 1 for line in lines for index, text in enumerate(line) if text), default=1)
    return [(line + [""] * width)[:width] for line in lines]


def _span(page: Page, cell: Container, name: str) -> int:
    value = (page.attribute(cell.row, name) or "").strip()
    return max(1, min(int(value[:4]), _COLUMNS)) if value.isascii() and value.isdigit() else 1
