"""Pictures of the pages that a report shows, one of each cluster."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from weft.cli.inputs import Inputs
from weft.cli.options import drawing_of, words_of
from weft.cli.sized_icons import with_sized_icons
from weft.cli.summary import tell
from weft.document import Failure
from weft.errors import WeftError
from weft.io import RawPage
from weft.reports import NO_PICTURE, Picture, SiteSummary, find_picture, small_page
from weft.sites import Site

if TYPE_CHECKING:
    from weft.browser import Browser, DrawOptions

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
