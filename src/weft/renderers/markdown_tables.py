"""Tables as Markdown: one line a row, cells that hold one line each."""

from itertools import groupby

from weft.page import Page, tag_number
from weft.renderers.inline import Setting, inline_lines
from weft.renderers.passages import Container, Passage

_TH = tag_number("th")
_CELL = Setting(in_cell=True)


def table_lines(page: Page, table: Container, passages: list[Passage]) -> list[str]:
    """The lines of one table from its passages, empty cells included."""
    rows: list[list[Container]] = []
    texts: dict[Container, str] = {}
    for line, group in groupby(passages, key=lambda passage: _within(passage, "row", table)):
        if line is None:  # the caption
            continue
        cells: list[Container] = []
        for cell, content in groupby(group, key=lambda passage: _within(passage, "cell", table)):
            if cell:
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
    """Every row with the same number of cells: a cell that spans several leaves the others empty.

    Columns with nothing in them are left out: a span may claim any number of them.
    """
    lines: list[list[str]] = []
    covered: dict[int, int] = {}  # column -> how many further rows a cell above takes
    widest = max(len(row) for row in rows)  # no span needs to be wider, whatever it says
    for row in rows:
        line: list[str] = []
        for cell in row:
            _pass_covered(line, covered, 2 * widest)
            width, height = min(_span(page, cell, "colspan"), widest), _span(page, cell, "rowspan")
            if len(line) >= 2 * widest:  # spans that do not fit are not believed
                width = 1
            for column in range(len(line), len(line) + width):
                covered[column] = height - 1
            line += [texts[cell], *[""] * (width - 1)]
        _pass_covered(line, covered, 2 * widest)
        lines.append(line)
    width = max(len(line) for line in lines)
    full = [line + [""] * (width - len(line)) for line in lines]
    used = [index for index in range(width) if any(line[index] for line in full)] or [0]
    return [[line[index] for index in used] for line in full]


def _pass_covered(line: list[str], covered: dict[int, int], limit: int) -> None:
    """Leave the columns empty that cells of rows above take up here."""
    while covered.get(len(line), 0) and len(line) < limit:
        covered[len(line)] -= 1
        line.append("")


def _span(page: Page, cell: Container, name: str) -> int:
    value = (page.attribute(cell.row, name) or "").strip()
    return max(1, int(value[:4])) if value.isascii() and value.isdigit() else 1
