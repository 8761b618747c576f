"""Chromium: the DOM as it is drawn, boxes, pictures."""

from weft.browser.browser import Browser, BrowserPool, Drawing, check_browser, draw_many
from weft.browser.chromium import find_chromium
from weft.browser.options import BrowserLimits, DrawOptions

__all__ = [
    "Browser",
    "BrowserLimits",
    "BrowserPool",
    "DrawOptions",
    "Drawing",
    "check_browser",
    "draw_many",
    "find_chromium",
]
