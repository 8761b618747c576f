"""TEI P5: the text for corpus linguistics, with a header that says where it comes from.

Valid by the schema `tei_all`, whatever the page: where HTML allows more than TEI, the element that TEI has there is
written (code holds text alone, a label is followed by its item, a table has a row).
"""

import re
from contextlib import suppress
from datetime import datetime
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from weft.addresses import own_address
from weft.content import Field, Link, Metadata
from weft.deadline import check_time
from weft.document import Document
from weft.page import Page, tag_number
from weft.render_options import RenderOptions
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
    compose,
    crowded,
    shared_length,
    shared_marks,
)
from weft.renderers.render import shown_blocks

# The containers that are elements; the others only group passages.
_ELEMENTS = {
    "list": "list", "item": "item", "quote": "quote", "table": "table", "row": "row", "cell": "cell", "terms": "list",
    "definition": "item", "figure": "figure", "figcaption": "", "details": "", "summary": "", "heading": "",
    "pre": "", "caption": "", "term": "",
}  # fmt: skip
# The containers that are the element of each of their passages.
_LEAVES = {
    "heading": "head", "pre": "code", "caption": "head", "term": "label", "figcaption": "head", "summary": "p",
}  # fmt: skip
_RENDITIONS = {
    "strong": "bold", "emphasis": "italic", "strike": "strikethrough", "sub": "sub", "sup": "sup", "mark": "mark",
}  # fmt: skip
_HOLDS_TEXT = frozenset({"item", "cell", "definition"})
_NAMED = {"code": "code", "quotation": "quote", "abbr": "abbr", "time": "date", "link": "ref"}
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LANGUAGE = re.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?|\d{4}(?:-\d\d)?")
_ADDRESS_SIGNS = "/:?#@!$&'()*+,;=-._~%"
_TH = tag_number("th")


def render_tei(document: Document, options: RenderOptions) -> str:
    """The kept blocks as a TEI document."""
    page, keep = document.page, shown_blocks(document, options)
    passages = _captions_first(compose(page, keep, options))
    writer = _Writer(page, crowded(passages))
    for passage in passages:
        check_time()
        writer.write(passage)
    writer.move(())
    body = "\n".join(writer.parts) or "<p/>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">\n'
        f"{_header(document)}\n<text>\n<body>\n<div>\n{body}\n</div>\n</body>\n</text>\n</TEI>"
    )


def _captions_first(passages: list[Passage]) -> list[Passage]:
    """The passages with each caption before the rows of its table, where TEI wants it."""
    first: dict[Container, int] = {}  # where the passages of a table begin
    placed: list[tuple[int, int]] = []
    for index, passage in enumerate(passages):
        check_time()
        tables = [container for container in passage.path if container.role == "table"]
        for table in tables:
            first.setdefault(table, index)
        is_caption = bool(tables) and passage.inner is not None and passage.inner.role == "caption"
        placed.append((first[tables[-1]] if is_caption else index, 0 if is_caption else 1))
    return [passages[index] for index in sorted(range(len(passages)), key=lambda index: placed[index])]


class _Writer:
    """Opens and closes elements as the path changes; a heading of the body begins a division."""

    def __init__(self, page: Page, crowded: set[Container]) -> None:
        self.page, self.crowded = page, crowded
        self.parts: list[str] = []
        self.path: Path = ()
        self.with_row: set[Container] = set()  # the tables that have a row
        self.with_label: set[Container] = set()  # the lists of terms whose last label waits for its item

    def move(self, path: Path) -> None:
        shared = shared_length(path, self.path)
        self.parts += [self.end(container) for container in reversed(self.path[shared:])]
        for depth in range(shared, len(path)):
            if path[depth].role == "row":
                self.with_row.add(path[depth - 1])
            elif path[depth].role == "definition" and not self.take_label(path[depth - 1]):
                self.parts.append("<label/>")
            self.parts.append(self.start(path[depth]))
        self.path = path

    def take_label(self, terms: Container) -> bool:
        """Whether a label of these terms waits for its item, which comes now."""
        is_waiting = terms in self.with_label
        self.with_label.discard(terms)
        return is_waiting

    def end(self, container: Container) -> str:
        lacks_row = container.role == "table" and container not in self.with_row
        lacks_item = container.role == "terms" and self.take_label(container)
        missing = "<row><cell/></row>" if lacks_row else "<item/>" if lacks_item else ""
        return f"{missing}</{_ELEMENTS[container.role]}>"

    def write(self, passage: Passage) -> None:
        leaf = passage.inner if passage.inner and passage.inner.role in _LEAVES else None
        path = passage.path[:-1] if leaf else passage.path
        self.move(tuple(container for container in path if _ELEMENTS[container.role]))
        if leaf and leaf.role == "pre":
            text = "".join(piece.text or "\n" for piece in passage.pieces).replace("\xa0", " ").strip("\n")
            language = f" lang={_value(leaf.label)}" if leaf.label and not re.search(r"\s", leaf.label) else ""
            self.parts.append(f'<ab><code{language} xml:space="preserve">{_text(text)}</code></ab>')
        elif passage.pieces and passage.pieces[0].kind == RULE:
            self.parts.append('<milestone unit="section"/>')
        elif passage.pieces:
            self.parts.append(self.wrap(passage, leaf, inline_tei(passage.pieces)))

    def wrap(self, passage: Passage, leaf: Container | None, body: str) -> str:
        """The element of one passage."""
        if leaf is None:
            images = all(piece.kind == IMAGE or not piece.text.strip() for piece in passage.pieces)
            if images and not any(piece.marks for piece in passage.pieces):
                return body if passage.inside("figure") else f"<figure>{body}</figure>"
            inner = passage.inner
            is_paragraph = inner is None or inner.role not in _HOLDS_TEXT or inner in self.crowded
            return f"<p>{body}</p>" if is_paragraph else body
        if leaf.role == "heading":
            division = "" if self.path or not self.parts else "</div>\n<div>\n"
            name = "ab" if self.path else "head"
            return f'{division}<{name} type="h{leaf.number}">{body}</{name}>'
        name = _LEAVES[leaf.role]
        terms = self.path[-1] if leaf.role == "term" else None
        lacks_item = terms is not None and self.take_label(terms)
        if terms:
            self.with_label.add(terms)
        return f"{'<item/>' if lacks_item else ''}<{name}>{body}</{name}>"

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
    for piece in [*map(_allowed, pieces), Piece(TEXT)]:
        check_time()
        shared = shared_marks(open_marks, piece.marks)
        parts += [f"</{_NAMED.get(mark.kind, 'hi')}>" for mark in reversed(open_marks[len(shared) :])]
        parts += [_start_mark(mark) for mark in piece.marks[len(shared) :]]
        open_marks = piece.marks
        parts.append(_content(piece))
    return "".join(parts)


def _allowed(piece: Piece) -> Piece:
    """The piece with marks that TEI allows: code is text alone, so a link stands around it and a break is a space."""
    kinds = [mark.kind for mark in piece.marks]
    if "code" in kinds:
        if piece.kind in (IMAGE, FORMULA):
            return piece._replace(marks=tuple(mark for mark in piece.marks if mark.kind != "code"))
        depth = kinds.index("code")
        links = tuple(mark for mark in piece.marks[depth:] if mark.kind == "link")
        marks = (*piece.marks[:depth], *links, piece.marks[depth])
        return Piece(TEXT, " ", marks) if piece.kind == BREAK else piece._replace(marks=marks)
    if "time" in kinds and "quotation" in kinds[kinds.index("time") :]:
        return piece._replace(marks=tuple(mark for mark in piece.marks if mark.kind != "quotation"))
    return piece


def _start_mark(mark: Mark) -> str:
    if mark.kind == "link":
        return f"<ref target={_address(mark.value)}>"
    return f"<{_NAMED[mark.kind]}>" if mark.kind in _NAMED else f'<hi rend="{_RENDITIONS[mark.kind]}">'


def _content(piece: Piece) -> str:
    if piece.kind == BREAK:
        return "<lb/>"
    if piece.kind == IMAGE:
        return f"<graphic url={_address(piece.address)}><desc>{_text(piece.text)}</desc></graphic>"
    if piece.kind == FORMULA:
        return f'<formula notation="TeX">{_text(piece.text)}</formula>'
    return _text(piece.text)


def _header(document: Document) -> str:
    metadata = document.metadata
    url = own_address(document.page.url) or metadata.url.value
    ident = metadata.language.value.replace("_", "-")
    language = f'<langUsage><language ident="{ident}"/></langUsage>' if _LANGUAGE.fullmatch(ident) else ""
    title, author = _text(metadata.title.value), _authors(metadata)
    publisher, date = _element("publisher", metadata.site_name), _dated(metadata.date, "published")
    return "\n".join(
        part
        for part in [
            "<teiHeader>",
            "<fileDesc>",
            f'<titleStmt><title type="main">{title}</title>{author}</titleStmt>',
            f"<publicationStmt>{publisher or '<publisher/>'}{date}{_availability(metadata)}</publicationStmt>",
            f"<sourceDesc><bibl><title>{title}</title>{author}{publisher}",
            f"<ptr target={_address(url)}/>" if url else "",
            f"{date}{_dated(metadata.modified, 'modified')}</bibl></sourceDesc>",
            "</fileDesc>",
            "<profileDesc>",
            f"<abstract><p>{_text(metadata.description.value)}</p></abstract>" if metadata.description else "",
            language,
            _topics(metadata),
            "</profileDesc>",
            "</teiHeader>",
        ]
        if part
    )


def _authors(metadata: Metadata) -> str:
    """The authors, each in an element of its own, with where it leads."""
    if not metadata.authors:
        return _element("author", metadata.author)
    return "".join(f"<author>{_linked(author)}</author>" for author in metadata.authors)


def _linked(link: Link) -> str:
    return f"<ref target={_address(link.url)}>{_text(link.value)}</ref>" if link.url else _text(link.value)


def _availability(metadata: Metadata) -> str:
    """The licence, and whether everybody may read the page."""
    licence, access = metadata.licence, metadata.access.value
    target = f" target={_address(licence.url)}" if licence.url else ""
    named = f"<licence{target}>{_text(licence.value)}</licence>" if licence else ""
    noted = f"<p>{_text(access)}</p>" if access and not named else ""
    status = f' status="{"free" if access == "free" else "restricted"}"' if access else ""
    return f"<availability{status}>{named or noted}</availability>" if named or noted else ""


def _topics(metadata: Metadata) -> str:
    """Tags and categories as lists of terms."""
    lists = {"tags": metadata.tags, "categories": metadata.categories}
    written = [
        f'<keywords rend="{name}">{"".join(f"<term>{_text(topic.value)}</term>" for topic in topics)}</keywords>'
        for name, topics in lists.items()
        if topics
    ]
    return f"<textClass>{''.join(written)}</textClass>" if written else ""


def _element(name: str, field: Field) -> str:
    return f"<{name}>{_text(field.value)}</{name}>" if field else ""


def _dated(field: Field, kind: str) -> str:
    if not field:
        return ""
    moment = _moment(field.value)
    when = f' when="{moment}"' if moment else ""
    return f'<date type="{kind}"{when}>{_text(field.value)}</date>'


def _moment(value: str) -> str:
    """A moment as XML Schema writes it, with seconds where it has minutes; empty where it is none."""
    match = _TIME.fullmatch(value)
    if match is None:
        return ""
    day, minutes, seconds, zone = match.groups()
    moment = f"{day}T{minutes}{seconds or ':00'}{zone or ''}" if minutes else value
    with suppress(ValueError):
        datetime.fromisoformat(f"{moment}-01-01"[:10] if len(moment) < len("2026-01-02") else moment)
        return moment
    return ""


def _address(value: str) -> str:
    """An address in quotation marks, with what XML Schema does not take in one as percent signs."""
    scheme, _, rest = value.partition("://[") if "://[" in value else ("", "", value)
    host, _, rest = rest.partition("]") if scheme else ("", "", rest)
    front, sign, fragment = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", rest).partition("#")
    safe = _quoted(front) + sign + _quoted(fragment.replace("#", "%23"))
    return _value(f"{scheme}://[{host}]{safe}" if scheme else safe)


def _quoted(text: str) -> str:
    return quote(text, safe=_ADDRESS_SIGNS, errors="ignore")


def _text(text: str) -> str:
    return escape(_FORBIDDEN.sub("", text))


def _value(text: str) -> str:
    return quoteattr(_FORBIDDEN.sub("", text))
