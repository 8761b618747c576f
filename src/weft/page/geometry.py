"""How a page looks: a box, colours and a font for every row, as a browser laid them out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from weft.errors import BrowserError

if TYPE_CHECKING:
    from weft.page.page import Page

KINDS: dict[str, type[np.generic]] = {
    **dict.fromkeys(("left", "top", "width", "height", "font_size"), np.float32),
    **dict.fromkeys(("is_drawn", "is_visible", "is_inline", "has_picture", "has_border", "is_fixed"), np.bool_),
    **dict.fromkeys(("color", "background"), np.uint32),
    **dict.fromkeys(("font", "z_index"), np.int32),
    "font_weight": np.int16,
}
"""The columns of a geometry and what they hold."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Geometry:
    """Columns with one entry a row of the page; none at all where the page was not rendered.

    Lengths are CSS pixels from the upper left corner of the whole page. Colours are 0xRRGGBBAA. Rows that the browser
    does not draw (`is_drawn` false: `head`, `display: none`, white space between blocks) have zeros everywhere.

    >>> from weft import parse
    >>> bool(parse("<p>Nobody has looked at this page").geometry)
    False
    """

    left: NDArray[np.float32]
    top: NDArray[np.float32]
    width: NDArray[np.float32]
    height: NDArray[np.float32]
    is_drawn: NDArray[np.bool_]  # has a box
    is_visible: NDArray[np.bool_]  # drawn, and can be seen
    is_inline: NDArray[np.bool_]  # flows with the text
    color: NDArray[np.uint32]
    background: NDArray[np.uint32]  # its own; 0: none
    has_picture: NDArray[np.bool_]  # a background image
    has_border: NDArray[np.bool_]  # on any side
    font_size: NDArray[np.float32]
    font_weight: NDArray[np.int16]  # 400 is regular
    font: NDArray[np.int32]  # a number in `fonts`
    z_index: NDArray[np.int32]  # 0 where `auto`
    is_fixed: NDArray[np.bool_]  # stays when one scrolls
    fonts: tuple[str, ...] = ()
    page_width: float = 0.0
    page_height: float = 0.0
    view_width: float = 0.0  # of the window that the page was laid out in
    view_height: float = 0.0  # what lies below this is below the fold

    @classmethod
    def blank(cls, count: int) -> Geometry:
        """So many rows of which none is drawn."""
        columns: dict[str, Any] = {name: np.zeros(count, kind) for name, kind in KINDS.items()}
        return cls(**columns)

    def __bool__(self) -> bool:
        return len(self.left) > 0

    def __len__(self) -> int:
        return len(self.left)

    @property
    def right(self) -> NDArray[np.float32]:
        """Where each box ends on the right."""
        return self.left + self.width

    @property
    def bottom(self) -> NDArray[np.float32]:
        """Where each box ends below."""
        return self.top + self.height


NO_GEOMETRY = Geometry.blank(0)


def require_geometry(page: Page, name: str) -> Geometry:
    """How the page looks; an error that says what to do where nobody has drawn it.

    >>> from weft import parse
    >>> require_geometry(parse("<p>One"), "vips")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    weft.errors.BrowserError: a page without URL: vips needs a page that a browser has drawn; ...
    """
    if page.geometry:
        return page.geometry
    raise BrowserError(
        f"{name} needs a page that a browser has drawn",
        page=page.url or "a page without URL",
        advice="draw it with weft.browser, which takes pip install 'weft[browser]' and Chromium "
        "(WEFT_CHROMIUM says where)",
    )
