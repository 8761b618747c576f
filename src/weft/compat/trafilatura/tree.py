"""The kept blocks in the element names of trafilatura's XML: `head rend`, `list`, `item`, `hi rend="#b"`, `graphic`.

Our own TEI is read again and renamed on the way, so that what a list or a table is gets decided in one place.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from xml.etree.ElementTree import Element

import numpy as np
from numpy.typing import NDArray

from weft.document import Document
from weft.page import Page
from weft.renderers import RenderOptions, render

Start = tuple[str, dict[str, str]]

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML
_SAME = frozenset({"p", "quote", "lb", "table", "row", "code"})
_LISTS = {"bulleted": "ul", "numbered": "ol"}
_MARKS = {"bold": "#b", "italic": "#i", "sub": "#sub", "sup": "#sup"}
_BODY = {"p", "head", "ab", "list", "quote", "table", "graphic", "code"}
_HELD_IN = {
    "doc": {"main", "comments"}, "TEI": {"teiHeader", "text"}, "text": {"body"}, "body": {"div"},
    "main": _BODY, "div": _BODY, "quote": {"p", "head", "list", "table"},
    "comments": {"p"}, "list": {"item"}, "table": {"row"}, "row": {"cell"}, "item": {"p"}, "cell": {"p"},
}  # fmt: skip


def read_tree(page: Page, keep: NDArray[np.int64], shown: RenderOptions, *, formatting: bool) -> Element:
    """The kept blocks as a `main` element; without `formatting` bold, italics and the like are plain text.

    >>> from weft import parse
    >>> page = parse("<h2>Looms</h2><p>the <b>warp</b>")
    >>> ET.tostring(read_tree(page, np.array([0, 1]), RenderOptions(), formatting=True), encoding="unicode")
    '<main><head rend="h2">Looms</head><p>the <hi rend="#b">warp</hi></p></main>'
    """
    parser = ET.XMLParser(target=_Renamer(formatting=formatting))  # our own output: no entities, nesting is bounded
    parser.feed(render(Document(page=page, keep=keep), format="tei", options=shown))
    return parser.close()


def element(name: str, *content: Element | str | None, **attributes: str) -> Element:
    """An element with its text, or with the elements in it.

    >>> ET.tostring(element("note", "77", type="id"), encoding="unicode")
    '<note type="id">77</note>'
    """
    built = Element(name, {key: _FORBIDDEN.sub("", value) for key, value in attributes.items()})
    for part in content:
        if isinstance(part, str):
            built.text = _FORBIDDEN.sub("", part)
        elif part is not None:
            built.append(part)
    return built


def write_tree(root: Element) -> str:
    """An element as XML, each block on its own line; no white space is added where it could be text."""
    for holder in root.iter():
        held = _HELD_IN.get(holder.tag, set())
        for child in holder:
            if child.tag in held and not child.tail:
                child.tail = "\n"
    return ET.tostring(root, encoding="unicode")


class _Renamer:
    """Takes the events of a TEI document and builds the renamed tree of its body."""

    def __init__(self, *, formatting: bool) -> None:
        self.formatting = formatting
        self.builder = ET.TreeBuilder()
        self.open: list[list[Start]] = []  # what each open element of TEI has become: nothing, an element or two
        self.terms: list[int] = []  # of each open list, how many terms it has had
        self.in_body = False
        self.image: Element | None = None  # whose description is being read
        self.literal = 0  # open elements in which a line break is text

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element of TEI begins."""
        name = tag.rpartition("}")[2]
        self.in_body = self.in_body or name == "body"
        self.literal += name in ("code", "formula")
        if name == "list":
            self.terms.append(0)
        started = self.rename(name, attributes) if self.in_body else []
        for own, values in started:
            element = self.builder.start(own, values)
            self.image = element if own == "graphic" else self.image
        self.open.append(started)

    def end(self, tag: str) -> None:
        """An element of TEI ends."""
        name = tag.rpartition("}")[2]
        self.literal -= name in ("code", "formula")
        if name == "list":
            self.terms.pop()
        for own, _ in reversed(self.open.pop()):
            self.builder.end(own)
            self.image = None if own == "graphic" else self.image
        self.in_body = self.in_body and name != "body"

    def data(self, text: str) -> None:
        """Text: outside of code a line break is layout, since TEI says `lb` for one that means something."""
        text = text if self.literal else text.replace("\n", "")
        if self.image is not None:
            self.image.set("alt", self.image.get("alt", "") + text)
        elif text and self.in_body:
            self.builder.data(text)

    def close(self) -> Element:
        """The tree."""
        return self.builder.close()

    def rename(self, name: str, attributes: Mapping[str, str]) -> list[Start]:
        """What an element of TEI is called in trafilatura's XML; nothing where only its text is kept."""
        kind, rend = attributes.get("type", ""), attributes.get("rend", "")
        if name in _SAME:
            return [(name, {})]
        if name in ("head", "ab"):
            caption: list[Start] = [("row", {}), ("cell", {"role": "head"})] if name == "head" else []
            return [("head", {"rend": kind})] if kind else caption
        if name in ("item", "label"):
            return [("item", self.place_of_term(name))]
        if name == "hi" and self.formatting:
            strike: list[Start] = [("del", {"rend": "overstrike"})] if rend == "strikethrough" else []
            return [("hi", {"rend": _MARKS[rend]})] if rend in _MARKS else strike
        others: dict[str, Start] = {
            "body": ("main", {}),
            "list": ("list", {"rend": _LISTS.get(rend, "dl")}),
            "cell": ("cell", {"role": "head"} if attributes.get("role") == "label" else {}),
            "ref": ("ref", {"target": attributes.get("target", "")}),
            "graphic": ("graphic", {"src": attributes.get("url", "")}),
            "figDesc": ("p", {}),
        }
        return [others[name]] if name in others else []

    def place_of_term(self, name: str) -> dict[str, str]:
        """The number of a term or of its definition; other items have none."""
        self.terms[-1] += name == "label"
        number = self.terms[-1]
        return {"rend": f"{'dt' if name == 'label' else 'dd'}-{number}"} if number else {}
