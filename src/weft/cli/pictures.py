"""Pictures of the pages that a report shows, one of each cluster.

A saved page whose icons are as large as icons: what its lost style sheet said is not known, so ours says it first.

Inline SVG without a size fills its column, and a share icon then fills the screen. Our rules stand before those of the
page and have no weight (`:where`), so that whatever the page says of its own pictures still holds.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from weft.cli.inputs import Inputs
from weft.cli.options import drawing_of, words_of
from weft.cli.summary import tell
from weft.document import Failure
from weft.errors import WeftError
from weft.io import RawPage
from weft.reports import NO_PICTURE, Picture, SiteSummary, find_picture, small_page
from weft.sites import Site

if TYPE_CHECKING:
    from weft.browser import Browser, DrawOptions

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


MAX_PICTURES = 30  # of one report, the largest clusters first: each is some 200 kB
WIDTH, HEIGHT = 720, 1800  # pixels of a picture: as wide as a report shows it, three windows of the page high


def with_pictures(summary: SiteSummary, site: Site, inputs: Inputs, options: argparse.Namespace) -> SiteSummary:
    """The summary with a picture of the page that each cluster shows; a page that cannot be drawn is told of."""
    wanted = {cluster.shown_id for cluster in summary.clusters[:MAX_PICTURES] if cluster.shown_id}
    from weft.browser import Browser  # an extra: reports without pictures need none

    drawing = drawing_of(options, screenshot=True)
    with Browser(drawing) as browser:
        pictures = {raw.id: _picture(raw, site, browser, drawing) for raw in _pages(inputs, wanted)}
    clusters = [replace(cluster, picture=pictures.get(cluster.shown_id, NO_PICTURE)) for cluster in summary.clusters]
    return replace(summary, clusters=clusters)


def _pages(inputs: Inputs, wanted: set[str]) -> Iterator[RawPage]:
    for raw in inputs.read():
        if not isinstance(raw, WeftError) and raw.id in wanted:
            yield raw


def _picture(raw: RawPage, site: Site, browser: Browser, drawing: DrawOptions) -> Picture:
    try:
        drawn = browser.draw(with_sized_icons(raw, is_alone=not drawing.network))
        picture = find_picture(site.extract(drawn.page), drawn.screenshot)
        ours = replace(drawing, scripts=False, network=False, width=WIDTH)
        html = small_page(drawn.screenshot, width=WIDTH, height=HEIGHT)
        return replace(picture, png=browser.draw(html, options=ours).screenshot)
    except WeftError as error:
        tell([f"weft: no picture: {words_of(Failure.of(error, raw.id))}"])
        return NO_PICTURE
