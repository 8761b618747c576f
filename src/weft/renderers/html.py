"""Clean HTML: the kept content in the elements that carry meaning, and nothing that runs."""

import re
from collections import defaultdict
from html import escape

from weft.content import Content
from weft.deadline import check_time
from weft.page import Page, tag_number
from weft.renderers.composer import compose
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
from weft.renderers.render import BlockIndexes, RenderOptions

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
# What holds paragraphs; other containers hold their text directly as long as it is one passage.
_FLOW = frozenset({"", "quote", "details", "figure"})
_LEAVES = frozenset({"heading", "pre", "caption", "summary", "term"})
_TH = tag_number("th")


def render_html(page: Page, keep: BlockIndexes, content: Content, options: RenderOptions) -> str:
    """The kept blocks as HTML without a `body` around them."""
    passages = compose(page, keep, options)
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
        self.parts: list[str] = []
        self.path: Path = ()

    def move(self, path: Path) -> None:
        shared = shared_length(path, self.path)
        for container in reversed(self.path[shared:]):
            self.parts.append(f"</{self.name(container)}>\n")
        for container in path[shared:]:
            self.parts.append(self.start(container))
        self.path = path

    def write(self, passage: Passage) -> None:
        self.move(passage.path)
        inner = passage.inner
        role = inner.role if inner else ""
        if role == "pre" and inner:
            name = f' class="language-{escape(inner.label)}"' if inner.label else ""
            text = "".join(piece.text or "\n" for piece in passage.pieces).strip("\n")
            self.parts.append(f"<code{name}>{escape(text, quote=False)}</code>")
            return
        if not passage.pieces:
            return
        if passage.pieces[0].kind == RULE:
            self.parts.append("<hr>\n")
            return
        body = inline_html(passage.pieces)
        is_paragraph = role in _FLOW or (role not in _LEAVES and inner in self.crowded)
        self.parts.append(f"<p>{body}</p>\n" if is_paragraph and not _is_image(passage) else body)

    def name(self, container: Container) -> str:
        if container.role == "heading":
            return f"h{container.number}"
        if container.role == "list":
            return "ol" if container.number else "ul"
        if container.role == "cell":
            return "th" if self.page.tag[container.row] == _TH else "td"
        return _TAGS[container.role]

    def start(self, container: Container) -> str:
        tag = self.name(container)
        names = _ATTRIBUTES["ol" if tag == "ol" else container.role] if container.row >= 0 else ()  # else it is implied
        attributes = ((name, self.page.attribute(container.row, name) or "") for name in names)
        values = "".join(f' {name}="{escape(value)}"' for name, value in attributes if _VALID[name].fullmatch(value))
        cited = self.addresses.resolve(self.page.attribute(container.row, "cite")) if container.role == "quote" else ""
        values += f' cite="{escape(cited)}"' if cited else ""
        return f"<{tag}{values}>"


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
