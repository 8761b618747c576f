"""A saved page whose icons are as large as icons: what its lost style sheet said is not known, so ours says it first.

Inline SVG without a size fills its column, and a share icon then fills the screen. Our rules stand before those of the
page and have no weight (`:where`), so that whatever the page says of its own pictures still holds.
"""

import re
from dataclasses import replace

from weft.io import RawPage

# An icon is a vector picture in something to press or in a list, or one that is called so. Others, such as a chart, may
# be a third of a window high (320 of 1,024 pixels). What is missing is a quiet box, an
# outline and no ground: some pages lay such pictures over their text.
SHEET = """
:where(svg) { max-width: 100%; max-height: 320px; }
:where(svg:not([width], [height])) { max-width: 320px; }
:where(a, button, li, i, label, summary, [class*=icon i], [class*=share i], [class*=social i]) :where(svg),
:where(svg[class*=icon i], svg[class*=logo i], svg[aria-hidden=true]) { max-width: 3em; max-height: 3em; }
:where(img) { max-width: 100%; outline: 1px solid #d5d9dc; outline-offset: -1px; color: #6b7280; font-size: 12px; }
"""
NO_PICTURE_BOX = re.compile(r":where\(img\).*\n")
HEAD_BYTES = 1 << 16  # in which a head begins
_PLACES = [re.compile(tag, re.I) for tag in (rb"<head(?:\s[^<>]*)?>", rb"<html(?:\s[^<>]*)?>", rb"<!doctype[^<>]*>")]


def with_sized_icons(raw: RawPage, *, is_alone: bool = True) -> RawPage:
    """The page with our sheet before its own; `is_alone`: its pictures are not fetched, so they are quiet boxes.

    >>> with_sized_icons(RawPage(id="a", data=b"<!doctype html><head><p>x")).data[:30]
    b'<!doctype html><head><style>\\n:'
    """
    start = raw.data[:HEAD_BYTES]
    if b"\x00" in start:  # UTF-16: what we would write is no text there
        return raw
    sheet = SHEET if is_alone else NO_PICTURE_BOX.sub("", SHEET)
    place = next((match.end() for pattern in _PLACES if (match := pattern.search(start))), 0)
    data = raw.data[:place] + f"<style>{sheet}</style>".encode() + raw.data[place:]
    return replace(raw, data=data)
