"""From rows to passages: one sweep over the shown rows, with a stack of what is open."""

import numpy as np
from numpy.typing import NDArray

from weft.page import Page, tag_number
from weft.page.plain_rows import PLAIN, rows_to_sweep
from weft.page.structure_noise import inline_noise, is_gutter, is_number_column
from weft.renderers.page_addresses import Addresses, file_name, image_address
from weft.renderers.passages import (
    BREAK,
    FORMULA,
    IMAGE,
    NOTE,
    RULE,
    TEXT,
    Container,
    Mark,
    Marks,
    Passage,
    Path,
    Piece,
)
from weft.renderers.render import RenderOptions
from weft.renderers.shown_rows import ShownRows, find_shown_rows, rows_above
from weft.renderers.structures import (
    Footnotes,
    data_tables,
    find_footnotes,
    fragment,
    is_code_table,
    language_of,
)

_NESTING = 24  # containers deeper than this change nothing; only made-up pages nest so deep
_ROLES = {
    "ul": "list", "ol": "list", "menu": "list", "dir": "list", "li": "item", "blockquote": "quote",
    "h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading",
    "pre": "pre", "listing": "pre", "xmp": "pre", "plaintext": "pre", "table": "table", "tr": "row", "td": "cell",
    "th": "cell", "caption": "caption", "dl": "terms", "dt": "term", "dd": "definition", "figure": "figure",
    "figcaption": "figcaption", "details": "details", "summary": "summary",
}  # fmt: skip
_KINDS = {
    "b": "strong", "strong": "strong", "i": "emphasis", "em": "emphasis", "cite": "emphasis", "dfn": "emphasis",
    "var": "emphasis", "s": "strike", "strike": "strike", "del": "strike", "code": "code", "tt": "code", "kbd": "code",
    "samp": "code", "sub": "sub", "sup": "sup", "q": "quotation", "abbr": "abbr", "time": "time", "mark": "mark",
    "a": "link",
}  # fmt: skip
_BOUNDARIES = (
    "html head body div p hgroup article section nav aside header footer main address search dialog center hr colgroup "
    "col thead tbody tfoot form fieldset legend button select option optgroup textarea frameset marquee"
)
# What may stand directly in what; anything else gets the container that is missing.
_PARENTS = {"item": "list", "row": "table", "cell": "row", "caption": "table", "term": "terms", "definition": "terms"}
_CHILDREN = {"list": "item", "table": "row", "row": "cell", "terms": "definition"}
_LEAVES = frozenset({"heading", "pre", "caption", "summary", "term"})
_ROLE_OF = {tag_number(tag): role for tag, role in _ROLES.items()}
_KIND_OF = {tag_number(tag): kind for tag, kind in _KINDS.items()}
_BOUNDARY = frozenset(tag_number(tag) for tag in _BOUNDARIES.split()) | _ROLE_OF.keys()
_BR, _HR, _IMG, _OL, _CODE, _NOSCRIPT = (tag_number(tag) for tag in ("br", "hr", "img", "ol", "code", "noscript"))
_HEADING_LEVEL = {tag_number(f"h{level}"): level for level in range(1, 7)}
_ANCHORS = frozenset("¶ # § 🔗 ⚓".split())


def compose(page: Page, keep: NDArray[np.int64], options: RenderOptions, *, notes: bool = False) -> list[Passage]:
    """The passages of the kept blocks, in document order; with `notes`, footnotes are told from other lists."""
    shown = find_shown_rows(page, keep, images=options.images)
    links = page.rows_of("a")
    footnotes = find_footnotes(page, links[shown.mask[links]].tolist(), shown.text) if notes else Footnotes()
    composer = _Composer(page, shown, options, footnotes)
    composer.noise = frozenset(inline_noise(page, keep).tolist())
    composer.sweep()
    return composer.passages


class _Composer:
    """The state of one sweep: what is open, where it stands, and the pieces of the passage at hand."""

    def __init__(self, page: Page, shown: ShownRows, options: RenderOptions, footnotes: Footnotes) -> None:
        self.page, self.shown, self.options, self.footnotes = page, shown, options, footnotes
        self.addresses = Addresses(page)
        self.tables = data_tables(page, shown.mask)
        self.noise: frozenset[int] = frozenset()  # elements that are no part of the heading or code around them
        self.passages: list[Passage] = []
        self.pieces: list[Piece] = []
        self.path: Path = ()
        self.marks: Marks = ()
        self.open: list[tuple[int, Path, Marks, bool]] = []  # end, path and marks outside, whether a boundary
        self.missing: dict[tuple[str, int], Container] = {}
        self.last_item: dict[int, Container] = {}
        self.last_image = -1
        self.images: set[str] = set()
        self.breaks = 0
        self.has_text = False

    def sweep(self) -> None:
        others = self.noise.union(self.shown.formulas, *vars(self.footnotes).values())  # more than their tags say
        mask = self.shown.mask.copy()
        mask[: self.shown.root] = False
        opened, skip, block = self.open, 0, 0
        for row, tag, end, owner in rows_to_sweep(self.page, mask, others):
            while opened and opened[-1][0] <= row:
                self.close()
            if row < skip:
                continue
            if tag == 0 and owner != block:  # what ended the run may be a block element that is not shown
                block = owner
                if self.has_text:
                    self.boundary()
            if tag == 0 and row not in others:
                self.add_text(row)
            elif tag in PLAIN and row not in others and not (self.path and self.in_leaf()):
                if self.pieces:
                    self.flush()
                opened.append((end, self.path, self.marks, True))
            elif self.visit(row, tag, end):
                skip = end
        while self.open:
            self.close()
        self.flush()

    def visit(self, row: int, tag: int, end: int) -> bool:
        """Take in one row; True means that the rest of its subtree is done with."""
        if row in self.noise:
            return True
        if formula := self.shown.formulas.get(row):
            self.add_formula(formula.latex, formula.display)
        elif tag == 0:
            self.add_text(row)
        elif tag == _BR:
            self.add_break()
        elif tag == _IMG:
            self.add_image(row)
        elif tag == _HR:
            self.flush()
            self.passages.append(Passage(self.full_path(row), [Piece(RULE)]))
        elif tag in _KIND_OF:
            return self.open_mark(row, tag, end)
        elif tag in _BOUNDARY:
            return self.open_block(row, tag, end)
        elif self.in_pre() and is_gutter(self.page, row):
            return True
        return False

    def add_text(self, row: int) -> None:
        text = self.page.text(row)
        if not text.isspace():
            self.breaks, self.has_text = 0, True
        self.pieces.append(Piece(TEXT, text, self.marks))

    def add_break(self) -> None:
        self.breaks += 1
        if self.breaks == 2 and not self.in_leaf():
            self.flush()
        self.pieces.append(Piece(BREAK, marks=self.marks))

    def add_formula(self, latex: str, display: bool) -> None:
        self.breaks = 0
        if display and not self.in_leaf() and not self.in_table():
            self.flush()
            self.pieces.append(Piece(FORMULA, latex, display=True))
            self.flush()
        else:
            self.pieces.append(Piece(FORMULA, latex, self.marks))

    def add_image(self, row: int) -> None:
        """Add an image once: neither the copy for browsers without scripts nor the same file again."""
        if self.in_pre() or self.is_copy(row):
            return
        address = image_address(self.page, row, self.addresses)
        name = file_name(address)
        if address and name not in self.images:
            self.images.add(name)
            self.last_image, self.breaks = row, 0
            alt = " ".join((self.page.attribute(row, "alt") or "").split())
            self.pieces.append(Piece(IMAGE, alt, self.marks, address))

    def is_copy(self, row: int) -> bool:
        """Whether an image stands in a `noscript` beside the image that was shown last."""
        above = [ancestor for ancestor in rows_above(self.page, row, 4) if self.page.tag[ancestor] == _NOSCRIPT]
        return bool(above) and self.last_image > int(self.page.parent[above[-1]])

    def open_mark(self, row: int, tag: int, end: int) -> bool:
        kind, value = _KIND_OF[tag], ""
        if kind == "link":
            if row in self.footnotes.references:
                self.pieces.append(Piece(NOTE, self.footnotes.references[row]))
                return True
            if row in self.footnotes.back or self.is_anchor(row):
                return True
            value = self.link_address(row)
        elif kind in ("abbr", "time"):
            value = self.page.attribute(row, "title" if kind == "abbr" else "datetime") or ""
        if self.in_pre():
            return is_gutter(self.page, row) or self.open_code_line(row, tag, end)
        self.open.append((end, self.path, self.marks, False))
        if (kind != "link" or value) and all(mark.kind != kind for mark in self.marks):
            self.marks = (*self.marks, Mark(kind, value))
        return False

    def link_address(self, row: int) -> str:
        if not self.options.links:
            return ""
        address = self.page.attribute(row, "href") or ""
        return "" if "#" in address and fragment(self.page, row) else self.addresses.resolve(address)

    def is_anchor(self, row: int) -> bool:
        """Whether a link is only the sign beside a heading that leads to the heading itself."""
        is_inside = self.inner_role() == "heading" and bool(fragment(self.page, row))
        return is_inside and self.page.text(row).strip() in _ANCHORS

    def open_code_line(self, row: int, tag: int, end: int) -> bool:
        """In a `pre`, several `code` side by side are lines."""
        self.open.append((end, self.path, self.marks, tag == _CODE and self.page.nth[row] > 1))
        if tag == _CODE and self.page.nth[row] > 1:
            self.soft_break()
        return False

    def open_block(self, row: int, tag: int, end: int) -> bool:
        role = _ROLE_OF.get(tag, "")
        if role == "pre" and is_number_column(self.page, row):
            return True
        if self.in_pre() and is_gutter(self.page, row):
            return True
        self.boundary()
        self.open.append((end, self.path, self.marks, True))
        if self.in_leaf() or len(self.path) >= _NESTING:
            return False
        if row in self.footnotes.notes:
            self.path = (Container("note", row, label=self.footnotes.notes[row]),)
        elif role and row >= self.shown.root:
            self.enter(row, tag, role)
        return False

    def enter(self, row: int, tag: int, role: str) -> None:
        """Put a container on the path, with those that must stand around it."""
        if row == self.shown.root and role in ("item", "cell", "definition"):
            return  # all of the content lies in it
        if role == "table" and row not in self.tables:
            if is_code_table(self.page, row):
                self.path = (*self.path, Container("pre", row, label=language_of(self.page, row)))
            return
        if role in ("row", "cell", "caption") and self.inner_role() != _PARENTS[role]:
            return  # of a table that only lays out the page
        if (role == "figcaption" and not self.inside("figure")) or (role == "summary" and not self.inside("details")):
            return
        self.complete(row, role)
        container = self.container(row, tag, role)
        if role == "item":
            self.last_item[self.path[-1].row] = container
        self.path = (*self.path, container)

    def complete(self, row: int, role: str) -> None:
        """Add the container that a child of this role must stand in, where the page forgot it."""
        wanted = _PARENTS.get(role, "")
        if wanted and self.inner_role() != wanted:
            self.path = (*self.path, self.implied(wanted, int(self.page.parent[row])))
        elif not wanted and self.inner_role() in _CHILDREN:
            self.path = self.full_path(row)

    def container(self, row: int, tag: int, role: str) -> Container:
        if role == "heading":
            return Container(role, row, _HEADING_LEVEL[tag])
        if role == "pre":
            return Container(role, row, label=language_of(self.page, row))
        if role == "list":
            return Container(role, row, int(tag == _OL))
        return Container(role, row, self.item_number(row) if role == "item" else 0)

    def item_number(self, row: int) -> int:
        first = self.page.attribute(self.path[-1].row, "start") or "1"
        value = self.page.attribute(row, "value") or ""
        if value.isdecimal() and value.isascii():
            return int(value[:9])
        start = int(first[:8]) if first.isdecimal() and first.isascii() else 1
        return start + int(self.page.nth[row]) - 1

    def implied(self, role: str, row: int) -> Container:
        return self.missing.setdefault((role, row), Container(role, row))

    def full_path(self, row: int) -> Path:
        """The path, completed so that content may stand in it: text in a list stands in an item."""
        path = self.path
        while path and path[-1].role in _CHILDREN:
            role = _CHILDREN[path[-1].role]
            before = self.last_item.get(path[-1].row) if role == "item" else None
            path = (*path, before or self.implied(role, row))
        return path

    def close(self) -> None:
        _, path, marks, is_boundary = self.open.pop()
        if is_boundary:
            if self.path is path:
                if self.pieces or path:  # without a piece there is nothing to end
                    self.boundary()
            elif len(self.path) > len(path) or self.path[-1:] != path[-1:]:
                self.flush()
                self.fill_cell()
            else:
                self.boundary()
        self.path, self.marks = path, marks

    def fill_cell(self) -> None:
        """Give an empty cell a passage without content, so that its row keeps its columns."""
        if self.inner_role() != "cell":
            return
        if not self.passages or self.path[-1] not in self.passages[-1].path:
            self.passages.append(Passage(self.path))

    def boundary(self) -> None:
        """A block element begins or ends."""
        if self.in_leaf():
            self.soft_break()
        elif self.pieces:  # without a piece there is nothing to end
            self.flush()

    def soft_break(self) -> None:
        if self.in_pre():
            if self.pieces and not self.pieces[-1].text.endswith("\n"):
                self.pieces.append(Piece(TEXT, "\n"))
        else:
            self.pieces.append(Piece(TEXT, " "))

    def flush(self) -> None:
        """End the passage at hand."""
        self.breaks, self.has_text = 0, False
        if any(piece.kind not in (TEXT, BREAK) or piece.text.strip() for piece in self.pieces):
            row = self.open[-1][0] if self.open else -1
            self.passages.append(Passage(self.full_path(row), self.pieces))
        self.pieces = []

    def inner_role(self) -> str:
        return self.path[-1].role if self.path else ""

    def inside(self, role: str) -> bool:
        return any(container.role == role for container in self.path)

    def in_leaf(self) -> bool:
        return self.inner_role() in _LEAVES

    def in_pre(self) -> bool:
        return self.inner_role() == "pre"

    def in_table(self) -> bool:
        return self.inside("cell")


def as_strong(piece: Piece) -> Piece:
    """The same piece in bold."""
    if any(mark.kind == "strong" for mark in piece.marks):
        return piece
    return piece._replace(marks=(Mark("strong"), *piece.marks))
