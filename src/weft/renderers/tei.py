"""TEI P5: the text for corpus linguistics, with a header that says where it comes from."""

import re
from xml.sax.saxutils import escape, quoteattr

from weft.addresses import own_address
from weft.content import Content, Field
from weft.deadline import check_time
from weft.page import Page, tag_number
from weft.renderers.composer import compose
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

# The containers that are elements; the others only group passages.
_ELEMENTS = {
    "list": "list", "item": "item", "quote": "quote", "table": "table", "row": "row", "cell": "cell", "terms": "list",
    "definition": "item", "figure": "figure", "figcaption": "", "details": "", "summary": "", "heading": "",
    "pre": "", "caption": "", "term": "",
}  # fmt: skip
# The containers that are the element of each of their passages.
_LEAVES = {
    "heading": "head", "pre": "code", "caption": "head", "term": "label", "figcaption": "figDesc", "summary": "p",
}  # fmt: skip
_RENDITIONS = {
    "strong": "bold", "emphasis": "italic", "strike": "strikethrough", "sub": "sub", "sup": "sup", "mark": "mark",
}  # fmt: skip
_HOLDS_TEXT = frozenset({"item", "cell", "definition"})
_NAMED = {"code": "code", "quotation": "quote", "abbr": "abbr", "time": "date", "link": "ref"}
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TH = tag_number("th")


def render_tei(page: Page, keep: BlockIndexes, content: Content, options: RenderOptions) -> str:
    """The kept blocks as a TEI document."""
    passages = compose(page, keep, options)
    writer = _Writer(page, crowded(passages))
    for passage in passages:
        check_time()
        writer.write(passage)
    writer.move(())
    body = "\n".join(writer.parts) or "<p/>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        f"{_header(page, content)}\n<text>\n<body>\n<div>\n{body}\n</div>\n</body>\n</text>\n</TEI>"
    )


class _Writer:
    """Opens and closes elements as the path changes; a heading of the body begins a division."""

    def __init__(self, page: Page, crowded: set[Container]) -> None:
        self.page, self.crowded = page, crowded
        self.parts: list[str] = []
        self.path: Path = ()

    def move(self, path: Path) -> None:
        shared = shared_length(path, self.path)
        self.parts += [f"</{_ELEMENTS[container.role]}>" for container in reversed(self.path[shared:])]
        self.parts += [self.start(container) for container in path[shared:]]
        self.path = path

    def write(self, passage: Passage) -> None:
        leaf = passage.inner if passage.inner and passage.inner.role in _LEAVES else None
        path = passage.path[:-1] if leaf else passage.path
        self.move(tuple(container for container in path if _ELEMENTS[container.role]))
        if leaf and leaf.role == "pre":
            text = "".join(piece.text or "\n" for piece in passage.pieces).strip("\n")
            language = f" lang={_value(leaf.label)}" if leaf.label else ""
            self.parts.append(f'<ab><code{language} xml:space="preserve">{_text(text)}</code></ab>')
        elif passage.pieces and passage.pieces[0].kind == RULE:
            self.parts.append('<milestone unit="section"/>')
        elif passage.pieces:
            self.parts.append(self.wrap(passage, leaf, inline_tei(passage.pieces)))

    def wrap(self, passage: Passage, leaf: Container | None, body: str) -> str:
        """The element of one passage."""
        if leaf is None:
            images = all(piece.kind == IMAGE or not piece.text.strip() for piece in passage.pieces)
            if images:
                return body if passage.inside("figure") else f"<figure>{body}</figure>"
            inner = passage.inner
            is_paragraph = inner is None or inner.role not in _HOLDS_TEXT or inner in self.crowded
            return f"<p>{body}</p>" if is_paragraph else body
        if leaf.role == "heading":
            division = "" if self.path or not self.parts else "</div>\n<div>\n"
            name = "ab" if self.path else "head"
            return f'{division}<{name} type="h{leaf.number}">{body}</{name}>'
        name = _LEAVES[leaf.role]
        return f"<{name}>{body}</{name}>"

    def start(self, container: Container) -> str:
        values = ""
        if container.role == "list":
            values = ' rend="numbered"' if container.number else ' rend="bulleted"'
        elif container.role == "terms":
            values = ' type="gloss"'
        elif container.role == "cell":
            values = ' role="label"' if self.page.tag[container.row] == _TH else ""
            for name, attribute in (("cols", "colspan"), ("rows", "rowspan")):
                span = self.page.attribute(container.row, attribute) or ""
                values += f' {name}="{int(span[:4])}"' if span.isascii() and span.isdigit() else ""
        return f"<{_ELEMENTS[container.role]}{values}>"


def inline_tei(pieces: list[Piece]) -> str:
    """Inline content with its marks as elements."""
    parts: list[str] = []
    open_marks: Marks = ()
    for piece in [*settle(pieces), Piece(TEXT)]:
        check_time()
        shared = shared_marks(open_marks, piece.marks)
        parts += [f"</{_NAMED.get(mark.kind, 'hi')}>" for mark in reversed(open_marks[len(shared) :])]
        parts += [_start_mark(mark) for mark in piece.marks[len(shared) :]]
        open_marks = piece.marks
        parts.append(_content(piece))
    return "".join(parts)


def _start_mark(mark: Mark) -> str:
    if mark.kind == "link":
        return f"<ref target={_value(mark.value)}>"
    return f"<{_NAMED[mark.kind]}>" if mark.kind in _NAMED else f'<hi rend="{_RENDITIONS[mark.kind]}">'


def _content(piece: Piece) -> str:
    if piece.kind == BREAK:
        return "<lb/>"
    if piece.kind == IMAGE:
        return f"<graphic url={_value(piece.address)}><desc>{_text(piece.text)}</desc></graphic>"
    if piece.kind == FORMULA:
        return f'<formula notation="TeX">{_text(piece.text)}</formula>'
    return _text(piece.text)


def _header(page: Page, content: Content) -> str:
    metadata = content.metadata
    url = own_address(page.url) or metadata.url.value
    ident = _value(metadata.language.value)
    language = f"<langUsage><language ident={ident}/></langUsage>" if metadata.language else ""
    terms = "".join(f"<term>{_text(tag.value)}</term>" for tag in metadata.tags if tag)
    title, author = _text(metadata.title.value), _element("author", metadata.author)
    publisher, date = _element("publisher", metadata.site_name), _dated(metadata.date, "published")
    return "\n".join(
        part
        for part in [
            "<teiHeader>",
            "<fileDesc>",
            f'<titleStmt><title type="main">{title}</title>{author}</titleStmt>',
            f"<publicationStmt>{publisher or '<publisher/>'}{date}</publicationStmt>",
            f"<sourceDesc><bibl><title>{title}</title>{author}{publisher}",
            f"<ptr target={_value(url)}/>" if url else "",
            f"{date}{_dated(metadata.modified, 'modified')}</bibl></sourceDesc>",
            "</fileDesc>",
            "<profileDesc>",
            f"<abstract><p>{_text(metadata.description.value)}</p></abstract>" if metadata.description else "",
            language,
            f"<textClass><keywords>{terms}</keywords></textClass>" if terms else "",
            "</profileDesc>",
            "</teiHeader>",
        ]
        if part
    )


def _element(name: str, field: Field) -> str:
    return f"<{name}>{_text(field.value)}</{name}>" if field else ""


def _dated(field: Field, kind: str) -> str:
    return f'<date type="{kind}" when={_value(field.value)}>{_text(field.value)}</date>' if field else ""


def _text(text: str) -> str:
    return escape(_FORBIDDEN.sub("", text))


def _value(text: str) -> str:
    return quoteattr(_FORBIDDEN.sub("", text))
