"""A page as it looks, made harmless: it is written as XHTML from weft's own table, not from the page's source.

A browser builds exactly the tree that XHTML spells out, so none of the repairs that HTML parsers make to odd nesting,
raw text, `noscript`, `template` and foreign content can restore what was left out. Only elements and attributes that
are known to be harmless are written; nothing is that loads, runs, submits or takes the keyboard. Every element has its
row of the table as `data-w`; a text beside other blocks is wrapped, so that a person can point at it, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

import numpy as np
from numpy.typing import NDArray

from weft.page import Page
from weft.studio.frame_style import HEAD, MAX_STYLE, clean_declarations, clean_sheet
from weft.studio.resources import STYLE, Resources

MAX_ROWS = 120_000  # a page of 2 MB has some 40,000; more than this and a browser slows down
MAX_DEPTH = 256  # deeper elements are written side by side, as browsers do beyond 512
MAX_ATTRIBUTE = 2_000  # characters of a value
MEDIA_TYPE = "application/xhtml+xml"
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
)

XHTML, MATHML = "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"
# Gone with all that is in them. Style sheets are gathered in the head.
DROPPED = frozenset(
    "head script style template meta base link title param source track area map datalist noembed noframes bgsound "
    "math:annotation math:annotation-xml".split()
)
# In their place stands an empty box with their name.
BOXED = frozenset("iframe frame object embed applet portal fencedframe video audio canvas svg marquee".split())
RENAMED = {  # what would act, as something that only looks
    "form": "div", "frameset": "div", "button": "span", "noscript": "div", "dialog": "div", "textarea": "span",
    "select": "span", "option": "span", "optgroup": "span", "input": "span", "image": "span", "isindex": "span",
    "slot": "span", "details": "div", "summary": "div", "plaintext": "div", "xmp": "pre", "listing": "pre",
    "#overflow": "span",
}  # fmt: skip
SAFE_TAGS = frozenset(
    "html body div p span a b i u s em strong small big sub sup font center tt code kbd samp var pre blockquote q cite "
    "abbr acronym address article aside section nav header footer main hgroup h1 h2 h3 h4 h5 h6 ul ol li dl dt dd menu "
    "dir table caption colgroup col thead tbody tfoot tr td th figure figcaption img br wbr hr ins del mark time data "
    "dfn ruby rb rt rtc rp bdi bdo fieldset legend label output progress meter strike nobr picture".split()
)
SAFE_MATH = frozenset(
    "mi mn mo ms mtext mspace mrow mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover "
    "munderover mmultiscripts mprescripts mtable mtr mtd semantics none".split()
)
CONTAINERS = "div span header footer section article aside address td".split()  # not those whose text is running
EMPTY = frozenset("img br wbr hr col".split())
SAFE_ATTRIBUTES = frozenset("class id dir lang title alt align valign bgcolor color face nowrap hidden rules".split())
NUMBERS = frozenset(
    "width height border cellpadding cellspacing colspan rowspan span hspace vspace size start value".split()
)
_NUMBER = re.compile("[+-]?[0-9]{1,4}%?")
_TAG = re.compile("[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PICTURE = re.compile("data:image/(?:png|gif|jpeg|webp);base64,[A-Za-z0-9+/=]{1,200000}")
_BLANK = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="


def write_frame(page: Page, *, style: str = "", resources: Resources | None = None) -> str:
    """The page as a document of its own, to be shown in a frame; `style` of ours comes last.

    `resources` are what was saved with the page, by the names that it calls them.
    """
    return "".join(FrameWriter(page, style, resources or {}).parts())


class FrameWriter:
    """Writes one page, row by row, with a stack of what is open."""

    def __init__(self, page: Page, last_style: str, resources: Resources) -> None:
        self.page: Page = page
        self.resources: Resources = resources
        self.last_style: str = last_style
        self.rows: int = min(len(page), MAX_ROWS)
        self.tag: list[int] = page.tag[: self.rows].tolist()
        self.end: list[int] = page.end[: self.rows].tolist()
        self.names: list[str] = page.tag_names
        self.open: list[tuple[int, str, str]] = []  # where it ends, its name, its namespace
        self.wrapped: set[int] = self._wrapped()

    def _wrapped(self) -> set[int]:
        """The texts to be pointed at alone: beside other blocks, or in a container beside other elements."""
        page, blocks = self.page, self.page.blocks
        shared = ~shares_no_element(page)
        inside = np.zeros(len(page) + 1, np.int64)
        np.add.at(inside, blocks.first[shared], 1)
        np.add.at(inside, blocks.last[shared], -1)
        is_parent = np.zeros(len(page), np.bool_)
        is_parent[blocks.row[shared]] = True
        has_elements = np.zeros(len(page), np.bool_)
        has_elements[page.parent[(page.tag > 0) & (page.parent >= 0)]] = True
        holds = np.zeros(len(page), np.bool_)
        holds[page.rows_of(*CONTAINERS)] = True
        parent = np.maximum(page.parent, 0)
        beside = ((np.cumsum(inside[:-1]) > 0) & is_parent[parent]) | (has_elements & holds)[parent]
        return set(np.flatnonzero(beside & (page.tag == 0) & (page.chars > 0)).tolist())

    def parts(self) -> Iterator[str]:
        """The document in pieces."""
        yield f'<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="{XHTML}"{self._attributes(0, "html")}>'
        yield HEAD.format(style=self._style(), last=clean(self.last_style))
        row, has_body = 1, False
        while row < self.rows:
            yield from self._close(row)
            if self.tag[row] == 0:
                yield self._text(row)
                row += 1
                continue
            name = self.names[self.tag[row]] if self.tag[row] < len(self.names) else "#overflow"
            if name in DROPPED or name.startswith("svg:"):
                row = self.end[row]
                continue
            if name == "body":
                has_body = True
            elif not has_body:
                has_body = True
                yield "<body>"
                self.open.append((len(self.page), "body", XHTML))
            if name in BOXED:
                yield self._box(row, name)
                row = self.end[row]
                continue
            yield self._element(row, name)
            row += 1
        if not has_body:
            yield "<body>"
        yield from self._close(len(self.page) + 1)
        yield "</html>" if has_body else "</body></html>"

    def _close(self, row: int) -> Iterator[str]:
        """Close what ends before a row; before the body closes, say what is left out."""
        while self.open and self.open[-1][0] <= row:
            _, name, _ = self.open.pop()
            if name == "body" and self.rows < len(self.page):
                left = len(self.page) - self.rows
                yield f'<p class="w-note">The rest of this page, {left:,} nodes, is not shown.</p>'
            yield f"</{name}>"

    def _element(self, row: int, name: str) -> str:
        space = XHTML
        if name == "math" or name.startswith("math:"):
            own = name.removeprefix("math:")
            written, space = (own, MATHML) if own == "math" or own in SAFE_MATH else ("mrow", MATHML)
        elif name in RENAMED or name not in SAFE_TAGS:
            written = RENAMED.get(name) or (name if _TAG.fullmatch(name) and "-" in name else "span")
        else:
            written = name
        outer = self.open[-1][2] if self.open else XHTML
        xmlns = "" if space == outer else f' xmlns="{space}"'
        was = "" if written == name else f' data-t="{clean(name)}"'
        start = f"<{written}{xmlns}{was}{self._attributes(row, name)}"
        if name == "input":
            return f"{start}>{clean(self.page.attribute(row, 'value') or '')[:200]}</{written}>"
        if written in EMPTY or len(self.open) >= MAX_DEPTH:
            return f"{start}></{written}>" if written not in EMPTY else f"{start}/>"
        self.open.append((self.end[row], written, space))
        return f"{start}>"

    def _box(self, row: int, name: str) -> str:
        outer = self.open[-1][2] if self.open else XHTML
        xmlns = "" if outer == XHTML else f' xmlns="{XHTML}"'
        return f'<span{xmlns} data-t="{name}"{self._attributes(row, name)}></span>'

    def _text(self, row: int) -> str:
        if self.page.raw[row]:
            return ""
        text = clean(self.page.text(row))
        if not self.open or row not in self.wrapped:
            return text if self.open else ""
        return f'<w-t data-w="{row}">{text}</w-t>'

    def _attributes(self, row: int, name: str) -> str:
        parts = [f' data-w="{row}"']
        attributes = self.page.attributes(row)
        for key, value in attributes.items():
            value = value[:MAX_ATTRIBUTE]
            if (key in SAFE_ATTRIBUTES) or (key in NUMBERS and _NUMBER.fullmatch(value.strip())):
                parts.append(f' {key}="{clean(value.strip())}"')
            elif key == "style" and (style := clean_declarations(value)):
                parts.append(f' style="{clean(style)}"')
        if name == "img":
            source = attributes.get("src", "")
            saved = self.resources.get(source.strip())
            if saved and saved.media_type != STYLE:
                source = saved.data_url
            is_shown = bool(saved) or bool(_PICTURE.fullmatch(source))
            parts.append(f' src="{source}"' if is_shown else f' src="{_BLANK}" data-t="img"')
            parts += [] if "alt" in attributes else [' alt=""']
        elif name == "a" and "href" in attributes:
            parts.append(' data-link=""')
        return "".join(parts)

    def _style(self) -> str:
        """The style sheets of the page, as far as they are for screens."""
        sheets, size = [], 0
        for row in self.page.rows_of("style", "link").tolist():
            media = (self.page.attribute(row, "media") or "all").lower()
            text = self._sheet(row)
            size += len(text)
            if size <= MAX_STYLE and ("all" in media or "screen" in media):
                sheets.append(clean_sheet(text))
        return clean("\n".join(sheets))

    def _sheet(self, row: int) -> str:
        """The text of a style sheet: the page's own, or one that was saved with it."""
        if self.page.tag_name(row) == "style":
            return self.page.text(row)
        saved = self.resources.get((self.page.attribute(row, "href") or "").strip())
        is_sheet = saved is not None and saved.media_type == STYLE
        is_used = "stylesheet" in (self.page.attribute(row, "rel") or "").lower().split()
        return saved.data.decode("utf-8", errors="replace") if saved and is_sheet and is_used else ""


def clean(text: str) -> str:
    """A text as XML may hold it, in an attribute too."""
    return escape(_NOT_XML.sub("\ufffd", text), quote=True).replace("\r", "&#13;")


def shares_no_element(page: Page) -> NDArray[np.bool_]:
    """For each block whether its element holds no other block."""
    blocks = page.blocks
    first, last = np.searchsorted(blocks.first, [blocks.row, page.end[blocks.row]])
    return last - first == 1
