"""Chromium: the DOM as it is drawn, boxes, pictures."""

from weft.browser.browser import Browser, BrowserPool, Drawing, draw_many
from weft.browser.chromium import find_chromium
from weft.browser.options import BrowserLimits, DrawOptions

__all__ = ["Browser", "BrowserLimits", "BrowserPool", "DrawOptions", "Drawing", "draw_many", "find_chromium"]
