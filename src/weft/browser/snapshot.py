"""What is asked of a page that has loaded: its size, its picture, and its snapshot as columns and as HTML text.

The text is made from Chromium's `DOMSnapshot.captureSnapshot`: no second trip to the browser, and the very same tree.
"""

import asyncio
import base64
import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from weft.browser.options import DrawOptions
from weft.errors import LimitError

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


ELEMENT, TEXT, DOCTYPE = 1, 3, 10  # DOM node types

STYLES = (
    "display",
    "visibility",
    "opacity",
    "color",
    "background-color",
    "background-image",
    "border-width",
    "font-size",
    "font-weight",
    "font-family",
    "position",
    "z-index",
    "overflow",
)
"""The computed styles that a geometry is made of, short forms where there are: each costs time for every node."""

REQUEST: dict[str, Any] = {"computedStyles": list(STYLES), "includePaintOrder": False, "includeDOMRects": False}
"""What `DOMSnapshot.captureSnapshot` is asked for."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Snapshot:
    """The nodes of the main document in document order, and a layout for those that are drawn.

    The tree is the composed one: what a shadow root shows stands where it is shown. Contents of `template` are not in
    it; pseudo elements are, and `is_pseudo` marks them. Strings are numbers in `strings`.
    """

    strings: list[str]
    kind: NDArray[np.int32]  # DOM node type
    parent: NDArray[np.int32]  # -1: the document itself
    name: NDArray[np.int32]
    value: list[int]
    attributes: list[list[int]]  # name, value, name, value, …
    is_pseudo: NDArray[np.bool_]
    public_id: str
    system_id: str
    layout_node: NDArray[np.int32]  # a node may have several layouts
    bounds: NDArray[np.float32]  # left, top, width, height by layout
    styles: NDArray[np.int32]  # a string by layout and style; -1: none
    page_width: float
    page_height: float

    def __len__(self) -> int:
        return len(self.kind)

    def string(self, number: int) -> str:
        """A string by its number; empty for -1, which is none."""
        return self.strings[number] if number >= 0 else ""


def snapshot_of(answer: dict[str, Any]) -> Snapshot:
    """The columns of Chromium's answer to `REQUEST`."""
    strings: list[str] = answer["strings"]
    document = answer["documents"][0]
    nodes, layout = document["nodes"], document["layout"]
    count = len(nodes["nodeType"])
    is_pseudo = np.zeros(count, np.bool_)
    is_pseudo[nodes["pseudoType"]["index"]] = True
    none = [-1] * len(STYLES)
    return Snapshot(
        strings=strings,
        kind=np.array(nodes["nodeType"], np.int32),
        parent=np.array(nodes["parentIndex"], np.int32),
        name=np.array(nodes["nodeName"], np.int32),
        value=nodes["nodeValue"],
        attributes=nodes["attributes"],
        is_pseudo=is_pseudo,
        public_id=strings[document["publicId"]] if document["publicId"] >= 0 else "",
        system_id=strings[document["systemId"]] if document["systemId"] >= 0 else "",
        layout_node=np.array(layout["nodeIndex"], np.int32),
        bounds=np.array(layout["bounds"], np.float32).reshape(-1, 4),
        styles=np.array([row or none for row in layout["styles"]], np.int32).reshape(-1, len(STYLES)),
        page_width=float(document.get("contentWidth", 0.0)),
        page_height=float(document.get("contentHeight", 0.0)),
    )


# Fade-ins stand at their last frame, spinners at their first.
STILL = """*, ::before, ::after { transition: none !important; animation-duration: 0s !important;
animation-delay: 0s !important; animation-iteration-count: 1 !important }"""

PICTURE_HEIGHT = 16_000  # pixels: Chromium draws no larger picture at once


async def check_nodes(session: "CDPSession", *, limit: int, name: str) -> None:
    """A page that scripts made too large is refused before it is copied."""
    counters = await session.send("Memory.getDOMCounters")
    if counters["nodes"] > limit:
        raise LimitError("nodes", limit, name, options="BrowserLimits")


async def still(session: "CDPSession") -> None:
    """End what moves: the same page must look the same each time. Changes no node of the page."""
    asked = ("Page.getFrameTree", "DOM.enable", "CSS.enable")
    frames: dict[str, Any] = (await asyncio.gather(*map(session.send, asked)))[0]
    sheet = await session.send("CSS.createStyleSheet", {"frameId": frames["frameTree"]["frame"]["id"]})
    await session.send("CSS.setStyleSheetText", {"styleSheetId": sheet["styleSheetId"], "text": STILL})
    await session.send("Page.getLayoutMetrics")  # lays the page out once more: that is drawing, not reading


async def take_snapshot(session: "CDPSession") -> dict[str, Any]:
    """The geometry in one round trip.

    Asked by way of Playwright's inner session: the outer one copies every value of the answer, in case it is an object
    of Playwright's, and that takes several times as long as to get it.
    """
    send = getattr(session, "_impl_obj", session).send
    more = {"timeout": None} if "timeout" in inspect.signature(send).parameters else {}
    answer: dict[str, Any] = await send("DOMSnapshot.captureSnapshot", REQUEST, **more)
    return answer


async def take_picture(session: "CDPSession", answer: dict[str, Any], options: DrawOptions) -> bytes:
    """The whole page as PNG, of a very long one the beginning."""
    document = answer["documents"][0]
    width, height = max(document["contentWidth"], 1), max(document["contentHeight"], 1)
    clip = {"x": 0, "y": 0, "width": min(width, 2 * options.width), "height": min(height, PICTURE_HEIGHT), "scale": 1}
    wanted = {"format": "png", "captureBeyondViewport": True, "clip": clip}
    return base64.b64decode((await session.send("Page.captureScreenshot", wanted))["data"])


VOID = frozenset(
    "AREA BASE BASEFONT BGSOUND BR COL EMBED FRAME HR IMG INPUT KEYGEN LINK META PARAM SOURCE TRACK WBR".split()
)
RAW = frozenset("STYLE SCRIPT XMP IFRAME NOEMBED NOFRAMES PLAINTEXT".split())
SWALLOW = frozenset("PRE TEXTAREA LISTING".split())  # a parser drops a line break right after their start tag


def serialise(snapshot: Snapshot, *, scripts: bool = False) -> str:
    """The HTML that parses to the snapshot's tree (HTML standard, "Serializing HTML fragments").

    With `scripts` the contents of `noscript` are text and not markup, as they were for the browser. Comments are left
    out, and what a parser would drop (a line break at the start of `pre`) is written twice.
    """
    raw = RAW | {"NOSCRIPT"} if scripts else RAW
    pieces: list[str] = []
    open_nodes: list[tuple[int, str]] = []  # node, name
    kinds, parents, names = snapshot.kind.tolist(), snapshot.parent.tolist(), snapshot.name.tolist()
    pseudo = snapshot.is_pseudo.tolist()
    for node in range(1, len(kinds)):  # node 0 is the document
        while open_nodes and open_nodes[-1][0] != parents[node]:
            pieces.append(f"</{_tag(open_nodes.pop()[1])}>")
        parent_name = open_nodes[-1][1] if open_nodes else ""
        if kinds[node] == TEXT:
            pieces.append(_text(snapshot.string(snapshot.value[node]), parent_name, raw, pieces))
        elif kinds[node] == ELEMENT and not pseudo[node]:
            name = snapshot.strings[names[node]]
            pieces.append(f"<{_tag(name)}{_attributes(snapshot, node)}>")
            if name not in VOID:
                open_nodes.append((node, name))
        elif kinds[node] == DOCTYPE:
            pieces.append(_doctype(snapshot, node))
    pieces.extend(f"</{_tag(name)}>" for _, name in reversed(open_nodes))
    return "".join(pieces)


def _tag(name: str) -> str:
    """Elements of HTML have upper-case names in the DOM; those of SVG and MathML keep the case of their own."""
    return name.lower() if name.isupper() else name


def _text(text: str, parent: str, raw: frozenset[str], written: list[str]) -> str:
    if parent in raw:
        return text
    is_first = bool(written) and written[-1].startswith(f"<{parent.lower()}")
    start = "\n" if parent in SWALLOW and is_first and text.startswith("\n") else ""
    return start + text.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace("<", "&lt;").replace(">", "&gt;")


def _attributes(snapshot: Snapshot, node: int) -> str:
    flat = snapshot.attributes[node]
    pairs = zip(flat[::2], flat[1::2], strict=False)
    return "".join(f' {snapshot.strings[name]}="{_quoted(snapshot.string(value))}"' for name, value in pairs)


def _quoted(value: str) -> str:
    return (
        value.replace("&", "&amp;")
        .replace("\xa0", "&nbsp;")
        .replace('"', "&quot;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
    )


def _doctype(snapshot: Snapshot, node: int) -> str:
    name = snapshot.strings[int(snapshot.name[node])]
    if snapshot.public_id:
        system = f' "{snapshot.system_id}"' if snapshot.system_id else ""
        return f'<!DOCTYPE {name} PUBLIC "{snapshot.public_id}"{system}>'
    return f'<!DOCTYPE {name} SYSTEM "{snapshot.system_id}">' if snapshot.system_id else f"<!DOCTYPE {name}>"
