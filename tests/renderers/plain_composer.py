"""From rows to passages: one sweep over the shown rows, with a stack of what is open. The kernel's twin."""

import numpy as np
from numpy.typing import NDArray

from tests.page.plain_structure_noise import inline_noise
from tests.renderers.plain_roles import BOUNDARY, CHILDREN, KIND_OF, LEAVES, PARENTS, ROLE_OF
from tests.renderers.plain_rows import blank_lines, indent_of, is_copy, is_gutter, item_number
from weft.page import Page, tag_number
from weft.page.structure_noise import is_number_column
from weft.render_options import RenderOptions
from weft.renderers.code_lines import is_line, is_no_code
from weft.renderers.controls import without_controls
from weft.renderers.footnotes import Footnotes, find_footnotes
from weft.renderers.formulas import Formula, spaced_latex
from weft.renderers.kernel_passages import address_of_link, image_text
from weft.renderers.media import MEDIA, media_link
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
from weft.renderers.shown_rows import ShownRows, find_shown_rows
from weft.renderers.structures import data_tables, is_code_table, language_of, task_sign
from weft.renderers.text_cuts import is_reading, leads_to_heading, reading_of

_NESTING = 24  # containers deeper than this change nothing; only made-up pages nest so deep
_BR, _HR, _IMG, _OL, _OBJECT = (tag_number(tag) for tag in ("br", "hr", "img", "ol", "object"))
_INPUT = tag_number("input")
_REPLACED = MEDIA | {tag_number("rt"), tag_number("rp")}  # what is written in another way than it stands
_HEADING_LEVEL = {tag_number(f"h{level}"): level for level in range(1, 7)}


def compose_rows(page: Page, keep: NDArray[np.int64], options: RenderOptions, *, notes: bool = False) -> list[Passage]:
    """The passages of the kept blocks, in document order; with `notes`, footnotes are told from other lists."""
    shown = find_shown_rows(page, keep, images=options.images)
    links = page.rows_of("a")
    tables = data_tables(page, shown.mask)
    footnotes = find_footnotes(page, links[shown.mask[links]].tolist(), shown.text, tables) if notes else Footnotes()
    composer = _Composer(page, shown, options, footnotes)
    composer.tables = tables
    composer.noise = footnotes.left_out.union(inline_noise(page, keep).tolist())
    composer.sweep()
    return composer.passages


class _Composer:
    """The state of one sweep: what is open, where it stands, and the pieces of the passage at hand."""

    def __init__(self, page: Page, shown: ShownRows, options: RenderOptions, footnotes: Footnotes) -> None:
        self.page, self.shown, self.options, self.footnotes = page, shown, options, footnotes
        self.addresses = Addresses(page)
        self.has_inputs = bool((page.tag == _INPUT).any())
        self.tables: set[int] = set()
        self.noise: frozenset[int] = frozenset()  # elements that are no part of the heading or code around them
        self.passages: list[Passage] = []
        self.pieces: list[Piece] = []
        self.path: Path = ()
        self.marks: Marks = ()
        self.open: list[tuple[int, Path, Marks, bool]] = []  # end, path and marks outside, whether a boundary
        self.missing: dict[tuple[str, int], Container] = {}
        self.last_item: dict[int, Container] = {}
        self.last_image = self.last_line = -1
        self.images: set[str] = set()
        self.set_aside: dict[int, tuple[list[Piece], list[Passage]]] = {}  # by how much is open around an inline note
        self.referred = frozenset(footnotes.references.values())
        self.notes: list[Passage] = []  # those that stood in a sentence; they are written last
        self.breaks = 0
        self.has_text = False
        self.row = -1  # of what was added last

    def sweep(self) -> None:
        others = self.noise.union(self.shown.formulas, *vars(self.footnotes).values())  # more than their tags say
        mask = self.shown.mask.copy()
        mask[: self.shown.root] = False
        opened, skip, block = self.open, 0, 0
        rows = mask.nonzero()[0]
        owners = self.page.blocks.first.searchsorted(rows, side="right")
        for row, owner in zip(rows.tolist(), owners.tolist(), strict=True):
            tag, end = int(self.page.tag[row]), int(self.page.end[row])
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
            elif self.visit(row, tag, end):
                skip = end
        while self.open:
            self.close()
        self.flush()
        self.passages += self.notes

    def visit(self, row: int, tag: int, end: int) -> bool:
        """Take in one row; True means that the rest of its subtree is done with."""
        if row in self.noise:
            return True
        if formula := self.shown.formulas.get(row):
            self.row = row
            self.add_formula(formula)
            return False
        return self.visit_tag(row, tag, end)

    def visit_tag(self, row: int, tag: int, end: int) -> bool:
        """Take in one row that is nothing but what its tag says."""
        if tag == 0:
            self.add_text(row)
        elif tag == _BR:
            self.add_break()
        elif tag == _IMG:
            self.add_image(row)
        elif tag in _REPLACED:
            return self.add_medium(row, tag) if tag in MEDIA else self.add_reading(row)
        elif tag == _HR:
            self.flush()
            self.passages.append(Passage(self.full_path(row), [Piece(RULE)], row))
        elif tag in KIND_OF:
            return self.open_mark(row, tag, end)
        elif tag in BOUNDARY:
            return self.open_block(row, tag, end)
        elif self.in_pre():
            return is_gutter(self.page, row) or self.open_code_line(row, end)
        elif row in self.footnotes.inline:
            self.open_inline_note(row, end)
        return False

    def open_inline_note(self, row: int, end: int) -> None:
        """Set aside the sentence that a note stands in; `close` goes on with it."""
        label = self.footnotes.inline[row]
        if label not in self.referred:  # else the link has said it
            self.pieces.append(Piece(NOTE, label))
        self.open.append((end, self.path, self.marks, False))
        self.set_aside[len(self.open)] = (self.pieces, self.passages)
        self.pieces, self.passages, self.marks = [], [], ()
        self.path = (Container("note", row, label=label),)

    def close_inline_note(self) -> None:
        self.flush()
        self.notes += self.passages
        self.pieces, self.passages = self.set_aside.pop(len(self.open))

    def add_text(self, row: int) -> None:
        text = self.page.text(row)
        if not text.isprintable():  # white space other than a space is not printable either
            text = without_controls(text)
        if not text.isspace():
            self.breaks, self.has_text, self.row = 0, True, row
        self.pieces.append(Piece(TEXT, text, self.marks))

    def add_break(self) -> None:
        self.breaks += 1
        if self.breaks == 2 and not self.in_leaf():
            self.flush()
        self.pieces.append(Piece(BREAK, marks=self.marks))

    def add_formula(self, formula: Formula) -> None:
        self.breaks = 0
        if formula.display and not self.in_leaf() and not self.inside("cell"):
            self.flush()
            self.pieces.append(Piece(FORMULA, formula.latex, display=True))
            self.flush()
        else:
            before, latex, after = spaced_latex(self.page, formula)
            self.pieces += [Piece(TEXT, before), Piece(FORMULA, latex, self.marks), Piece(TEXT, after)]

    def add_image(self, row: int) -> None:
        """Add an image once: neither the copy for browsers without scripts nor the same file again."""
        if self.in_pre() or is_copy(self.page, row, self.last_image):
            return
        address = image_address(self.page, row, self.addresses)
        name = file_name(address)
        if address and name not in self.images:
            self.images.add(name)
            self.last_image, self.breaks, self.row = row, 0, row
            alt = image_text(self.page, row)
            if self.pieces and self.pieces[-1].kind == IMAGE:
                self.pieces.append(Piece(TEXT, " "))
            self.pieces.append(Piece(IMAGE, alt, self.marks, address))

    def add_reading(self, row: int) -> bool:
        """Add the reading of characters, where the options ask for it."""
        if not is_reading(self.page, row):
            return False
        self.pieces.append(Piece(TEXT, reading_of(self.page, row, readings=self.options.readings), self.marks))
        return True

    def add_medium(self, row: int, tag: int) -> bool:
        """Add the link to a video or the like, once; what an `object` shows in its place stays."""
        if self.in_pre() or (tag == _OBJECT and self.shown.text[row : self.page.end[row]].any()):
            return False
        text, address = media_link(self.page, row, self.addresses)
        if address and self.options.links and address not in self.images and not self.is_marked("link"):
            self.images.add(address)
            self.breaks, self.has_text, self.row = 0, True, row
            link = Piece(TEXT, without_controls(text), (*self.marks, Mark("link", address)))
            self.pieces += [Piece(TEXT, " "), link, Piece(TEXT, " ")]
        return True

    def open_mark(self, row: int, tag: int, end: int) -> bool:
        kind, value = KIND_OF[tag], ""
        if kind == "link":
            if row in self.footnotes.references:
                self.pieces.append(Piece(NOTE, self.footnotes.references[row]))
                return True
            if self.is_anchor(row):
                return True
            value = self.link_address(row)
        elif kind in ("abbr", "time"):
            value = self.page.attribute(row, "title" if kind == "abbr" else "datetime") or ""
        if self.in_pre():
            return is_gutter(self.page, row) or self.open_code_line(row, end)
        self.open.append((end, self.path, self.marks, False))
        if (kind != "link" or value) and not self.is_marked(kind):
            self.marks = (*self.marks, Mark(kind, value))
        return False

    def link_address(self, row: int) -> str:
        if not self.options.links:
            return ""
        return address_of_link(self.page, row, self.addresses)

    def is_anchor(self, row: int) -> bool:
        """Whether a link is only the sign beside a heading that leads to the heading itself."""
        return self.inner_role() == "heading" and leads_to_heading(self.page, row, self.path[-1].row)

    def open_code_line(self, row: int, end: int) -> bool:
        """In a `pre`, an inline element may be a line."""
        line = is_line(self.page, row)
        self.open.append((end, self.path, self.marks, line))
        if line:
            self.soft_break()
            self.add_blank_lines(row)
        return False

    def add_blank_lines(self, row: int) -> None:
        """In a `pre`, an empty element between two lines is an empty line."""
        if self.last_line >= 0 and self.pieces:
            self.pieces += [Piece(TEXT, "\n")] * blank_lines(self.page, self.last_line, row)
        self.last_line = row

    def open_block(self, row: int, tag: int, end: int) -> bool:
        role = ROLE_OF.get(tag, "")
        if role == "pre" and is_number_column(self.page, row):
            return True
        if self.in_pre() and (is_gutter(self.page, row) or is_no_code(self.page, row, self.path[-1].row)):
            return True
        self.boundary()
        if self.in_pre():
            self.add_blank_lines(row)
            if indent := indent_of(self.page, row, self.shown.mask):
                self.pieces.append(Piece(TEXT, indent))
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
        if role in ("row", "cell", "caption") and self.inner_role() != PARENTS[role]:
            return  # of a table that only lays out the page
        if (role == "figcaption" and not self.inside("figure")) or (role == "summary" and not self.inside("details")):
            return
        stranger = {"item": "terms", "term": "list", "definition": "list"}.get(role)
        if self.inner_role() == stranger:
            self.path = self.full_path(row)  # a list of the other kind stands in an item, not in the list itself
        self.complete(row, role)
        container = self.container(row, tag, role)
        if role == "item":
            self.last_item[self.path[-1].row] = container
        self.path = (*self.path, container)

    def complete(self, row: int, role: str) -> None:
        """Add the container that a child of this role must stand in, where the page forgot it."""
        wanted = PARENTS.get(role, "")
        if wanted and self.inner_role() != wanted:
            self.path = (*self.path, self.implied(wanted, int(self.page.parent[row])))
        elif not wanted and self.inner_role() in CHILDREN:
            self.path = self.full_path(row)

    def container(self, row: int, tag: int, role: str) -> Container:
        if role == "heading":
            return Container(role, row, _HEADING_LEVEL[tag])
        if role == "pre":
            return Container(role, row, label=language_of(self.page, row))
        if role == "list":
            return Container(role, row, int(tag == _OL))
        if role == "item":
            label = task_sign(self.page, row) if self.has_inputs else ""
            return Container(role, row, item_number(self.page, self.path[-1].row, row), label)
        return Container(role, row)

    def implied(self, role: str, row: int) -> Container:
        row = min(row, len(self.page) - 1)  # what ends the page has no row behind it
        return self.missing.setdefault((role, row), Container(role, row))

    def full_path(self, row: int) -> Path:
        """The path, completed so that content may stand in it: text in a list stands in an item."""
        path = self.path
        while path and path[-1].role in CHILDREN:
            role = CHILDREN[path[-1].role]
            before = self.last_item.get(path[-1].row) if role == "item" else None
            path = (*path, before or self.implied(role, row))
        return path

    def close(self) -> None:
        if len(self.open) in self.set_aside:
            self.close_inline_note()
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
            self.passages.append(Passage(self.path, row=self.path[-1].row))

    def boundary(self) -> None:
        """A block element begins or ends."""
        if self.in_leaf():
            self.soft_break()
        elif self.pieces:  # without a piece there is nothing to end
            self.flush()

    def soft_break(self) -> None:
        if self.in_pre():
            self.has_text = False
            if self.pieces and self.pieces[-1].kind != BREAK and not self.pieces[-1].text.endswith("\n"):
                self.pieces.append(Piece(TEXT, "\n"))
        else:
            self.pieces.append(Piece(TEXT, " "))

    def flush(self) -> None:
        """End the passage at hand."""
        self.breaks, self.has_text = 0, False
        for piece in self.pieces:
            if piece.kind not in (TEXT, BREAK) or piece.text.strip():
                row = self.open[-1][0] if self.open else -1
                self.passages.append(Passage(self.full_path(row), self.pieces, self.row))
                break
        self.pieces = []

    def inner_role(self) -> str:
        return self.path[-1].role if self.path else ""

    def inside(self, role: str) -> bool:
        return any(container.role == role for container in self.path)

    def is_marked(self, kind: str) -> bool:
        return bool(self.marks) and any(mark.kind == kind for mark in self.marks)

    def in_leaf(self) -> bool:
        return bool(self.path) and self.path[-1].role in LEAVES

    def in_pre(self) -> bool:
        return bool(self.path) and self.path[-1].role == "pre"
