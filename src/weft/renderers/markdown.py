"""Markdown (CommonMark with the tables and notes of GitHub), for people and for language models.

Each passage becomes lines under a prefix that its containers give: `> ` of a quote, `- ` or spaces of an item.
Mathematics is LaTeX between dollar signs. Where Markdown has no sign of its own: `sub` and `sup` stay tags, keys are
code, terms and summaries are bold, definitions are items.
"""

import re
from collections.abc import Iterator
from itertools import groupby, zip_longest

from weft.deadline import check_time, in_time
from weft.document import Document
from weft.page import Page, tag_number
from weft.render_options import BlockIndexes, RenderOptions
from weft.renderers.front_matter import front_matter, with_title
from weft.renderers.kernel_passages import kernel_markdown, write_passages
from weft.renderers.markdown_escapes import guard_formula, guard_note, guard_prices
from weft.renderers.markdown_inline import Setting, inline_lines
from weft.renderers.passages import FORMULA, RULE, Container, Passage, Path, Piece, as_strong, shared_length
from weft.renderers.record_passages import with_records, written_records
from weft.renderers.render import shown_blocks

_FENCES = re.compile("^(?: {0,3}| *\t[ \t]*)(`{3,})", re.MULTILINE)  # in an item a tab may be one place wide
_PREFIXED = frozenset({"quote", "item", "note", "definition"})
_MARKED = _PREFIXED | {"list"}
_FLOW, _HEADING, _CELL = Setting(), Setting(in_heading=True), Setting(in_cell=True)
_IN_CELL, _IN_TERM = 7, 8  # of the settings that the kernel names; 1 to 6 are headings
_BOLD = frozenset({"term", "summary"})


def render_markdown(document: Document, options: RenderOptions) -> str:
    """The kept blocks as Markdown."""
    page, keep = document.page, shown_blocks(document, options)
    if options.title or written_records(page, keep, document, options)[1]:
        written = write_passages(page, markdown_passages(page, keep, document, options), setting_lines)
    else:
        written = kernel_markdown(page, keep, options, setting_lines)
    return (front_matter(document) if options.front_matter else "") + written


def markdown_passages(page: Page, keep: BlockIndexes, document: Document, options: RenderOptions) -> list[Passage]:
    """What of a page is written as Markdown."""
    return with_title(with_records(page, keep, document, options), document, options)


def markdown_blocks(page: Page, passages: list[Passage]) -> Iterator[tuple[Path, list[str]]]:
    """The lines of passages, each block with the path that it stands under: what a `Writer` puts together."""
    for table, group in _tables(passages):
        if table:
            outside = group[0].path[: group[0].path.index(table)]
            for passage in group:
                check_time()
                if passage.inside("caption"):
                    yield outside, inline_lines(passage.pieces, _FLOW)
            if lines := table_lines(page, table, group):
                yield outside, lines
        else:
            for passage in group:
                check_time()
                yield passage.path, _passage_lines(passage)


def _tables(passages: list[Passage]) -> Iterator[tuple[Container | None, list[Passage]]]:
    """The passages in groups: those of one table together."""
    for table, group in groupby(passages, key=lambda passage: passage.inside("table")):
        yield table, list(group)


def _passage_lines(passage: Passage) -> list[str]:
    first = passage.pieces[0]
    if first.kind == RULE:
        return ["___" if passage.inside("item") else "---"]  # behind the sign of an item, dashes and stars are one rule
    if not passage.path:
        return setting_lines(passage.pieces, 0)
    inner = passage.path[-1]
    if inner.role == "pre":
        return _code_lines(passage, inner)
    if inner.role == "heading":
        text = " ".join(inline_lines(passage.pieces, _HEADING))
        return [f"{'#' * inner.number} {_guard_heading(text)}"]
    if inner.role in _BOLD:
        return inline_lines([as_strong(piece) for piece in passage.pieces], _FLOW)
    return setting_lines(passage.pieces, 0)


def setting_lines(pieces: list[Piece], setting: int) -> list[str]:
    """The lines of pieces in a setting that the kernel names."""
    if setting == _IN_CELL:
        return inline_lines(pieces, _CELL)
    if setting == _IN_TERM:
        return inline_lines([as_strong(piece) for piece in pieces], _FLOW)
    if not setting:
        is_display = pieces[0].kind == FORMULA and pieces[0].display
        return ["$$", _guard_display(pieces[0].text), "$$"] if is_display else inline_lines(pieces, _FLOW)
    return [f"{'#' * setting} {_guard_heading(' '.join(inline_lines(pieces, _HEADING)))}"]


def _guard_display(latex: str) -> str:
    """A formula on a line of its own, which must not begin as a block of HTML, a heading, an item or a quote does."""
    latex = guard_formula(latex)
    return f"\\lt {latex[1:]}" if latex[0] == "<" else latex


def _guard_heading(text: str) -> str:
    """Number signs at the end would be taken for a closing sequence."""
    bare = text.rstrip("#")
    return f"{bare}\\{text[len(bare) :]}" if bare != text and (not bare or bare[-1].isspace()) else text


def _code_lines(passage: Passage, container: Container) -> list[str]:
    text = "".join(piece.text if piece.text else "\n" for piece in passage.pieces).replace("\r", "")
    lines = text.replace("\xa0", " ").split("\n")  # spaces that do not break indent code outside of a `pre`
    full = [number for number, line in enumerate(lines) if line.strip()]
    lines = lines[full[0] : full[-1] + 1]
    longest = max((len(run) for run in _FENCES.findall("\n".join(lines))), default=2)
    fence = "`" * (longest + 1)
    return [fence + container.label, *(line.rstrip() for line in lines), fence]


class Writer:
    """Writes blocks of lines, each under the prefix of its path."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.path: Path = ()
        self.markers: dict[Container, str] = {}  # of items: the marker; of lists: the sign

    def write(self, path: Path, lines: list[str]) -> None:
        """Add one block."""
        path = self._prefixed(path)
        shared = shared_length(path, self.path)
        if not path and not self.path:  # a paragraph on the page itself
            self.lines += ["", *lines] if self.lines else lines
            return
        for depth in range(shared, len(path)):
            self._enter(path, depth)
        outer = self._prefix(path[:shared])
        if self.lines and not self._is_tight(path, shared):
            self.lines.append(outer.rstrip())
        first = outer + "".join([self._first(container) for container in path[shared:]])
        rest = self._prefix(path) if len(lines) > 1 else ""
        if path and path[-1].role == "note" and lines and shared < len(path):
            lines = [guard_note(lines[0]), *lines[1:]]
        for number, line in enumerate(in_time(lines)):
            prefix = rest if number else first
            self.lines.append(prefix + line if line else prefix.rstrip())
        self.path = path

    def _prefixed(self, path: Path) -> Path:
        """The containers that change what a line begins with.

        A definition that begins with a list is that list: `- - a` would be a list in a list.
        """
        path = tuple([container for container in path if container.role in _MARKED]) if path else path
        if not any(container.role == "definition" for container in path):
            return path
        return tuple(
            container
            for container, inner in zip_longest(path, path[1:])
            if container.role != "definition" or container in self.markers or not inner or inner.role != "list"
        )

    def _enter(self, path: Path, depth: int) -> None:
        container = path[depth]
        if container.role == "list":
            self.markers[container] = self._sign(path, depth)
        elif container.role == "item":
            above = path[depth - 1]
            sign = self.markers.get(above, "-")
            self.markers[container] = f"{container.number}{sign} " if above.number else f"{sign} {container.label}"
        elif container.role == "note":
            self.markers[container] = f"[^{container.label}]: "
        elif container.role == "definition":
            self.markers[container] = "- "
        elif container.role == "quote":
            self.markers[container] = "> "

    def _sign(self, path: Path, depth: int) -> str:
        """The sign of a new list; another one than that of a list that ends right before it, or the two would join."""
        signs = ".)" if path[depth].number else "-*"
        before = self.path[depth] if len(self.path) > depth and self.path[:depth] == path[:depth] else None
        is_next = before is not None and before.role == "list" and bool(before.number) == bool(path[depth].number)
        return signs[1] if is_next and before and self.markers.get(before) == signs[0] else signs[0]

    def _first(self, container: Container) -> str:
        return "" if container.role == "list" else self.markers[container]

    def _prefix(self, path: Path) -> str:
        """What a further line in these containers begins with."""
        parts = [self._first(container).removesuffix(container.label) for container in path]
        return "".join("> " if part == "> " else "    " if part.startswith("[^") else " " * len(part) for part in parts)

    def _is_tight(self, path: Path, shared: int) -> bool:
        """Whether a block follows the one before without a blank line: a new item, or a list right under its item."""
        if shared == len(path):
            return False
        container = path[shared]
        if container.role == "item":
            return True
        if container.role == "definition":
            return bool(self.path[shared:]) and self.path[shared].role == "definition"
        starts_list = container.role == "list" and shared > 0 and path[shared - 1].role == "item"
        items = path[shared + 1 : shared + 2]  # none where a list holds something else, such as `dt`
        may_interrupt = not container.number or (bool(items) and items[0].number == 1)
        return starts_list and len(self.path) == shared and may_interrupt


_TH = tag_number("th")


def table_lines(page: Page, table: Container, passages: list[Passage]) -> list[str]:
    """The lines of one table from its passages, empty cells included."""
    rows: list[list[Container]] = []
    texts: dict[Container, str] = {}
    for line, group in groupby(passages, key=lambda passage: _within(passage, "row", table)):
        check_time()
        if line is None:  # the caption
            continue
        cells: list[Container] = []
        for cell, content in groupby(group, key=lambda passage: _within(passage, "cell", table)):
            if cell:
                cells.append(cell)
                texts[cell] = _cell_text(list(content))
        rows.append(cells)
    if not rows:
        return []
    grid = _grid(page, rows, texts)
    if not _has_header(page, rows):
        grid.insert(0, [""] * len(grid[0]))
    grid.insert(1, ["---"] * len(grid[0]))
    return [f"| {' | '.join(line)} |" for line in grid]


def _cell_text(passages: list[Passage]) -> str:
    """The passages of a cell on one line; prices in two of them must not be the ends of a formula."""
    written = (inline_lines(passage.pieces, _CELL) for passage in passages)
    text = "<br>".join(" ".join(lines) for lines in written)
    has_formula = any(piece.kind == FORMULA for passage in passages for piece in passage.pieces)
    return text if len(passages) < 2 or "$" not in text or has_formula else guard_prices(text)


def _within(passage: Passage, role: str, table: Container) -> Container | None:
    """The row or cell of this table, not of one further in."""
    depth = passage.path.index(table)
    return next((container for container in passage.path[depth:] if container.role == role), None)


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
        check_time()
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
