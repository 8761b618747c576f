"""`weft look`: a picture of a page with its blocks outlined."""

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from weft.auto import extract
from weft.cli.options import add_drawing_options, add_page_options, check_method, drawing_of, fetcher_of, limits_of
from weft.cli.pictures import with_sized_icons
from weft.document import Document
from weft.errors import ConfigError
from weft.extractors import Vips
from weft.io import RawPage, find_sources, read, whole_file
from weft.page import Page
from weft.reports import COLOURINGS, find_picture, look_page
from weft.sites import Site

MARGIN = 48  # pixels of the page around the picture
DESCRIPTION = "Draws a page in a browser and outlines its blocks: what is kept and what is not."
EXAMPLES = """\
examples:
  weft look page.html -o page.png                     what is kept, with the title and the records
  weft look page.html -o page.png -m density          what another method keeps
  weft look page.html -o page.png --site site.json    what the templates of a learned site keep
  weft look page.html -o tree.png --by depth          the visual blocks, coloured by their depth in the VIPS tree
  weft look page.html -o page.html --html             a page to point at: each block says its text
  weft look page.html --json                          the same tree for programs
  weft look https://example.org -o page.png --network

The choice is that of weft extract for the page as it was drawn. Needs pip install 'weft[browser]' and a Chromium.
Nothing of the page runs, and nothing is loaded, unless --scripts or --network asks for it.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("input", metavar="FILE|URL|-", help="the page")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where the picture goes, or the page of --html"
    )
    parser.add_argument("--by", choices=COLOURINGS, default="choice", help="what the colours tell (default: choice)")
    parser.add_argument("--html", action="store_true", help="an HTML page to point at instead of a PNG")
    parser.add_argument("--json", action="store_true", help="the tree of visual blocks (VIPS) as JSON instead")
    parser.add_argument("--site", type=Path, metavar="SITE", help="what weft learn wrote: its templates choose")
    add_drawing_options(parser)
    add_page_options(parser)


def run(options: argparse.Namespace) -> int:
    """Write the picture of one page."""
    check_method(options)
    site = Site.load(options.site) if options.site else None
    if options.output is None and not options.json:
        raise ConfigError("a picture needs a file: -o page.png; --json prints the tree of visual blocks")
    raw = _read(options)
    from weft.browser import Browser  # an extra: the other commands work without it

    drawing = drawing_of(options, screenshot=not options.json)
    with Browser(drawing) as browser:
        drawn = browser.draw(with_sized_icons(raw, is_alone=not options.network))
        if options.json:
            _write(json.dumps(Vips().segment(drawn.page).to_json(), ensure_ascii=False), options.output)
            return 0
        document = _on(drawn.page, extract(drawn.page, method=options.method, site=site))
        picture = find_picture(document, drawn.screenshot, by=options.by)
        html = look_page(document, picture)
        if options.html:
            _write(html, options.output)
            return 0
        ours = replace(drawing, scripts=False, network=False, width=round(picture.width) + MARGIN)
        png = browser.draw(html, options=ours).screenshot
    with whole_file(options.output) as file:
        file.buffer.write(png)
    return 0


def _write(text: str, output: Path | None) -> None:
    if output is None:
        print(text)
    else:
        with whole_file(output) as file:
            file.write(text + "\n")


def _read(options: argparse.Namespace) -> RawPage:
    sources = find_sources([options.input], url=options.url)
    if len(sources) > 1:
        what = f"look shows one page at a time, this names {len(sources)}"
        raise ConfigError(what, page=options.input, advice="name one")
    raw = read(sources[0], fetcher=fetcher_of(options), max_bytes=limits_of(options).bytes)
    return replace(raw, charset=options.encoding or raw.charset)


def _on(page: Page, document: Document) -> Document:
    """The document on the page that was drawn: of content that was only in its data nothing can be seen."""
    return document if document.page is page else replace(document, page=page, keep=np.zeros(0, np.int64))
