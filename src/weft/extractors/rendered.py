"""What the extractors that look at a page need: that a browser has drawn it."""

from weft.errors import BrowserError
from weft.page import Page
from weft.page.geometry import Geometry


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
        f"{page.url or 'a page without URL'}: {name} needs a page that a browser has drawn; "
        "render it with weft.browser, which takes pip install 'weft[browser]' and Chromium (WEFT_CHROMIUM says where)"
    )
