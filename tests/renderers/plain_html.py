"""Passages as clean HTML: the kernel's twin."""

import re
from collections import defaultdict
from html import escape

import numpy as np

from weft.deadline import check_time
from weft.page import Page, tag_number
from weft.renderers.page_addresses import Addresses
from weft.renderers.passages import (
    BREAK,
    FORMULA,
    IMAGE,
    RULE,
    TEXT,
    Container,
    Mark,
    Marks,
    Passage,
    Path,
    Piece,
    crowded,
    settle,
    shared_length,
    shared_marks,
)

_TAGS = {
    "quote": "blockquote", "pre": "pre", "table": "table", "row": "tr", "caption": "caption", "terms": "dl",
    "term": "dt", "definition": "dd", "figure": "figure", "figcaption": "figcaption", "details": "details",
    "summary": "summary", "item": "li",
}  # fmt: skip
_MARK_TAGS = {
    "strong": "strong", "emphasis": "em", "strike": "del", "code": "code", "sub": "sub", "sup": "sup",
    "quotation": "q", "abbr": "abbr", "time": "time", "mark": "mark", "link": "a",
}  # fmt: skip
_VALUES = {"link": "href", "abbr": "title", "time": "datetime"}
_ATTRIBUTES = defaultdict(
    lambda: ("lang", "dir"),
    cell=("colspan", "rowspan", "lang", "dir"),
    ol=("start", "lang", "dir"),
    item=("value", "lang", "dir"),
)
_NUMBER = re.compile("[0-9]{1,4}")
_VALID = {
    "colspan": _NUMBER, "rowspan": _NUMBER, "start": _NUMBER, "value": _NUMBER,
    "lang": re.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,5}"), "dir": re.compile("ltr|rtl|auto", re.IGNORECASE),
}  # fmt: skip
_SETTINGS = ("lang", "dir")
_UNSAID = {"lang": "", "dir": "ltr"}
# What holds paragraphs; other containers hold their text directly as long as it is one passage.
_FLOW = frozenset({"", "quote", "details", "figure"})
_LEAVES = frozenset({"heading", "pre", "caption", "summary", "term"})
_TH, _LI = tag_number("th"), tag_number("li")


def write_html(page: Page, passages: list[Passage]) -> str:
    """Passages as HTML without a `body` around them."""
    writer = _Writer(page, crowded(passages))
    for passage in passages:
        check_time()
        writer.write(passage)
    writer.move(())
    return "".join(writer.parts).strip("\n")


class _Writer:
    """Opens and closes elements as the path changes."""

    def __init__(self, page: Page, crowded: set[Container]) -> None:
        self.page, self.crowded, self.addresses = page, crowded, Addresses(page)
        self.settings = _Settings(page)
        self.places: dict[Container, int] = {}  # of numbered lists: which of its items was the last
        self.parts: list[str] = []
        self.path: Path = ()

    def move(self, path: Path) -> None:
        shared = shared_length(path, self.path)
        for container in reversed(self.path[shared:]):
            self.parts.append(f"</{self.name(container)}>\n")
        for depth in range(shared, len(path)):
            self.parts.append(self.start(path[depth], path[:depth]))
        self.path = path

    def write(self, passage: Passage) -> None:
        self.move(passage.path)
        inner = passage.inner
        role = inner.role if inner else ""
        if role == "pre" and inner:
            name = f' class="language-{escape(inner.label)}"' if inner.label else ""
            text = "".join(piece.text or "\n" for piece in passage.pieces).replace("\xa0", " ").strip("\n")
            self.parts.append(f"<code{name}>{escape(text, quote=False)}</code>")
            return
        if not passage.pieces:
            return
        if passage.pieces[0].kind == RULE:
            self.parts.append("<hr>\n")
            return
        body = inline_html(passage.pieces)
        is_paragraph = role in _FLOW or (role not in _LEAVES and inner in self.crowded)
        if is_paragraph and not _is_image(passage):
            around = self.row_of(passage.path[-1]) if passage.path else -1
            inherited = self.settings.inherited(self.settings.element(passage.row), around)
            body = f"<p{_written(inherited)}>{body}</p>\n"
        self.parts.append(body)

    def name(self, container: Container) -> str:
        if container.role == "heading":
            return f"h{container.number}"
        if container.role == "list":
            return "ol" if container.number else "ul"
        if container.role == "cell":
            return "th" if self.page.tag[container.row] == _TH else "td"
        return _TAGS[container.role]

    def item_value(self, item: Container, items: Container) -> str:
        """The number of an item: the page's own, or that which it has where the items before it are not kept."""
        own, place = self.page.attribute(item.row, "value") or "", int(self.page.nth[item.row])
        follows = place <= self.places.get(items, 0) + 1
        self.places[items] = place
        return own or ("" if follows else str(item.number))

    def row_of(self, container: Container) -> int:
        """The row of a container, -1 where the page has no element for it: text in a list implies an item."""
        row = container.row
        is_own = 0 <= row < len(self.page) and (container.role != "item" or self.page.tag[row] == _LI)
        return row if is_own else -1

    def start(self, container: Container, outside: Path) -> str:
        tag = self.name(container)
        row = self.row_of(container)
        names = _ATTRIBUTES["ol" if tag == "ol" else container.role] if row >= 0 else ()
        inherited = self.settings.inherited(row, self.row_of(outside[-1]) if outside else -1)
        said = {name: self.page.attribute(row, name) or inherited.get(name, "") for name in names}
        if container.role == "item" and row >= 0 and outside[-1].number:
            said["value"] = self.item_value(container, outside[-1])
        values = _written(said)
        cited = self.addresses.resolve(self.page.attribute(container.row, "cite")) if container.role == "quote" else ""
        values += f' cite="{escape(cited)}"' if cited else ""
        return f"<{tag}{values}>"


class _Settings:
    """The languages and directions of a page: which are in force where, beside those of the whole page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        roots = frozenset(page.rows_of("html", "body").tolist())
        said = {name: frozenset(page.rows_with(name).tolist()) for name in _SETTINGS}
        # The language of the whole page is said elsewhere; its direction is not.
        self.rows = {"lang": said["lang"] - roots, "dir": said["dir"]}

    def inherited(self, row: int, outside: int) -> dict[str, str]:
        """What is in force at a row and not at the row of the element that is written around it."""
        if row < 0 or not any(self.rows.values()):
            return {}
        values = {name: self.in_force(row, name) for name in _SETTINGS}
        return {name: value for name, value in values.items() if value != self.in_force(outside, name)}

    def in_force(self, row: int, name: str) -> str:
        """The value of the nearest element that says one; a page runs from left to right where none does."""
        rows = self.rows[name]
        above = (here for here in (row, *self.page.ancestors(row)) if here in rows) if row >= 0 and rows else ()
        value = next((self.page.attribute(here, name) or "" for here in above), "")
        return value or _UNSAID[name]

    def element(self, row: int) -> int:
        """The element of the block that a row of text lies in: what stands within a line says nothing of the line."""
        index = int(np.searchsorted(self.page.blocks.first, row, side="right")) - 1
        return int(self.page.blocks.row[index]) if row >= 0 and index >= 0 else -1


def _written(attributes: dict[str, str]) -> str:
    values = ((name, value) for name, value in attributes.items() if _VALID[name].fullmatch(value))
    return "".join(f' {name}="{escape(value)}"' for name, value in values)


def _is_image(passage: Passage) -> bool:
    return bool(passage.inside("figure")) and all(piece.kind == IMAGE or piece.text == " " for piece in passage.pieces)


def inline_html(pieces: list[Piece]) -> str:
    """Inline content with its marks as elements."""
    parts: list[str] = []
    open_marks: Marks = ()
    for piece in [*settle(pieces), Piece(TEXT)]:
        check_time()
        shared = shared_marks(open_marks, piece.marks)
        parts += [f"</{_MARK_TAGS[mark.kind]}>" for mark in reversed(open_marks[len(shared) :])]
        parts += [_start_mark(mark) for mark in piece.marks[len(shared) :]]
        open_marks = piece.marks
        parts.append(_content(piece))
    return "".join(parts)


def _start_mark(mark: Mark) -> str:
    value = f' {_VALUES[mark.kind]}="{escape(mark.value)}"' if mark.value and mark.kind in _VALUES else ""
    return f"<{_MARK_TAGS[mark.kind]}{value}>"


def _content(piece: Piece) -> str:
    if piece.kind == BREAK:
        return "<br>"
    if piece.kind == IMAGE:
        return f'<img src="{escape(piece.address)}" alt="{escape(piece.text)}">'
    if piece.kind == FORMULA:
        return escape(f"\\[{piece.text}\\]" if piece.display else f"\\({piece.text}\\)", quote=False)
    return escape(piece.text, quote=False)
