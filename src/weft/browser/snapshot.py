"""What Chromium's `DOMSnapshot.captureSnapshot` says of a page, as columns."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
