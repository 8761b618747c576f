"""Chromium: the rendered DOM, boxes, pictures."""

from weft.browser.browser import Browser, Rendered
from weft.browser.chromium import find_chromium
from weft.browser.options import BrowserLimits, DrawOptions
from weft.browser.pool import BrowserPool, render_many

__all__ = ["Browser", "BrowserLimits", "BrowserPool", "DrawOptions", "Rendered", "find_chromium", "render_many"]
